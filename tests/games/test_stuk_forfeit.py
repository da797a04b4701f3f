"""Time-outs and leaving in Стук: rule 3.14, in every detail, and the free ways out of 3.13."""

import pytest

from engine.game import BankEnding, Ending, Phase, Refusal, Result


def forfeits(played):
    """The seats whose game counts as forfeited."""
    return [seat for seat, result in enumerate(played.state.results()) if result.forfeited]


class TestTimeOutAfterTheStake:
    def test_the_stake_goes_to_the_bank_and_he_sits_out_the_rest_of_this_bank(self, stuk):
        """Rules 3.14."""
        played = stuk(30, 30, 30, cards="6s 7s 9s")("deal", "1 bet 4", "1 timeout")
        assert (played.bank, played.chips, played.hand(1).result) == (14, [20, 26, 30], Result.LOSE)
        assert (played.standing(1), played.view.seats[1].sits_out) == ("playing", True)
        assert (played.view.to_move, played.view.phase) == (2, Phase.STAKE)
        assert forfeits(played) == [1]
        played.showdown(2, 1)("deal")
        assert (played.view.to_move, played.view.seats[1].hands) == (2, ())

    def test_also_after_he_has_drawn(self, stuk):
        """Rules 3.14."""
        played = stuk(30, 30, 30, cards="6s 7s 9s 6h")("deal", "1 bet 4", "1 hit", "1 timeout")
        assert (played.hand(1).result, played.against(1), played.bank) == (Result.LOSE, None, 14)

    def test_in_the_next_bank_he_plays_again(self, stuk):
        """Rules 3.14: the rest of this bank, no more."""
        played = stuk(30, 30, 30, 30, cards=["6s Ts 9h 9s"])("deal", "3 leave", "1 bet 4", "1 timeout")
        played.showdown(2, 14)
        assert (played.view.bank_ending, played.view.next_bank) == (BankEnding.BROKEN, 2)
        played("deal")
        assert [len(seat.hands) for seat in played.view.seats] == [1, 1, 1, 0]
        assert not played.view.seats[1].sits_out

    def test_a_seat_sitting_out_when_the_bank_passes_to_it_is_passed_over(self, stuk):
        """Rules 3.14, 3.2: and that counts as having had it."""
        played = stuk(30, 30, 30, cards="6s Ts 9s")("deal", "1 bet 4", "1 timeout").showdown(2, 14)
        passed = played.view.seats[1]
        assert (played.view.next_bank, passed.had_bank, passed.sits_out) == (2, True, True)
        played("deal").showdown(0, 1).showdown(1, 1)("2 leave")
        assert played.view.ending is Ending.BANKS_PLAYED

    def test_who_sat_out_before_the_bank_came_to_him_banks(self, stuk):
        """Rules 3.14: it is asked when the bank passes to him."""
        played = stuk(30, 30, 30, cards=["Ts 6s 9s", "Ts 9s 6s"])("deal", "1 bet 1", "1 stand", "0 stand")
        played("2 bet 1", "2 timeout", "deal").showdown(1, 10)
        assert played.view.next_bank == 1
        played("deal").showdown(2, 10)
        assert played.view.next_bank == 2

    def test_sitting_out_is_decided_when_the_bank_ends_even_if_the_next_banker_then_leaves(self, stuk):
        """Rules 3.2, 3.14."""
        played = stuk(30, 30, 30, 30, cards="Ts 6s 6h 9s")("deal").showdown(1, 1)
        played("2 bet 1", "2 timeout", "3 timeout", "deal").showdown(1, 11)
        assert (played.view.bank_ending, played.view.next_bank) == (BankEnding.BROKEN, 1)
        played("1 leave")
        assert (played.view.next_bank, played.view.seats[2].had_bank) == (3, True)

    def test_when_the_last_bettor_sits_out_the_bank_ends(self, stuk):
        """Rules 3.13, 3.14."""
        played = stuk(30, 30, cards="6s 9s")("deal", "1 bet 4", "1 timeout")
        assert (played.view.bank_ending, played.chips) == (BankEnding.NO_BETTOR, [34, 26])
        assert played.view.ending is Ending.BANKS_PLAYED  # seat 1 was passed over


