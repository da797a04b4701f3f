"""A round of blackjack up to the dealer: rules 4.1 to 4.8, clause by clause."""

import pytest

from engine.cards import PACK_52, format_cards, parse_cards
from engine.game import Phase, Refusal
from engine.games.blackjack import BLACKJACK
from engine.hand52 import natural, soft, total
from engine.rules import SeatStart, Setup
from engine.shoe import Shoe

WIN, LOSE, PUSH = "win", "lose", "push"


class TestShoe:
    def test_six_packs_shuffled_for_every_round(self, table):
        """Rules 4.1: round n is dealt from shuffle n of the seed, whatever the rounds before took."""
        played = table(seed=bytes(31) + b"\7")
        stock = PACK_52 * 6
        shoe = Shoe.open(played.setup.seed, stock, cut=False)
        for number in (1, 2, 3):
            played("deal")
            while not played.view.finished:
                played("0 stand")
            dealt = played.state.dealt()
            assert len(dealt) == number
            assert shoe.draw(len(dealt[-1]))[0] == dealt[-1]
            shoe = shoe.reshuffled(stock, cut=False)

    def test_the_shoe_of_the_seed_of_zeros(self, table):
        """Rules 4.1, check values of records.md."""
        played = table(2)("deal")
        assert format_cards(played.state.dealt()[0]) == "Kd Jd Td 6h Tc Js"

    def test_there_is_no_cut_card(self, table):
        """Rules 4.1."""
        assert table().state.cuts() == ()

    def test_each_round_tells_its_shuffle(self, table):
        """Rules 4.1."""
        played = table(cards=["As 9s Ks 7s", "Ts 9s 8s 7s"])
        for number in (1, 2):
            played("deal")
            assert (played.state.shoe.number, played.stock(), played.view.deal) == (number, 312, number)

    def test_the_longest_round_does_not_empty_the_shoe(self, table):
        """Rules 4.1: six seats split small pairs and draw the small cards as long as they may."""
        small = format_cards(tuple(sorted(PACK_52 * 6, key=lambda card: total((card,)))))
        played = table(6, small)("deal")
        while not played.view.finished:
            seat = played.view.to_move
            played(f"{seat} split" if "split" in played.legal else f"{seat} hit")
        assert sum(len(seat.hands) for seat in played.view.seats) > 6
        assert 60 < len(played.state.dealt()[0]) < 312


class TestTotals:
    @pytest.mark.parametrize(
        ("cards", "counted", "is_soft"),
        [
            ("As Ah Ad 6s", 19, True),
            ("As Ah Ts", 12, False),
            ("As 9s", 20, True),
            ("As 9s Ah", 21, True),
            ("2s 3s 4s", 9, False),
            ("Js Qs", 20, False),
            ("Ks Ts 2s", 22, False),
            ("As Ks", 21, True),
            ("As 5s 6s", 12, False),
            ("", 0, False),
        ],
    )
    def test_an_ace_is_11_unless_that_busts(self, cards, counted, is_soft):
        """Rules 4.2."""
        assert (total(parse_cards(cards)), soft(parse_cards(cards))) == (counted, is_soft)

    @pytest.mark.parametrize(
        ("cards", "is_natural"),
        [("As Ts", True), ("Kh Ah", True), ("As 9s", False), ("7s 7h 7d", False), ("As 5s 5h", False)],
    )
    def test_a_natural_is_an_ace_with_a_ten_value_card(self, cards, is_natural):
        """Rules 4.4."""
        assert natural(parse_cards(cards)) is is_natural


class TestDealing:
    @pytest.mark.parametrize("seats", range(1, 7))
    def test_one_to_six_seats(self, table, seats):
        """Rules 4.3."""
        assert len(table(seats).view.seats) == seats

    @pytest.mark.parametrize(
        "setup",
        [
            Setup((), {}, bytes(32)),
            Setup((SeatStart("Anna"),) * 7, {}, bytes(32)),
            Setup((SeatStart("Anna", 10),), {}, bytes(32)),
            Setup((SeatStart("Anna"),), {}, bytes(32), banker=0),
            Setup((SeatStart("Anna"),), {}, bytes(32), cuts=(5,)),
        ],
    )
    def test_no_other_setup_is_a_table(self, setup):
        """Rules 4.3."""
        with pytest.raises(ValueError, match="blackjack has"):
            BLACKJACK.start(setup)

    def test_two_cards_each_and_the_dealers_second_face_down(self, table):
        """Rules 4.3: one to each seat, one to the dealer, and again."""
        played = table(3, "2s 3s 4s Ts 5h 6h 7h 9h")("deal")
        assert [played.hands(seat) for seat in range(3)] == [["2s 5h"], ["3s 6h"], ["4s 7h"]]
        assert (played.dealer, played.view.dealer.points) == ("Ts ??", 10)
        assert played.turn == (0, 0)
        assert format_cards(played.state.dealt()[0]) == "2s 3s 4s Ts 5h 6h 7h 9h"

    def test_every_card_is_face_up_but_the_dealers_second(self, table):
        """Rules 4.3: for every viewer."""
        played = table(2, "2s 3s Ts 5h 6h 9h")("deal")
        for viewer in (None, 0, 1):
            view = played.state.view(viewer)
            hands = [hand for seat in view.seats for hand in seat.hands]
            assert [card is None for hand in (*hands, view.dealer) for card in hand.cards] == [False] * 5 + [
                True
            ]

    def test_the_dealer_does_not_look_before_everybody_has_acted(self, table):
        """Rules 4.3: with an ace up and a ten below, hands are played all the same."""
        played = table(2, "5s 3s As 6s 6h Ks 9h")("deal")
        assert played.turn == (0, 0)
        played("0 double", "1 stand")
        assert played.results(0) == [(LOSE, -4)]
        assert played.results(1) == [(LOSE, -2)]

    def test_before_the_first_round_nothing_is_asked(self, table):
        played = table(2)
        assert (played.view.deal, played.view.phase, played.turn) == (0, Phase.PAUSE, (None, None))
        assert not played.view.finished
        assert played.dealer == ""
        assert played.refusal("0 hit") is Refusal.NO_DEAL
        assert played.refusal("0 timeout") is Refusal.NO_DEAL


