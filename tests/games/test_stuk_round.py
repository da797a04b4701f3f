"""A round of Стук: rules 3.3 to 3.9."""

import pytest

from engine.game import LegalMove, Phase, Refusal, Result, Verb
from engine.games import GAMES
from engine.rules import SeatStart, Setup


def bets(least, most):
    return (LegalMove(Verb.BET, least, most),)


DRAWS = (LegalMove(Verb.HIT), LegalMove(Verb.STAND))


class TestDealing:
    def test_one_card_each_from_the_bankers_left_and_his_own_last(self, stuk):
        """Rules 3.3."""
        played = stuk(30, 30, 30, 30, banker=1, cards="6s 7s 8s 9s")("deal")
        assert [played.cards(seat) for seat in (2, 3, 0, 1)] == ["6s", "7s", "8s", "9s"]

    def test_six_seats_and_no_more(self, stuk):
        """Rules 3.1."""
        assert len(stuk(*[30] * 6)("deal").view.seats) == 6
        for seats in (1, 7):
            setup = Setup((SeatStart("Anna"),) * seats, {}, bytes(32))
            with pytest.raises(ValueError, match="2 to 6"):
                GAMES["stuk"].start(setup)

    def test_a_seat_without_chips_gets_no_card_and_is_skipped_but_stays(self, stuk):
        """Rules 3.3, 3.5."""
        played = stuk(30, 0, 30, cards="6s 7s")("deal")
        assert played.view.to_move == 2
        assert played.view.seats[1].hands == ()
        assert played.standing(1) == "playing"
        assert played.cards(0) == "7s"


class TestOneByOne:
    def test_each_bettor_is_settled_before_the_next_begins(self, stuk):
        """Rules 3.4: stake, draw, stand; then the banker; then the money."""
        played = stuk(30, 30, 30, cards="9s 7s 6s 7h Ts")("deal")
        assert (played.view.phase, played.view.to_move, played.view.bettor) == (Phase.STAKE, 1, 1)
        played("1 bet 4")
        assert (played.view.phase, played.state.legal()) == (Phase.DRAW, DRAWS)
        played("1 hit", "1 stand")
        assert (played.view.phase, played.view.to_move, played.view.bettor) == (Phase.BANK, 0, 1)
        assert played.state.legal() == DRAWS
        played("0 hit", "0 stand")
        assert (played.view.phase, played.view.to_move, played.view.bettor) == (Phase.STAKE, 2, 2)
        assert (played.bank, played.chips) == (14, [20, 26, 30])

    def test_the_order_is_clockwise_from_the_bankers_left(self, stuk):
        """Rules 3.4."""
        played = stuk(30, 30, 30, 30, banker=2, cards="6s 6h 6d 7s")("deal")
        order = []
        while played.view.to_move is not None:
            order.append(played.view.to_move)
            played.showdown(order[-1], 1)
        assert order == [3, 0, 1]

    def test_when_all_have_played_the_round_is_over(self, stuk):
        """Rules 3.4."""
        played = stuk(30, 30, cards="6s 7s")("deal").showdown(1, 1)
        assert (played.view.phase, played.view.to_move, played.view.banker) == (Phase.PAUSE, None, 0)
        assert played.refusal("1 hit") is Refusal.NO_DEAL
        assert played("deal").view.deal == 2


