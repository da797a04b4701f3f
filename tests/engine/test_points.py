"""Points of the 36-card pack (rules 1.1, 1.2)."""

from itertools import permutations

import pytest

from engine.cards import PACK_36, PACK_52, Card, format_cards, parse_cards
from engine.hand36 import bust, golden, points


def test_the_pack_has_nine_ranks_in_four_suits():
    """Rules 1.1."""
    assert len(set(PACK_36)) == 36
    assert format_cards(PACK_36[:9]) == "6s 7s 8s 9s Ts Js Qs Ks As"
    assert format_cards(PACK_36[9:11]) == "6h 7h"
    assert format_cards(PACK_36[-1:]) == "Ac"
    assert len(set(PACK_52)) == 52
    assert format_cards(PACK_52[:2]) == "2s 3s"


@pytest.mark.parametrize(
    ("rank", "worth"),
    [("6", 6), ("7", 7), ("8", 8), ("9", 9), ("T", 10), ("J", 2), ("Q", 3), ("K", 4), ("A", 11)],
)
def test_points_of_each_rank(rank, worth):
    """Rules 1.1."""
    assert [points(parse_cards(rank + suit)) for suit in "shdc"] == [worth] * 4


def test_the_ace_is_never_one():
    """Rules 1.1."""
    assert points(parse_cards("As Ts 6s")) == 27
    assert bust(parse_cards("As Ts 6s"))


def test_two_aces_are_the_golden_point():
    """Rules 1.2."""
    hand = parse_cards("Ah As")
    assert (points(hand), golden(hand), bust(hand)) == (22, True, False)


def test_two_aces_and_another_card_are_bust_in_any_order():
    """Rules 1.2."""
    for hand in permutations(parse_cards("As Ah Js")):
        assert (points(hand), golden(hand), bust(hand)) == (24, False, True)


@pytest.mark.parametrize(
    ("hand", "over"),
    [("Ts As", False), ("Ts 9s Qs", True), ("Ts 9s Js", False), ("As Ah Ad", True), ("", False)],
)
def test_a_hand_above_21_is_bust(hand, over):
    """Rules 1.2."""
    assert bust(parse_cards(hand)) is over


@pytest.mark.parametrize("text", ["", "A", "1s", "as", "AS", "10s", "Ax", "sA", "А♠"])
def test_what_is_no_card_is_refused(text):
    with pytest.raises(ValueError, match="not a card"):
        Card.parse(text)
