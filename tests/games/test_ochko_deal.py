"""A deal of Очко: rules 1.3, 1.4 and 2.4 to 2.14, clause by clause."""

from dataclasses import replace

import pytest

from engine.cards import PACK_36
from engine.fairness import draw_banker
from engine.game import Phase, Refusal
from engine.games.ochko import OCHKO
from engine.rules import SeatStart, Setup


def dealt_to(game):
    """The seats that have one card, in the order in which these came."""
    owners = {str(seat.hand.cards[0]): number for number, seat in enumerate(game.state.seats) if seat.hand}
    return [owners[str(card)] for card in game.state.dealt()[-1][-len(owners) :]]


class TestPack:
    def test_the_pack_is_shuffled_once_and_dealt_on_from_deal_to_deal(self, game):
        """Rules 1.3."""
        played = game(10, 10, cards="6s 7s 8s 9s")("deal", "1 bet 1", "1 stand", "0 stand", "deal")
        assert (played.cards(1), played.cards(0)) == ("8s", "9s")
        assert len(played.state.dealt()) == 1

    def test_a_card_below_the_cut_card_brings_the_shuffle_and_not_earlier(self, game):
        """Rules 1.4: dealing the last card above the cut card shuffles nothing."""
        played = game(10, 10, cards=["6s 7s 8s"], cut=[3])("deal", "1 bet 1", "1 hit")
        assert len(played.state.dealt()) == 1
        played("1 stand", "0 hit")
        assert len(played.state.dealt()) == 2
        assert played.stock() == 33

    def test_hands_of_this_deal_stay_out_of_the_shuffle_settled_ones_too(self, game):
        """Rules 1.4: Boris is bust and his three cards still lie before him."""
        played = game(10, 10, 10, cards=["Ts 9s 6s 8s 7s"], cut=[5])
        played("deal", "1 bet 1", "2 bet 1", "1 hit", "1 hit", "2 hit")
        stock = played.state.shoe.shuffle.order.stock
        held = {"Ts", "9s", "6s", "8s", "7s"}
        assert {str(card) for card in stock} == {str(card) for card in PACK_36} - held
        assert len(stock) == 31

    def test_cards_of_earlier_deals_come_back_with_the_shuffle(self, game):
        """Rules 1.4: used cards lie aside until then, and no longer."""
        played = game(10, 10, cards=["6s 7s 8s", "6s 7s"], cut=[3, 20])
        played("deal", "1 bet 1", "1 stand", "0 stand", "deal")
        assert (played.cards(1), played.cards(0)) == ("8s", "6s")

    def test_the_hand_of_a_seat_that_left_stays_out_of_the_shuffle(self, game):
        """Rules 1.4."""
        played = game(10, 10, 10, cards=["Ts 9s 6s"], cut=[3])
        played("deal", "1 leave", "2 bet 1", "2 hit")
        assert len(played.state.shoe.shuffle.order.stock) == 33


class TestStart:
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_two_to_four_seats(self, game, seats):
        """Rules 2.1."""
        assert len(game(*[5] * seats).view.seats) == seats

    @pytest.mark.parametrize("chips", [(5,), (5,) * 5, (5, 0), (5, -1), (5, None)])
    def test_no_other_setup_is_a_game(self, chips):
        """Rules 2.1, 2.4: a stack is at least 1."""
        seats = tuple(SeatStart("Anna", stack) for stack in chips)
        with pytest.raises(ValueError, match="seats"):
            OCHKO.start(Setup(seats, {}, bytes(32), 0))

    def test_a_banker_who_is_no_seat_is_an_error(self):
        seats = (SeatStart("Anna", 5), SeatStart("Boris", 5))
        with pytest.raises(ValueError, match="seat 2"):
            OCHKO.start(Setup(seats, {}, bytes(32), 2))

    @pytest.mark.parametrize(("deals", "limit"), [(1, 1), (5, 5), (10, 10), (20, 20), (None, 50)])
    def test_the_most_deals_in_a_game(self, game, deals, limit):
        """Rules 2.1."""
        assert game(5, 5, deals=deals).state.limit == limit

    def test_ten_deals_and_rated_unless_agreed_otherwise(self):
        """Rules 2.1."""
        state = OCHKO.start(Setup((SeatStart("Anna", 5), SeatStart("Boris", 5)), {}, bytes(32)))
        assert (state.limit, state.rated) == (10, True)

    def test_the_bankers_whole_stack_is_the_bank(self, game):
        """Rules 2.6."""
        played = game(7, 9, 4, banker=1)
        assert (played.bank, played.chips) == (9, [7, 0, 4])

    def test_the_banker_is_drawn_from_the_seed_and_stays(self, game):
        """Rules 2.6."""
        played = game(9, 9, 9, banker=None, seed=bytes(31) + b"\x05", deals=1)
        banker = draw_banker(bytes(31) + b"\x05", 3)
        assert played.view.banker == banker
        assert played("deal").view.banker == banker

    def test_nothing_is_asked_of_anybody_before_the_first_deal(self, game):
        played = game(5, 5)
        assert (played.view.deal, played.view.phase, played.view.to_move) == (0, Phase.PAUSE, None)
        assert played.state.legal() == ()
        assert played.refusal("1 bet 1") is Refusal.NO_DEAL
        assert played.refusal("1 timeout") is Refusal.NO_DEAL


