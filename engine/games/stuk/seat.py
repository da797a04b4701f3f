"""What lies before a seat of Стук: its hand, its chips, how it stands in the bank."""

from dataclasses import dataclass

from engine.cards import Card
from engine.fast_frozen import quick
from engine.game import Result, Standing
from engine.hand36 import bust, golden, points


def strength(cards: tuple[Card, ...]) -> int:
    """What a hand is worth against another: its points, 22 for the golden point, 0 if bust (rules 3.8)."""
    return 0 if bust(cards) else points(cards)


@quick
@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of the round in progress or just ended. `stake` and `paid` are chips.

    `against` are the banker's cards against it, the face-up card first; empty until he plays against it.
    `missed` says that the round was let go by (rules 3.14). The banker's own hand is his face-up card.
    """

    cards: tuple[Card, ...] = ()
    stake: int = 0
    against: tuple[Card, ...] = ()
    result: Result | None = None
    paid: int = 0
    missed: bool = False

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
    def stands_by_itself(self) -> bool:
        """Whether it takes no more cards: 21 or the golden point (rules 3.6)."""
        return self.points >= 21 and not self.bust


@quick
@dataclass(frozen=True, slots=True)
class Seat:
    """A seat. `chips` leave out the bank and the stake on the table.

    `missed` counts the rounds missed in a row under this banker, `sits_out` is for the rest of this bank
    (rules 3.14); `had_bank` or passed it on (rules 3.13); `was_dealt` a card, `forfeited` once at this table
    (rules 3.15).
    """

    chips: int
    began: int
    standing: Standing = Standing.PLAYING
    hand: Hand | None = None
    missed: int = 0
    sits_out: bool = False
    had_bank: bool = False
    was_dealt: bool = False
    forfeited: bool = False

    @property
    def there(self) -> bool:
        """Whether the seat is still at the table; sitting out and without chips it is."""
        return self.standing is Standing.PLAYING

    @property
    def bets(self) -> bool:
        """Whether a bettor in this seat is in the game of the bank: there, with a chip, not sitting out."""
        return self.there and self.chips > 0 and not self.sits_out
