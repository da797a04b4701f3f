"""Cards, packs and their notation (records.md: rank and suit, `Ah Ts 7d`)."""

from dataclasses import dataclass, field
from enum import StrEnum


class Suit(StrEnum):
    """The four suits, in the order of a new pack."""

    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"


class Rank(StrEnum):
    """The thirteen ranks, ascending, the ace last."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `text`, and so `str`, is its two-letter notation."""

    rank: Rank
    suit: Suit
    text: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", self.rank.value + self.suit.value)

    def __str__(self) -> str:
        return self.text

    @staticmethod
    def parse(text: str) -> "Card":
        """Read the two-letter notation.

        Raises:
            ValueError: the text is not a rank followed by a suit.
        """
        if text not in _BY_TEXT:
            raise ValueError(f"{text!r} is not a card: a card is a rank and a suit, such as Ah or Ts")
        return _BY_TEXT[text]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces.

    Raises:
        ValueError: a word of the text is not a card.
    """
    return tuple(Card.parse(word) for word in text.split())


def format_cards(cards: tuple[Card | None, ...]) -> str:
    """Write cards separated by spaces; a hidden card (None) is `??`."""
    return " ".join("??" if card is None else card.text for card in cards)


def pack(ranks: tuple[Rank, ...], packs: int = 1) -> tuple[Card, ...]:
    """A stock in its order before shuffling: pack after pack, in each the suits, in each suit the ranks."""
    return tuple(Card(rank, suit) for _ in range(packs) for suit in Suit for rank in ranks)


#: Rules 1.1: ranks 6 to ace in four suits.
PACK_36 = pack(tuple(Rank)[4:])

#: Rules 4.1: one pack of 52; a shoe is six of them.
PACK_52 = pack(tuple(Rank))

_BY_TEXT = {card.text: card for card in PACK_52}
