"""An evening: the games of a place, one after another, and what they came to."""

from dataclasses import dataclass
from datetime import datetime

from bot.ports.requests import Place
from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Evening:
    """The games that ended in a place from `since` to `until`, the first of which `began` then. `until` is None while it goes on."""

    id: int
    place: Place
    began: datetime
    since: datetime
    until: datetime | None


@dataclass(frozen=True, slots=True)
class Group:
    """Games whose results may be added up: those of one currency that all count, or all do not."""

    units: bool
    rated: bool


@dataclass(frozen=True, slots=True)
class Share:
    """What a person has brought from the games of a group: `net` chips or half units, `rubles` as they were booked (hundredths)."""

    person: int
    name: str  # empty: forgotten
    games: int
    wins: int
    net: int
    rubles: int


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand worth telling of, and whose it was."""

    name: str
    cards: tuple[Card, ...]
    points: int
    golden: bool


@dataclass(frozen=True, slots=True)
class Feats:
    """What happened besides: banks broken, last rounds after a knock, golden points; the best hand that won."""

    broken: int = 0
    knocks: int = 0
    golden: int = 0
    best: Hand | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """All that is told of an evening. `games` are counted by group, `shares` are the leaders first."""

    games: dict[Group, int]
    shares: dict[Group, tuple[Share, ...]]
    feats: Feats
    minutes: int