class TestMoves:
    def test_seats_act_in_order(self, table):
        """Rules 4.5."""
        played = table(2, "2s 3s Ts 5h 6h 9h 4s")("deal")
        assert played.refusal("1 hit") is Refusal.NOT_YOUR_TURN
        played("0 hit")
        assert played.turn == (0, 0)
        played("0 stand")
        assert played.turn == (1, 0)
        assert played.refusal("0 hit") is Refusal.NOT_YOUR_TURN

    @pytest.mark.parametrize(
        ("cards", "legal"),
        [
            ("2s Ts 3s 9s", ["hit", "stand", "double"]),
            ("8s Ts 8h 9s", ["hit", "stand", "double", "split"]),
            ("Ks Ts Th 9s", ["hit", "stand", "double", "split"]),
            ("As Ts Ah 9s", ["hit", "stand", "double", "split"]),
            ("As Ts Kh 9s", []),
        ],
    )
    def test_legal_moves_only_are_shown(self, table, cards, legal):
        """Rules 4.5, 4.7, 4.8."""
        assert table(1, cards)("deal").legal == legal

    @pytest.mark.parametrize("move", ["0 bet 1", "0 knock"])
    def test_moves_of_other_games_are_refused(self, table, move):
        """Rules 4.5."""
        assert table()("deal").refusal(move) is Refusal.NOT_IN_THIS_GAME

    @pytest.mark.parametrize("move", ["1 hit", "7 leave", "6 timeout"])
    def test_there_is_no_other_seat(self, table, move):
        assert table(1, "2s Ts 3s 9s")("deal").refusal(move) is Refusal.NO_SUCH_SEAT

    def test_a_hand_is_hit_while_it_is_not_bust(self, table):
        """Rules 4.6."""
        played = table(1, "2s Ts 2h 7s 2d 2c 3s 9s 9h")("deal", "0 hit", "0 hit", "0 hit", "0 hit")
        assert (played.hand().points, played.legal) == (20, ["hit", "stand"])
        played("0 hit")
        assert played.results() == [(LOSE, -2)]
        assert played.hand().bust

    def test_standing_closes_the_hand(self, table):
        """Rules 4.6."""
        played = table(2, "2s 3s Ts 3h 6h 9h")("deal", "0 stand")
        assert played.hand(0).closed
        assert played.refusal("0 hit") is Refusal.NOT_YOUR_TURN
        assert played.results(0) == [(None, None)]

    def test_21_closes_the_hand_by_itself(self, table):
        """Rules 4.6: its result waits for the dealer."""
        played = table(2, "2s 3s Ts 9h 6h 9h Ks")("deal", "0 hit")
        assert (played.hand(0).points, played.turn) == (21, (1, 0))
        assert played.results(0) == [(None, None)]

    def test_a_bust_has_lost_at_once(self, table):
        """Rules 4.6."""
        played = table(2, "Ts 3s Ts 9h 6h 9h Ks")("deal", "0 hit")
        assert (played.results(0), played.turn) == ([(LOSE, -2)], (1, 0))
        assert played.open_card

    def test_a_natural_is_asked_nothing(self, table):
        """Rules 4.4, 4.6."""
        played = table(2, "As 3s Ts Kh 6h 9h")("deal")
        assert played.turn == (1, 0)
        assert played.hand(0).natural


