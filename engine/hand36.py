"""Points of hands of the 36-card pack (rules 1.1 and 1.2)."""

from engine.cards import Card, Rank

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
