"""Packs being dealt: shuffles that cost what is dealt of them, cut cards, and chance given by a record.

All values are immutable. A shuffle is never run to its end: each draw does one step of Fisher–Yates and
remembers only the places that differ from the stock.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Literal, TypeVar

from engine.cards import Card, format_cards
from engine.fairness import Stream
from engine.fast_frozen import quick

_T = TypeVar("_T")


class ChanceError(ValueError):
    """A card or cut given for a shuffle does not fit its stock: the record that gives it is unreadable.

    `key` is the key of the record, `shuffle` the number of the shuffle, from 1.
    """

    def __init__(self, key: Literal["cards", "cut"], shuffle: int, why: str) -> None:
        """`why`: the reason, in words that follow the key and the number of the shuffle."""
        super().__init__(f"{key}: shuffle {shuffle}: {why}")
        self.key = key
        self.shuffle = shuffle


@quick
@dataclass(frozen=True, slots=True)
class Order:
    """A stock in the order the seed shuffles it into, run as far as it was dealt.

    `displaced` holds what lies, at places not dealt yet, instead of the stock's own card.
    """

    stock: tuple[Card, ...]
    stream: Stream
    position: int = 0
    displaced: tuple[tuple[int, Card], ...] = ()

    def draw(self) -> tuple[Card, "Order"]:
        """The next card and the order after it.

        Raises:
            IndexError: every card has been drawn.
        """
        here = self.position
        if here >= len(self.stock):
            raise IndexError("the stock is used up")
        if here == len(self.stock) - 1:
            step, stream = 0, self.stream  # the last card has no choice and takes no number
        else:
            step, stream = self.stream.uniform(len(self.stock) - here)
        there = here + step
        lies = dict(self.displaced)
        front = lies.pop(here, self.stock[here])
        card = front
        if there != here:
            card = lies.get(there, self.stock[there])
            lies[there] = front
        return card, Order(self.stock, stream, here + 1, tuple(lies.items()))

    def take(self, count: int) -> tuple[tuple[Card, ...], "Order"]:
        """The next cards and the order after them: what as many `draw`s give, sooner.

        Raises:
            IndexError: there are not so many.
        """
        stock, here, size = self.stock, self.position, len(self.stock)
        if here + count > size:
            raise IndexError("the stock is used up")
        steps, stream = self.stream.uniforms(range(size - here, max(1, size - here - count), -1))
        if len(steps) < count:
            steps.append(0)  # the last card has no choice and takes no number
        lies = dict(self.displaced)
        cards: list[Card] = []
        for here, step in enumerate(steps, self.position):
            front = lies.pop(here, stock[here])
            if step:
                there = here + step
                cards.append(lies.get(there, stock[there]))
                lies[there] = front
            else:
                cards.append(front)
        return tuple(cards), Order(stock, stream, self.position + count, tuple(lies.items()))


@quick
@dataclass(frozen=True, slots=True)
class Shuffle:
    """One shuffled and cut stock.

    `above` is how many cards lie above the cut card; `owed` the given cards that the seed's order has not
    come past yet; `dealt` what was dealt, in order.
    """

    order: Order
    above: int
    given: tuple[Card, ...] = ()
    owed: tuple[Card, ...] = ()
    dealt: tuple[Card, ...] = ()

    def draw(self) -> tuple[Card, "Shuffle"]:
        """The next card and the shuffle after it: the given cards first, then the seed's order without them.

        Raises:
            IndexError: the next card lies below the cut card.
        """
        if len(self.dealt) >= self.above:
            raise IndexError("the next card lies below the cut card")
        if len(self.dealt) < len(self.given):
            card = self.given[len(self.dealt)]
            return card, Shuffle(self.order, self.above, self.given, self.owed, (*self.dealt, card))
        card, order = self.order.draw()
        owed = self.owed
        while card in owed:
            at = owed.index(card)
            owed = owed[:at] + owed[at + 1 :]
            card, order = order.draw()
        return card, Shuffle(order, self.above, self.given, owed, (*self.dealt, card))

    def below(self) -> tuple[Card, ...]:
        """The cards below the cut card, as they lie. Looking at them deals none."""
        count = len(self.order.stock)
        whole, cards = Shuffle(self.order, count, self.given, self.owed, self.dealt), list(self.dealt)
        while len(cards) < count:
            card, whole = whole.draw()
            cards.append(card)
        return tuple(cards[self.above :])

    def take(self, count: int) -> tuple[tuple[Card, ...], "Shuffle"]:
        """The next cards and the shuffle after them: what as many `draw`s give, sooner.

        Raises:
            IndexError: there are not so many above the cut card.
        """
        if self.given:
            cards: list[Card] = []
            shuffle = self
            for _ in range(count):
                card, shuffle = shuffle.draw()
                cards.append(card)
            return tuple(cards), shuffle
        if len(self.dealt) + count > self.above:
            raise IndexError("the next card lies below the cut card")
        drawn, order = self.order.take(count)
        return drawn, Shuffle(order, self.above, dealt=self.dealt + drawn)


@quick
@dataclass(frozen=True, slots=True)
class Shoe:
    """The shuffles of one game, one after the other: those played out, and the one in hand.

    `cards` and `cutting` are what the record gives, one entry per shuffle, None where it gives nothing.
    `past` are the cards dealt from the earlier shuffles, `past_cuts` how many lay above their cut cards.
    """

    seed: bytes
    shuffle: Shuffle
    cards: tuple[tuple[Card, ...] | None, ...] = ()
    cutting: tuple[int | None, ...] = ()
    past: tuple[tuple[Card, ...], ...] = ()
    past_cuts: tuple[int, ...] = ()

    @classmethod
    def open(
        cls,
        seed: bytes,
        stock: tuple[Card, ...],
        cards: tuple[tuple[Card, ...] | None, ...] = (),
        cutting: tuple[int | None, ...] = (),
        *,
        cut: bool = True,
    ) -> "Shoe":
        """The first shuffle of a stock; without `cut` no cut card goes into it.

        Raises:
            ChanceError: a card or cut given for this shuffle does not fit.
        """
        return cls(
            seed, _shuffled(seed, 1, stock, _entry(cards, 1), _entry(cutting, 1), cut=cut), cards, cutting
        )

    @property
    def number(self) -> int:
        """Which shuffle is in hand, from 1, counted over the whole record."""
        return len(self.past) + 1

    @property
    def left(self) -> int:
        """Cards left above the cut card."""
        return self.shuffle.above - len(self.shuffle.dealt)

    def draw(self) -> tuple[Card, "Shoe"]:
        """The next card and the shoe after it.

        Raises:
            IndexError: no card is left above the cut card.
        """
        card, shuffle = self.shuffle.draw()
        return card, Shoe(self.seed, shuffle, self.cards, self.cutting, self.past, self.past_cuts)

    def take(self, count: int) -> tuple[tuple[Card, ...], "Shoe"]:
        """The next cards and the shoe after them: what as many `draw`s give, sooner.

        Raises:
            IndexError: there are not so many above the cut card.
        """
        cards, shuffle = self.shuffle.take(count)
        return cards, Shoe(self.seed, shuffle, self.cards, self.cutting, self.past, self.past_cuts)

    def reshuffled(self, stock: tuple[Card, ...], *, cut: bool = True) -> "Shoe":
        """The next shuffle, of that stock in new pack order; without `cut` no cut card goes into it.

        Raises:
            ChanceError: a card or cut given for this shuffle does not fit.
        """
        number = self.number + 1
        given, cutting = _entry(self.cards, number), _entry(self.cutting, number)
        return Shoe(
            self.seed,
            _shuffled(self.seed, number, stock, given, cutting, cut=cut),
            self.cards,
            self.cutting,
            past=(*self.past, self.shuffle.dealt),
            past_cuts=(*self.past_cuts, self.shuffle.above),
        )

    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        """The cards dealt from each shuffle so far, in order."""
        return (*self.past, self.shuffle.dealt)

    def cuts(self) -> tuple[int, ...]:
        """How many cards lay above the cut card of each shuffle so far."""
        return (*self.past_cuts, self.shuffle.above)

    def encoded(self) -> list[object]:
        """Everything this value holds, as nested lists: its part of the canonical encoding of a state."""
        shuffle, order = self.shuffle, self.shuffle.order
        return [
            self.seed.hex(),
            [None if given is None else format_cards(given) for given in self.cards],
            list(self.cutting),
            [format_cards(dealt) for dealt in self.past],
            list(self.past_cuts),
            [format_cards(order.stock), order.stream.label, order.stream.position, order.position],
            [[place, card.text] for place, card in order.displaced],
            [shuffle.above, *(format_cards(some) for some in (shuffle.given, shuffle.owed, shuffle.dealt))],
        ]


def _entry(given: tuple[_T | None, ...], number: int) -> _T | None:
    return given[number - 1] if number <= len(given) else None


def _shuffled(
    seed: bytes,
    number: int,
    stock: tuple[Card, ...],
    given: tuple[Card, ...] | None,
    cutting: int | None,
    *,
    cut: bool,
) -> Shuffle:
    order = Order(stock, Stream(seed, f"shuffle:{number}"))
    if given is not None and (missing := Counter(given) - Counter(stock)):
        card = next(iter(missing))
        raise ChanceError("cards", number, f"{card} is given more often than it is in the stock")
    if cutting is not None and not cut:
        raise ChanceError("cut", number, "no cut card goes into it")
    if cutting is not None and not 1 <= cutting < len(stock):
        raise ChanceError(
            "cut", number, f"{cutting} cards above the cut card of {len(stock)} cards cannot be"
        )
    if not cut or len(stock) <= 1:
        above = len(stock)  # rules 1.3: a stock of one card is not cut
    elif cutting is not None:
        above = cutting
    elif given is not None:
        above = len(stock) - 1
    else:
        place, _ = Stream(seed, f"cut:{number}").uniform(len(stock) - 1)
        above = 1 + place
    return Shuffle(order, above, given or (), given or ())
