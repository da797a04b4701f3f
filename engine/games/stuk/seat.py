"""What lies before a seat of Стук: its hand, its chips, how it stands in the bank."""

from dataclasses import dataclass

from engine.cards import Card
from engine.fast_frozen import quick, replace
from engine.game import HandView, Standing
from engine.hand36 import Hand36, bust, points


def strength(cards: tuple[Card, ...]) -> int:
    """What a hand is worth against another: its points, 22 for the golden point, 0 if bust (rules 3.8)."""
    return 0 if bust(cards) else points(cards)


@quick
@dataclass(frozen=True, slots=True)
class Hand(Hand36):
    """A hand. The banker's own is his face-up card.

    `against` are the banker's cards against it, the face-up card first; empty until he plays against it.
    `missed` says that the round was let go by (rules 3.14).
    """

    against: tuple[Card, ...] = ()
    missed: bool = False

    def view(self, *, shown: bool, known: bool) -> HandView:
        """The hand with the banker's cards against it."""
        seen = Hand36.view(self, shown=shown, known=known)
        against = self.against or None
        counted = points(self.against) if self.against else None
        return replace(seen, banker_cards=against, banker_points=counted, missed=self.missed)


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
