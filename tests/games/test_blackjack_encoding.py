"""The canonical encoding of blackjack: every fact of a state is in it."""

from dataclasses import fields, replace

import pytest

from engine.cards import PACK_52
from engine.game import Phase, Result, Standing
from engine.games.blackjack.play import STOCK
from engine.games.blackjack.seat import Hand, Seat
from engine.games.blackjack.state import Blackjack

CARD = PACK_52[17]

#: For each field of each value in a state, something it does not hold in the state below.
OTHER = {
    Blackjack: {
        "seats": (),
        "shoe": None,  # its own fields are looked at in the tests of Очко
        "deal": 97,
        "phase": Phase.OVER,
        "to_move": 3,
        "hand": 3,
        "dealer": (CARD,),
    },
    Seat: {"standing": Standing.LEFT, "hands": (), "carried": 77, "absent": True, "silent": 76},
    Hand: {
        "cards": (CARD,),
        "stake": 74,
        "split": True,
        "stood": True,
        "result": Result.WIN,
        "halves": 73,
    },
}


def changed(state, kind, name, value):
    seat = state.seats[1]
    if kind is Blackjack:
        return replace(state, **{name: value})
    if kind is Hand:
        name, value = "hands", (replace(seat.hands[0], **{name: value}),)
    seat = replace(seat, **{name: value})
    return replace(state, seats=(state.seats[0], seat))


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind in OTHER for name in OTHER[kind] if name != "shoe"]
)
def test_every_field_is_in_the_encoding(table, kind, name):
    state = table(2, "2s 3s Ts 5h 6h 9h")("deal", "0 stand").state
    other = changed(state, kind, name, OTHER[kind][name])
    assert other.encode() != state.encode()


@pytest.mark.parametrize("kind", list(OTHER))
def test_no_field_is_forgotten_here(kind):
    assert {field.name for field in fields(kind)} == set(OTHER[kind])


def test_the_shoe_is_in_the_encoding(table):
    one, other = (table(1, "2s Ts 3s 9s 4s", bytes(31) + bytes([n]))("deal").state for n in (1, 2))
    assert one.view(None) == other.view(None)
    assert one.encode() != other.encode()


def test_the_bytes_are_these_for_ever(table):
    """Stored tables keep digests of them: whoever changes them voids every open table."""
    state = table(1, "8s 6s 8h Ts 3s")("deal", "0 split").state
    assert state.encode() == (
        b'["blackjack 1",[["playing",[["8s 3s",1,true,false,null,0],["8h",1,true,false,null,0]],0,false,0]],'
        b'[1,"draw",0,0],"6s Ts",["'
        + b"0" * 64
        + b'",["8s 6s 8h Ts 3s"],[],[],[],["'
        + " ".join(map(str, STOCK)).encode()
        + b'","shuffle:1",0,0],[],[312,"8s 6s 8h Ts 3s","8s 6s 8h Ts 3s","8s 6s 8h Ts 3s"]]]'
    )
