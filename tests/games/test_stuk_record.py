"""Records of Стук read strictly, and what they default to (records.md, «Input»)."""

import pytest

from engine.json_shape import RecordError
from engine.record import record_from
from engine.replay import output, replay

SEATS = [{"name": "Anna"}, {"name": "Boris"}, {"name": "Vera"}]


def a_record(**changes):
    return {"record": 1, "game": "stuk", "seats": SEATS, "moves": []} | changes


def test_the_defaults():
    """Rules 3.1: size 20, rated, stacks of three times the size, seat 0 banks."""
    setup = record_from(a_record()).setup
    assert dict(setup.options) == {"size": 20, "rated": True}
    assert [seat.chips for seat in setup.seats] == [60, 60, 60]
    found = output(replay(record_from(a_record(moves=["deal"]))))
    assert (found["banker"], found["bank"]) == (0, 20)


@pytest.mark.parametrize("size", [10, 20, 50, 100, 200, 500])
def test_a_stack_that_is_not_named_is_three_times_the_size(size):
    """Rules 3.1."""
    seats = [{"name": "Anna"}, {"name": "Boris", "chips": 7}]
    setup = record_from(a_record(options={"size": size}, seats=seats)).setup
    assert [seat.chips for seat in setup.seats] == [3 * size, 7]


def test_the_first_banker_may_be_named():
    assert output(replay(record_from(a_record(banker=2, moves=["deal"]))))["banker"] == 2


def test_before_the_first_deal():
    assert output(replay(record_from(a_record()))) == {
        "valid": True,
        "finished": False,
        "deal": 0,
        "banker": None,
        "to_move": None,
        "legal": [],
        "bank": 0,
        "last_round": False,
        "seats": [{"name": name, "chips": 60, "hands": []} for name in ("Anna", "Boris", "Vera")],
    }


def test_a_table_that_cannot_begin_is_over():
    """Rules 3.13."""
    seats = [{"name": "Anna", "chips": 0}, {"name": "Boris", "chips": 60}]
    found = output(replay(record_from(a_record(seats=seats))))
    assert (found["finished"], found["deal"]) == (True, 0)
    assert [result["games"] for result in found["results"]] == [0, 0]


@pytest.mark.parametrize(
    ("key", "changes"),
    [
        ("options.size", {"options": {"size": 30}}),
        ("options.size", {"options": {"size": 0}}),
        ("options.size", {"options": {"size": None}}),
        ("options.size", {"options": {"size": "20"}}),
        ("options.size", {"options": {"size": 20.0}}),
        ("options.rated", {"options": {"rated": 1}}),
        ("options", {"options": {"deals": 5}}),
        ("seats", {"seats": SEATS[:1]}),
        ("seats", {"seats": [{"name": "Anna"}] * 7}),
        ("seats[0].chips", {"seats": [{"name": "Anna", "chips": -1}, *SEATS]}),
        ("seats[0].chips", {"seats": [{"name": "Anna", "chips": None}, *SEATS]}),
        ("banker", {"banker": 3}),
        ("banker", {"banker": None}),
        ("cards", {"cards": "2s"}),
        ("cut", {"cut": 36}),
    ],
)
def test_what_is_not_listed_makes_the_record_unreadable(key, changes):
    with pytest.raises(RecordError, match=f"^{key.split('[')[0]}"):
        record_from(a_record(**changes))


@pytest.mark.parametrize(
    ("cards", "cut", "message"),
    [
        (["9s 8s", "6s"], [2], "cards: shuffle 2"),
        (["9s 8s"], [2, 1], "cut: shuffle 2"),
        (["9s 8s", "8s 9s"], [2, 1], "cut: shuffle 2"),
    ],
)
def test_what_does_not_fit_a_later_shuffle_makes_the_record_unreadable_when_it_comes(cards, cut, message):
    """Rules 3.12: the stock is what was played out, and has no cut card."""
    once = ["deal", "1 bet 2", "1 stand", "0 stand"]
    given = a_record(seats=SEATS[:2], cards=cards, cut=cut)
    assert replay(record_from(given | {"moves": once})).refused is None
    with pytest.raises(RecordError, match=message):
        replay(record_from(given | {"moves": [*once, "deal"]}))


@pytest.mark.parametrize(
    "move", ["1 bet 1", "1 bet 21", "0 knock", "1 double", "deal", "2 hit", "0 bet 3", "3 leave"]
)
def test_a_refused_move_stops_the_replay_before_it(move):
    moves = ["deal", move, "1 bet 2"]
    stopped = output(replay(record_from(a_record(moves=moves))))
    assert (stopped.pop("valid"), stopped.pop("at_move")) == (False, 1)
    assert stopped.pop("error")
    before = output(replay(record_from(a_record(moves=["deal"]))))
    del before["valid"]
    assert stopped == before
