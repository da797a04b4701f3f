"""Exact odds of Очко: what a chip staked is worth, for every pair of thresholds, the cards removed (docs/odds.md).

Who plays a threshold draws below it and stands at it and above. Both hands come from one pack of 36; that the
pack is cut, or shuffled anew in between, changes nothing for who knows nothing of the cards before.
"""

from dataclasses import dataclass
from functools import cache
from math import perm

from engine.games.ochko.seat import MOST_CARDS
from engine.hand36 import POINTS
from engine.odds.equilibrium import Matrix

#: Points of the nine ranks, four cards each (rules 1.1), the ace last.
WORTH: tuple[int, ...] = tuple(POINTS.values())
NAMES: tuple[str, ...] = tuple(rank.value for rank in POINTS)

_RANKS, _SUITS, _PACK = len(WORTH), 4, 36
_ACE = NAMES.index("A")

#: The thresholds that are looked at.
THRESHOLDS = range(12, 22)

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class End:
    """A hand played out: its cards by rank, its points, in how many orders it may be drawn.

    `decided`: 21 or golden, a win at once for a bettor (rules 2.9); `bust`.
    """

    counts: Counts
    points: int
    orders: int
    decided: bool
    bust: bool


@cache
def ends(threshold: int, first: int | None = None) -> tuple[End, ...]:
    """Every end of a hand played by a threshold; with `first` only those whose first card has that rank."""
    found: dict[Counts, int] = {}

    def draw(counts: list[int], points: int, size: int) -> None:
        if size and (points >= threshold or points >= 21 or size == MOST_CARDS):
            found[tuple(counts)] = found.get(tuple(counts), 0) + 1
            return
        for rank in range(_RANKS):
            if counts[rank] < _SUITS and (size or first is None or rank == first):
                counts[rank] += 1
                draw(counts, points + WORTH[rank], size + 1)
                counts[rank] -= 1

    draw([0] * _RANKS, 0, 0)
    return tuple(_end(counts, orders) for counts, orders in found.items())


def _end(counts: Counts, orders: int) -> End:
    points = sum(count * worth for count, worth in zip(counts, WORTH, strict=True))
    golden = sum(counts) == counts[_ACE] == 2
    return End(counts, points, orders, golden or points == 21, points > 21 and not golden)


def chance(end: End, gone: Counts) -> float:
    """The chance of an end when the cards of another hand are gone.

    Raises:
        ValueError: more cards are gone than there are.
    """
    if max(gone) > _SUITS:
        raise ValueError("a card is gone that was not there")
    ways = end.orders
    for taken, lost in zip(end.counts, gone, strict=True):
        if taken:
            ways *= perm(_SUITS - lost, taken)
    return ways / perm(_PACK - sum(gone), sum(end.counts))


@cache
def against(gone: Counts, points: int, threshold: int) -> float:
    """What a waiting hand of these cards is worth against a banker's threshold (rules 2.11)."""
    won = sum(
        chance(end, gone) for end in ends(threshold) if end.bust or end.points < points
    )  # a golden banker counts 22
    return 2 * won - 1


def value(bettor: int, banker: int, first: int | None = None) -> float:
    """The mean win per chip staked of a bettor's threshold against a banker's; with `first`, after that card."""
    none = (0,) * _RANKS
    found = 0.0
    for end in ends(bettor, first):
        share = chance(end, none)
        if end.bust or end.decided:
            found += -share if end.bust else share
        else:
            found += share * against(end.counts, end.points, banker)
    return found if first is None else found * _RANKS


def matrix(first: int | None = None) -> Matrix:
    """The value for every bettor's threshold, then every banker's; with `first`, after that card."""
    return {
        str(bettor): {banker: value(bettor, banker, first) for banker in THRESHOLDS} for bettor in THRESHOLDS
    }
