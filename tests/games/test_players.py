"""Computer players of Очко and Стук move by what their seat sees (rules 4.16)."""

import pytest
from drivers import Game, StukGame, move_of
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from lookalike import lookalike

from engine.cards import PACK_36, format_cards
from engine.players import Level


@pytest.mark.parametrize(("begin", "chips", "most"), [(Game, 9, 4), (StukGame, 30, 6)], ids=["ochko", "stuk"])
@given(data=st.data(), pack=st.permutations(PACK_36))
@settings(max_examples=60)
def test_what_is_hidden_changes_no_move(begin, chips, most, data, pack):
    """Two tables that look the same to the seat to move, and differ in everything else."""
    stacks = [chips] * data.draw(st.integers(2, most))
    one = begin(*stacks, banker=0, cards=format_cards(tuple(pack)), cut=35)("deal")
    for _ in range(data.draw(st.integers(0, 14 if begin is StukGame else 8))):
        if one.view.to_move is None:
            break
        one(move_of(one, Level.NORMAL))
    assume(one.view.to_move is not None)
    other = lookalike(one, pack, data)
    for level in Level:
        assert move_of(one, level) == move_of(other, level)


@pytest.mark.parametrize(
    ("level", "card", "in_ochko", "in_stuk"),
    [
        (Level.EASY, "As", 5, 5),
        (Level.EASY, "6s", 5, 5),
        (Level.NORMAL, "As", 15, 15),
        (Level.NORMAL, "Ts", 6, 6),
        (Level.NORMAL, "6s", 1, 2),
        (Level.HARD, "As", 20, 20),
        (Level.HARD, "Ts", 20, 2),
        (Level.HARD, "9s", 1, 2),
    ],
)
def test_stakes_follow_the_first_card(level, card, in_ochko, in_stuk):
    """Rules 2.8, 3.5: each after seeing one's own first card; in Стук the least is a tenth of the table's size."""
    cards = f"{card} 8h"
    assert move_of(Game(20, 30, cards=cards)("deal"), level) == f"1 bet {in_ochko}"
    assert move_of(StukGame(60, 60, size=20, cards=cards)("deal"), level) == f"1 bet {in_stuk}"
