"""Hands and shoes as the analysis of blackjack counts them: ten values, no suits.

Values are indices 0 to 9: the ace, 2 to 9, and the ten-valued cards as one (rules 4.2). A hand is an index into
`HANDS`: all sets of cards that are not bust, in whatever order they came.
"""

from dataclasses import dataclass

#: The values as tables name them (docs/odds.md).
VALUES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")

#: What each value counts, the ace as 1.
WORTH = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)

ACE, TEN = 0, 9

#: Cards of each value in one pack of 52.
PACK = (4,) * 9 + (16,)

#: The child of a hand that a card would bust.
BUST = -1

Counts = tuple[int, ...]


def total_of(counts: Counts) -> tuple[int, bool]:
    """The total of a set of cards, and whether it is soft (rules 4.2)."""
    hard = sum(count * worth for count, worth in zip(counts, WORTH, strict=True))
    return (hard + 10, True) if counts[ACE] and hard <= 11 else (hard, False)


def _every_hand() -> list[Counts]:
    """All sets of cards that count no more than 21 with aces as 1, the empty one first, small before large."""
    found: list[Counts] = []

    def grow(counts: list[int], value: int, room: int) -> None:
        found.append(tuple(counts))
        for more in range(value, 10):
            if WORTH[more] <= room:
                counts[more] += 1
                grow(counts, more, room - WORTH[more])
                counts[more] -= 1

    grow([0] * 10, 0, 21)
    return sorted(found, key=lambda counts: (sum(counts), counts))


#: Every hand that is not bust.
HANDS: tuple[Counts, ...] = tuple(_every_hand())

#: The index of each hand.
INDEX = {counts: index for index, counts in enumerate(HANDS)}

#: For each hand and value the hand with that card too, or `BUST`.
CHILDREN: tuple[tuple[int, ...], ...] = tuple(
    tuple(INDEX.get((*counts[:value], counts[value] + 1, *counts[value + 1 :]), BUST) for value in range(10))
    for counts in HANDS
)

SIZES: tuple[int, ...] = tuple(sum(counts) for counts in HANDS)
TOTALS: tuple[int, ...] = tuple(total_of(counts)[0] for counts in HANDS)
SOFT: tuple[bool, ...] = tuple(total_of(counts)[1] for counts in HANDS)


def hand_of(*values: int) -> int:
    """The index of the hand of these values.

    Raises:
        KeyError: it is bust.
    """
    counts = [0] * 10
    for value in values:
        counts[value] += 1
    return INDEX[tuple(counts)]


#: The 55 hands of two cards.
TWO_CARDS: tuple[tuple[int, int], ...] = tuple(
    (first, second) for first in range(10) for second in range(first, 10)
)


@dataclass(frozen=True, slots=True)
class Unseen:
    """The cards that a player has not seen: how many of each value, the dealer's face-down card among them.

    `barred` is a value that the face-down card is known not to have, after the dealer has looked (peek).
    """

    counts: Counts
    barred: int | None = None

    def chance(self, value: int) -> float:
        """The chance that the next card from the shoe has that value."""
        size, count = sum(self.counts), self.counts[value]
        if self.barred is None:
            return count / size
        barred = self.counts[self.barred]
        if value == self.barred:
            return count / (size - 1)
        return count / (size - 1) * (size - barred - 1) / (size - barred)

    def chances(self) -> list[float]:
        """The chances of all ten values; they sum to 1."""
        if self.barred is None:
            size = sum(self.counts)
            return [count / size for count in self.counts]
        return [self.chance(value) for value in range(10)]

    def without(self, cards: Counts) -> "Unseen":
        """What is left when these cards have been seen too.

        Raises:
            ValueError: they are not all there.
        """
        left = tuple(count - gone for count, gone in zip(self.counts, cards, strict=True))
        if min(left) < 0:
            raise ValueError("a card is removed that is not there")
        return Unseen(left, self.barred)


def of(value: int, count: int = 1) -> Counts:
    """So many cards of one value."""
    return tuple(count if index == value else 0 for index in range(10))


def shoe(packs: int) -> Counts:
    """A full shoe (rules 4.1: six packs)."""
    return tuple(packs * count for count in PACK)
