"""Leaving, time-outs, forfeits and the end of a game of Очко: rules 2.15 to 2.18."""

import pytest

from engine.game import Ending, Move, Phase, Refusal, Standing, Verb

#: One deal of three seats in which both bettors lose one chip to the banker, seat 0.
LOST = ("deal", "1 bet 1", "2 bet 1", "1 stand", "2 stand", "0 stand")
LOST_CARDS = "6s 7s 8s"


class TestEnd:
    def test_a_broken_bank_ends_the_game(self, game):
        """Rules 2.15."""
        played = game(3, 5, cards="Ts 6s")("deal", "1 bet 3", "1 stand", "0 stand")
        assert played.view.ending is Ending.BANK_BROKEN
        assert played.refusal("deal") is Refusal.GAME_OVER
        assert played.refusal("1 leave") is Refusal.GAME_OVER
        assert played.view.finished

    def test_no_bettor_with_a_chip_ends_the_game(self, game):
        """Rules 2.15."""
        played = game(9, 1, 1, cards=LOST_CARDS)(*LOST)
        assert played.view.ending is Ending.NO_BETTOR
        assert [played.standing(seat) for seat in (1, 2)] == [Standing.OUT] * 2

    @pytest.mark.parametrize("deals", [1, 5])
    def test_the_agreed_number_of_deals_ends_the_game(self, game, deals):
        """Rules 2.15."""
        played = game(9, 9, 9, deals=deals)
        for deal in range(1, deals + 1):
            assert not played.view.finished
            played(*LOST)
            assert played.view.deal == deal
        assert played.view.ending is Ending.DEALS_PLAYED

    def test_fifty_deals_end_a_game_until_the_bank_is_broken(self, game):
        """Rules 2.1, 2.15."""
        played = game(99, 99, 99, deals=None)
        for _ in range(49):
            played(*LOST)
        assert not played.view.finished
        played(*LOST)
        assert (played.view.ending, played.view.deal) == (Ending.DEALS_PLAYED, 50)

    def test_a_leaver_between_deals_ends_the_game_when_no_bettor_is_left(self, game):
        """Rules 2.15."""
        played = game(9, 9, 9, cards=LOST_CARDS)(*LOST, "1 leave")
        assert not played.view.finished
        played("2 leave")
        assert played.view.ending is Ending.NO_BETTOR
        assert played.standing(0) is Standing.PLAYING

    def test_the_seats_of_leavers_and_of_losers_count_the_same(self, game):
        """Rules 2.15: Boris is out, Vera leaves, nobody is left to play against."""
        played = game(9, 1, 5, cards=LOST_CARDS)(*LOST)
        assert not played.view.finished
        assert played("2 leave").view.ending is Ending.NO_BETTOR

    def test_the_next_deal_is_the_houses_move_alone(self, game):
        """Rules 2.18."""
        played = game(9, 9, 9)
        assert played("deal").refusal("deal") is Refusal.DEAL_IN_PROGRESS
        played(*LOST[1:])
        assert (played.view.to_move, played.view.phase) == (None, Phase.PAUSE)
        assert played("deal").view.deal == 2


class TestFreeLeaving:
    def test_between_deals_a_bettor_leaves_with_his_chips(self, game):
        """Rules 2.17."""
        played = game(9, 9, 9, cards=LOST_CARDS)(*LOST)
        assert played.state.may_leave_free(1)
        played("1 leave")
        assert (played.standing(1), played.chips) == (Standing.LEFT, [0, 8, 8])
        assert "1 leave" not in played("deal").options()
        assert played.view.to_move == 2

    def test_before_the_first_deal_too(self, game):
        """Rules 2.17: the first deal has a pause before it like any other."""
        played = game(9, 9, 9)
        assert played.state.may_leave_free(1)
        played("1 leave", "deal")
        assert (played.standing(1), played.view.to_move) == (Standing.LEFT, 2)

    def test_a_settled_hand_lets_a_bettor_leave_in_another_ones_turn(self, game):
        """Rules 2.17."""
        played = game(9, 9, 9, cards="Ts 6s 7s As")("deal", "1 bet 3", "2 bet 1", "1 hit")
        assert played.state.may_leave_free(1)
        played("1 leave")
        assert (played.standing(1), played.chips[1], played.bank) == (Standing.LEFT, 12, 6)
        assert (played.view.to_move, played.view.phase) == (2, Phase.DRAW)

    def test_a_seat_without_chips_is_out_at_once_and_makes_no_moves(self, game):
        """Rules 2.17: in the middle of the deal, when his hand is bust."""
        played = game(9, 3, 9, cards="Ts 6s 7s 9s 8s")("deal", "1 bet 3", "2 bet 1", "1 hit", "1 hit")
        assert played.standing(1) is Standing.OUT
        assert played.state.may_leave_free(1)
        for move in ("1 leave", "1 timeout", "1 hit"):
            assert played.refusal(move) is Refusal.SEAT_OUT

    def test_a_seat_with_its_last_chip_on_the_table_is_not_out(self, game):
        """Rules 2.17: the hand may win yet."""
        played = game(9, 3, 9, cards="Ts 6s 7s")("deal", "1 bet 3", "2 bet 1", "1 stand")
        assert played.standing(1) is Standing.PLAYING

    def test_who_left_makes_no_moves(self, game):
        played = game(9, 9, 9)("1 leave", "deal")
        for move in ("1 leave", "1 bet 1", "1 timeout"):
            assert played.refusal(move) is Refusal.SEAT_OUT