class TestDealing:
    @pytest.mark.parametrize(("banker", "order"), [(0, [1, 2, 3, 0]), (2, [3, 0, 1, 2]), (3, [0, 1, 2, 3])])
    def test_one_card_each_from_the_bankers_left_the_banker_last(self, game, banker, order):
        """Rules 2.7."""
        played = game(5, 5, 5, 5, banker=banker)("deal")
        assert dealt_to(played) == order
        assert played.view.to_move == order[0]

    def test_a_seat_without_chips_gets_no_card(self, game):
        """Rules 2.7, 2.8."""
        played = game(9, 1, 5, cards="6s 7s 8s")
        played("deal", "1 bet 1", "2 bet 1", "1 stand", "2 stand", "0 stand", "deal")
        assert dealt_to(played) == [2, 0]
        assert played.view.seats[1].hands == ()

    def test_a_deal_begins_with_its_number_and_the_bank(self, game):
        played = game(9, 5)("deal")
        assert (played.view.deal, played.bank) == (1, 9)
        assert played.view.bank_before == 9


class TestStakes:
    def test_two_seats_stake_up_to_the_bank(self, game):
        """Rules 2.8."""
        assert game(6, 20)("deal").limits() == (1, 6)

    def test_of_three_the_first_leaves_one_for_the_second(self, game):
        """Rules 2.8."""
        played = game(6, 20, 20)("deal")
        assert played.limits() == (1, 5)
        assert played("1 bet 2").limits() == (1, 4)

    def test_of_four_the_first_leaves_two_and_so_on(self, game):
        """Rules 2.8."""
        played = game(6, 20, 20, 20)("deal")
        assert played.limits() == (1, 4)
        assert played("1 bet 1").limits() == (1, 4)
        assert played("2 bet 3").limits() == (1, 2)

    def test_nobody_stakes_more_than_he_has(self, game):
        """Rules 2.8."""
        assert game(20, 3)("deal").limits() == (1, 3)

    def test_one_chip_in_the_bank_and_everybody_stakes_one(self, game):
        """Rules 2.8: so the stakes may exceed the bank."""
        played = game(1, 9, 9, 9)("deal")
        for seat in (1, 2, 3):
            assert played.limits() == (1, 1)
            played(f"{seat} bet 1")
        assert played.bank == 1

    def test_a_seat_without_chips_is_not_still_to_come(self, game):
        """Rules 2.8."""
        played = game(8, 9, 1, 9, cards="6s 6h 6d 8s")
        played("deal", "1 bet 1", "2 bet 1", "3 bet 1", "1 stand", "2 stand", "3 stand", "0 stand", "deal")
        assert (played.bank, played.limits()) == (11, (1, 8))
        assert played("1 bet 2").limits() == (1, 8)

    def test_stakes_outside_the_limits_are_refused(self, game):
        """Rules 2.8; a bank of 10 never sees a bet of 25."""
        played = game(10, 50)("deal")
        assert played.refusal("1 bet 25") is Refusal.STAKE_TOO_HIGH
        assert played.refusal("1 bet 11") is Refusal.STAKE_TOO_HIGH
        assert played.refusal("1 bet 0") is Refusal.STAKE_TOO_LOW
        played("1 bet 10")
        assert played.refusal("1 bet 1") is Refusal.STAKE_ALREADY_PLACED

    def test_everybody_stakes_before_anybody_draws(self, game):
        """Rules 2.8."""
        played = game(9, 5, 5)("deal", "1 bet 1")
        assert played.refusal("1 hit") is Refusal.NOT_YOUR_TURN
        assert played.refusal("2 hit") is Refusal.STAKE_FIRST
        assert played.refusal("2 stand") is Refusal.STAKE_FIRST

    def test_the_order_of_stakes_is_the_same_in_every_deal(self, game):
        """Rules 2.8."""
        played = game(9, 5, 5, banker=1, cards="6s 7s 8s")
        for _ in range(2):
            played("deal")
            assert played.view.to_move == 2
            played("2 bet 1")
            assert played.view.to_move == 0
            played("0 bet 1", "2 stand", "0 stand", "1 stand")