class TestStake:
    @pytest.mark.parametrize(("size", "least"), [(10, 1), (20, 2), (50, 5), (100, 10), (200, 20), (500, 50)])
    def test_the_least_is_a_tenth_of_the_size(self, stuk, size, least):
        """Rules 3.5."""
        played = stuk(3 * size, 3 * size, size=size)("deal")
        assert played.limits() == (least, size)
        assert played.refusal(f"1 bet {least - 1}") is Refusal.STAKE_TOO_LOW
        assert played.refusal(f"1 bet {size + 1}") is Refusal.STAKE_TOO_HIGH

    def test_the_least_stays_when_the_bank_grows(self, stuk):
        """Rules 3.5: of the size, not of the bank."""
        played = stuk(300, 300, 300, size=100, cards="6s 6h 7s")("deal").showdown(1, 100)
        assert (played.bank, played.limits()) == (200, (10, 200))

    def test_the_most_is_the_bank_as_it_stands_now(self, stuk):
        """Rules 3.5: above the size after a win of the bank, below it after a loss."""
        played = stuk(30, 30, 30, 30, cards="6s 8s 6d 7s")("deal").showdown(1, 10)
        assert played.limits() == (1, 20)
        assert played.showdown(2, 15).limits() == (1, 5)

    def test_the_most_is_what_he_has(self, stuk):
        """Rules 3.5."""
        assert stuk(30, 4)("deal").limits() == (1, 4)

    def test_a_least_above_the_bank_shrinks_to_it(self, stuk):
        """Rules 3.5."""
        played = stuk(150, 150, 150, size=50, cards="Ts 9s 6s")("deal").showdown(1, 47)
        assert played.state.legal() == bets(3, 3)

    def test_who_has_less_than_the_least_stakes_all_he_has(self, stuk):
        """Rules 3.5."""
        played = stuk(150, 3, size=50)("deal")
        assert played.state.legal() == bets(3, 3)

    def test_no_card_before_the_stake_and_no_second_stake(self, stuk):
        """Rules 3.4."""
        played = stuk(30, 30)("deal")
        for move in ("hit", "stand"):
            assert played.refusal(f"1 {move}") is Refusal.STAKE_FIRST
        played("1 bet 2")
        assert played.refusal("1 bet 2") is Refusal.STAKE_ALREADY_PLACED
        played("1 stand")
        assert played.refusal("0 bet 2") is Refusal.NOT_NOW

    def test_only_the_seat_to_move_moves(self, stuk):
        """Rules 3.4."""
        played = stuk(30, 30, 30)("deal")
        assert played.refusal("2 bet 2") is Refusal.NOT_YOUR_TURN
        assert played.refusal("0 hit") is Refusal.NOT_YOUR_TURN
        assert played.refusal("0 timeout") is Refusal.NOT_YOUR_TURN
        assert played.refusal("3 bet 2") is Refusal.NO_SUCH_SEAT
        assert played.refusal("deal") is Refusal.DEAL_IN_PROGRESS
        for verb in ("double", "split"):
            assert played.refusal(f"1 {verb}") is Refusal.NOT_IN_THIS_GAME


class TestBettorDraws:
    def test_there_is_no_limit_on_the_number_of_cards(self, stuk):
        """Rules 3.6: eight cards, 20 points, and a ninth."""
        played = stuk(30, 30, cards="Js 6s Jh Jd Jc Qs Qh Qd Qc 6h")("deal", "1 bet 1", *["1 hit"] * 7)
        assert (played.hand(1).points, played.view.phase) == (20, Phase.DRAW)
        played("1 hit")
        assert (len(played.hand(1).cards), played.hand(1).result) == (9, Result.LOSE)

    def test_above_21_he_loses_at_once_and_the_banker_does_not_draw(self, stuk):
        """Rules 3.6."""
        played = stuk(30, 30, 30, cards="Ts 6s 7s Th Qs")("deal", "1 bet 4", "1 hit")
        assert played.view.phase is Phase.DRAW
        played("1 hit")
        assert (played.hand(1).result, played.against(1)) == (Result.LOSE, None)
        assert (played.bank, played.view.to_move, played.view.phase) == (14, 2, Phase.STAKE)

    @pytest.mark.parametrize(("cards", "points"), [("Ts 6s As", 21), ("As 6s Ah", 22)])
    def test_21_and_the_golden_point_stand_by_themselves(self, stuk, cards, points):
        """Rules 3.6: the hand has not won yet, the banker draws against it."""
        played = stuk(30, 30, cards=cards)("deal", "1 bet 4", "1 hit")
        assert played.hand(1).points == points
        assert (played.view.phase, played.view.to_move) == (Phase.BANK, 0)
        assert played.hand(1).result is None

    def test_standing_by_itself_is_told_like_any_standing(self, stuk):
        """Rules 3.3, 3.6: nothing told says 21."""
        alone = stuk(30, 30, cards="Ts 6s As")("deal", "1 bet 4", "1 hit")
        asked = stuk(30, 30, cards="Ts 6s 7s")("deal", "1 bet 4", "1 hit", "1 stand")
        assert alone.open_card == asked.open_card
        assert alone.state.view(None) == asked.state.view(None)

    def test_aces_that_are_not_alone_are_bust(self, stuk):
        """Rules 1.2, 3.6."""
        played = stuk(30, 30, cards="Js 6s As Ah")("deal", "1 bet 4", "1 hit", "1 hit")
        assert played.hand(1).result is Result.LOSE