class TestTimeOutBeforeTheStake:
    def test_his_smallest_legal_stake_goes_to_the_bank_and_he_misses_the_round(self, stuk):
        """Rules 3.14."""
        played = stuk(60, 60, 60, size=20, cards="9s 7s 6s")("deal", "1 timeout")
        assert (played.bank, played.chips, played.view.to_move) == (22, [40, 58, 60], 2)
        assert (played.hand(1).stake, played.hand(1).result, played.hand(1).missed) == (0, None, True)
        assert not played.view.seats[1].sits_out
        assert forfeits(played) == [1]
        played.showdown(2, 2)("deal")
        assert played.view.to_move == 1

    @pytest.mark.parametrize(("chips", "lost"), [(3, 3), (60, 5)])
    def test_the_smallest_stake_is_never_more_than_he_has(self, stuk, chips, lost):
        """Rules 3.5, 3.14."""
        played = stuk(150, chips, 150, size=50)("deal", "1 timeout")
        assert (played.bank, played.chips[1]) == (50 + lost, chips - lost)

    def test_nor_more_than_the_bank(self, stuk):
        """Rules 3.5, 3.14."""
        played = stuk(150, 150, 150, size=50, cards="Ts 9s 6s")("deal").showdown(1, 47)("2 timeout")
        assert (played.bank, played.chips) == (6, [100, 197, 147])

    def test_two_rounds_in_a_row_and_he_sits_out_the_rest_of_this_bank(self, stuk):
        """Rules 3.14."""
        played = stuk(30, 30, 30, cards="6s 7s 9s 6h 7h 9h")("deal", "1 timeout").showdown(2, 1)
        played("deal", "1 timeout")
        assert (played.chips[1], played.view.seats[1].sits_out) == (28, True)
        assert forfeits(played) == [1]
        played.showdown(2, 1)("deal")
        assert played.view.to_move == 2

    def test_a_round_played_in_between_forgives_the_missed_one(self, stuk):
        """Rules 3.14: in a row."""
        played = stuk(30, 30, 30, cards="6s 7s 9s 6h 7h 9h 6d 7d 9d")("deal", "1 timeout").showdown(2, 1)
        played("deal").showdown(1, 1).showdown(2, 1)("deal", "1 timeout")
        assert not played.view.seats[1].sits_out

    def test_rounds_are_missed_in_a_row_within_one_bank(self, stuk):
        """Rules 3.14, settled here: a new bank begins anew."""
        played = stuk(30, 30, 30, 30, cards=["Ts 6s 6h 9s 8s 6d 7d 6c"])
        played("deal", "1 bet 1", "1 stand", "0 stand", "2 bet 1", "2 stand", "0 stand", "3 timeout")
        played("0 leave", "deal", "2 bet 1", "2 stand")
        played("1 stand", "3 timeout")
        assert not played.view.seats[3].sits_out

    def test_with_his_last_chips_missed_he_stays_without_chips(self, stuk):
        """Rules 3.5, 3.14."""
        played = stuk(30, 1, 30, cards="6s 7s 9s")("deal", "1 timeout")
        assert (played.chips, played.standing(1)) == ([20, 0, 30], "playing")
        played.showdown(2, 1)("deal")
        assert played.view.to_move == 2


