"""The canonical encoding of each game: every fact of a state is in it."""

from dataclasses import fields, replace

import pytest
from drivers import Game, Round, StukGame

from engine.cards import PACK_36, PACK_52, parse_cards
from engine.game import BankEnding, Ending, Phase, Result, Standing
from engine.games.blackjack import seat as blackjack
from engine.games.blackjack.play import STOCK
from engine.games.blackjack.state import Blackjack
from engine.games.ochko import seat as ochko
from engine.games.ochko.state import Ochko
from engine.games.stuk import seat as stuk
from engine.games.stuk.pack import Pack
from engine.games.stuk.state import Stuk
from engine.shoe import Order, Shoe, Shuffle

CARD = PACK_36[17]
#: Changed through its own fields.
INSIDE = object()

#: For each field of each value in a state, something it does not hold in the states below.
OTHER = {
    Ochko: {
        "seats": (),
        "banker": 3,
        "rated": False,
        "limit": 7,
        "shoe": INSIDE,
        "bank": 99,
        "bank_before": 98,
        "deal": 97,
        "finished_deals": 96,
        "phase": Phase.OVER,
        "to_move": 3,
        "ending": Ending.NO_BETTOR,
    },
    ochko.Seat: {"chips": 77, "began": 76, "standing": Standing.OUT, "won": (75,), "hand": None},
    ochko.Hand: {"cards": (CARD,), "stake": 74, "stood": True, "result": Result.WIN, "paid": 73},
    Shoe: {
        "seed": bytes(31) + b"\1",
        "shuffle": INSIDE,
        "cards": (None, (CARD,)),
        "cutting": (None, 5),
        "past": ((CARD,),),
        "past_cuts": (35,),
    },
    Shuffle: {"order": INSIDE, "above": 30, "given": (CARD,), "owed": (CARD,), "dealt": (CARD,)},
    Order: {"stock": PACK_36[:20], "stream": INSIDE, "position": 19, "displaced": ((30, CARD),)},
    Stuk: {
        "seats": (),
        "size": 50,
        "rated": False,
        "pack": INSIDE,
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
    stuk.Seat: {
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
    stuk.Hand: {
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
    Blackjack: {
        "seats": (),
        "shoe": INSIDE,
        "deal": 97,
        "phase": Phase.OVER,
        "to_move": 3,
        "hand": 3,
        "dealer": (PACK_52[17],),
    },
    blackjack.Seat: {"standing": Standing.LEFT, "hands": (), "carried": 77, "absent": True, "silent": 76},
    blackjack.Hand: {
        "cards": (PACK_52[17],),
        "stake": 74,
        "split": True,
        "stood": True,
        "result": Result.WIN,
        "halves": 73,
    },
}

SEED = bytes(31) + b"\7"
OCHKO = Game(9, 9, 9, seed=SEED)("deal", "1 bet 2").state
STUK = StukGame(30, 30, 30, seed=SEED)("deal", "1 bet 2").state
BLACKJACK = Round(2, "2s 3s Ts 5h 6h 9h")("deal", "0 stand").state

#: Where in which state each value is.
PLACES = {
    Ochko: (OCHKO,),
    ochko.Seat: (OCHKO, "seats", 1),
    ochko.Hand: (OCHKO, "seats", 1, "hand"),
    Shoe: (OCHKO, "shoe"),
    Shuffle: (OCHKO, "shoe", "shuffle"),
    Order: (OCHKO, "shoe", "shuffle", "order"),
    Stuk: (STUK,),
    stuk.Seat: (STUK, "seats", 1),
    stuk.Hand: (STUK, "seats", 1, "hand"),
    Pack: (STUK, "pack"),
    Blackjack: (BLACKJACK,),
    blackjack.Seat: (BLACKJACK, "seats", 1),
    blackjack.Hand: (BLACKJACK, "seats", 1, "hands", 0),
}


def changed(value, *path, **fields_):
    """The value with other fields in what lies at the end of a path through it."""
    if not path:
        return replace(value, **fields_)
    step, *rest = path
    if isinstance(step, int):
        return (*value[:step], changed(value[step], *rest, **fields_), *value[step + 1 :])
    return replace(value, **{step: changed(getattr(value, step), *rest, **fields_)})


CASES = [
    pytest.param(kind, name, id=f"{kind.__module__.split('.')[-2]}-{kind.__name__}-{name}")
    for kind, values in OTHER.items()
    for name, value in values.items()
    if value is not INSIDE
]


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_every_field_is_in_the_encoding(kind, name):
    state, *path = PLACES[kind]
    assert changed(state, *path, **{name: OTHER[kind][name]}).encode() != state.encode()


@pytest.mark.parametrize("kind", list(OTHER))
def test_no_field_is_forgotten_here(kind):
    assert {field.name for field in fields(kind)} == set(OTHER[kind])


def test_the_stream_is_in_the_encoding():
    stream = OCHKO.shoe.shuffle.order.stream
    for other in (replace(stream, position=40), replace(stream, label="shuffle:2")):
        assert changed(OCHKO, *PLACES[Order][1:], stream=other).encode() != OCHKO.encode()


def test_the_shoe_of_blackjack_is_in_the_encoding():
    one, other = (Round(1, "2s Ts 3s 9s 4s", bytes(31) + bytes([n]))("deal").state for n in (1, 2))
    assert one.view(None) == other.view(None)
    assert one.encode() != other.encode()


def test_the_bytes_of_ochko_are_these_for_ever():
    """Stored games keep digests of them: whoever changes them voids every open table."""
    state = Game(3, 2, cards="6s 7s", cut=9)("deal", "1 bet 1").state
    assert state.encode() == (
        b'["ochko 1",[[0,3,"playing",[],["7s",0,false,null,0]],[1,2,"playing",[],["6s",1,false,null,0]]],'
        b'[0,true,10],[3,3,1,0],["draw",1,null],["'
        + b"0" * 64
        + b'",["6s 7s"],[9],[],[],["'
        + " ".join(map(str, PACK_36)).encode()
        + b'","shuffle:1",0,0],[],[9,"6s 7s","6s 7s","6s 7s"]]]'
    )
    assert state.shoe.shuffle.given == parse_cards("6s 7s")


def test_the_bytes_of_stuk_are_these_for_ever():
    """Stored games keep digests of them: whoever changes them voids every open table."""
    state = StukGame(30, 20, cards="6s 7s", cut=9)("deal", "1 bet 1", "1 stand").state
    assert state.encode() == (
        b'["stuk 1",[[20,30,"playing",0,false,true,true,false,["7s",0,"",null,0,false]],'
        b'[19,20,"playing",0,false,false,true,false,["6s",1,"7s",null,0,false]]],'
        b'[10,true],[null,0,0,0],[10,10,1,0,false],["bank",0,null,null],[["'
        + b"0" * 64
        + b'",["6s 7s"],[9],[],[],["'
        + " ".join(map(str, PACK_36)).encode()
        + b'","shuffle:1",0,0],[],[9,"6s 7s","6s 7s","6s 7s"]],[1],"",false,[""]]]'
    )


def test_the_bytes_of_blackjack_are_these_for_ever():
    """Stored tables keep digests of them: whoever changes them voids every open table."""
    state = Round(1, "8s 6s 8h Ts 3s")("deal", "0 split").state
    assert state.encode() == (
        b'["blackjack 1",[["playing",[["8s 3s",1,true,false,null,0],["8h",1,true,false,null,0]],0,false,0]],'
        b'[1,"draw",0,0],"6s Ts",["'
        + b"0" * 64
        + b'",["8s 6s 8h Ts 3s"],[],[],[],["'
        + " ".join(map(str, STOCK)).encode()
        + b'","shuffle:1",0,0],[],[312,"8s 6s 8h Ts 3s","8s 6s 8h Ts 3s","8s 6s 8h Ts 3s"]]]'
    )
