"""Computer players for blackjack (rules 4.16 to 4.19)."""

from engine.cards import Card, Rank
from engine.game import HandView, LegalMove, Move, Verb, View
from engine.hand52 import WORTH, soft, total
from engine.odds.analysis import tables
from engine.odds.blackjack import Play
from engine.odds.shoes import VALUES
from engine.players.player import hand_in_play, verbs

#: Rules 4.17.
_EASY_STANDS = 17

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
    return Move(Verb.HIT if total(_cards(hand_in_play(view))) < _EASY_STANDS else Verb.STAND)


def normal(view: View, legal: tuple[LegalMove, ...]) -> Move:
    """Plays the common chart (rules 4.18)."""
    cards = _cards(hand_in_play(view))
    column = _UPS.index(_value(_up(view)))
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
    cards = _cards(hand_in_play(view))
    held = [_value(card) for card in cards]
    counts = tuple(held.count(value) for value in VALUES)
    up = _value(_up(view))
    if len(cards) > 2:
        return Move(Verb.HIT if tables().better_hit(counts, up) else Verb.STAND)
    allowed = verbs(legal)
    values = tables().cell(counts, up).values()
    return Move(Verb(max((play for play in Play if Verb(play) in allowed), key=values.__getitem__)))


def _cards(hand: HandView) -> tuple[Card, ...]:
    return tuple(card for card in hand.cards if card is not None)


def _up(view: View) -> Card:
    card = None if view.dealer is None else view.dealer.cards[0]
    if card is None:
        raise ValueError("the dealer has no open card")
    return card


def _value(card: Card) -> str:
    """The card's value as tables name it: every ten-valued card is T."""
    return "T" if WORTH[card.rank] == 10 else "A" if card.rank is Rank.ACE else card.rank.value
