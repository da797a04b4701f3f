"""Totals of hands of the 52-card pack (rules 4.2 and 4.4)."""

from engine.cards import Card, Rank

#: Rules 4.2, the ace as 1. A total counts one ace as 11 where that does not bust the hand.
WORTH = {
    Rank.TWO: 2,
    Rank.THREE: 3,
    Rank.FOUR: 4,
    Rank.FIVE: 5,
    Rank.SIX: 6,
    Rank.SEVEN: 7,
    Rank.EIGHT: 8,
    Rank.NINE: 9,
    Rank.TEN: 10,
    Rank.JACK: 10,
    Rank.QUEEN: 10,
    Rank.KING: 10,
    Rank.ACE: 1,
}

_ACE = Rank.ACE


def total(cards: tuple[Card, ...]) -> int:
    """The total of a hand, an ace as 11 unless that busts it (rules 4.2)."""
    count, ace = 0, False
    for card in cards:
        rank = card.rank
        count += WORTH[rank]
        ace = ace or rank is _ACE
    return count + 10 if ace and count <= 11 else count


def soft(cards: tuple[Card, ...]) -> bool:
    """Whether an ace of the hand counts as 11 (rules 4.2)."""
    return sum(WORTH[card.rank] for card in cards) <= 11 and any(card.rank is _ACE for card in cards)


def natural(cards: tuple[Card, ...]) -> bool:
    """Whether two cards are an ace and a ten-value card (rules 4.4); after a split that is no natural (4.9)."""
    return len(cards) == 2 and total(cards) == 21
