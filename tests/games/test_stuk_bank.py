"""The bank of Стук: rules 3.1, 3.2, 3.10, 3.11, 3.13."""

import pytest

from engine.game import BankEnding, Ending, Phase, Refusal, Result
from engine.games import GAMES
from engine.rules import SeatStart, Setup


def hand_on(played):
    """The bank in progress is broken by the banker's left neighbour with the first card."""
    bettor = (played.view.banker + 1) % len(played.chips)
    return played.showdown(bettor, played.bank)


class TestOpening:
    def test_everybody_sits_down_with_three_times_the_size_and_the_opener_banks(self):
        """Rules 3.1: size 20 where nothing else is agreed."""
        state = GAMES["stuk"].start(Setup((SeatStart("Anna"), SeatStart("Boris")), {}, bytes(32)))
        view = state.view(None)
        assert [seat.chips for seat in view.seats] == [60, 60]
        assert (view.size, view.next_bank, view.banker, view.bank) == (20, 0, None, 0)

    def test_a_setup_that_was_not_checked_is_an_error(self):
        """Rules 3.1."""
        two = (SeatStart("Anna"), SeatStart("Boris", 5))
        for setup in (
            Setup((SeatStart("Anna"), SeatStart("Boris", -1)), {}, bytes(32)),
            Setup(two, {}, bytes(32), banker=2),
            Setup(two, {"size": None}, bytes(32)),
        ):
            with pytest.raises(ValueError, match=r"Стук|seat 2"):
                GAMES["stuk"].start(setup)

    def test_the_banker_puts_in_the_size_when_the_first_round_is_dealt(self, stuk):
        """Rules 3.2."""
        played = stuk(30, 30)
        assert (played.bank, played.chips) == (0, [30, 30])
        played("deal")
        assert (played.bank, played.chips, played.view.bank_before) == (10, [20, 30], 10)
        assert played.view.banker == 0

    def test_a_stack_below_the_size_passes_the_bank_on(self, stuk):
        """Rules 3.2: at the start of the table too."""
        played = stuk(9, 10, 30)
        assert played.view.next_bank == 1
        assert [seat.had_bank for seat in played.view.seats] == [True, False, False]
        assert (played("deal").view.banker, played.chips) == (1, [9, 0, 30])

    def test_who_cannot_pay_when_a_bank_ends_is_passed_over_then_and_told(self, stuk):
        """Rules 3.2: chips won later in the same table do not bring the bank back."""
        played = stuk(30, 10, 30, 30, cards=["6s 9s 9h 7s", "9d 6d 6c 7d"])("deal").showdown(1, 1)
        assert not played.view.seats[1].had_bank
        played.showdown(2, 11)
        assert played.view.next_bank == 2
        assert (played.view.seats[1].had_bank, played.view.seats[1].sits_out) == (True, False)
        played("deal").showdown(3, 1).showdown(0, 1).showdown(1, 9)
        assert (played.chips[1], played.view.seats[1].had_bank) == (0, True)

    @pytest.mark.parametrize("chips", [(0, 0), (5, 0), (0, 40)])
    def test_fewer_than_two_seats_with_a_chip_are_no_table(self, stuk, chips):
        """Rules 3.13."""
        played = stuk(*chips)
        assert (played.state.finished, played.view.ending) == (True, Ending.TOO_FEW_SEATS)
        assert played.refusal("deal") is Refusal.GAME_OVER

    def test_nobody_who_can_pay_is_no_table(self, stuk):
        """Rules 3.2, 3.13."""
        played = stuk(9, 9, 9)
        assert (played.state.finished, played.view.ending) == (True, Ending.BANKS_PLAYED)


