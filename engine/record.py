"""Records read and written: one table as one JSON object (records.md)."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from engine.cards import Card, format_cards
from engine.game import GameState
from engine.games import GAMES
from engine.json_shape import (
    RecordError,
    as_bytes,
    as_list,
    as_object,
    as_text,
    as_whole,
    load,
    per_shuffle,
    wrong,
)
from engine.rules import Rules, SeatStart, Setup

_T = TypeVar("_T")

#: The version of the format.
VERSION = 1

#: The seed of a record that names none.
DEFAULT_SEED = bytes(32)

_COMPUTER = re.compile(r"Computer [1-9][0-9]? \((?:easy|normal|hard)\)", re.ASCII)


def computer_name(number: int, level: str) -> str:
    """What the seat of a computer is called in a record, by its number at the table, from 1, and its level."""
    return f"Computer {number} ({level})"


def named_as_computer(name: str) -> bool:
    """Whether a seat of a record has such a name. Nothing keeps a person from going by one."""
    return _COMPUTER.fullmatch(name) is not None


@dataclass(frozen=True, slots=True)
class Record:
    """A record that can be played: its game, what it starts from, its moves as written."""

    rules: Rules
    setup: Setup
    moves: tuple[str, ...]


def read_record(data: bytes) -> Record:
    """The record in a UTF-8 JSON text.

    Cards and cuts given for later shuffles are checked against their stocks by `engine.replay.replay`, since
    those depend on play.

    Raises:
        RecordError: a key or value is not one of the format.
    """
    return record_from(load(data))


def record_from(value: object) -> Record:
    """The record in a value already read by `engine.json_shape.load`.

    Raises:
        RecordError: a key or value is not one of the format.
    """
    everything = {"record", "game", "seats", "moves", "options", "banker", "seed", "cards", "cut"}
    found = as_object(value, "", {"record", "game", "seats", "moves"}, everything)
    as_whole(found["record"], "record", VERSION, VERSION)
    rules = _game(found["game"])
    for key, there in (("banker", rules.banker), ("cut", rules.cut)):
        if key in found and not there:
            raise RecordError(f"{key}: a record of {rules.name} has none")
    options = _options(found.get("options", {}), rules)
    seats = _seats(found["seats"], rules, options)
    banker = as_whole(found["banker"], "banker", 0, len(seats) - 1) if "banker" in found else None
    setup = Setup(
        seats=seats,
        options=options,
        seed=as_bytes(found["seed"], "seed") if "seed" in found else DEFAULT_SEED,
        banker=banker,
        cards=_given(found["cards"], "cards", partial(_pile, rules=rules)) if "cards" in found else (),
        cuts=_given(found["cut"], "cut", partial(above_cut, rules=rules)) if "cut" in found else (),
    )
    return Record(rules, setup, as_list(found["moves"], "moves", as_text))


def write_record(rules: Rules, setup: Setup, state: GameState, moves: Iterable[str]) -> dict[str, object]:
    """The record of a table as it was played to `state`, with every card that came: it replays to the same.

    For tables whose game is over: it tells the seed, and with it the cards to come.
    """
    record: dict[str, object] = {
        "record": VERSION,
        "game": rules.name,
        "options": {**rules.defaults(), **setup.options},
        "seats": [_written(seat) for seat in setup.seats],
        "seed": setup.seed.hex(),
        "cards": [format_cards(dealt) for dealt in state.dealt()],
        "moves": list(moves),
    }
    if setup.banker is not None:
        record["banker"] = setup.banker
    if state.cuts():
        record["cut"] = list(state.cuts())
    return record


def _written(seat: SeatStart) -> dict[str, object]:
    return {"name": seat.name} if seat.chips is None else {"name": seat.name, "chips": seat.chips}


def _game(value: object) -> Rules:
    name = as_text(value, "game")
    if name not in GAMES:
        raise wrong("game", name, "a game: " + ", ".join(sorted(GAMES)))
    return GAMES[name]


def _options(value: object, rules: Rules) -> dict[str, int | bool | None]:
    options = rules.defaults()
    found = as_object(value, "options", frozenset(), options.keys())
    for option in rules.options:
        if option.name not in found:
            continue
        given = found[option.name]
        # 1 == True in Python; in a record they are two values.
        fitting = [choice for choice in option.choices if type(choice) is type(given) and choice == given]
        if not fitting:
            choices = ("null" if choice is None else str(choice).lower() for choice in option.choices)
            raise wrong(f"options.{option.name}", given, "one of " + ", ".join(choices))
        options[option.name] = fitting[0]
    return options


def _seats(value: object, rules: Rules, options: dict[str, int | bool | None]) -> tuple[SeatStart, ...]:
    found = as_list(value, "seats", lambda seat, where: (seat, where))
    if len(found) not in rules.seats:
        raise RecordError(
            f"seats: {rules.name} has {rules.seats.start} to {rules.seats.stop - 1} seats, not {len(found)}"
        )
    return tuple(_seat(seat, where, rules, options) for seat, where in found)


def _seat(value: object, where: str, rules: Rules, options: dict[str, int | bool | None]) -> SeatStart:
    if rules.least_chips is None:
        return SeatStart(as_text(as_object(value, where, {"name"})["name"], f"{where}.name"))
    required = {"name", "chips"} if rules.default_chips is None else {"name"}
    found = as_object(value, where, required, {"name", "chips"})
    name = as_text(found["name"], f"{where}.name")
    if "chips" in found:
        return SeatStart(name, as_whole(found["chips"], f"{where}.chips", rules.least_chips))
    return SeatStart(name, None if rules.default_chips is None else rules.default_chips(options))


def _given(value: object, key: str, read: Callable[[object, str], _T]) -> tuple[_T | None, ...]:
    """What is given for each shuffle, None where nothing is."""
    if value is None:
        raise wrong(key, value, "given for any shuffle")
    return per_shuffle(value, key, lambda entry, where: None if entry is None else read(entry, where))


def _pile(value: object, where: str, rules: Rules) -> tuple[Card, ...]:
    """Cards separated by single spaces, none of them more often than in the pack."""
    text = as_text(value, where)
    cards = tuple(_card(word, where) for word in text.split(" ")) if text else ()
    for card in Counter(cards) - Counter(rules.pack):
        raise RecordError(f"{where}: {card} is given more often than it is in the pack")
    return cards


def _card(word: str, where: str) -> Card:
    try:
        return Card.parse(word)
    except ValueError:
        raise wrong(where, word, "a card, such as Ah or Ts") from None


def above_cut(value: object, where: str, rules: Rules) -> int:
    """How many cards lie above a cut card: one at least, and not all."""
    return as_whole(value, where, 1, len(rules.pack) - 1)
