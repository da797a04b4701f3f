"""What lies before a seat of Очко: its hand and its chips."""

from dataclasses import dataclass

from engine.cards import Card
from engine.fast_frozen import quick
from engine.game import Result, Standing
from engine.hand36 import bust, golden, points

#: Rules 2.9, 2.10.
MOST_CARDS = 5


@quick
@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of the deal in progress or just ended. `stake` and `paid` are chips.

    A banker's hand has neither stake nor result.
    """

    cards: tuple[Card, ...] = ()
    stake: int = 0
    stood: bool = False
    result: Result | None = None
    paid: int = 0

    @property
    def points(self) -> int:
        """The points of its cards (rules 1.1)."""
        return points(self.cards)

    @property
    def golden(self) -> bool:
        """Whether it is the golden point (rules 1.2)."""
        return golden(self.cards)

    @property
    def bust(self) -> bool:
        """Whether it is above 21 and not golden (rules 1.2)."""
        return bust(self.cards)

    @property
    def decided(self) -> bool:
        """Whether its cards alone ended it: 21, the golden point, a bust (rules 2.9)."""
        return points(self.cards) >= 21


@quick
@dataclass(frozen=True, slots=True)
class Seat:
    """A seat.

    `chips` leave out the bank and the stake on the table, `won` are stakes won from the bank, as really paid.
    """

    chips: int
    began: int
    standing: Standing = Standing.PLAYING
    won: tuple[int, ...] = ()
    hand: Hand | None = None
