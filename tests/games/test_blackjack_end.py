"""How a round of blackjack ends: rules 4.9 to 4.13, clause by clause."""

import pytest

WIN, LOSE, PUSH = "win", "lose", "push"


class TestDealer:
    @pytest.mark.parametrize(
        ("up", "down", "drawn", "ends"),
        [
            ("Ts", "6s", "5s", "Ts 6s 5s"),
            ("As", "6s", "", "As 6s"),
            ("As", "5s", "Ts 2s", "As 5s Ts 2s"),
            ("As", "2s", "4s", "As 2s 4s"),
            ("Ts", "Th", "", "Ts Th"),
            ("Ts", "7s", "", "Ts 7s"),
            ("As", "6s", "Ts", "As 6s"),
            ("2s", "2h", "2d 2c 2s 2h 4s", "2s 2h 2d 2c 2s 2h 4s 7s"),
        ],
    )
    def test_he_draws_to_17_and_stands_on_every_17(self, table, up, down, drawn, ends):
        """Rules 4.10: soft ones too."""
        played = table(1, f"Ks {up} 9h {down} {drawn} 7s")("deal", "0 stand")
        assert played.dealer == ends

    def test_he_turns_his_card_when_everybody_has_acted(self, table):
        """Rules 4.10."""
        played = table(2, "Ts 9s Ts 9h 8s 7s")("deal", "0 stand")
        assert played.dealer == "Ts ??"
        played("1 stand")
        assert played.dealer == "Ts 7s"

    @pytest.mark.parametrize(
        ("cards", "moves"),
        [("As 6s Ks 9s Th", []), ("Ts 6s 9s 9h 8s", ["0 hit"]), ("5s 6s 7s 9h Ts", ["0 double"])],
    )
    def test_he_draws_only_against_a_hand_neither_bust_nor_natural(self, table, cards, moves):
        """Rules 4.10: his hidden card is turned all the same."""
        played = table(1, cards)("deal", *moves)
        if played.hand().bust or played.hand().natural:
            assert len(played.dealer.split()) == 2
        else:
            assert len(played.dealer.split()) > 2
        assert "??" not in played.dealer

    def test_one_waiting_hand_is_enough_for_him_to_draw(self, table):
        """Rules 4.10."""
        played = table(3, "As Ts 9s 6s Ks 9s 8s 9h 6h 4d")("deal", "1 hit", "2 stand")
        assert played.dealer == "6s 9h 4d"
        assert [played.results(seat) for seat in range(3)] == [[(WIN, 3)], [(LOSE, -2)], [(LOSE, -2)]]


class TestSettlement:
    @pytest.mark.parametrize(
        ("own", "down", "result", "halves"),
        [
            ("Ks 9s", "8d", WIN, 2),
            ("Ks 7s", "8d", LOSE, -2),
            ("Ks 8s", "8d", PUSH, 0),
            ("Ks 2s", "6d 9d", WIN, 2),
            ("As Ks", "9d", WIN, 3),
            ("As Ks", "Ad", PUSH, 0),
            ("Ks Qs", "Ad", LOSE, -2),
        ],
    )
    def test_each_hand_is_compared(self, table, own, down, result, halves):
        """Rules 4.11."""
        first, second = own.split()
        played = table(1, f"{first} Td {second} {down}")("deal")
        if played.turn == (0, 0):
            played("0 stand")
        assert played.results() == [(result, halves)]
        assert type(played.result(0).net) is int
        assert played.result(0).net == halves

    @pytest.mark.parametrize(("down", "halves"), [("7d", 4), ("9d", 0), ("Td", -4), ("Ad", -4), ("6d Td", 4)])
    def test_a_doubled_hand_counts_twice(self, table, down, halves):
        """Rules 4.11."""
        played = table(1, f"5s Td 6s {down.split()[0]} 8s {' '.join(down.split()[1:])}")
        played("deal", "0 double")
        assert played.results()[0][1] == halves

    def test_a_bust_hand_has_lost_even_if_the_dealer_busts(self, table):
        """Rules 4.11."""
        played = table(2, "Ts Th 6s 9s 9h Td 8s 7s 8d")("deal", "0 hit", "1 stand")
        assert played.view.dealer.bust
        assert (played.results(0), played.results(1)) == ([(LOSE, -2)], [(WIN, 2)])

    def test_a_dealer_natural_beats_all_with_all_they_have_staked(self, table):
        """Rules 4.11: a 21 of three cards, a doubled and a split hand; a natural is a push."""
        played = table(3, "8s 5s As Ts 8h 6s Kh As 3s 9s Th Td")
        played("deal", "0 split", "0 double", "0 stand", "1 double")
        assert played.results(0) == [(LOSE, -4), (LOSE, -2)]
        assert played.hand(1).points == 21
        assert played.results(1) == [(LOSE, -4)]
        assert played.results(2) == [(PUSH, 0)]

    def test_hands_of_a_seat_are_compared_separately(self, table):
        """Rules 4.11."""
        played = table(1, "8s 6s 8h Ts Ts 2s 2d")("deal", "0 split", "0 stand", "0 stand")
        assert (played.dealer, played.results()) == ("6s Ts 2d", [(PUSH, 0), (LOSE, -2)])
        assert played.result(0).net == -2


class TestOff:
    @pytest.mark.parametrize("cards", ["Ts As 9s Ks", "2s Ts 2h 6s"])
    def test_there_is_no_insurance_surrender_or_side_bet(self, table, cards):
        """Rules 4.12: an ace up changes no move."""
        assert {*table(1, cards)("deal").legal} <= {"hit", "stand", "double", "split"}

    def test_five_cards_are_no_prize(self, table):
        """Rules 4.12."""
        played = table(1, "2s Ts 2h Td 2d 2c 3s")("deal", "0 hit", "0 hit", "0 hit", "0 stand")
        assert played.results() == [(LOSE, -2)]


class TestUnits:
    def test_units_are_halves_over_all_rounds_and_may_be_negative(self, table):
        """Rules 4.13: one unit staked on every hand."""
        played = table(cards=["Ts 9s 6s Th", "As 9s Ks 7s", "Ts 9s 6s Th"])("deal", "0 stand")
        assert played.result(0).net == -2
        played("deal")
        assert played.result(0).net == 1
        played("deal", "0 stand")
        result = played.result(0)
        assert (result.net, played.view.seats[0].halves) == (-1, -1)
        assert (result.games, result.wins, result.rating, result.rubles) == (0, 0, 0, 0)

    @pytest.mark.parametrize("rounds", [1, 3, 5, 15])
    def test_naturals_add_up_without_a_fraction(self, table, rounds):
        """Rules 4.11, 4.13."""
        played = table(cards=["As 9s Ks 7s"] * rounds)(*["deal"] * rounds)
        assert played.result(0).net == 3 * rounds
