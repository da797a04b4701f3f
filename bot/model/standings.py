"""Standings as values: what one can lead in, where and when, and the rows of a page."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum

#: Rows of a page.
ROWS = 10


class Scope(StrEnum):
    """Whose games are counted."""

    CHAT = "chat"
    EVERYWHERE = "everywhere"


class Span(StrEnum):
    """Which games are counted: of the running week (from Monday) or month, in UTC, or all of them."""

    WEEK = "week"
    MONTH = "month"
    ALL = "all"


class Metric(StrEnum):
    """What the rows are ordered by. Rating and rubles are hundredths, sums over the games of the period, units halves."""

    RATING = "rating"
    RUBLES = "rubles"
    WINS = "wins"
    GAMES = "games"
    UNITS = "units"  # of blackjack, in halves; ties go by rounds


@dataclass(frozen=True, slots=True)
class Period:
    """A span of time that holds a moment, from `since` until before `until` (UTC); all time has neither."""

    span: Span
    since: datetime | None = None
    until: datetime | None = None

    @classmethod
    def of(cls, span: Span, moment: datetime) -> "Period":
        """The period of that span in which the moment lies."""
        day = moment.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        match span:
            case Span.ALL:
                return cls(span)
            case Span.WEEK:
                monday = day - timedelta(days=day.weekday())
                return cls(span, monday, monday + timedelta(days=7))
            case Span.MONTH:
                first = day.replace(day=1)
                return cls(span, first, (first + timedelta(days=31)).replace(day=1))

    @property
    def label(self) -> str:
        """How the store names it: `all`, `m2026-03`, `w2026-03-09` (the Monday)."""
        if self.since is None:
            return "all"
        return f"{self.since:m%Y-%m}" if self.span is Span.MONTH else f"{self.since:w%Y-%m-%d}"


@dataclass(frozen=True, slots=True)
class Row:
    """A person on a leaderboard. `value` is what it is ordered by; equal values share a rank (1, 2, 2, 4).

    `games` are rounds where the order goes by units. `forgotten` says that the person asked to be forgotten:
    only the number is known.
    """

    rank: int
    person: int
    name: str
    value: int
    games: int
    forgotten: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a leaderboard as it stood at position `as_of`; pages count from 0.

    `own` is the row of who asked, wherever it stands, None if no game of his is counted here.
    """

    number: int
    rows: tuple[Row, ...]
    total: int
    own: Row | None
    as_of: int

    @property
    def pages(self) -> int:
        """How many pages there are, at least one."""
        return pages_of(self.total)


def pages_of(rows: int) -> int:
    """How many pages so many rows fill, at least one."""
    return max(1, -(-rows // ROWS))


@dataclass(frozen=True, slots=True)
class Evening:
    """A UTC day and the rating (hundredths) of its games."""

    day: datetime
    rating: int


@dataclass(frozen=True, slots=True)
class LastGame:
    """One of a person's last counted games: the table, when it ended, what it brought (rating in hundredths)."""

    code: str
    ended_at: datetime
    won: bool
    rating: int


@dataclass(frozen=True, slots=True)
class Career:
    """What a profile shows beside the person's balances, of all counted games."""

    best: Evening | None
    last: tuple[LastGame, ...]
