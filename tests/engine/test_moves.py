"""Moves as written (records.md)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Move, Refusal, Verb, read_move, write_move

SEAT_VERBS = [verb for verb in Verb if verb not in {Verb.BET, Verb.DEAL}]


@pytest.mark.parametrize(
    ("text", "seat", "move"),
    [
        ("deal", None, Move(Verb.DEAL)),
        ("0 hit", 0, Move(Verb.HIT)),
        ("3 leave", 3, Move(Verb.LEAVE)),
        ("1 bet 12", 1, Move(Verb.BET, 12)),
        ("1 bet 0", 1, Move(Verb.BET, 0)),
        ("17 knock", 17, Move(Verb.KNOCK)),
    ],
)
def test_a_move_is_read(text, seat, move):
    assert read_move(text) == (seat, move)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "Deal",
        "deal ",
        "0 deal",
        "0",
        "hit",
        "0 raise",
        "0 bet",
        "0 bet all",
        "0 bet 1_000",
        "0 bet ١٢",
        "0 bet 1٢",
        "٠ hit",
        "0 bet -1",
        "0 bet +1",
        "0 bet 007",
        "0 bet 1.0",
        "0 bet 1e2",
        "0 bet 0x1",
        "0 bet 1 2",
        "0 bet " + "9" * 5000,
        "00 hit",
        "-1 hit",
        "0  hit",
        "0\thit",
        " 0 hit",
        "0 hit ",
        "0 hit\n",
        "0 HIT",
        "0 hit 3",
    ],
)
def test_what_is_no_move_at_all_is_refused(text):
    assert read_move(text) is Refusal.NOT_A_MOVE


@given(seat=st.integers(0, 999), verb=st.sampled_from(SEAT_VERBS), amount=st.integers(0, 10**15))
def test_what_is_written_is_read_again(seat, verb, amount):
    for move in (Move(verb), Move(Verb.BET, amount)):
        assert read_move(write_move(seat, move)) == (seat, move)
    assert read_move(write_move(None, Move(Verb.DEAL))) == (None, Move(Verb.DEAL))


@given(st.text(max_size=20))
def test_any_other_text_is_a_move_in_its_one_form_or_none(text):
    parsed = read_move(text)
    assert parsed is Refusal.NOT_A_MOVE or write_move(*parsed) == text
