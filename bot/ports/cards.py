"""Cards in words: «queen of spades», for the ear and for who would rather read them so."""

from types import MappingProxyType

from bot.ports.texts import N_, Texts

#: What the ranks are called, by the sign that stands for them on a card.
RANKS = MappingProxyType(
    {
        "A": N_("ace"),
        "K": N_("king"),
        "Q": N_("queen"),
        "J": N_("jack"),
        "10": N_("ten"),
        "9": N_("nine"),
        "8": N_("eight"),
        "7": N_("seven"),
        "6": N_("six"),
        "5": N_("five"),
        "4": N_("four"),
        "3": N_("three"),
        "2": N_("two"),
    }
)

#: What the suits are called behind a rank.
SUITS = MappingProxyType({"♠": N_("spades"), "♥": N_("hearts"), "♦": N_("diamonds"), "♣": N_("clubs")})

#: Rank and suit together, where %1 and %2 stand.
OF = N_("%1 of %2")


def card_in_words(say: Texts, card: str) -> str:
    """A card as boards write it, `Q♠`, in words."""
    return say(OF).replace("%1", say(RANKS[card[:-1]])).replace("%2", say(SUITS[card[-1]]))