class TestDouble:
    @pytest.mark.parametrize("cards", ["2s Ts 3s 9s", "Ts Ts 9h 9s", "As Ts 8s 9s"])
    def test_any_first_two_cards_may_be_doubled_for_one_more_card(self, table, cards):
        """Rules 4.7."""
        played = table(2, cards.replace(" Ts ", " 4d Ts ", 1) + " 5d 2d")
        played("deal")
        seat, _ = played.turn
        played(f"{seat} double")
        assert (played.hand(seat).stake, len(played.hand(seat).cards)) == (2, 3)
        assert played.turn != (seat, 0)

    def test_a_third_card_ends_the_right_to_double(self, table):
        """Rules 4.7."""
        played = table(1, "2s 7s 3s Ts 4s")("deal", "0 hit")
        assert played.refusal("0 double") is Refusal.NOT_NOW

    def test_a_split_hand_may_be_doubled(self, table):
        """Rules 4.7."""
        played = table(1, "8s 6s 8h Ts 3s")("deal", "0 split")
        assert "double" in played.legal

    @pytest.mark.parametrize("first", ["double", "stand", "hit"])
    def test_a_double_is_two_units_never_more(self, table, first):
        """Rules 4.7: exactly one more stake; there are no chips that could run short (4.13)."""
        played = table(1, "5s 6s 6h Ts Ts Th")("deal", f"0 {first}")
        assert played.hand().stake == (2 if first == "double" else 1)
        assert played.view.seats[0].chips == 0


class TestSplit:
    @pytest.mark.parametrize(("second", "legal"), [("Kh", True), ("Th", True), ("9h", False), ("Ah", False)])
    def test_cards_of_equal_value_may_be_split(self, table, second, legal):
        """Rules 4.8."""
        played = table(1, f"Ks 6s {second} Ts")("deal")
        assert ("split" in played.legal) is legal
        if played.turn == (0, 0) and not legal:
            assert played.refusal("0 split") is Refusal.NOT_NOW

    def test_the_second_card_of_a_later_hand_comes_when_its_turn_does(self, table):
        """Rules 4.8, records.md."""
        played = table(1, "8s 6s 8h Ts 3s 2d 9d")("deal", "0 split")
        assert (played.hands(), played.turn) == (["8s 3s", "8h"], (0, 0))
        played("0 hit")
        assert played.hands() == ["8s 3s 2d", "8h"]
        played("0 stand")
        assert (played.hands(), played.turn) == (["8s 3s 2d", "8h 9d"], (0, 1))

    def test_a_new_hand_stands_directly_after_its_own(self, table):
        """Rules 4.8: hands are played in the order of the list."""
        played = table(1, "8s 6s 8h Ts 8d 3s 8c")("deal", "0 split", "0 split", "0 stand")
        assert (played.hands(), played.turn) == (["8s 3s", "8d 8c", "8h"], (0, 1))
        played("0 split")
        assert played.hands()[1].startswith("8d ")
        assert [hand[:2] for hand in played.hands()] == ["8s", "8d", "8c", "8h"]

    def test_four_hands_are_the_most(self, table):
        """Rules 4.8."""
        played = table(1, "8s 6s 8h Ts 8d 8c 8s 8h")("deal", "0 split", "0 split", "0 split")
        assert (len(played.hands()), played.hands()[0]) == (4, "8s 8s")
        assert played.legal == ["hit", "stand", "double"]
        assert played.refusal("0 split") is Refusal.NOT_NOW

    def test_each_seat_has_four_hands_of_its_own(self, table):
        """Rules 4.8."""
        played = table(2, "8s 9s 6s 8h 9h Ts 8d 8c 2s 2h 2d 2c")("deal", "0 split", "0 split", "0 split")
        assert len(played.hands(0)) == 4
        played(*["0 stand"] * 4)
        assert played.turn == (1, 0)
        assert "split" in played.legal

    def test_split_aces_get_one_card_each_and_are_closed(self, table):
        """Rules 4.8: both at once, and an ace that comes is not split again."""
        played = table(2, "As 9s 6s Ah 8s Ts Ad Ks")("deal", "0 split")
        assert played.hands(0) == ["As Ad", "Ah Ks"]
        assert all(hand.closed for hand in played.view.seats[0].hands)
        assert played.turn == (1, 0)

    @pytest.mark.parametrize(
        ("cards", "hands"),
        [("As 9s Ah 8s Ks Qs", ["As Ks", "Ah Qs"]), ("Ks 9s Qs 8s Ah As", ["Ks Ah", "Qs As"])],
    )
    def test_21_after_a_split_is_no_natural(self, table, cards, hands):
        """Rules 4.9: it pays 1 to 1, and it closes the hand."""
        played = table(1, cards)("deal", "0 split")
        assert played.hands() == hands
        assert not any(hand.natural for hand in played.view.seats[0].hands)
        assert played.results() == [(WIN, 2), (WIN, 2)]

    def test_a_21_of_the_dealer_ties_a_21_after_a_split(self, table):
        """Rules 4.9, 4.11."""
        played = table(1, "Ks 9s Qs 8s Ah As 4s")("deal", "0 split")
        assert (played.dealer, played.results()) == ("9s 8s", [(WIN, 2), (WIN, 2)])
        again = table(1, "Ks 9s Qs 7s Ah As 5s")("deal", "0 split")
        assert (again.dealer, again.results()) == ("9s 7s 5s", [(PUSH, 0), (PUSH, 0)])
