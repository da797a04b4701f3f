"""Computer players for blackjack (rules 4.16 to 4.19)."""

from engine.cards import Card, Rank
from engine.game import HandView, LegalMove, Move, Verb, View
from engine.hand52 import WORTH, soft, total
from engine.odds.analysis import tables
from engine.odds.blackjack import Play
from engine.odds.shoes import VALUES
from engine.players.player import EASY_STANDS, hand_in_play, verbs

#: The columns of the chart: the dealer's card.
_UPS = "23456789TA"

#: Rules 4.18, the common chart for several packs: H hit, S stand, D double, P split, - plays the total.
_HARD = {
    8: "HHHHHHHHHH",
    9: "HDDDDHHHHH",
    10: "DDDDDDDDHH",
    11: "DDDDDDDDDH",
    12: "HHSSSHHHHH",
    13: "SSSSSHHHHH",
    14: "SSSSSHHHHH",
    15: "SSSSSHHHHH",
    16: "SSSSSHHHHH",
    17: "SSSSSSSSSS",
}
_SOFT = {
    12: "HHHHHHHHHH",
    13: "HHHDDHHHHH",
    14: "HHHDDHHHHH",
    15: "HHDDDHHHHH",
    16: "HHDDDHHHHH",
    17: "HDDDDHHHHH",
    18: "SDDDDSSHHH",
    19: "SSSSSSSSSS",
}
_PAIR = {
    2: "PPPPPP----",
    3: "PPPPPP----",
    4: "---PP-----",
    5: "----------",
    6: "PPPPP-----",
    7: "PPPPPP----",
    8: "PPPPPPPPPP",
    9: "PPPPP-PP--",
    10: "----------",
    1: "PPPPPPPPPP",
}


def easy(view: View, legal: tuple[LegalMove, ...]) -> Move:  # noqa: ARG001 - all players are called alike
    """Hits below 17, otherwise stands; soft totals as they are (rules 4.17)."""
    return Move(Verb.HIT if total(_cards(hand_in_play(view))) < EASY_STANDS else Verb.STAND)


def normal(view: View, legal: tuple[LegalMove, ...]) -> Move:
    """Plays the common chart (rules 4.18)."""
    cards = _cards(hand_in_play(view))
    column = _UPS.index(held_and_up(view)[1])
    allowed = verbs(legal)
    if Verb.SPLIT in allowed and _PAIR[WORTH[cards[0].rank]][column] == "P":
        return Move(Verb.SPLIT)
    counted = total(cards)
    row = _SOFT[min(counted, 19)] if soft(cards) else _HARD[min(max(counted, 8), 17)]
    match row[column]:
        case "S":
            return Move(Verb.STAND)
        case "D" if Verb.DOUBLE in allowed:
            return Move(Verb.DOUBLE)
        case "D" if soft(cards) and counted == 18:
            return Move(Verb.STAND)
    return Move(Verb.HIT)


def hard(view: View, legal: tuple[LegalMove, ...]) -> Move:
    """Makes the exact best move of this variant by its own hand and the dealer's card (rules 4.19)."""
    held, up = held_and_up(view)
    counts = counts_of(held)
    if len(held) > 2:
        return Move(Verb.HIT if tables().better_hit(counts, up) else Verb.STAND)
    allowed = verbs(legal)
    values = tables().cell(counts, up).values()
    return Move(Verb(max((play for play in Play if Verb(play) in allowed), key=values.__getitem__)))


def held_and_up(view: View) -> tuple[tuple[str, ...], str]:
    """The values of the viewer's cards in play, as they came, and of the dealer's open card.

    Raises:
        ValueError: it is not the viewer's move.
    """
    card = None if view.dealer is None else view.dealer.cards[0]
    if card is None:
        raise ValueError("the dealer has no open card")
    return tuple(map(value_of, _cards(hand_in_play(view)))), value_of(card)


def counts_of(values: tuple[str, ...]) -> tuple[int, ...]:
    """How many there are of each value, as the tables of odds count them."""
    return tuple(values.count(value) for value in VALUES)


def value_of(card: Card) -> str:
    """A card's value as the tables of odds name it: every ten-valued card is T."""
    return "T" if WORTH[card.rank] == 10 else "A" if card.rank is Rank.ACE else card.rank.value


def _cards(hand: HandView) -> tuple[Card, ...]:
    return tuple(card for card in hand.cards if card is not None)
