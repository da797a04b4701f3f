"""Records read and written: one table as one JSON object (records.md)."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import Card, format_cards
from engine.game import GameState
from engine.games import GAMES
from engine.json_shape import RecordError, as_list, as_object, as_text, as_whole, load, wrong
from engine.rules import Rules, SeatStart, Setup

#: The version of the format.
VERSION = 1

#: The seed of a record that names none.
DEFAULT_SEED = bytes(32)

_SEED = re.compile("[0-9a-fA-F]{64}")

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
        seed=_seed(found["seed"]) if "seed" in found else DEFAULT_SEED,
        banker=banker,
        cards=_cards(found["cards"], rules) if "cards" in found else (),
        cuts=_cuts(found["cut"], rules) if "cut" in found else (),
    )
    moves = as_list(found["moves"], "moves")
    return Record(rules, setup, tuple(as_text(move, f"moves[{at}]") for at, move in enumerate(moves)))


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
    found = as_list(value, "seats")
    if len(found) not in rules.seats:
        raise RecordError(
            f"seats: {rules.name} has {rules.seats.start} to {rules.seats.stop - 1} seats, not {len(found)}"
        )
    return tuple(_seat(seat, f"seats[{at}]", rules, options) for at, seat in enumerate(found))


def _seat(value: object, where: str, rules: Rules, options: dict[str, int | bool | None]) -> SeatStart:
    if rules.least_chips is None:
        return SeatStart(as_text(as_object(value, where, {"name"})["name"], f"{where}.name"))
    required = {"name", "chips"} if rules.default_chips is None else {"name"}
    found = as_object(value, where, required, {"name", "chips"})
    name = as_text(found["name"], f"{where}.name")
    if "chips" in found:
        return SeatStart(name, as_whole(found["chips"], f"{where}.chips", rules.least_chips))
    return SeatStart(name, None if rules.default_chips is None else rules.default_chips(options))


def _seed(value: object) -> bytes:
    text = as_text(value, "seed")
    if _SEED.fullmatch(text) is None:
        raise wrong("seed", text, "64 hex digits")
    return bytes.fromhex(text)


def _entries(value: object, key: str) -> list[tuple[str, object]]:
    """One entry per shuffle, each with its name for messages: a bare value is the first shuffle's."""
    if isinstance(value, list):
        return [(f"{key}[{at}]", entry) for at, entry in enumerate(value)]
    if value is None:
        raise wrong(key, value, "given for any shuffle")
    return [(key, value)]


def _cards(value: object, rules: Rules) -> tuple[tuple[Card, ...] | None, ...]:
    return tuple(
        None if entry is None else _pile(as_text(entry, where), where, rules)
        for where, entry in _entries(value, "cards")
    )


def _pile(text: str, where: str, rules: Rules) -> tuple[Card, ...]:
    """Cards separated by single spaces, none of them more often than in the pack."""
    cards = tuple(_card(word, where) for word in text.split(" ")) if text else ()
    for card in Counter(cards) - Counter(rules.pack):
        raise RecordError(f"{where}: {card} is given more often than it is in the pack")
    return cards


def _card(word: str, where: str) -> Card:
    try:
        return Card.parse(word)
    except ValueError:
        raise wrong(where, word, "a card, such as Ah or Ts") from None


def _cuts(value: object, rules: Rules) -> tuple[int | None, ...]:
    return tuple(
        None if entry is None else as_whole(entry, where, 1, len(rules.pack) - 1)
        for where, entry in _entries(value, "cut")
    )