class TestLeaving:
    @pytest.mark.parametrize("moves", [(), ("1 hit",), ("1 stand",), ("1 stand", "0 hit")])
    def test_with_the_hand_in_play_the_stake_goes_to_the_bank_and_he_is_out(self, stuk, moves):
        """Rules 3.14: until it is settled, also while the banker draws."""
        played = stuk(30, 30, 30, cards="6s 7s 9s 6h 6d")("deal", "1 bet 4", *moves)
        assert not played.state.may_leave_free(1)
        played("1 leave")
        assert (played.bank, played.chips, played.hand(1).result) == (14, [20, 26, 30], Result.LOSE)
        assert (played.standing(1), played.view.to_move, played.view.phase) == ("forfeited", 2, Phase.STAKE)
        assert forfeits(played) == [1]
        for move in ("1 leave", "1 hit", "1 timeout"):
            assert played.refusal(move) is Refusal.SEAT_OUT

    def test_before_his_stake_he_leaves_freely(self, stuk):
        """Rules 3.14: it is his turn, or he waits for it."""
        played = stuk(30, 30, 30, 30)("deal")
        assert [played.state.may_leave_free(seat) for seat in range(4)] == [False, True, True, True]
        played("1 leave")
        assert (played.standing(1), played.view.to_move, played.bank) == ("left", 2, 10)
        played("3 leave")
        assert (played.standing(3), played.view.to_move) == ("left", 2)
        assert (played.chips, forfeits(played)) == ([20, 30, 30, 30], [])

    def test_with_his_hand_settled_and_between_rounds_he_leaves_freely(self, stuk):
        """Rules 3.13."""
        played = stuk(30, 30, 30, cards="6s 7s 9s")("deal").showdown(1, 4)("1 leave")
        assert (played.standing(1), played.chips[1]) == ("left", 26)
        played.showdown(2, 4)("2 leave")
        assert played.standing(2) == "left"

    def test_sitting_out_or_without_chips_he_leaves_freely(self, stuk):
        """Rules 3.13."""
        played = stuk(30, 30, 0, 30)("deal", "1 bet 4", "1 timeout", "1 leave", "2 leave")
        assert (played.standing(1), played.standing(2)) == ("left", "left")

    def test_when_all_bettors_have_left_the_bank_ends(self, stuk):
        """Rules 3.13."""
        played = stuk(30, 30, 30)("deal", "1 bet 4", "2 leave", "1 leave")
        assert (played.view.bank_ending, played.view.ending) == (BankEnding.NO_BETTOR, Ending.TOO_FEW_SEATS)
        assert played.chips == [34, 26, 30]


