"""Exact odds of Стук: what a chip staked is worth, by the banker's open card, the cards removed (docs/odds.md).

A bettor draws at some numbers of points and stands at others, the banker draws, from his open card, below one number;
both know the open card. All hands come from one pack of 36: first the open card, then the bettor's cards, then the
banker's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import factorial, prod

from engine.odds.ochko import NAMES, THRESHOLDS, WORTH, Counts

_RANKS, _SUITS, _PACK = len(WORTH), 4, 36
_ACE = NAMES.index("A")

#: Ranks by their points: the last card of a set in this order is the one that counts most.
_ORDER = sorted(range(_RANKS), key=WORTH.__getitem__)

_LEAST, _MOST = THRESHOLDS[0], THRESHOLDS[-1]

#: The points at which a bettor draws; below 12 everybody does.
Plan = tuple[int, ...]

#: Who draws below one number.
THRESHOLD_PLANS: dict[int, Plan] = {threshold: tuple(range(_LEAST, threshold)) for threshold in THRESHOLDS}

#: At 12 and 13 one always draws, at 19 and 20 never; every way between them.
PLANS: tuple[Plan, ...] = tuple(
    (12, 13, *chosen) for size in range(6) for chosen in combinations(range(14, 19), size)
)


def name_of(plan: Plan) -> str:
    """A plan in writing: `15` draws below 15, `15+17` also at 17."""
    below = next(points for points in range(_LEAST, _MOST + 1) if points not in plan)
    return "+".join(map(str, (below, *(points for points in plan if points > below))))


def draws(name: str, points: int) -> bool:
    """Whether who plays a plan of that name draws at these points."""
    below, *more = map(int, name.split("+"))
    return points < below or points in more


@dataclass(frozen=True, slots=True)
class Drawn:
    """A set of cards drawn to the open card: its counts by rank, and the points of the whole hand.

    It is the set at place `parent` (-1: nothing drawn) and the `copy`-th card (from 0) of `rank`. `stops`: places of the
    first and after the last threshold by which one stops with its last card and not before, and in how many orders.
    """

    parent: int
    rank: int
    copy: int
    points: int
    bust: bool
    stops: tuple[tuple[int, int, int], ...]


@cache
def sets(up: int) -> tuple[Drawn, ...]:
    """Every set of cards that some threshold draws to an open card."""
    found: list[Drawn] = []

    def draw(parent: int, counts: Counts, points: int, least: int) -> None:
        if points >= 21:
            return
        for place in range(least, _RANKS):
            rank = _ORDER[place]
            if counts[rank] + (rank == up) < _SUITS:
                more, worth = _with(counts, rank), points + WORTH[rank]
                bust = worth > 21 and not _golden(_with(more, up))
                found.append(Drawn(parent, rank, counts[rank], worth, bust, _stops(more, worth)))
                draw(len(found) - 1, more, worth, place)

    draw(-1, (0,) * _RANKS, WORTH[up], 0)
    return tuple(found)


def _stops(counts: Counts, points: int) -> tuple[tuple[int, int, int], ...]:
    found: dict[tuple[int, int], int] = {}
    for last in range(_RANKS):
        # Who stops at this card and not before has a threshold above what he had before it.
        least, most = max(points - WORTH[last] + 1, _LEAST), min(points, _MOST)
        if counts[last] and least <= most:
            before = [count - (at == last) for at, count in enumerate(counts)]
            key = (least - _LEAST, most - _LEAST + 1)
            found[key] = found.get(key, 0) + factorial(sum(before)) // prod(map(factorial, before))
    return tuple((*key, orders) for key, orders in found.items())


def chances(drawn: Sequence[Drawn], gone: Counts) -> list[float]:
    """The chance of each set to be drawn in one given order, when these cards are gone.

    Raises:
        ValueError: more cards are gone than there are.
    """
    if max(gone) > _SUITS:
        raise ValueError("a card is gone that was not there")
    left = _PACK - sum(gone)
    found: list[float] = []
    sizes: list[int] = []
    for one in drawn:
        before, size = (found[one.parent], sizes[one.parent]) if one.parent >= 0 else (1.0, 0)
        found.append(before * max(0, _SUITS - gone[one.rank] - one.copy) / (left - size))
        sizes.append(size + 1)
    return found


@cache
def against(up: int, hand: Counts) -> tuple[float, ...]:
    """What a standing hand is worth against each threshold of a banker who draws to that open card (rules 3.8)."""
    points = sum(count * worth for count, worth in zip(hand, WORTH, strict=True))
    steps = [0.0] * (len(THRESHOLDS) + 1)
    for one, weight in zip(sets(up), chances(sets(up), _with(hand, up)), strict=True):
        if one.bust or one.points < points:  # the golden point counts 22 on both sides
            for least, end, orders in one.stops:
                steps[least] += weight * orders
                steps[end] -= weight * orders
    won, found = 0.0, []
    for step in steps[:-1]:
        won += step
        found.append(2 * won - 1)
    return tuple(found)


def values(up: int, first: int, plan: Plan) -> dict[int, float]:
    """The bettor's mean win per chip staked against each threshold of the banker, after that first card."""
    found = [0.0] * len(THRESHOLDS)
    hands = {_with((0,) * _RANKS, first): 1.0}
    while hands:
        longer: dict[Counts, float] = {}
        for hand, weight in hands.items():
            left = _PACK - 1 - sum(hand)
            for rank in range(_RANKS):
                there = _SUITS - hand[rank] - (rank == up)
                if there > 0:
                    more = _with(hand, rank)
                    longer[more] = longer.get(more, 0.0) + weight * there / left
        hands = {}
        for hand, weight in longer.items():
            points = sum(count * worth for count, worth in zip(hand, WORTH, strict=True))
            if points < _LEAST or points in plan:
                hands[hand] = weight
            elif points > 21 and not _golden(hand):
                found = [value - weight for value in found]
            else:
                found = [v + weight * worth for v, worth in zip(found, against(up, hand), strict=True)]
    return dict(zip(THRESHOLDS, found, strict=True))


def first_chance(first: int, up: int) -> float:
    """The chance of a bettor's first card when the banker's open card is gone."""
    return (_SUITS - (first == up)) / (_PACK - 1)


def _golden(hand: Counts) -> bool:
    return sum(hand) == hand[_ACE] == 2


def _with(counts: Counts, rank: int) -> Counts:
    return tuple(count + (at == rank) for at, count in enumerate(counts))
