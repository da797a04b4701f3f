"""Records read strictly (records.md, «Input»). What is wrong is named by its key."""

import json

import pytest

from engine.cards import parse_cards
from engine.json_shape import RecordError
from engine.record import read_record, record_from, write_record
from engine.replay import replay

SEATS = [{"name": "Anna", "chips": 10}, {"name": "Борис", "chips": 6}]


def a_record(**changes):
    found = {"record": 1, "game": "ochko", "seats": SEATS, "moves": ["deal"]} | changes
    return {key: value for key, value in found.items() if value is not ...}


def read(**changes):
    return read_record(json.dumps(a_record(**changes)).encode())


def test_the_defaults():
    record = read()
    assert record.rules.name == "ochko"
    assert dict(record.setup.options) == {"deals": 10, "rated": True}
    assert record.setup.seed == bytes(32)
    assert (record.setup.banker, record.setup.cards, record.setup.cuts) == (None, (), ())
    assert [(seat.name, seat.chips) for seat in record.setup.seats] == [("Anna", 10), ("Борис", 6)]
    assert record.moves == ("deal",)


def test_everything_given():
    record = read(
        options={"deals": None, "rated": False},
        banker=1,
        seed="aB" * 32,
        cards=["Ah Ts", None, ""],
        cut=[3, None],
    )
    assert dict(record.setup.options) == {"deals": None, "rated": False}
    assert record.setup.banker == 1
    assert record.setup.seed == b"\xab" * 32
    assert record.setup.cards == (parse_cards("Ah Ts"), None, ())
    assert record.setup.cuts == (3, None)


def test_bare_cards_and_a_bare_cut_are_those_of_the_first_shuffle():
    record = read(cards="Ah Ts", cut=35)
    assert record.setup.cards == (parse_cards("Ah Ts"),)
    assert record.setup.cuts == (35,)


SEAT = {"name": "Vera", "chips": 3}

UNREADABLE = [
    ("key 'record'", {"record": ...}),
    ("record", {"record": 2}),
    ("record", {"record": True}),
    ("record", {"record": 1.0}),
    ("record", {"record": "1"}),
    ("key 'game'", {"game": ...}),
    ("game", {"game": "poker"}),
    ("game", {"game": "Ochko"}),
    ("game", {"game": 1}),
    ("game", {"game": None}),
    ("key 'seats'", {"seats": ...}),
    ("seats", {"seats": SEATS[:1]}),
    ("seats", {"seats": [SEAT] * 5}),
    ("seats", {"seats": []}),
    ("seats", {"seats": {}}),
    ("seats[1]", {"seats": [SEAT, "Vera"]}),
    ("seats[1]", {"seats": [SEAT, {**SEAT, "colour": "red"}]}),
    ("seats[0]", {"seats": [{"name": "Anna"}, SEAT]}),
    ("seats[0]", {"seats": [{"chips": 3}, SEAT]}),
    ("seats[0].name", {"seats": [{"name": 5, "chips": 3}, SEAT]}),
    ("seats[0].name", {"seats": [{"name": "\ud800", "chips": 3}, SEAT]}),
    ("seats[1].chips", {"seats": [SEAT, {**SEAT, "chips": 0}]}),
    ("seats[1].chips", {"seats": [SEAT, {**SEAT, "chips": -1}]}),
    ("seats[1].chips", {"seats": [SEAT, {**SEAT, "chips": True}]}),
    ("seats[1].chips", {"seats": [SEAT, {**SEAT, "chips": 3.0}]}),
    ("seats[1].chips", {"seats": [SEAT, {**SEAT, "chips": "3"}]}),
    ("seats[1].chips", {"seats": [SEAT, {**SEAT, "chips": None}]}),
    ("seats[1].chips", {"seats": [SEAT, {**SEAT, "chips": 2**53}]}),
    ("key 'moves'", {"moves": ...}),
    ("moves", {"moves": "deal"}),
    ("moves", {"moves": None}),
    ("moves[1]", {"moves": ["deal", 1]}),
    ("moves[0]", {"moves": [["deal"]]}),
    ("options", {"options": None}),
    ("options", {"options": []}),
    ("options", {"options": {"size": 20}}),
    ("options", {"options": {"deals": 5, "level": "sandbox"}}),
    ("options.deals", {"options": {"deals": 2}}),
    ("options.deals", {"options": {"deals": True}}),
    ("options.deals", {"options": {"deals": 1.0}}),
    ("options.deals", {"options": {"deals": "5"}}),
    ("options.deals", {"options": {"deals": [1]}}),
    ("options.rated", {"options": {"rated": 1}}),
    ("options.rated", {"options": {"rated": None}}),
    ("banker", {"banker": 2}),
    ("banker", {"banker": -1}),
    ("banker", {"banker": False}),
    ("banker", {"banker": None}),
    ("banker", {"banker": "0"}),
    ("seed", {"seed": "0" * 63}),
    ("seed", {"seed": "0" * 65}),
    ("seed", {"seed": "g" * 64}),
    ("seed", {"seed": "０" * 64}),
    ("seed", {"seed": " " + "0" * 63}),
    ("seed", {"seed": "0" * 64 + "\n"}),
    ("seed", {"seed": 0}),
    ("seed", {"seed": None}),
    ("cards", {"cards": "Ah Ts Ah"}),
    ("cards", {"cards": "2h"}),
    ("cards", {"cards": "10h"}),
    ("cards", {"cards": "ah"}),
    ("cards", {"cards": "??"}),
    ("cards", {"cards": "Ah,Ts"}),
    ("cards", {"cards": "Ah  Ts"}),
    ("cards", {"cards": None}),
    ("cards", {"cards": 5}),
    ("cards[1]", {"cards": [None, "Ah Ah"]}),
    ("cards[0]", {"cards": [["Ah"]]}),
    ("cards[0]", {"cards": [False]}),
    ("cut", {"cut": 0}),
    ("cut", {"cut": 36}),
    ("cut", {"cut": True}),
    ("cut", {"cut": 5.0}),
    ("cut", {"cut": None}),
    ("cut[1]", {"cut": [5, 36]}),
    ("cut[0]", {"cut": ["5"]}),
    ("key 'comment'", {"comment": "x"}),
    ("key 'Seats'", {"Seats": []}),
]


