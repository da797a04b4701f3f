"""What lies before a seat of blackjack: its hands. Stakes are units, money is half units."""

from dataclasses import dataclass

from engine.cards import Card
from engine.fast_frozen import quick
from engine.game import HandView, Result, Standing
from engine.hand52 import WORTH, natural, soft, total


@quick
@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of the round in progress or just ended.

    `stake` is units; `split` says that it came of a split (rules 4.9), `stood` that it was closed by standing,
    doubling or as a split ace. `halves` is what it brought, in half units, once it has a result.
    """

    cards: tuple[Card, ...]
    stake: int = 1
    split: bool = False
    stood: bool = False
    result: Result | None = None
    halves: int = 0

    @property
    def total(self) -> int:
        """The total of its cards (rules 4.2)."""
        return total(self.cards)

    @property
    def natural(self) -> bool:
        """Whether it is a natural (rules 4.4, 4.9)."""
        return not self.split and natural(self.cards)

    @property
    def closed(self) -> bool:
        """Whether it takes no more moves: stood, 21 or bust (rules 4.6)."""
        return self.stood or self.total >= 21

    @property
    def view(self) -> HandView:
        """The hand as everybody sees it."""
        return HandView(
            cards=self.cards,
            points=self.total,
            stake=self.stake,
            result=self.result,
            shown=True,
            bust=self.total > 21,
            soft=soft(self.cards),
            natural=self.natural,
            closed=self.closed,
            halves=None if self.result is None else self.halves,
        )

    @property
    def pair(self) -> bool:
        """Whether it is two cards of equal value (rules 4.8)."""
        return len(self.cards) == 2 and WORTH[self.cards[0].rank] == WORTH[self.cards[1].rank]


@quick
@dataclass(frozen=True, slots=True)
class Seat:
    """A seat.

    `carried` is what it won or lost in the rounds before the one in progress or just ended, in half units.
    `absent` says that the rest of the round is stood through for it, `silent` is the number of the round in
    which it last timed out, 0 once it has moved since (rules 4.15).
    """

    standing: Standing = Standing.PLAYING
    hands: tuple[Hand, ...] = ()
    carried: int = 0
    absent: bool = False
    silent: int = 0

    @property
    def halves(self) -> int:
        """What it won or lost in all rounds so far, in half units (rules 4.13)."""
        return self.carried + sum(hand.halves for hand in self.hands)

    @property
    def acting(self) -> bool:
        """Whether it still has a hand to play in this round."""
        return not self.absent and any(not hand.closed for hand in self.hands)
