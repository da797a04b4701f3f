"""Time-outs, leaving, and rounds after rounds: rules 4.14, 4.15."""

import pytest

from engine.game import Phase, Refusal


class TestTimeOut:
    def test_the_hand_in_play_stands(self, table):
        """Rules 4.15."""
        played = table(2, "2s 3s Ts 5h 6h 9h 4s")("deal", "0 hit", "0 timeout")
        assert (played.hands(0), played.hand(0).closed, played.turn) == (["2s 5h 4s"], True, (1, 0))
        assert played.state.seats[0].silent == 1
        assert played.standing(0) == "playing"

    def test_each_other_hand_gets_its_second_card_in_its_turn_and_stands(self, table):
        """Rules 4.15: new pairs are not split."""
        played = table(2, "8s 2s 6s 8h 3s Ts 8d 3d 8c 9d")("deal", "0 split", "0 split", "0 timeout")
        assert played.hands(0) == ["8s 3d", "8d 8c", "8h 9d"]
        assert played.turn == (1, 0)

    def test_only_the_seat_to_move_can_time_out(self, table):
        played = table(2, "2s 3s Ts 5h 6h 9h")("deal")
        assert played.refusal("1 timeout") is Refusal.NOT_YOUR_TURN

    def test_two_rounds_running_without_a_move_free_the_seat(self, table):
        """Rules 4.15; the hand in play stands as before."""
        played = table(2, seed=bytes(31) + b"\2")
        for number in (1, 2):
            played("deal")
            assert played.turn == (0, 0)
            played("0 timeout")
            assert played.standing(0) == ("playing" if number == 1 else "forfeited")
            while not played.view.finished:
                played("1 stand")
        assert played.hand(0).result is not None
        played("deal")
        assert played.hands(0) == []
        assert played.refusal("0 leave") is Refusal.SEAT_OUT

    def test_a_move_of_his_own_between_keeps_the_seat(self, table):
        """Rules 4.15."""
        small = "2s Ts 3s 9s 2h"
        played = table(cards=[small, small, small, small])
        for _ in range(3):
            played("deal", "0 hit", "0 timeout")
        assert played.standing(0) == "playing"
        played("deal", "0 timeout")  # no move since the time-out of the round before
        assert played.standing(0) == "forfeited"

    @pytest.mark.parametrize("between", ["As Ts Ks 9s", "2s Ts 3s 9s"])
    def test_a_round_without_a_time_out_between_keeps_the_seat(self, table, between):
        """Rules 4.15: two rounds running. A natural asks nothing, and so nobody can be late in it."""
        played = table(cards=["2s Ts 3s 9s", between, "2s Ts 3s 9s"])("deal", "0 timeout", "deal")
        if not played.view.finished:
            played("0 stand")
        played("deal", "0 timeout")
        assert played.standing(0) == "playing"

    def test_a_seat_that_never_acts_is_freed(self, table):
        """Rules 4.15: rounds end by themselves, and the table with them."""
        played = table(1, ["2s Ts 3s 9s"] * 2)("deal", "0 timeout", "deal", "0 timeout")
        assert played.view.phase is Phase.OVER
        assert played.refusal("deal") is Refusal.GAME_OVER


class TestLeaving:
    def test_leaving_during_a_round_is_a_time_out_for_the_rest_of_it(self, table):
        """Rules 4.15: his hand stands and is compared."""
        played = table(2, "2s 3s Ts 5h 6h 9h")("deal")
        assert not played.state.may_leave_free(0)
        played("0 leave")
        assert (played.standing(0), played.turn) == ("forfeited", (1, 0))
        played("1 stand")
        assert played.results(0) == [("lose", -2)]

    def test_who_leaves_before_his_turn_is_not_waited_for(self, table):
        """Rules 4.15."""
        played = table(3, "2s 3s 4s Ts 5h 6h 7h 9h")("deal", "1 leave", "0 stand")
        assert played.turn == (2, 0)

    def test_leaving_among_split_hands(self, table):
        """Rules 4.15."""
        played = table(1, "8s 6s 8h Ts 3s Th Td")("deal", "0 split", "0 leave")
        assert played.hands() == ["8s 3s", "8h Th"]
        assert played.results() == [("win", 2), ("win", 2)]
        assert played.standing(0) == "forfeited"

    def test_who_has_played_his_hands_leaves_free(self, table):
        """Rules 4.15: nothing is left to be timed out for; his hands are compared."""
        played = table(2, "Ts 3s Ts 9h 6h 8h")("deal", "0 stand")
        assert played.state.may_leave_free(0)
        played("0 leave", "1 stand")
        assert (played.standing(0), played.results(0)) == ("left", [("win", 2)])

    def test_between_rounds_the_seat_is_free_at_once(self, table):
        """Rules 4.15: the units stay with it."""
        played = table(2, ["As 3s Ts Kh 6h 9h", None])("deal", "1 stand")
        assert played.state.may_leave_free(0)
        played("0 leave")
        assert played.standing(0) == "left"
        assert played.results(0) == [("win", 3)]
        played("deal")
        assert (played.hands(0), played.result(0).net) == ([], 3)
        assert played.turn[0] == 1 or played.view.finished

    def test_leaving_before_the_first_round_is_free(self, table):
        """Rules 4.15; with nobody left there is no round."""
        played = table(2)("0 leave")
        assert not played.view.finished
        played("1 leave")
        assert played.view.finished
        assert played.refusal("deal") is Refusal.GAME_OVER
        assert played.refusal("1 leave") is Refusal.GAME_OVER

    def test_a_round_that_everybody_leaves_is_played_to_its_end(self, table):
        """Rules 4.15, 4.10."""
        played = table(2, "2s 3s Ts 5h 6h 9h")("deal", "1 leave", "0 leave")
        assert played.view.phase is Phase.OVER
        assert played.dealer == "Ts 9h"
        assert [played.results(seat) for seat in (0, 1)] == [[("lose", -2)], [("lose", -2)]]

    def test_who_is_out_makes_no_moves(self, table):
        """Rules 4.15."""
        played = table(2, "2s 3s Ts 5h 6h 9h")("deal", "0 leave")
        assert played.refusal("0 hit") is Refusal.SEAT_OUT
        assert played.refusal("0 leave") is Refusal.SEAT_OUT


class TestRounds:
    def test_another_round_follows_as_long_as_somebody_wants_it(self, table):
        """Rules 4.14: there is no last round; the round is over, the table is not."""
        played = table(1, ["As 9s Ks 7s"] * 30)
        for number in range(1, 31):
            played("deal")
            assert (played.view.deal, played.view.finished) == (number, True)
            assert played.view.phase is Phase.PAUSE
        assert played.result(0).net == 90

    def test_no_round_begins_in_another(self, table):
        played = table(1, "2s Ts 3s 9s")("deal")
        assert played.refusal("deal") is Refusal.DEAL_IN_PROGRESS
        assert not played.view.finished

    def test_the_cards_of_the_last_round_lie_until_the_next(self, table):
        played = table(1, ["Ts Ts 9s 8s", "2s 3s 4s 5s"])("deal", "0 stand")
        assert (played.hands(), played.dealer) == (["Ts 9s"], "Ts 8s")
        played("deal")
        assert (played.hands(), played.dealer) == (["2s 4s"], "3s ??")
