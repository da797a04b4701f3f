"""The canonical encoding of a table of Очко.

The bytes are part of stored games: a field that is added later goes to the end of its list, and only where it
is not at its default.
"""

import json

from engine.cards import format_cards
from engine.games.ochko.table import Hand, Table

_VERSION = "ochko 1"


def encode(table: Table) -> bytes:
    """Equal tables give equal bytes, different tables different ones."""
    value = [
        _VERSION,
        [[seat.chips, seat.began, seat.standing, list(seat.won), _hand(seat.hand)] for seat in table.seats],
        [table.banker, table.rated, table.limit],
        [table.bank, table.bank_before, table.deal, table.finished_deals],
        [table.phase, table.to_move, table.ending],
        table.shoe.encoded(),
    ]
    return json.dumps(value, separators=(",", ":")).encode("ascii")


def _hand(hand: Hand | None) -> list[object] | None:
    if hand is None:
        return None
    return [format_cards(hand.cards), hand.stake, hand.stood, hand.result, hand.paid]