class TestBroken:
    def test_a_broken_bank_ends_at_once_and_who_has_not_played_loses_nothing(self, stuk):
        """Rules 3.10, 3.13."""
        played = stuk(30, 30, 30, cards="Ts 9s 6s")("deal").showdown(1, 10)
        assert (played.bank, played.view.banker, played.view.to_move) == (0, None, None)
        assert played.chips == [20, 40, 30]
        assert (played.hand(2).stake, played.hand(2).result) == (0, None)
        assert (played.view.bank_ending, played.view.next_bank) == (BankEnding.BROKEN, 1)

    def test_it_is_not_broken_by_an_open_stake(self, stuk):
        """Rules 3.10: the stake on the table is against the bank, not out of it."""
        played = stuk(30, 30, cards="9s 6s")("deal", "1 bet 10", "1 stand")
        assert (played.bank, played.view.banker) == (10, 0)


class TestKnock:
    def tripled(self, stuk, more=10):
        """A bank of 20 + `more` between two rounds."""
        played = stuk(30, 60, 60, cards="6s 7s 9s 6h Ts 9h")("deal").showdown(1, 10)
        return played.showdown(2, more)

    def test_between_rounds_with_three_times_the_size_in_the_bank(self, stuk):
        """Rules 3.11."""
        played = self.tripled(stuk)
        assert (played.bank, played.view.may_knock, played.view.last_round) == (30, True, False)
        assert [played.state.may_knock(seat) for seat in range(3)] == [True, False, False]
        played("0 knock")
        assert (played.view.last_round, played.view.may_knock) == (True, False)

    def test_not_below_three_times_the_size(self, stuk):
        """Rules 3.11."""
        played = self.tripled(stuk, 9)
        assert (played.bank, played.state.may_knock(0)) == (29, False)
        assert played.refusal("0 knock") is Refusal.BANK_TOO_SMALL

    def test_only_the_banker_once_between_rounds(self, stuk):
        """Rules 3.11."""
        played = self.tripled(stuk)
        assert played.refusal("1 knock") is Refusal.NOT_YOUR_TURN
        assert played("0 knock").refusal("0 knock") is Refusal.NOT_NOW
        played("deal")
        assert played.refusal("0 knock") is Refusal.DEAL_IN_PROGRESS
        assert not played.state.may_knock(0)

    def test_not_before_the_first_round_and_not_between_banks(self, stuk):
        """Rules 3.11: nobody is banker then (rules 3.13)."""
        played = stuk(30, 30, cards="9s 6s")
        assert played.refusal("0 knock") is Refusal.NOT_YOUR_TURN
        hand_on(played("deal"))
        assert played.refusal("1 knock") is Refusal.NOT_YOUR_TURN

    def test_within_a_round_nobody_may_knock_however_much_lies_in_the_bank(self, stuk):
        """Rules 3.11: before a round."""
        played = self.tripled(stuk)("deal")
        while played.view.to_move is not None:
            assert not played.view.may_knock
            assert not any(played.state.may_knock(seat) for seat in range(3))
            assert played.view.awaited == played.view.to_move
            legal = played.state.legal()[0]
            played(f"{played.view.to_move} {'bet 1' if legal.verb == 'bet' else 'stand'}")
        assert played.view.may_knock

    def test_he_may_go_on_without_knocking(self, stuk):
        """Rules 3.11."""
        played = self.tripled(stuk)("deal").showdown(1, 5).showdown(2, 5)
        assert (played.view.banker, played.view.last_round, played.bank) == (0, False, 30)
        assert played.state.may_knock(0)

    def test_the_last_round_is_played_by_each_bettor_once_and_the_rest_is_the_bankers(self, stuk):
        """Rules 3.11, 3.13."""
        played = self.tripled(stuk)("0 knock", "deal")
        assert played.view.last_round
        played.showdown(1, 5)
        assert (played.view.last_round, played.view.to_move) == (True, 2)
        played.showdown(2, 5)
        assert (played.view.banker, played.view.last_round, played.bank) == (None, False, 0)
        assert played.chips == [50, 45, 55]
        assert played.view.bank_ending is BankEnding.LAST_ROUND

    def test_a_bank_broken_in_its_last_round_is_broken(self, stuk):
        """Rules 3.10, 3.11."""
        played = stuk(30, 60, 60, cards="6s 7s 9s Th Ts 9h")("deal").showdown(1, 10).showdown(2, 10)
        played("0 knock", "deal").showdown(1, 30)
        assert (played.view.bank_ending, played.view.last_round) == (BankEnding.BROKEN, False)

    def test_ten_times_the_size_knocks_by_itself(self, stuk):
        """Rules 3.11."""
        played = stuk(30, 200, 200, cards="6s 7s 9s 6h 7h 9h 6d")("deal").showdown(1, 10).showdown(2, 20)
        assert (played.bank, played.view.last_round) == (40, False)
        played("deal").showdown(1, 40)
        assert (played.bank, played.view.last_round) == (80, False)
        played.showdown(2, 19)
        assert (played.bank, played.view.last_round) == (99, False)
        again = stuk(30, 200, 200, cards="6s 7s 9s 6h 7h 9h 6d")("deal").showdown(1, 10).showdown(2, 20)
        again("deal").showdown(1, 40).showdown(2, 20)
        assert (again.bank, again.view.last_round, again.view.banker) == (100, True, 0)
        assert again.refusal("0 knock") is Refusal.NOT_NOW
        again("deal", "1 timeout", "2 timeout")
        assert again.chips == [20 + 102, 149, 159]

    def test_twenty_rounds_under_one_banker_knock_by_themselves(self, stuk):
        """Rules 3.11: the 21st is the last."""
        played = stuk(30, 30, seed=bytes(31) + b"\1")
        for round_ in range(1, 22):
            played("deal")
            assert played.view.last_round == (round_ == 21)
            played("1 bet 1", "1 stand")
            if played.view.to_move == 0:
                played("0 stand")
            assert (played.view.deal, played.view.rounds) == (round_, round_)
        assert played.view.bank_ending is BankEnding.LAST_ROUND

    def test_rounds_are_counted_for_each_banker_and_deals_for_the_table(self, stuk):
        """Rules 3.11; records.md, `deal`."""
        played = stuk(30, 30, 30, cards=["6s 6h 7s 9s 6d 8s", None])("deal")
        played.showdown(1, 1).showdown(2, 1)("deal").showdown(1, 12)
        assert played.view.bank_ending is BankEnding.BROKEN
        played("deal")
        assert (played.view.deal, played.view.rounds, played.view.banker) == (3, 0, 1)


