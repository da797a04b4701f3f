"""Exact combinatorial analysis of blackjack: what each move is worth, the cards removed (docs/odds.md).

Values are units per initial unit. After a split a hand is played like the same cards unsplit (rules 4.19), and
under that rule split values are exact as well: see `Column.split`.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum

from engine.odds.dealer import NATURAL, ends, natural_chance, unseen_by
from engine.odds.rules import OddsRules
from engine.odds.shoes import (
    ACE,
    BUST,
    CHILDREN,
    HANDS,
    SIZES,
    TEN,
    TOTALS,
    TWO_CARDS,
    Unseen,
    hand_of,
    of,
    shoe,
)


class Play(StrEnum):
    """The four plays; of equal ones the first is best (rules 4.19)."""

    STAND = "stand"
    HIT = "hit"
    DOUBLE = "double"
    SPLIT = "split"


@dataclass(frozen=True, slots=True)
class Cell:
    """The value of each play of two cards against an up card; None where it is not legal."""

    stand: float
    hit: float | None
    double: float | None
    split: float | None

    def values(self) -> dict[Play, float]:
        """The plays that are legal, in their order."""
        every = zip(Play, (self.stand, self.hit, self.double, self.split), strict=True)
        return {play: value for play, value in every if value is not None}

    @property
    def best(self) -> Play:
        """The best play; of equal ones the first."""
        values = self.values()
        return max(values, key=values.__getitem__)

    @property
    def value(self) -> float:
        """The value of the best play."""
        return max(self.values().values())


class Column:
    """Everything against one up card.

    With `peek` all values but those of `ev` are as after the dealer has looked and has no natural.
    """

    def __init__(self, rules: OddsRules, up: int) -> None:
        """`up`: the dealer's up card, as a value 0 to 9 (`VALUES`)."""
        self.rules = rules
        self.up = up
        self._unseen = unseen_by(shoe(rules.packs), up, peek=rules.peek)
        self._stands: dict[tuple[int, int, int], float] = {}
        self._hits: dict[int, float] = {}
        self._doubles: dict[tuple[int, int, int], float] = {}
        self._coming: dict[tuple[int, int, int], list[tuple[float, int]]] = {}
        self._cells: dict[tuple[int, int], Cell] = {}

    def dealable(self, hand: int) -> bool:
        """Whether the shoe has all cards of that hand beside the up card."""
        return all(own <= left for own, left in zip(HANDS[hand], self._unseen.counts, strict=True))

    def unseen(self, hand: int, value: int = 0, more: int = 0) -> Unseen:
        """The unseen cards when a hand and `more` cards of one value have been seen beside the up card."""
        return self._unseen.without(HANDS[hand]).without(of(value, more))

    def stand(self, hand: int, value: int = 0, more: int = 0) -> float:
        """The value of standing, no natural (rules 4.11); `more` cards of `value` are gone as well."""
        key = (hand, value, more)
        if key not in self._stands:
            chances = ends(self.unseen(*key), self.up, hit_soft_17=self.rules.hit_soft_17)
            own = max(0, TOTALS[hand] - 17)
            lost = sum(chances[own + (TOTALS[hand] >= 17) : NATURAL + 1])
            won = chances[-1] + (sum(chances[:own]) if TOTALS[hand] > 17 else 0.0)
            self._stands[key] = won - lost
        return self._stands[key]

    def hit(self, hand: int) -> float:
        """The value of a card, and then the best of standing and hitting."""
        if hand not in self._hits:
            self._hits[hand] = sum(
                chance * (-1.0 if child == BUST else self.drawn(child)) for chance, child in self._cards(hand)
            )
        return self._hits[hand]

    def drawn(self, hand: int) -> float:
        """The value of a hand that may stand or hit; 21 stands (rules 4.6)."""
        if TOTALS[hand] == 21:
            return self.stand(hand)
        return max(self.stand(hand), self.hit(hand))

    def double(self, hand: int, value: int = 0, more: int = 0) -> float:
        """The value of doubling (rules 4.7); `more` cards of `value` are gone as well."""
        key = (hand, value, more)
        if key not in self._doubles:
            self._doubles[key] = 2 * sum(
                chance * (-1.0 if child == BUST else self.stand(child, value, more))
                for chance, child in self._cards(*key)
            )
        return self._doubles[key]

    def natural(self) -> float:
        """The value of a natural (rules 4.11)."""
        hand = hand_of(ACE, TEN)
        dealer = ends(self.unseen(hand), self.up, hit_soft_17=self.rules.hit_soft_17)
        return self.rules.natural_pays * (1.0 - dealer[NATURAL])

    def cell(self, first: int, second: int) -> Cell:
        """The values of two cards."""
        key = (min(first, second), max(first, second))
        if key not in self._cells:
            self._cells[key] = self._cell(*key)
        return self._cells[key]

    def _cell(self, first: int, second: int) -> Cell:
        if (first, second) == (ACE, TEN):
            return Cell(self.natural(), None, None, None)
        hand = hand_of(first, second)
        stand, hit, double = self.stand(hand), self.hit(hand), self.double(hand)
        split = None
        if first == second:
            # Played like unsplit cards, a pair is split again if splitting is best, and only then.
            split = self.split(first, Best(self), again=True)
            if split <= max(stand, hit, double):
                split = self.split(first, Best(self), again=False)
        return Cell(stand, hit, double, split)

    def split(self, value: int, player: "Strategy", *, again: bool) -> float:
        """The value of splitting two cards of `value`; `again`: a new pair is split too, while that is legal.

        Exact, since each hand is played by its own cards: then the law of one hand, of the dealer's and of all
        second cards is the same as if every hand had a pile of its own, so the hands' values add up, given how
        many pairs came. A hand's value and «these other second cards make pairs, those do not» together come
        from values with so many more cards of the pair's value gone.
        """
        rules = self.rules
        most = rules.hands if again and (value != ACE or rules.resplit_aces) else 2
        levels = range(2 * (most - 2) + 1)
        one = [self._one(value, gone, player) for gone in levels]
        unpaired = [[chance * other for chance, other, _ in one]]
        either = [[chance * (other + pair) for chance, other, pair in one]]
        for row in (unpaired, either):
            while len(row[-1]) > 1:
                row.append([here - there for here, there in zip(row[-1], row[-1][1:], strict=False)])

        def ended(hands: int, single: int) -> float:
            """All ways on from `hands` hands, `single` of them played with no pair, by what they bring."""
            pairs, waiting = hands - 2, hands - single
            if hands == most:
                earlier = single * unpaired[single - 1][pairs] if single else 0.0
                return earlier + waiting * either[single][pairs]
            if not waiting:
                return hands * unpaired[single - 1][pairs]
            return ended(hands + 1, single) + ended(hands, single + 1)

        return ended(2, 0)

    def _one(self, value: int, gone: int, player: "Strategy") -> tuple[float, float, float]:
        """One hand of a split with `gone` more cards of the pair's value gone than the pair itself.

        The chance that those are the next cards; the hand's value where its second card makes no pair, and
        where it makes one that is not split, each times the chance of such a second card.
        """
        single = hand_of(value)
        chance = 1.0
        for before in range(gone):
            chance *= self.unseen(single, value, 1 + before).chance(value)
            if not chance:
                return 0.0, 0.0, 0.0
        found = [0.0, 0.0]
        memo: dict[int, float] = {}
        for second, share in enumerate(self.unseen(single, value, 1 + gone).chances()):
            if share:
                hand = CHILDREN[single][second]
                found[second == value] += share * self._played(hand, value, 1 + gone, player, memo)
        return chance, found[0], found[1]

    def _played(self, hand: int, value: int, more: int, player: "Strategy", memo: dict[int, float]) -> float:
        """The value of a hand of a split played by a fixed player, `more` cards of `value` gone besides."""
        if hand in memo:
            return memo[hand]
        closed = TOTALS[hand] == 21 or (value == ACE and SIZES[hand] == 2)  # rules 4.6, 4.8
        play = Play.STAND if closed else player.after_split(hand)
        if play is Play.STAND:
            memo[hand] = self.stand(hand, value, more)
        elif play is Play.DOUBLE:
            memo[hand] = self.double(hand, value, more)
        else:
            memo[hand] = sum(
                chance * (-1.0 if child == BUST else self._played(child, value, more, player, memo))
                for chance, child in self._cards(hand, value, more)
            )
        return memo[hand]

    def fixed(
        self, first: int, second: int, player: "Strategy", values: dict[int, float] | None = None
    ) -> float:
        """The value of two cards played by a fixed player; `values` keeps what was worked out for him."""
        if {first, second} == {ACE, TEN}:
            return self.natural()
        if first == second and player.splits(first):
            return self.split(first, player, again=True)
        return self.played(hand_of(first, second), player, {} if values is None else values)

    def played(self, hand: int, player: "Strategy", values: dict[int, float]) -> float:
        """The value of a hand that is not split, played by a fixed player."""
        if hand not in values:
            play = Play.STAND if TOTALS[hand] == 21 else player.unsplit(hand)
            if play is Play.STAND:
                values[hand] = self.stand(hand)
            elif play is Play.DOUBLE:
                values[hand] = self.double(hand)
            else:
                values[hand] = self.hit_by(hand, player, values)
        return values[hand]

    def hit_by(self, hand: int, player: "Strategy", values: dict[int, float]) -> float:
        """The value of a card, and then the plays of a fixed player."""
        return sum(
            chance * (-1.0 if child == BUST else self.played(child, player, values))
            for chance, child in self._cards(hand)
        )

    def _cards(self, hand: int, value: int = 0, more: int = 0) -> list[tuple[float, int]]:
        """Every card that may come to a hand: its chance, and the hand with it, or `BUST`."""
        key = (hand, value, more)
        if key not in self._coming:
            chances = self.unseen(hand, value, more).chances()
            every = zip(chances, CHILDREN[hand], strict=True)
            self._coming[key] = [(chance, child) for chance, child in every if chance]
        return self._coming[key]

    def deals(self) -> list[tuple[int, int, float]]:
        """Every two cards with the chance that they and this up card are dealt."""
        full = Unseen(shoe(self.rules.packs))
        up = full.chance(self.up)
        rest = full.without(of(self.up))
        found = []
        for first, second in TWO_CARDS:
            one = rest.chance(first)
            chance = up * one * rest.without(of(first)).chance(second) if one else 0.0
            found.append((first, second, chance * (1 if first == second else 2)))
        return found

    def whole(self, first: int, second: int, value: float) -> float:
        """A value after the dealer has looked, made the value before he has; without a peek the same."""
        if not self.rules.peek:
            return value
        plain = Unseen(self._unseen.counts).without(HANDS[hand_of(first, second)])
        caught = natural_chance(plain.counts, self.up)
        lost = 0.0 if {first, second} == {ACE, TEN} else -1.0
        return caught * lost + (1 - caught) * value

    def ev(self, player: "Strategy | None" = None) -> float:
        """This up card's part of the value of a round: by a fixed player, or by the best play of each cell."""
        values: dict[int, float] = {}
        found = 0.0
        for first, second, chance in self.deals():
            if chance:
                value = (
                    self.cell(first, second).value
                    if player is None
                    else self.fixed(first, second, player, values)
                )
                found += chance * self.whole(first, second, value)
        return found


