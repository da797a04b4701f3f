"""The pack of Стук: rules 1.3 and 3.12."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PACK_36, format_cards, parse_cards
from engine.shoe import ChanceError, Shoe

ZEROS = bytes(32)


def shuffled(seed, number, stock):
    """The order of a shuffle, and its cut, from the shoe alone."""
    shoe = Shoe.open(seed, PACK_36)
    for _ in range(number - 2):
        shoe = shoe.reshuffled(PACK_36)
    shoe = shoe.reshuffled(stock, cut=False) if number > 1 else Shoe.open(seed, stock, cut=False)
    return format_cards(shoe.draw(len(stock))[0])


def shuffles(played):
    """How many shuffles there have been, and how many cards the last one had."""
    shoe = played.state.pack.shoe
    return shoe.number, len(shoe.shuffle.order.stock)


class TestBanks:
    def test_every_bank_begins_with_all_36_cards_shuffled_and_cut(self, stuk):
        """Rules 1.3, 3.12."""
        played = stuk(30, 30, 30, cards=["Ts 9s 6s"] * 3, cut=[5, 7, 9])
        for banker in (0, 1, 2):
            played("deal")
            assert shuffles(played) == (banker + 1, 36)
            played.showdown((banker + 1) % 3, 10)
        assert played.state.cuts() == (5, 7, 9)

    def test_the_first_bank_takes_the_first_shuffle_and_its_cut(self, stuk):
        """records.md, check values: of the seed of zeros."""
        played = stuk(30, 30)("deal")
        assert [played.cards(1), played.cards(0)] == ["Ah", "Ks"]
        assert played.state.cuts() == (26,)

    def test_the_next_bank_takes_the_next_shuffle_of_the_record(self, stuk):
        """records.md: shuffles are counted over the whole record."""
        played = stuk(30, 30, cards=["9s 6s", None], cut=[None, 5])("deal").showdown(1, 10)("deal")
        assert [played.cards(0), played.cards(1)] == ["8s", "7s"]  # shuffle:2 begins 8s 7s
        assert played.state.cuts() == (35, 5)


class TestRunningOut:
    def test_played_out_cards_are_shuffled_without_a_cut_card(self, stuk):
        """Rules 3.12: a settled hand and the banker's draws; 8s and 7s are in play."""
        played = stuk(30, 30, 30, cards=["9s 8s 7s 8h 6h Jh", "6h 8h Jh 9s"], cut=[6])
        played("deal", "1 bet 2", "1 hit", "1 stand", "0 hit", "0 hit", "0 stand", "2 bet 2", "2 hit")
        assert shuffles(played) == (2, 4)
        assert played.state.cuts() == (6, None)
        assert played.cards(2) == "8s 6h"

    def test_their_order_before_the_shuffle_is_that_of_a_new_pack(self, stuk):
        """records.md, the stock of a shuffle; rules 3.12: cards of an earlier round are played-out cards."""
        played = stuk(30, 30, cards=["9s 8s 7s 6s"], cut=[4])("deal").showdown(1, 1)("deal").showdown(1, 1)
        played("deal")
        order = shuffled(ZEROS, 2, parse_cards("6s 7s 8s 9s"))
        assert f"{played.cards(1)} {played.cards(0)}" == order[:5]
        played("1 bet 1", "1 hit", "1 stand")
        assert played.cards(1).split()[1] == order.split()[2]

    def test_it_is_not_shuffled_before_a_card_is_wanted(self, stuk):
        """Rules 3.12."""
        played = stuk(30, 30, cards=["9s 8s"], cut=[2])("deal").showdown(1, 1)
        assert len(played.state.cuts()) == 1
        played("deal")
        assert len(played.state.cuts()) == 2

    def test_without_played_out_cards_the_lower_part_comes_in_as_it_lies(self, stuk):
        """Rules 3.12."""
        played = stuk(30, 30, 30, cards="9s 8s 7s 6s 6h Jh", cut=4)("deal", "1 bet 2", "1 hit", "1 hit")
        assert played.cards(1) == "9s 6s 6h"
        assert shuffles(played) == (1, 36)
        assert played.state.pack.came_in
        assert played.state.cuts() == (4,)
        assert played.state.dealt() == (parse_cards("9s 8s 7s 6s 6h"),)

    def test_it_comes_in_even_in_the_middle_of_dealing(self, stuk):
        """Rules 3.12."""
        played = stuk(30, 30, 30, cards="9s 8s 7s", cut=1)("deal")
        assert [played.cards(seat) for seat in (1, 2, 0)] == ["9s", "8s", "7s"]
        assert played.state.pack.came_in

    def test_it_comes_in_after_the_played_out_cards_are_used_up_too(self, stuk):
        """Rules 3.12: it has lain where it was, whatever was shuffled meanwhile."""
        played = stuk(30, 30, 30, cards=["9s 8s 7s 9h Jd Qd", "9h 9s"], cut=[4])
        played("deal", "1 bet 1", "1 hit", "1 leave", "2 bet 1", "2 hit", "2 stand", "0 hit", "0 hit")
        assert played.against(2) == "7s 9s Jd"
        assert played.state.dealt() == (parse_cards("9s 8s 7s 9h Jd"), parse_cards("9h 9s"))
        assert played.state.cuts() == (4, None)
        assert played.state.pack.came_in

    def test_each_bank_keeps_what_came_of_its_own_lower_part(self, stuk):
        """Rules 3.12; records.md, `cards`."""
        played = stuk(30, 30, cards=["9s 6s", "8s 7s"], cut=[1, 1])("deal").showdown(1, 10)("deal")
        assert played.state.dealt() == (parse_cards("9s 6s"), parse_cards("8s 7s"))

    def test_after_the_lower_part_all_36_cards_are_in_use(self, stuk):
        """Rules 3.12: the 19th round of two cards needs a shuffle of everything."""
        played = stuk(100, 100, cut=[1])
        for _ in range(19):
            assert shuffles(played) == (1, 36)
            played("deal").showdown(1, 1)
        assert shuffles(played) == (2, 36)
        assert played.state.pack.came_in
        assert len(played.state.dealt()[0]) == 36
        assert played.state.cuts() == (1, None)

    def test_the_card_of_who_leaves_before_his_stake_is_played_out(self, stuk):
        """Rules 3.12, 3.14."""
        played = stuk(30, 30, 30, 30, cards=["9s 8s 7s 6s"], cut=[4])
        played("deal", "2 leave", "1 bet 1", "1 hit")
        assert played.cards(1) == "9s 8s"

    def test_the_card_of_a_missed_round_is_played_out(self, stuk):
        """Rules 3.12, 3.14."""
        played = stuk(30, 30, 30, cards=["9s 8s 7s"], cut=[3])("deal", "1 timeout", "2 bet 1", "2 hit")
        assert played.cards(2) == "8s 9s"

    def test_the_bankers_draws_against_the_hand_in_play_are_not_played_out(self, stuk):
        """Rules 3.12: only the settled hand's card 9s is."""
        played = stuk(30, 30, 30, cards=["9s 8s 7s Jd"], cut=[4])
        played("deal").showdown(1, 1)("2 bet 1", "2 stand", "0 hit", "0 hit")
        assert played.against(2) == "7s Jd 9s"


