"""A game as records, tables and proofs name it: what it starts from, what may be agreed, how it begins."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.cards import Card
from engine.game import GameState, Verb


@dataclass(frozen=True, slots=True)
class SeatStart:
    """A seat at the start: its name (for the record) and its chips (None: the game's default)."""

    name: str
    chips: int | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything a game starts from (records.md, input), already checked for its game.

    `options` are the game's own (`deals`, `rated`, `size`), with defaults filled in. `cards` and `cuts` have
    one entry per shuffle, None for the seed's own. `banker` None: drawn from the seed where the game draws
    one.
    """

    seats: tuple[SeatStart, ...]
    options: Mapping[str, int | bool | None]
    seed: bytes
    banker: int | None = None
    cards: tuple[tuple[Card, ...] | None, ...] = ()
    cuts: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """A key of `options` in a record: its default and the values it may have."""

    name: str
    default: int | bool | None
    choices: tuple[int | bool | None, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """A game as the rest of the product knows it: its name, seats, verbs and how it starts.

    `start` takes a checked setup and raises `engine.shoe.ChanceError` when a given card or cut does not fit
    the first shuffle. The other fields say what a record of the game may hold (records.md): `options`; the
    `pack` of its first shuffle; `least_chips` of a seat (None: a seat has none); `default_chips` from the
    options (None: a seat has to name them); whether there is a `banker` and a `cut` card; whether stakes are
    `units`, kept in halves, and no chips (rules 4.13); and which keys of the output, and of a hand in it, are
    this game's own. `staked` says that the chips of a rated table are rubles: what a seat takes away of them
    may be below zero, and has its sign. `open_ended` says that a table goes on as long as people like: its
    results stand after every round, and seats may change between two of them (rules 4.14, 4.15). `opener_banks`: the
    first bank is the opener's, the seed draws none (rules 3.1). `uncut`: some shuffles come without a cut card (rules 3.12).
    """

    name: str
    seats: range
    verbs: frozenset[Verb]
    start: Callable[[Setup], GameState]
    pack: tuple[Card, ...]
    options: tuple[Option, ...] = ()
    least_chips: int | None = None
    default_chips: Callable[[Mapping[str, int | bool | None]], int] | None = None
    banker: bool = True
    cut: bool = True
    units: bool = False
    output: frozenset[str] = frozenset()
    staked: bool = False
    open_ended: bool = False
    opener_banks: bool = False
    uncut: bool = False

    def choices(self, option: str) -> tuple[int | bool | None, ...]:
        """What an option may be; nothing where the game has no such option."""
        return next((one.choices for one in self.options if one.name == option), ())

    def defaults(self) -> dict[str, int | bool | None]:
        """The options where nothing else was agreed."""
        return {option.name: option.default for option in self.options}