class TestBankerDraws:
    def test_he_may_stand_on_his_one_card(self, stuk):
        """Rules 3.7."""
        played = stuk(30, 30, cards="9s Ts")("deal").showdown(1, 4)
        assert (played.hand(1).result, played.against(1)) == (Result.LOSE, "Ts")

    def test_he_draws_on_by_his_own_choice(self, stuk):
        """Rules 3.7: also when he is ahead already, and on any number of cards."""
        played = stuk(30, 30, cards="6s Ts Js Jh Jd Jc")("deal", "1 bet 4", "1 stand", *["0 hit"] * 4)
        assert (played.against(1), played.view.phase) == ("Ts Js Jh Jd Jc", Phase.BANK)

    @pytest.mark.parametrize(
        ("cards", "result"),
        [
            ("9s Ts As", Result.LOSE),  # 21
            ("9s As Ah", Result.LOSE),  # the golden point
            ("6s Ts 9s Qs", Result.WIN),  # 22, bust
        ],
    )
    def test_21_the_golden_point_and_a_bust_stop_him(self, stuk, cards, result):
        """Rules 3.7."""
        played = stuk(30, 30, cards=cards)("deal", "1 bet 4", "1 stand", *["0 hit"] * (cards.count(" ") - 1))
        assert played.hand(1).result is result
        assert played.view.to_move is None

    def test_always_from_his_one_card_with_his_draws_put_away(self, stuk):
        """Rules 3.7."""
        played = stuk(30, 30, 30, cards="9s 8s 7s Th")("deal", "1 bet 4", "1 stand", "0 hit", "0 stand")
        assert (played.against(1), played.against(2)) == ("7s Th", None)
        played("2 bet 4", "2 stand")
        assert (played.against(2), played.cards(0)) == ("7s", "7s")
        assert played("0 stand").hand(2).result is Result.WIN

    def test_a_new_round_gives_him_a_new_card(self, stuk):
        """Rules 3.3, 3.7."""
        played = stuk(30, 30, cards="9s 8s 7s 6s")("deal").showdown(1, 4)("deal")
        assert (played.cards(1), played.cards(0)) == ("7s", "6s")


class TestShowdown:
    @pytest.mark.parametrize(
        ("cards", "bettor", "banker", "result"),
        [
            ("9s 8s", 0, 0, Result.WIN),
            ("8s 9s", 0, 0, Result.LOSE),
            ("9s 9h", 0, 0, Result.LOSE),  # equal
            ("Ts Th As Ah", 1, 1, Result.LOSE),  # 21 each
            ("As Ts Ah Ad", 1, 1, Result.WIN),  # golden against 21
            ("Ts As Ah Ad", 1, 1, Result.LOSE),  # 21 against golden
            ("As Ad Ah Ac", 1, 1, Result.LOSE),  # golden each
            ("Js Ts 9s Qs", 0, 2, Result.WIN),  # two points against a bust
            ("Ts As Jh Jd Ah", 1, 3, Result.WIN),  # 12 against 11 2 11: three cards, 24, bust
        ],
    )
    def test_more_points_win_and_equal_hands_are_the_bankers(self, stuk, cards, bettor, banker, result):
        """Rules 3.8, 1.2."""
        played = stuk(30, 30, cards=cards)("deal", "1 bet 4", *["1 hit"] * bettor)
        if played.view.phase is Phase.DRAW:
            played("1 stand")
        for _ in range(banker):
            if played.view.phase is Phase.BANK:
                played("0 hit")
        if played.view.phase is Phase.BANK:
            played("0 stand")
        assert played.hand(1).result is result

    def test_a_lost_stake_stays_in_the_bank(self, stuk):
        """Rules 3.9."""
        played = stuk(30, 30, cards="8s 9s")("deal").showdown(1, 4)
        assert (played.bank, played.chips, played.hand(1).paid) == (14, [20, 26], 0)

    def test_a_win_brings_the_stake_back_and_as_much_again(self, stuk):
        """Rules 3.9."""
        played = stuk(30, 30, cards="9s 8s")("deal").showdown(1, 4)
        assert (played.bank, played.chips, played.hand(1).paid) == (6, [20, 34], 4)
