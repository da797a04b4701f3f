"""The canonical encoding of Очко: every fact of a state is in it."""

from dataclasses import fields, replace

import pytest

from engine.cards import PACK_36, parse_cards
from engine.game import Ending, Phase, Result, Standing
from engine.games.ochko.seat import Hand, Seat
from engine.games.ochko.state import Ochko
from engine.shoe import Order, Shoe, Shuffle

CARD = PACK_36[17]

#: For each field of each value in a state, something it does not hold in the state below.
OTHER = {
    Ochko: {
        "seats": (),
        "banker": 3,
        "rated": False,
        "limit": 7,
        "shoe": None,  # changed through its own fields below
        "bank": 99,
        "bank_before": 98,
        "deal": 97,
        "finished_deals": 96,
        "phase": Phase.OVER,
        "to_move": 3,
        "ending": Ending.NO_BETTOR,
    },
    Seat: {"chips": 77, "began": 76, "standing": Standing.OUT, "won": (75,), "hand": None},
    Hand: {"cards": (CARD,), "stake": 74, "stood": True, "result": Result.WIN, "paid": 73},
    Shoe: {
        "seed": bytes(31) + b"\1",
        "shuffle": None,
        "cards": (None, (CARD,)),
        "cutting": (None, 5),
        "past": ((CARD,),),
        "past_cuts": (35,),
    },
    Shuffle: {"order": None, "above": 30, "given": (CARD,), "owed": (CARD,), "dealt": (CARD,)},
    Order: {"stock": PACK_36[:20], "stream": None, "position": 19, "displaced": ((30, CARD),)},
}


def changed(state, kind, name, value):
    seat, shoe = state.seats[1], state.shoe
    if kind is Ochko:
        return replace(state, **{name: value})
    if kind is Seat:
        return state.with_seat(1, replace(seat, **{name: value}))
    if kind is Hand:
        return state.with_seat(1, replace(seat, hand=replace(seat.hand, **{name: value})))
    if kind is Shoe:
        return replace(state, shoe=replace(shoe, **{name: value}))
    shuffle = shoe.shuffle
    if kind is Shuffle:
        return replace(state, shoe=replace(shoe, shuffle=replace(shuffle, **{name: value})))
    order = replace(shuffle.order, **{name: value})
    return replace(state, shoe=replace(shoe, shuffle=replace(shuffle, order=order)))


CASES = [
    (kind, name)
    for kind, values in OTHER.items()
    for name in values
    if name not in {"shoe", "shuffle", "order", "stream"}
]


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_every_field_is_in_the_encoding(game, kind, name):
    state = game(9, 9, 9, seed=bytes(31) + b"\7")("deal", "1 bet 2").state
    other = changed(state, kind, name, OTHER[kind][name])
    assert other.encode() != state.encode()


@pytest.mark.parametrize("kind", list(OTHER))
def test_no_field_is_forgotten_here(kind):
    assert {field.name for field in fields(kind)} == set(OTHER[kind])


def test_the_stream_is_in_the_encoding(game):
    state = game(9, 9, seed=bytes(31) + b"\7")("deal").state
    order = state.shoe.shuffle.order
    for stream in (replace(order.stream, position=40), replace(order.stream, label="shuffle:2")):
        other = changed(state, Order, "stream", stream)
        assert other.encode() != state.encode()


def test_the_bytes_are_these_for_ever(game):
    """Stored games keep digests of them: whoever changes them voids every open table."""
    state = game(3, 2, cards="6s 7s", cut=9)("deal", "1 bet 1").state
    assert state.encode() == (
        b'["ochko 1",[[0,3,"playing",[],["7s",0,false,null,0]],[1,2,"playing",[],["6s",1,false,null,0]]],'
        b'[0,true,10],[3,3,1,0],["draw",1,null],["'
        + b"0" * 64
        + b'",["6s 7s"],[9],[],[],["'
        + " ".join(map(str, PACK_36)).encode()
        + b'","shuffle:1",0,0],[],[9,"6s 7s","6s 7s","6s 7s"]]]'
    )
    assert state.shoe.shuffle.given == parse_cards("6s 7s")
