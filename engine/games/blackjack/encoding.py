"""The canonical encoding of a table of blackjack.

The bytes are part of stored games: a field that is added later goes to the end of its list, and only where it
is not at its default.
"""

import json

from engine.cards import format_cards
from engine.games.blackjack.table import Hand, Seat, Table

_VERSION = "blackjack 1"


def encode(table: Table) -> bytes:
    """Equal tables give equal bytes, different tables different ones."""
    value = [
        _VERSION,
        [_seat(seat) for seat in table.seats],
        [table.deal, table.phase, table.to_move, table.hand],
        format_cards(table.dealer),
        table.shoe.encoded(),
    ]
    return json.dumps(value, separators=(",", ":")).encode("ascii")


def _seat(seat: Seat) -> list[object]:
    return [seat.standing, [_hand(hand) for hand in seat.hands], seat.carried, seat.absent, seat.silent]


def _hand(hand: Hand) -> list[object]:
    return [format_cards(hand.cards), hand.stake, hand.split, hand.stood, hand.result, hand.halves]