class Strategy(ABC):
    """A fixed player: what it does by its own cards, the up card known."""

    @abstractmethod
    def splits(self, value: int) -> bool:
        """Whether a pair is split where that is legal."""

    @abstractmethod
    def unsplit(self, hand: int) -> Play:
        """Stand, hit or double: doubling only with two cards."""

    @abstractmethod
    def after_split(self, hand: int) -> Play:
        """The same for a hand of a split."""


class Best(Strategy):
    """The best plays by own cards and up card (rules 4.19)."""

    def __init__(self, column: Column) -> None:
        self._column = column

    def splits(self, value: int) -> bool:
        return self._column.cell(value, value).best is Play.SPLIT

    def unsplit(self, hand: int) -> Play:
        return self._best(hand, double=SIZES[hand] == 2)

    def after_split(self, hand: int) -> Play:
        return self._best(hand, double=SIZES[hand] == 2 and self._column.rules.double_after_split)

    def _best(self, hand: int, *, double: bool) -> Play:
        stand, hit = self._column.stand(hand), self._column.hit(hand)
        if double and self._column.double(hand) > max(stand, hit):
            return Play.DOUBLE
        return Play.HIT if hit > stand else Play.STAND


class Easy(Strategy):
    """Rules 4.17: hits below 17, otherwise stands; soft totals as they are."""

    def splits(self, value: int) -> bool:  # noqa: ARG002 - never, whatever the pair
        return False

    def unsplit(self, hand: int) -> Play:
        return Play.HIT if TOTALS[hand] < 17 else Play.STAND

    after_split = unsplit
