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

    def draw(self, count: int) -> tuple[tuple[Card, ...], "Order"]:
        """The next cards and the order after them, the same as drawn one by one.

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

    def draw(self, count: int) -> tuple[tuple[Card, ...], "Shuffle"]:
        """The next cards and the shuffle after them: the given cards first, then the seed's order without them.

        Raises:
            IndexError: there are not so many above the cut card.
        """
        past = len(self.dealt)
        if past + count > self.above:
            raise IndexError("the next card lies below the cut card")
        if not self.given:
            cards, order = self.order.draw(count)
            return cards, Shuffle(order, self.above, dealt=self.dealt + cards)
        order, owed, cards = self.order, self.owed, self.given[past : past + count]
        while len(cards) < count:
            drawn, order = order.draw(count - len(cards))
            for card in drawn:
                if card in owed:
                    at = owed.index(card)
                    owed = owed[:at] + owed[at + 1 :]
                else:
                    cards += (card,)
        return cards, Shuffle(order, self.above, self.given, owed, self.dealt + cards)

    def below(self) -> tuple[Card, ...]:
        """The cards below the cut card, as they lie. Looking at them deals none."""
        count = len(self.order.stock)
        whole = Shuffle(self.order, count, self.given, self.owed, self.dealt)
        return whole.draw(count - len(self.dealt))[1].dealt[self.above :]


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
        return cls(seed, _shuffled(seed, 1, stock, cards, cutting, cut=cut), cards, cutting)

    @property
    def number(self) -> int:
        """Which shuffle is in hand, from 1, counted over the whole record."""
        return len(self.past) + 1

    @property
    def left(self) -> int:
        """Cards left above the cut card."""
        return self.shuffle.above - len(self.shuffle.dealt)

    def draw(self, count: int = 1) -> tuple[tuple[Card, ...], "Shoe"]:
        """The next cards and the shoe after them.

        Raises:
            IndexError: there are not so many above the cut card.
        """
        cards, shuffle = self.shuffle.draw(count)
        return cards, Shoe(self.seed, shuffle, self.cards, self.cutting, self.past, self.past_cuts)

    def reshuffled(self, stock: tuple[Card, ...], *, cut: bool = True) -> "Shoe":
        """The next shuffle, of that stock in new pack order; without `cut` no cut card goes into it.

        Raises:
            ChanceError: a card or cut given for this shuffle does not fit.
        """
        cards, cutting = self.cards, self.cutting
        shuffle = _shuffled(self.seed, self.number + 1, stock, cards, cutting, cut=cut)
        return Shoe(self.seed, shuffle, cards, cutting, self.dealt(), self.cuts())

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
    cards: tuple[tuple[Card, ...] | None, ...],
    cuts: tuple[int | None, ...],
    *,
    cut: bool,
) -> Shuffle:
    given, cutting = _entry(cards, number), _entry(cuts, number)
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