class TestForfeitOfABettor:
    def test_a_time_out_after_the_stake_gives_it_to_the_bank_at_once(self, game):
        """Rules 2.17."""
        played = game(9, 9, 9)("deal", "1 bet 3", "2 bet 1", "1 timeout")
        assert (played.bank, played.chips, played.standing(1)) == (12, [0, 6, 8], Standing.FORFEITED)
        assert played.hand(1).result == "lose"
        assert played.hand(1).stake == 3
        assert played.view.to_move == 2

    def test_a_time_out_with_the_last_chip_staked_is_a_forfeit_all_the_same(self, game):
        """Rules 2.17, 2.19: not a seat that lost its chips in play."""
        played = game(9, 3, 9)("deal", "1 bet 3", "2 bet 1", "1 timeout")
        assert (played.standing(1), played.chips[1]) == (Standing.FORFEITED, 0)
        assert played.result(1).forfeited

    def test_a_time_out_before_the_stake_costs_no_chips(self, game):
        """Rules 2.17; the seat is out all the same, its hand has neither stake nor result."""
        played = game(9, 9, 9)("deal", "1 timeout")
        assert (played.bank, played.chips, played.standing(1)) == (9, [0, 9, 9], Standing.FORFEITED)
        assert (played.hand(1).stake, played.hand(1).result) == (0, None)
        assert played.view.to_move == 2

    @pytest.mark.parametrize("moves", [(), ("1 bet 1",), ("1 bet 1", "2 bet 2")])
    def test_leaving_with_a_card_in_hand_is_a_forfeit_staked_or_not(self, game, moves):
        """Rules 2.17: a hand is in play from its first card until it is settled."""
        played = game(9, 9, 9)("deal", *moves)
        assert not played.state.may_leave_free(2)
        played("2 leave")
        assert played.standing(2) is Standing.FORFEITED
        assert played.result(2).forfeited

    def test_a_waiting_hand_is_in_play(self, game):
        """Rules 2.17: leaving in the banker's turn gives him the stake."""
        played = game(9, 9, 9)("deal", "1 bet 3", "2 bet 1", "1 stand", "2 stand", "1 leave")
        assert (played.bank, played.hand(1).result) == (12, "lose")
        assert played.view.to_move == 0

    def test_when_the_last_waiting_hand_leaves_the_banker_draws_nothing(self, game):
        """Rules 2.10, 2.17."""
        played = game(9, 9)("deal", "1 bet 3", "1 stand", "1 leave")
        assert (played.view.ending, played.bank) == (Ending.NO_BETTOR, 12)
        assert played.state.finished_deals == 1

    def test_a_forfeited_stake_no_longer_counts_as_placed_and_the_seat_not_as_to_come(self, game):
        """Rules 2.8, 2.17."""
        played = game(9, 9, 20, 9)("deal", "1 bet 4")
        assert played.limits() == (1, 4)
        assert played("1 leave").limits() == (1, 12)
        assert played("3 leave").limits() == (1, 13)

    def test_leaving_in_anothers_turn_leaves_the_turn(self, game):
        """Rules 2.17."""
        played = game(9, 9, 9, 9)("deal", "1 bet 1", "2 bet 1", "3 bet 1", "1 stand")
        played("3 leave")
        assert (played.view.to_move, played.view.phase) == (2, Phase.DRAW)
        played("1 leave")
        assert (played.view.to_move, played.view.phase) == (2, Phase.DRAW)

    def test_the_last_who_had_to_stake_leaves_and_the_drawing_begins(self, game):
        """Rules 2.17."""
        played = game(9, 9, 9)("deal", "1 bet 1", "2 leave")
        assert (played.view.to_move, played.view.phase) == (1, Phase.DRAW)

    def test_when_all_bettors_forfeit_the_deal_and_the_game_end(self, game):
        """Rules 2.15, 2.17."""
        played = game(9, 9, 9)("deal", "1 bet 3", "2 timeout", "1 timeout")
        assert (played.view.ending, played.bank) == (Ending.NO_BETTOR, 12)

    def test_who_forfeited_gets_no_card_in_the_next_deal(self, game):
        """Rules 2.17: he is out of the game, whatever chips he keeps."""
        played = game(9, 9, 9, cards=LOST_CARDS)("deal", "1 timeout", "2 bet 1", "2 stand", "0 stand", "deal")
        assert played.view.seats[1].hands == ()
        assert played.view.to_move == 2


