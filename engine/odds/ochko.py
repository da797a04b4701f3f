"""Exact odds of Очко: what a chip staked is worth, for every pair of thresholds, the cards removed (docs/odds.md).

Who plays a threshold draws below it and stands at it and above. Both hands come from one pack of 36; that the
pack is cut, or shuffled anew in between, changes nothing for who knows nothing of the cards before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import perm

from engine.games.ochko.table import MOST_CARDS
from engine.points import POINTS

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


def matrix() -> dict[int, dict[int, float]]:
    """The value for every bettor's threshold, then every banker's."""
    return {bettor: {banker: value(bettor, banker) for banker in THRESHOLDS} for bettor in THRESHOLDS}


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """Mixed thresholds from which neither side gains by changing: the chance of each, and the bettor's value."""

    player: Mapping[int, float]
    banker: Mapping[int, float]
    value: float


def equilibrium(values: Mapping[int, Mapping[int, float]]) -> Equilibrium:
    """The equilibrium of a matrix of bettor's values, worked out in fractions."""
    rows, columns = list(values), list(next(iter(values.values())))
    game = [[Fraction(values[row][column]) for column in columns] for row in rows]
    worth, mixed_rows, mixed_columns = solve(game)
    return Equilibrium(
        {row: float(part) for row, part in zip(rows, mixed_rows, strict=True) if part},
        {column: float(part) for column, part in zip(columns, mixed_columns, strict=True) if part},
        float(worth),
    )


def solve(game: Sequence[Sequence[Fraction]]) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """The value of a matrix game for the rows, and the mixtures of rows and columns: by the simplex method."""
    shift = 1 - min(min(row) for row in game)
    height, width = len(game), len(game[0])
    one, zero = Fraction(1), Fraction(0)
    table = [
        [entry + shift for entry in row] + [one if at == other else zero for other in range(height)] + [one]
        for at, row in enumerate(game)
    ]
    goal = [-one] * width + [zero] * (height + 1)
    basis = [width + at for at in range(height)]
    while True:
        entering = next((at for at, gain in enumerate(goal[:-1]) if gain < 0), None)
        if entering is None:
            break
        _, _, leaving = min(
            (row[-1] / row[entering], basis[at], at) for at, row in enumerate(table) if row[entering] > 0
        )
        pivot = table[leaving][entering]
        table[leaving] = [entry / pivot for entry in table[leaving]]
        for at, row in enumerate(table):
            if at != leaving and row[entering]:
                table[at] = [x - row[entering] * y for x, y in zip(row, table[leaving], strict=True)]
        goal = [x - goal[entering] * y for x, y in zip(goal, table[leaving], strict=True)]
        basis[leaving] = entering
    total = goal[-1]
    columns = [zero] * width
    for at, variable in enumerate(basis):
        if variable < width:
            columns[variable] = table[at][-1] / total
    rows = [goal[width + at] / total for at in range(height)]
    return 1 / total - shift, rows, columns
