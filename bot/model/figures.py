"""Figures of training: what a training has come to, who leads over all of them."""

from dataclasses import dataclass
from datetime import datetime

from bot.model.standings import pages_of
from engine.odds.blackjack import Play

#: Who leads is asked of those with so many decisions, and so many different situations among their last `LAST` ones.
LEAST_DECISIONS = 100
LEAST_SITUATIONS, LAST = 20, 100


@dataclass(frozen=True, slots=True)
class Costly:
    """A kind of hand that was misplayed: own values and up card, what was played and what is best, the cost in all (units)."""

    cards: tuple[str, ...]
    up: str
    play: Play
    best: Play
    cost: float


@dataclass(frozen=True, slots=True)
class Summary:
    """What a training has come to.

    Of the `decisions`, `best` were the best move, found without a hint; `lost` is what all of them cost in units.
    `halves` is what the `hands` brought, in half units. `learn` are the costliest kinds, at most three.
    `due` says how many lessons come back on which UTC day.
    """

    hands: int
    decisions: int
    best: int
    lost: float
    halves: int
    learn: tuple[Costly, ...]
    due: tuple[tuple[datetime, int], ...]


@dataclass(frozen=True, slots=True)
class Trainee:
    """A person's decisions over all trainings, and how many of them were the best move, found without a hint."""

    decisions: int
    best: int

    @property
    def share(self) -> int:
        """The share of best moves in hundredths of a percent, rounded down."""
        return self.best * 10_000 // self.decisions


@dataclass(frozen=True, slots=True)
class Ranked:
    """A person on the leaderboard of training; equal shares share a rank (1, 2, 2, 4)."""

    rank: int
    person: int
    name: str
    trainee: Trainee
    forgotten: bool = False


@dataclass(frozen=True, slots=True)
class Ranking:
    """A page of the leaderboard of training, counted from 0. `own` is who asks, None below the least decisions."""

    number: int
    rows: tuple[Ranked, ...]
    total: int
    own: Ranked | None

    @property
    def pages(self) -> int:
        """How many pages there are, at least one."""
        return pages_of(self.total)