class TestHandedOn:
    def test_it_passes_clockwise_and_opens_with_the_next_deal(self, stuk):
        """Rules 3.13."""
        played = hand_on(stuk(30, 30, 30, banker=2, cards="Ts 9s 6s")("deal"))
        assert (played.view.banker, played.view.next_bank, played.bank) == (None, 0, 0)
        played("deal")
        assert (played.view.banker, played.view.next_bank, played.bank) == (0, None, 10)

    def test_until_then_nobody_is_banker_and_everybody_leaves_freely(self, stuk):
        """Rules 3.13: the next banker too, then it is the one after him."""
        played = hand_on(stuk(30, 30, 30, 30, cards="Ts 9s 8s 6s")("deal"))
        assert all(played.state.may_leave_free(seat) for seat in range(4))
        played("1 leave")
        assert (played.standing(1), played.view.next_bank) == ("left", 2)
        played("0 leave")
        assert (played.standing(0), played.view.next_bank) == ("left", 2)
        assert played("deal").view.banker == 2

    def test_seats_in_between_that_cannot_pay_are_passed_over_when_the_bank_ends(self, stuk):
        """Rules 3.2, 3.13."""
        played = stuk(30, 30, 9, 0, 30, cards="Ts 9s 8s 6s")("deal").showdown(1, 10)
        assert played.view.next_bank == 1
        played("1 leave")
        assert played.view.next_bank == 4
        assert [(seat.had_bank, seat.sits_out) for seat in played.view.seats[2:4]] == [(True, False)] * 2

    def test_the_table_ends_when_every_seat_has_had_the_bank(self, stuk):
        """Rules 3.13."""
        played = stuk(30, 30, 30, cards=["Ts 9s 6s", "Ts 9s 6s", "Ts 9s 6s"])
        bankers = []
        while not played.state.finished:
            played("deal")
            bankers.append(played.view.banker)
            hand_on(played)
        assert bankers == [0, 1, 2]
        assert (played.view.ending, played.chips) == (Ending.BANKS_PLAYED, [30, 30, 30])
        assert played.refusal("deal") is Refusal.GAME_OVER
        assert played.refusal("0 leave") is Refusal.GAME_OVER

    def test_it_ends_too_when_all_others_have_passed_or_gone(self, stuk):
        """Rules 3.2, 3.13: who has gone is not waited for."""
        played = stuk(30, 30, 5, 30, cards="6s 9s 9h 7s")("deal").showdown(1, 1)
        played("3 leave", "1 leave", "2 bet 1", "2 stand", "0 timeout")
        assert played.view.seats[2].had_bank
        assert (played.view.ending, played.chips) == (Ending.BANKS_PLAYED, [30, 29, 6, 30])

    def test_it_ends_when_fewer_than_two_seats_have_a_chip(self, stuk):
        """Rules 3.13."""
        played = stuk(30, 10, 0, cards="6s 7s")("deal").showdown(1, 10)
        assert (played.view.bank_ending, played.view.ending) == (BankEnding.NO_BETTOR, Ending.TOO_FEW_SEATS)
        assert played.chips == [40, 0, 0]

    def test_it_ends_when_leaving_leaves_too_few_between_banks(self, stuk):
        """Rules 3.13."""
        played = hand_on(stuk(30, 30, cards="9s 6s")("deal"))("0 leave")
        assert (played.view.ending, played.chips) == (Ending.TOO_FEW_SEATS, [20, 40])

    def test_leaving_before_the_first_deal_is_free(self, stuk):
        """Rules 3.13."""
        played = stuk(30, 30, 30)("0 leave")
        assert (played.view.next_bank, played.state.finished) == (1, False)
        assert played("2 leave").view.ending is Ending.TOO_FEW_SEATS

    def test_a_bank_ends_as_soon_as_no_bettor_with_a_chip_is_left(self, stuk):
        """Rules 3.13: after a round, and between two."""
        played = stuk(30, 5, 30, cards="6s 6h 7s")("deal").showdown(1, 5).showdown(2, 1)
        assert played.view.banker == 0
        played("2 leave")
        assert (played.view.bank_ending, played.chips) == (BankEnding.NO_BETTOR, [36, 0, 29])
        assert played.view.ending is Ending.TOO_FEW_SEATS

    def test_a_bettor_with_his_last_chips_on_the_table_is_still_in_its_game(self, stuk):
        """Rules 3.13."""
        played = stuk(30, 5, 30, cards="9s 6h 7s")("deal", "1 bet 5", "2 leave")
        assert played.view.banker == 0
        played("1 stand", "0 stand")
        assert (played.hand(1).result, played.view.banker, played.chips[1]) == (Result.WIN, 0, 10)

    def test_a_seat_without_chips_stays_and_plays_again_when_nobody_asks_it_to_pay(self, stuk):
        """Rules 3.5, 3.13: it is passed over for the bank, and has no card while it has no chip."""
        played = stuk(30, 10, 30, 30, cards="6s 9s 6h 7s")("deal").showdown(1, 10)
        played.showdown(2, 20)
        assert (played.view.bank_ending, played.view.next_bank) == (BankEnding.BROKEN, 2)
        assert [seat.had_bank for seat in played.view.seats] == [True, True, False, False]
        played("deal")
        assert played.view.seats[1].hands == ()
        assert played.standing(1) == "playing"
        assert played.view.phase is Phase.STAKE
