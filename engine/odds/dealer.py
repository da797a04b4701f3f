"""How the dealer's hand ends, exactly: every way of drawing, the cards removed (rules 4.10)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from operator import itemgetter, mul

from engine.odds.shoes import ACE, TEN, Counts, Unseen, of, total_of

#: Ends of the dealer's hand: 17, 18, 19, 20, 21, a natural, a bust.
ENDS = 7
NATURAL, BUST = 5, 6


_Pick = Callable[[Sequence[float]], tuple[float, ...]]

#: A set holds fewer cards of one value than this, and fewer in all.
_MOST = 24


@dataclass(frozen=True, slots=True)
class _Drawing:
    """All ways to draw from one up card, as a tree over sets of cards, for `ends` to run through.

    Each level has a parent for every node, and the number of the ways to take so many cards of a value, by
    which the parent's is multiplied. A group of leaves are the sets of one size that end alike: their nodes,
    and in how many orders the dealer may draw each.
    """

    levels: tuple[tuple[_Pick, _Pick], ...]
    groups: tuple[tuple[int, int, _Pick, tuple[int, ...]], ...]


def _orders(up: int, *, hit_soft_17: bool) -> dict[Counts, tuple[int, int]]:
    """For each set the dealer may draw to the up card: how the hand ends, and in how many orders."""
    found: dict[Counts, tuple[int, int]] = {}

    def draw(drawn: list[int]) -> None:
        held = list(drawn)
        held[up] += 1
        total, soft = total_of(tuple(held))
        if sum(drawn) and (total > 17 or (total == 17 and not (soft and hit_soft_17))):
            end = BUST if total > 21 else total - 17
            if total == 21 and sum(drawn) == 1:
                end = NATURAL
            key = tuple(drawn)
            found[key] = (end, found.get(key, (end, 0))[1] + 1)
            return
        for value in range(10):
            drawn[value] += 1
            draw(drawn)
            drawn[value] -= 1

    draw([0] * 10)
    return found


@cache
def _drawing(up: int, hit_soft_17: bool) -> _Drawing:  # noqa: FBT001 - a key of the cache
    found = _orders(up, hit_soft_17=hit_soft_17)
    paths = {drawn: tuple((v, count) for v, count in enumerate(drawn) if count) for drawn in found}
    prefixes = sorted({path[:length] for path in paths.values() for length in range(len(path) + 1)}, key=len)
    node = {prefix: index for index, prefix in enumerate(prefixes)}
    levels = []
    for length in range(1, len(prefixes[-1]) + 1):
        level = [prefix for prefix in prefixes if len(prefix) == length]
        parents = [node[prefix[:-1]] for prefix in level]
        levels.append((_pick(parents), _pick([v * _MOST + count for *_, (v, count) in level])))
    groups: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for drawn, (end, number) in found.items():
        groups.setdefault((end, sum(drawn)), []).append((node[paths[drawn]], number))
    return _Drawing(
        tuple(levels),
        tuple(
            (end, size, _pick([at for at, _ in leaves]), tuple(number for _, number in leaves))
            for (end, size), leaves in sorted(groups.items())
        ),
    )


def _pick(places: list[int]) -> _Pick:
    if len(places) > 1:
        return itemgetter(*places)
    (place,) = places
    return lambda values: (values[place],)


def ends(unseen: Unseen, up: int, *, hit_soft_17: bool = False) -> list[float]:
    """The chances of the seven ends of the dealer's hand; they sum to 1.

    `unseen` is without the up card. If its face-down card is barred from making a natural, none comes.
    """
    drawing = _drawing(up, hit_soft_17)
    ways: tuple[float, ...] = ()
    for count in unseen.counts:
        ways += _ways(count)
    products: tuple[float, ...] = (1.0,)
    for parents, taken in drawing.levels:
        products += tuple(map(mul, parents(products), taken(ways)))
    size = sum(unseen.counts)
    every = _ways(size)
    found = [0.0] * ENDS
    for end, drawn, nodes, numbers in drawing.groups:
        if drawn <= size:
            found[end] += sum(map(mul, nodes(products), numbers)) / every[drawn]
    if unseen.barred is not None:
        rest = 1.0 - found[NATURAL]
        found[NATURAL] = 0.0
        found = [chance / rest for chance in found]
    return found


@cache
def _ways(count: int) -> tuple[float, ...]:
    """In how many orders 0, 1, 2 … cards can be taken of so many."""
    return tuple(accumulate((max(0, count - taken) for taken in range(_MOST - 1)), mul, initial=1.0))


def barred_value(up: int) -> int | None:
    """The value of the face-down card that would make a natural with that up card."""
    return {ACE: TEN, TEN: ACE}.get(up)


def natural_chance(counts: Counts, up: int) -> float:
    """The chance that the dealer has a natural, nobody having looked; `counts` are without the up card."""
    barred = barred_value(up)
    return 0.0 if barred is None else Unseen(counts).chance(barred)


def unseen_by(shoe: Counts, up: int, *, peek: bool) -> Unseen:
    """What a player has not seen who knows the up card only; with `peek` the dealer has looked and has no natural."""
    counts = Unseen(shoe).without(of(up)).counts
    return Unseen(counts, barred_value(up) if peek else None)