class TestGivenChance:
    def test_a_cut_given_for_a_shuffle_without_a_cut_card_does_not_fit(self, stuk):
        """records.md, `cut`."""
        played = stuk(30, 30, cards=["9s 8s"], cut=[2, 1])("deal").showdown(1, 1)
        with pytest.raises(ChanceError, match="cut: shuffle 2: no cut card"):
            played("deal")

    def test_a_card_that_is_not_in_the_stock_does_not_fit(self, stuk):
        """records.md, `cards`."""
        played = stuk(30, 30, cards=["9s 8s", "6s"], cut=[2])("deal").showdown(1, 1)
        with pytest.raises(ChanceError, match="cards: shuffle 2"):
            played("deal")


@given(seed=st.binary(min_size=32, max_size=32), cut=st.integers(1, 35), data=st.data())
def test_the_lower_part_is_what_is_not_dealt_in_the_order_of_the_shuffle(seed, cut, data):
    """Rules 3.12; records.md: given cards run on below the cut card."""
    given_ = tuple(data.draw(st.permutations(PACK_36)))[: data.draw(st.integers(0, 36))]
    order, _ = Shoe.open(seed, PACK_36, (given_,), cut=False).draw(36)
    _, shoe = Shoe.open(seed, PACK_36, (given_,), (cut,)).draw(data.draw(st.integers(0, cut)))
    assert shoe.shuffle.below() == order[cut:]