@pytest.mark.parametrize(("key", "changes"), UNREADABLE)
def test_a_key_or_value_that_is_not_listed_makes_the_record_unreadable(key, changes):
    with pytest.raises(RecordError) as caught:
        read(**changes)
    message = str(caught.value)
    assert key in message
    assert message.isprintable()
    assert len(message) < 200


NO_RECORD = [
    b"",
    b"null",
    b"[]",
    b'"ochko"',
    b"{",
    b'{"record": 1,}',
    b"\xef\xbb\xbf{}",
    b"\xff\xfe{\x00}\x00",
    '{"record": "é"}'.encode("latin-1"),
    b"[" * 100_000,
    b'{"record": ' + b"9" * 10_000 + b"}",
]


@pytest.mark.parametrize("data", NO_RECORD)
def test_what_is_no_json_object_in_utf_8_is_unreadable(data):
    with pytest.raises(RecordError) as caught:
        read_record(data)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "number", ["NaN", "Infinity", "-Infinity", "1.0", "1e1", "-0.0", "9" * 17, "9" * 6000]
)
def test_numbers_that_are_not_whole_or_too_large_name_their_key(number):
    data = json.dumps(a_record(banker="HERE")).replace('"HERE"', number).encode()
    with pytest.raises(RecordError, match=r"^banker: "):
        read_record(data)


@pytest.mark.parametrize(
    "text",
    [
        '{"record": 1, "record": 1}',
        '{"record": 1, "game": "ochko", "seats": [{"name": "A", "name": "B", "chips": 1}], "moves": []}',
    ],
)
def test_a_key_that_stands_twice_is_unreadable(text):
    with pytest.raises(RecordError, match="twice"):
        read_record(text.encode())


@pytest.mark.parametrize(
    ("cards", "cut", "message"),
    [
        (["6s 7s 8s", "8s"], [3], "cards: shuffle 2"),  # 8s is still in a hand, 6s and 7s are not
        (["6s 7s 8s", None], [3, 35], "cut: shuffle 2"),
    ],
)
def test_what_does_not_fit_a_later_shuffle_makes_the_record_unreadable_when_it_comes(cards, cut, message):
    """Rules 1.4: the stock of a later shuffle depends on the play."""
    once = ["deal", "1 bet 1", "1 stand", "0 stand"]
    record = record_from(a_record(banker=0, cards=cards, cut=cut, moves=once))
    assert replay(record).refused is None
    record = record_from(a_record(banker=0, cards=cards, cut=cut, moves=[*once, "deal"]))
    with pytest.raises(RecordError, match=message):
        replay(record)


def test_a_written_record_is_read_as_it_was():
    record = read(banker=1, cards="Ah Ts", options={"deals": 5, "rated": False}, seed="7f" * 32)
    state = replay(record).state
    again = read_record(json.dumps(write_record(record.rules, record.setup, state, record.moves)).encode())
    assert again.setup.options == record.setup.options
    assert (again.setup.seats, again.setup.seed, again.setup.banker) == (record.setup.seats, b"\x7f" * 32, 1)
    assert again.setup.cards == (parse_cards("Ah Ts"),)
    assert again.setup.cuts == (35,)
    assert again.moves == record.moves
