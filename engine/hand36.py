"""Hands of the 36-card pack: what they count (rules 1.1 and 1.2)."""

from dataclasses import dataclass

from engine.cards import Card, Rank
from engine.fast_frozen import quick
from engine.game import HandView, Result

#: Rules 1.1: the ace is never 1.
POINTS = {
    Rank.SIX: 6,
    Rank.SEVEN: 7,
    Rank.EIGHT: 8,
    Rank.NINE: 9,
    Rank.TEN: 10,
    Rank.JACK: 2,
    Rank.QUEEN: 3,
    Rank.KING: 4,
    Rank.ACE: 11,
}


def points(cards: tuple[Card, ...]) -> int:
    """The points of a hand; 22 for the golden point."""
    return sum(POINTS[card.rank] for card in cards)


def golden(cards: tuple[Card, ...]) -> bool:
    """Whether a hand is the golden point: exactly two aces (rules 1.2)."""
    return len(cards) == 2 and all(card.rank is Rank.ACE for card in cards)


def bust(cards: tuple[Card, ...]) -> bool:
    """Whether a hand is above 21 and not the golden point, which is the only 22 of two cards (rules 1.2)."""
    return points(cards) > 21 and len(cards) > 2


@quick
@dataclass(frozen=True, slots=True)
class Hand36:
    """A hand of the deal in progress or just ended. `stake` and `paid` are chips, a banker's hand has neither."""

    cards: tuple[Card, ...] = ()
    stake: int = 0
    result: Result | None = None
    paid: int = 0

    @property
    def points(self) -> int:
        """The points of its cards."""
        return points(self.cards)

    @property
    def bust(self) -> bool:
        """Whether it is above 21 and not golden."""
        return bust(self.cards)

    @property
    def decided(self) -> bool:
        """Whether it can take no more cards: 21, the golden point, a bust (rules 2.9, 3.6)."""
        return points(self.cards) >= 21

    def view(self, *, shown: bool, known: bool) -> HandView:
        """The hand as who knows it sees it, or its cards face down; `shown` says that they are open to everybody."""
        cards, stake, result, paid = self.cards, self.stake, self.result, self.paid
        if not known:
            return HandView((None,) * len(cards), None, stake, result, paid, shown)
        counted = points(cards)
        over, two = counted > 21, len(cards) == 2  # two cards above 21 are two aces
        return HandView(
            cards, counted, stake, result, paid, shown, golden=over and two, bust=over and not two
        )