class TestForfeitOfTheBanker:
    @pytest.mark.parametrize("move", ["0 leave", "0 timeout"])
    def test_every_open_stake_wins_and_the_game_ends(self, game, move):
        """Rules 2.17."""
        played = game(9, 9, 9, cards="Ts 6s 7s")("deal", "1 bet 3", "2 bet 1", "1 stand", "2 stand", move)
        assert [played.hand(seat).result for seat in (1, 2)] == ["win", "win"]
        assert (played.bank, played.chips) == (5, [0, 12, 10])
        assert (played.view.ending, played.standing(0)) == (Ending.BANKER_FORFEITED, Standing.FORFEITED)

    def test_hands_already_settled_stay_as_they_are(self, game):
        """Rules 2.17."""
        played = game(9, 9, 9, cards="Ts 6s 7s 9s 8s")(
            "deal", "1 bet 3", "2 bet 1", "1 hit", "1 hit", "0 leave"
        )
        assert [played.hand(seat).result for seat in (1, 2)] == ["lose", "win"]
        assert (played.bank, played.chips) == (11, [0, 6, 10])

    def test_forfeited_hands_stay_lost(self, game):
        """Rules 2.17."""
        played = game(9, 9, 9)("deal", "1 bet 3", "1 leave", "0 leave")
        assert (played.hand(1).result, played.hand(2).result) == ("lose", None)
        assert (played.bank, played.chips) == (12, [0, 6, 9])

    def test_payment_is_from_the_bankers_left_as_far_as_the_bank_reaches(self, game):
        """Rules 2.13, 2.17."""
        played = game(5, 1, 5, 5, banker=1)("deal", "2 bet 1", "3 bet 1", "0 bet 1", "1 leave")
        assert [played.hand(seat).paid for seat in (2, 3, 0)] == [1, 0, 0]
        assert [played.hand(seat).result for seat in (2, 3, 0)] == ["win"] * 3
        assert (played.bank, played.chips) == (0, [5, 0, 6, 5])

    @pytest.mark.parametrize("deals", [0, 1])
    def test_a_banker_who_leaves_between_deals_forfeits_too(self, game, deals):
        """Rules 2.17: before the first deal as well."""
        played = game(9, 9, 9, cards=LOST_CARDS)(*LOST * deals)
        assert not played.state.may_leave_free(0)
        played("0 leave")
        assert (played.view.ending, played.standing(0)) == (Ending.BANKER_FORFEITED, Standing.FORFEITED)
        assert played.bank == 9 + 2 * deals

    def test_the_banker_may_leave_in_a_bettors_turn(self, game):
        """Rules 2.17: stakes not placed yet are none."""
        played = game(9, 9, 9)("deal", "0 leave")
        assert (played.bank, played.chips) == (9, [0, 9, 9])
        assert played.hand(1).result is None


class TestRefusals:
    def test_only_the_seat_to_move_times_out(self, game):
        played = game(9, 9, 9)("deal")
        assert played.refusal("2 timeout") is Refusal.NOT_YOUR_TURN
        assert played.refusal("0 timeout") is Refusal.NOT_YOUR_TURN

    @pytest.mark.parametrize("verb", ["double", "split", "knock"])
    def test_verbs_of_other_games_are_none_of_this(self, game, verb):
        assert game(9, 9)("deal").refusal(f"1 {verb}") is Refusal.NOT_IN_THIS_GAME

    def test_there_is_no_fourth_seat_of_three(self, game):
        assert game(9, 9, 9)("deal").refusal("3 bet 1") is Refusal.NO_SUCH_SEAT

    def test_seats_make_no_deals_and_the_house_no_other_move(self, game):
        state = game(9, 9).state
        assert state.apply(1, Move(Verb.DEAL)) is Refusal.NOT_YOUR_TURN
        assert state.apply(None, Move(Verb.HIT)) is Refusal.NO_SUCH_SEAT
        assert state.apply(-1, Move(Verb.LEAVE)) is Refusal.NO_SUCH_SEAT
