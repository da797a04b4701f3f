"""Shuffles, cut cards, given cards (rules 1.3, 1.4, 4.1; records.md, «Chance»)."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import PACK_36, PACK_52, format_cards, parse_cards
from engine.fairness import Stream
from engine.shoe import ChanceError, Shoe

ZEROS = bytes(32)
SIX_PACKS = PACK_52 * 6
seeds = st.binary(min_size=32, max_size=32)


def drawn(shoe, count):
    cards = []
    for _ in range(count):
        (card,), shoe = shoe.draw()
        cards.append(card)
    return tuple(cards), shoe


def whole_order(seed, number, stock):
    """The order of a shuffle, all at once, from the words of records.md."""
    cards, stream = list(stock), Stream(seed, f"shuffle:{number}")
    for i in range(len(cards) - 1):
        step, stream = stream.uniform(len(cards) - i)
        cards[i], cards[i + step] = cards[i + step], cards[i]
    return cards


def without(order, given):
    rest = list(order)
    for card in given:
        rest.remove(card)
    return rest


def test_check_values_of_36_cards():
    """Rules 1.3, check values of records.md."""
    cards, _ = drawn(Shoe.open(ZEROS, PACK_36, cut=False), 36)
    assert format_cards(cards[:8]) == "Ah Ks Td Ts 6c 8d 6h 9d"
    assert format_cards(cards[-3:]) == "Kc As 9h"
    assert Shoe.open(ZEROS, PACK_36).left == 26


def test_check_values_of_the_second_shuffle():
    second = Shoe.open(ZEROS, PACK_36).reshuffled(PACK_36, cut=False)
    assert format_cards(drawn(second, 4)[0]) == "8s 7s 6s Js"


def test_check_values_of_a_shoe_of_312():
    """Rules 4.1, check values of records.md."""
    assert format_cards(drawn(Shoe.open(ZEROS, SIX_PACKS, cut=False), 6)[0]) == "Kd Jd Td 6h Tc Js"


@given(seed=seeds, stock=st.sampled_from([PACK_36, SIX_PACKS, PACK_36[:1], PACK_36[:2], PACK_36[5:22]]))
@settings(max_examples=25)
def test_dealing_card_by_card_gives_the_order_of_the_whole_shuffle(seed, stock):
    shoe = Shoe.open(seed, stock, cut=False)
    assert list(drawn(shoe, len(stock))[0]) == whole_order(seed, 1, stock)


def test_a_shoe_costs_what_is_dealt_of_it():
    _, shoe = drawn(Shoe.open(ZEROS, SIX_PACKS, cut=False), 20)
    order = shoe.shuffle.order
    assert order.position == 20
    assert order.stream.position <= 21
    assert len(order.displaced) <= 20


def test_drawing_changes_nothing_that_was():
    shoe = Shoe.open(ZEROS, PACK_36)
    first, _ = drawn(shoe, 10)
    again, _ = drawn(shoe, 10)
    assert first == again
    assert shoe == Shoe.open(ZEROS, PACK_36)


@given(seed=seeds, stock=st.sampled_from([PACK_36, SIX_PACKS]), data=st.data())
@settings(max_examples=40)
def test_given_cards_come_first_and_then_the_seeds_order_without_them(seed, stock, data):
    mixed = data.draw(st.permutations(stock)) if len(stock) == 36 else whole_order(bytes(31) + b"1", 9, stock)
    front = tuple(mixed[: data.draw(st.integers(0, len(stock)))])
    cards, _ = drawn(Shoe.open(seed, stock, (front,), cut=False), len(stock))
    assert cards[: len(front)] == front
    assert list(cards[len(front) :]) == without(whole_order(seed, 1, stock), front)


def test_of_equal_cards_the_earliest_is_taken_out():
    front = parse_cards("Kd Kd")
    order = whole_order(ZEROS, 1, SIX_PACKS)
    cards, _ = drawn(Shoe.open(ZEROS, SIX_PACKS, (front,), cut=False), 312)
    places = [at for at, card in enumerate(order) if card == front[0]]
    kept = [card for at, card in enumerate(order) if at not in places[:2]]
    assert list(cards[2:]) == kept
    assert Counter(cards) == Counter(SIX_PACKS)


def test_the_cut_card_leaves_a_card_on_each_side():
    """Rules 1.3."""
    places = {Shoe.open(sha256(n.to_bytes(2, "big")).digest(), PACK_36).left for n in range(600)}
    assert places == set(range(1, 36))


def test_a_stock_of_one_card_is_not_cut():
    """Rules 1.3."""
    shoe = Shoe.open(ZEROS, PACK_36[:1])
    assert shoe.left == 1
    assert drawn(shoe, 1)[0] == PACK_36[:1]


def test_no_card_comes_from_below_the_cut_card():
    """Rules 1.3."""
    _, shoe = drawn(Shoe.open(ZEROS, PACK_36, cutting=(2,)), 2)
    assert shoe.left == 0
    with pytest.raises(IndexError):
        shoe.draw()


def test_given_cards_without_a_cut_put_the_cut_card_above_the_last_card_each_shuffle_for_itself():
    shoe = Shoe.open(ZEROS, PACK_36, (parse_cards("6s"), None, parse_cards("7s")), (None, None, None))
    assert shoe.left == 35
    second = shoe.reshuffled(PACK_36)
    assert second.left == Shoe.open(ZEROS, PACK_36).reshuffled(PACK_36).left
    assert second.left != 35
    assert second.reshuffled(PACK_36[:20]).left == 19


def test_giving_cards_or_a_cut_changes_no_other_chance():
    plain = Shoe.open(ZEROS, PACK_36).reshuffled(PACK_36)
    given = Shoe.open(ZEROS, PACK_36, (parse_cards("6s 7s"),), (9,)).reshuffled(PACK_36)
    assert given.left == plain.left
    assert drawn(given, given.left)[0] == drawn(plain, plain.left)[0]


def test_the_shoe_remembers_every_shuffle():
    first, shoe = drawn(Shoe.open(ZEROS, PACK_36, cutting=(5, 7)), 3)
    second, shoe = drawn(shoe.reshuffled(PACK_36[3:]), 2)
    assert shoe.dealt() == (first, second)
    assert shoe.cuts() == (5, 7)
    assert shoe.number == 2


@pytest.mark.parametrize(
    ("cards", "cutting", "key", "shuffle"),
    [
        (("6s 6s", None), (), "cards", 1),
        ((None, "6s"), (), "cards", 2),
        ((), (36,), "cut", 1),
        ((), (0,), "cut", 1),
        ((), (5, 30), "cut", 2),
    ],
)
def test_given_chance_that_does_not_fit_its_stock_is_an_error_of_that_shuffle(cards, cutting, key, shuffle):
    piles = tuple(None if pile is None else parse_cards(pile) for pile in cards)
    with pytest.raises(ChanceError) as caught:
        Shoe.open(ZEROS, PACK_36, piles, cutting).reshuffled(PACK_36[6:])
    assert (caught.value.key, caught.value.shuffle) == (key, shuffle)


def test_the_last_card_takes_no_number():
    _, before = drawn(Shoe.open(ZEROS, PACK_36, cut=False), 35)
    _, after = drawn(before, 1)
    assert after.shuffle.order.stream == before.shuffle.order.stream


@given(seed=seeds, stock=st.sampled_from([PACK_36, SIX_PACKS]), data=st.data())
@settings(max_examples=40)
def test_cards_taken_together_are_those_drawn_one_by_one(seed, stock, data):
    front = data.draw(st.sampled_from([None, stock[:3]]))
    together = alone = Shoe.open(seed, stock, (front,), cut=False)
    while together.left:
        count = data.draw(st.integers(0, min(together.left, 90)))
        cards, together = together.draw(count)
        others, alone = drawn(alone, count)
        assert cards == others
        assert together == alone
        if not count:
            break
    with pytest.raises(IndexError):
        together.draw(together.left + 1)


@pytest.mark.parametrize("front", [None, parse_cards("6s 7s 8s")])
def test_cards_taken_together_never_come_from_below_the_cut_card(front):
    """Rules 1.3."""
    shoe = Shoe.open(ZEROS, PACK_36, (front,), (5,))
    assert len(shoe.draw(5)[0]) == 5
    for taken, more in ((0, 6), (3, 3), (5, 1), (5, 31)):
        _, before = shoe.draw(taken)
        with pytest.raises(IndexError):
            before.draw(more)


def test_no_more_cards_are_taken_than_there_are():
    order = Shoe.open(ZEROS, PACK_36, cut=False).shuffle.order
    cards, used_up = order.draw(36)
    assert Counter(cards) == Counter(PACK_36)
    for before, more in ((order, 37), (used_up, 1), (order.draw(30)[1], 7)):
        with pytest.raises(IndexError):
            before.draw(more)
    assert used_up.draw(0) == ((), used_up)
    with pytest.raises(IndexError):
        used_up.draw(1)
