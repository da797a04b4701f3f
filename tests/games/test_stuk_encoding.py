"""The canonical encoding of Стук: every fact of a state is in it."""

from dataclasses import fields, replace

import pytest

from engine.cards import PACK_36
from engine.game import BankEnding, Ending, Phase, Result, Standing
from engine.games.stuk.pack import Pack
from engine.games.stuk.seat import Hand, Seat
from engine.games.stuk.state import Stuk
from engine.shoe import Shoe

CARD = PACK_36[17]

#: For each field of each value in a state, something it does not hold in the state below.
OTHER = {
    Stuk: {
        "seats": (),
        "size": 50,
        "rated": False,
        "pack": None,  # changed through its own fields below
        "next_bank": 2,
        "banker": 2,
        "bank": 99,
        "bank_before": 98,
        "deal": 97,
        "rounds": 96,
        "last_round": True,
        "deal_banker": 2,
        "banker_forfeits": 1,
        "phase": Phase.OVER,
        "to_move": 2,
        "bank_ending": BankEnding.BROKEN,
        "ending": Ending.BANKS_PLAYED,
    },
    Seat: {
        "chips": 77,
        "began": 76,
        "standing": Standing.LEFT,
        "hand": None,
        "missed": 1,
        "sits_out": True,
        "had_bank": True,
        "was_dealt": False,
        "forfeited": True,
    },
    Hand: {
        "cards": (CARD,),
        "stake": 74,
        "against": (CARD,),
        "result": Result.WIN,
        "paid": 73,
        "missed": True,
    },
    Pack: {
        "shoe": Shoe.open(bytes(32), PACK_36),
        "openers": (1, 2),
        "below": (CARD,),
        "came_in": True,
        "late": ((CARD,),),
    },
}


def changed(state, kind, name, value):
    seat = state.seats[1]
    if kind is Stuk:
        return replace(state, **{name: value})
    if kind is Seat:
        return state.with_seat(1, replace(seat, **{name: value}))
    if kind is Hand:
        return state.with_seat(1, replace(seat, hand=replace(seat.hand, **{name: value})))
    return replace(state, pack=replace(state.pack, **{name: value}))


CASES = [(kind, name) for kind, values in OTHER.items() for name in values if name != "pack"]


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_every_field_is_in_the_encoding(stuk, kind, name):
    state = stuk(30, 30, 30, seed=bytes(31) + b"\7")("deal", "1 bet 2").state
    other = changed(state, kind, name, OTHER[kind][name])
    assert other.encode() != state.encode()


@pytest.mark.parametrize("kind", list(OTHER))
def test_no_field_is_forgotten_here(kind):
    assert {field.name for field in fields(kind)} == set(OTHER[kind])


def test_the_bytes_are_these_for_ever(stuk):
    """Stored games keep digests of them: whoever changes them voids every open table."""
    state = stuk(30, 20, cards="6s 7s", cut=9)("deal", "1 bet 1", "1 stand").state
    assert state.encode() == (
        b'["stuk 1",[[20,30,"playing",0,false,true,true,false,["7s",0,"",null,0,false]],'
        b'[19,20,"playing",0,false,false,true,false,["6s",1,"7s",null,0,false]]],'
        b'[10,true],[null,0,0,0],[10,10,1,0,false],["bank",0,null,null],[["'
        + b"0" * 64
        + b'",["6s 7s"],[9],[],[],["'
        + " ".join(map(str, PACK_36)).encode()
        + b'","shuffle:1",0,0],[],[9,"6s 7s","6s 7s","6s 7s"]],[1],"",false,[""]]]'
    )