class TestBettors:
    def test_21_wins_at_once(self, game):
        """Rules 2.9."""
        played = game(9, 5, 5, cards="Ts 6s 7s As")("deal", "1 bet 3", "2 bet 1", "1 hit")
        assert (played.hand(1).result, played.hand(1).paid) == ("win", 3)
        assert (played.bank, played.chips[1], played.view.to_move) == (6, 8, 2)

    def test_the_golden_point_wins_at_once(self, game):
        """Rules 1.2, 2.9."""
        played = game(9, 5, 5, cards="As 6s 7s Ah")("deal", "1 bet 3", "2 bet 1", "1 hit")
        assert (played.hand(1).result, played.hand(1).golden) == ("win", True)
        assert (played.bank, played.chips[1]) == (6, 8)

    def test_a_bust_loses_at_once_and_the_stake_is_in_the_bank(self, game):
        """Rules 2.9, 2.13."""
        played = game(9, 5, 5, cards="Ts 6s 7s 9s 8s")("deal", "1 bet 3", "2 bet 1", "1 hit", "1 hit")
        assert (played.hand(1).result, played.hand(1).points) == ("lose", 27)
        assert (played.bank, played.chips[1], played.view.to_move) == (12, 2, 2)

    def test_five_cards_below_21_stand_without_a_prize(self, game):
        """Rules 2.9."""
        played = game(9, 5, cards="Js 6s Jh Jd Jc Qs Ks")("deal", "1 bet 3", *["1 hit"] * 4)
        assert (played.hand(1).result, len(played.hand(1).cards)) == (None, 5)
        assert played.view.to_move == 0
        assert played.refusal("1 hit") is Refusal.NOT_YOUR_TURN
        played("0 hit", "0 stand")
        assert played.hand(1).result == "win"  # 11 against 10

    def test_21_with_the_fifth_card_wins_at_once(self, game):
        """Rules 2.9."""
        played = game(9, 5, cards="Js 6s Jh Jd 6h 9s")("deal", "1 bet 3", *["1 hit"] * 4)
        assert (played.hand(1).points, played.hand(1).result) == (21, "win")
        assert played.view.to_move is None

    def test_each_plays_his_hand_to_its_end(self, game):
        """Rules 2.9."""
        played = game(9, 5, 5, cards="6s 6h 7s 8s")("deal", "1 bet 1", "2 bet 1", "1 hit")
        assert played.view.to_move == 1
        assert played.refusal("2 hit") is Refusal.NOT_YOUR_TURN
        assert played("1 stand").view.to_move == 2


class TestBanker:
    def test_the_banker_draws_nothing_when_nobody_waits(self, game):
        """Rules 2.10."""
        played = game(9, 5, cards="Ts 6s As")("deal", "1 bet 3", "1 hit")
        assert (played.view.phase, played.cards(0)) == (Phase.PAUSE, "6s")

    def test_the_banker_draws_and_stands_by_his_own_choice(self, game):
        """Rules 2.10: even on one card."""
        played = game(9, 5, cards="Ts 6s")("deal", "1 bet 3", "1 stand")
        assert [move.verb for move in played.state.legal()] == ["hit", "stand"]
        assert played.refusal("0 bet 1") is Refusal.NOT_NOW
        assert played("0 stand").hand(1).result == "win"

    @pytest.mark.parametrize(
        ("cards", "hits", "result"),
        [
            ("9s Ts As", 1, "lose"),  # 21
            ("9s As Ah", 1, "lose"),  # golden, 22 by count
            ("9s Ts 8s 7s", 2, "win"),  # bust
            ("9s Js Jh Jd Jc Qs", 4, "lose"),  # fifth card, 11
        ],
    )
    def test_21_golden_bust_and_the_fifth_card_end_his_drawing(self, game, cards, hits, result):
        """Rules 2.10, 2.11."""
        played = game(9, 5, cards=cards)("deal", "1 bet 3", "1 stand", *["0 hit"] * hits)
        assert played.view.phase is Phase.PAUSE
        assert played.hand(1).result == result