class TestBankerForfeits:
    def at(self, stuk, *moves, chips=(30, 30, 30, 30)):
        """A second round of a bank of 31; 7s against 8s in it."""
        played = stuk(*chips, cards="6s 6h 6d 9s 7s 7h 7d 8s")("deal").showdown(1, 10).showdown(2, 5)
        return played.showdown(3, 6)("deal", *moves)

    @pytest.mark.parametrize("move", ["0 timeout", "0 leave"])
    def test_the_stake_on_the_table_wins_and_what_is_above_the_size_is_shared(self, stuk, move):
        """Rules 3.14: 31 - 4 are 27; 10 for him, 17 for three, odd chips from his left."""
        played = self.at(stuk, "1 bet 4", "1 stand", move)
        assert played.chips == [30, 20 - 4 + 8 + 6, 25 + 6, 24 + 5]
        assert (played.hand(1).result, played.hand(1).paid) == (Result.WIN, 4)
        assert (played.view.bank_ending, forfeits(played)) == (BankEnding.FORFEITED, [0])
        assert (played.view.banker, played.view.next_bank, played.bank) == (None, 1, 0)

    def test_who_timed_out_stays_and_who_left_is_out(self, stuk):
        """Rules 3.14."""
        for move, standing in (("0 timeout", "playing"), ("0 leave", "forfeited")):
            played = self.at(stuk, "1 bet 4", "1 stand", move)
            assert played.standing(0) == standing
            played("deal")
            assert len(played.view.seats[0].hands) == (move == "0 timeout")

    @pytest.mark.parametrize("moves", [("1 bet 4",), ("1 bet 4", "1 hit"), ("1 bet 4", "1 stand", "0 hit")])
    def test_a_stake_wins_whatever_the_cards_are(self, stuk, moves):
        """Rules 3.14: in the bettor's turn too."""
        assert not self.at(stuk, *moves).state.may_leave_free(0)
        assert self.at(stuk, *moves, "0 leave").hand(1).result is Result.WIN

    def test_without_a_stake_nobody_wins(self, stuk):
        """Rules 3.14: 31 in the bank, 21 to share."""
        played = self.at(stuk, "0 leave")
        assert (played.chips, played.hand(1).result) == ([30, 27, 32, 31], None)

    def test_between_rounds_leaving_is_a_forfeit_too(self, stuk):
        """Rules 3.14: while his bank is open."""
        played = stuk(30, 30, 30, cards="6s 6h 9s")("deal").showdown(1, 5).showdown(2, 5)
        assert not played.state.may_leave_free(0)
        played("0 leave")
        assert (played.chips, played.standing(0)) == ([30, 30, 30], "forfeited")

    def test_a_bank_below_the_size_is_his(self, stuk):
        """Rules 3.14: at most the size goes back, nothing is to share."""
        played = stuk(30, 30, 30, cards="9s 6h 8s")("deal").showdown(1, 7)("0 leave")
        assert played.chips == [23, 37, 30]

    def test_a_bank_that_the_stake_breaks_leaves_him_nothing(self, stuk):
        """Rules 3.14."""
        played = stuk(30, 30, 30)("deal", "1 bet 10", "0 leave")
        assert (played.chips, played.view.bank_ending) == ([20, 40, 30], BankEnding.FORFEITED)

    def test_who_has_no_chip_sits_out_or_has_left_gets_no_share(self, stuk):
        """Rules 3.14."""
        played = stuk(30, 5, 30, 30, 30, cards="6s 6h 6d 6c 9s")("deal").showdown(1, 5)
        played("2 bet 8", "2 timeout", "3 bet 6", "3 leave").showdown(4, 4)("0 leave")
        assert played.chips == [30, 0, 22, 24, 26 + 23]

    def test_who_missed_the_round_gets_a_share(self, stuk):
        """Rules 3.14: he does not sit out."""
        played = stuk(30, 30, 30, cards="6s 6h 9s")("deal", "1 timeout").showdown(2, 4)("0 leave")
        assert played.chips == [30, 29 + 3, 26 + 2]

    def test_the_stake_that_wins_with_the_last_chips_shares_too(self, stuk):
        """Rules 3.14: he has chips again when it is shared."""
        played = stuk(30, 30, 30, cards="6s 6h 9s 6d 6c 9h")("deal").showdown(1, 10).showdown(2, 20)
        played("deal", "1 bet 20", "0 leave")
        assert played.chips == [30, 40 + 5, 10 + 5]

    def test_a_second_forfeit_of_bankers_ends_the_table(self, stuk):
        """Rules 3.14: of the same or of different bankers."""
        played = stuk(30, 30, 30, 30)("deal", "0 leave")
        assert (played.state.finished, played.view.next_bank) == (False, 1)
        played("deal", "1 leave")
        assert (played.view.ending, played.chips) == (Ending.BANKER_FORFEITED, [30] * 4)
        assert played.view.next_bank is None

    def test_bettors_forfeits_do_not_count_for_that(self, stuk):
        """Rules 3.14."""
        played = stuk(30, 30, 30, 30)("deal", "1 bet 1", "1 leave", "2 bet 1", "2 timeout", "0 leave")
        assert not played.state.finished

    def test_leaving_after_his_bank_is_free(self, stuk):
        """Rules 3.13."""
        played = stuk(30, 30, 30, cards="9s 6h 8s")("deal").showdown(1, 10)("0 leave")
        assert (played.standing(0), forfeits(played)) == ("left", [])