class TestShowdown:
    @pytest.mark.parametrize(
        ("cards", "result"), [("Ts 9s", "win"), ("9s 9h", "lose"), ("8s 9s", "lose"), ("As Ts", "win")]
    )
    def test_more_points_win_and_equal_points_go_to_the_bank(self, game, cards, result):
        """Rules 2.11."""
        played = game(9, 5, cards=cards)("deal", "1 bet 3", "1 stand", "0 stand")
        assert played.hand(1).result == result

    def test_a_bust_banker_loses_to_every_waiting_hand(self, game):
        """Rules 2.11: to one of 2 points as well."""
        played = game(9, 5, cards="Js 9s Ts 8s")("deal", "1 bet 3", "1 stand", "0 hit", "0 hit")
        assert (played.hand(1).result, played.chips[1]) == ("win", 8)

    def test_a_golden_banker_beats_every_waiting_hand(self, game):
        """Rules 2.11."""
        played = game(9, 5, cards="Ts As 9s Ah")("deal", "1 bet 3", "1 hit", "1 stand", "0 hit")
        assert played.hand(1).result == "lose"

    def test_a_win_brings_the_stake_back_and_as_much_again(self, game):
        """Rules 2.12."""
        played = game(9, 5, cards="Ts 9s")("deal", "1 bet 4", "1 stand", "0 stand")
        assert (played.bank, played.chips[1]) == (5, 9)


class TestPayment:
    def test_losing_stakes_are_collected_before_winners_are_paid(self, game):
        """Rules 2.13: the bank of 1 pays two winners, since the last in order has lost."""
        played = game(1, 5, 5, 5, cards="Ts 9s 6s 8s")("deal", "1 bet 1", "2 bet 1", "3 bet 1")
        played("1 stand", "2 stand", "3 stand", "0 stand")
        assert [played.hand(seat).result for seat in (1, 2, 3)] == ["win", "win", "lose"]
        assert [played.hand(seat).paid for seat in (1, 2)] == [1, 1]
        assert (played.bank, played.chips) == (0, [0, 6, 6, 4])

    def test_winners_are_paid_from_the_bankers_left_until_the_bank_is_empty(self, game):
        """Rules 2.13, 2.14."""
        played = game(5, 1, 5, banker=1, cards="9s Ts 6s")
        played("deal", "2 bet 1", "0 bet 1", "2 stand", "0 stand", "1 stand")
        assert [(played.hand(seat).result, played.hand(seat).paid) for seat in (2, 0)] == [
            ("win", 1),
            ("win", 0),
        ]
        assert played.chips == [5, 0, 6]
        assert played.bank == 0

    def test_a_winner_whom_the_bank_cannot_pay_in_full_gets_what_is_left(self, game):
        """Rules 2.13. The limits of 2.8 let no stake above 1 go short, so this one is put there by hand."""
        played = game(4, 5, 5, cards="Ts 9s 6s As")
        played("deal", "1 bet 3", "2 bet 1")
        state = played.state
        richer = replace(state.seats[2].hand, stake=2)
        played.state = state.with_seat(2, replace(state.seats[2], chips=3, hand=richer))
        played("1 hit", "2 stand", "0 stand")
        assert (played.hand(2).result, played.hand(2).paid) == ("win", 1)
        assert (played.bank, played.chips) == (0, [0, 8, 6])

    def test_a_hand_that_wins_at_once_is_paid_from_the_bank_as_it_then_is(self, game):
        """Rules 2.13: Boris takes the only chip, Vera wins at once and gets her stake back."""
        played = game(1, 5, 5, cards="Ts Th 6s As Ah")("deal", "1 bet 1", "2 bet 1", "1 hit")
        assert (played.bank, played.chips[1]) == (0, 6)
        assert played.view.to_move == 2  # a deal is played on when the bank is 0 in the middle of it
        played("2 hit")
        assert (played.hand(2).result, played.hand(2).paid, played.chips[2]) == ("win", 0, 5)
        assert played.view.finished

    def test_a_bust_feeds_the_bank_at_once(self, game):
        """Rules 2.13: the chip that Boris loses pays Vera, who wins at once after him."""
        played = game(1, 5, 5, 5, cards="Ts Th Td 6s As 9s 8s Ah")
        played("deal", "1 bet 1", "2 bet 1", "3 bet 1", "1 hit")
        assert played.bank == 0
        played("2 hit", "2 hit")
        assert played.bank == 1
        played("3 hit")
        assert (played.hand(3).paid, played.bank) == (1, 0)

    def test_the_deal_goes_on_with_an_empty_bank_and_may_fill_it_again(self, game):
        """Rules 2.13, 2.15: only the bank after the deal counts."""
        played = game(1, 5, 5, cards="Ts 6s 9s As")(
            "deal", "1 bet 1", "2 bet 1", "1 hit", "2 stand", "0 stand"
        )
        assert (played.bank, played.view.finished) == (1, False)


def test_a_full_hand_stands_by_itself(game):
    """Rules 2.9, 2.10."""
    played = game(9, 5, cards="Js 6s Jh Jd Jc Qs 8s 7s")("deal", "1 bet 3", *["1 hit"] * 3)
    assert played.view.to_move == 1
    assert played("1 hit").view.to_move == 0
    assert (played.state.seats[1].hand.stood, played.hand(1).result) == (True, None)
    assert not played("0 hit").state.seats[0].hand.stood
