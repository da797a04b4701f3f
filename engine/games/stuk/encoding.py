"""The canonical encoding of a table of Стук.

The bytes are part of stored games: a field that is added later goes to the end of its list, and only where it
is not at its default.
"""

import json

from engine.cards import format_cards
from engine.games.stuk.table import Hand, Seat, Table

_VERSION = "stuk 1"


def encode(table: Table) -> bytes:
    """Equal tables give equal bytes, different tables different ones."""
    value = [
        _VERSION,
        [_seat(seat) for seat in table.seats],
        [table.size, table.rated],
        [table.next_bank, table.banker, table.deal_banker, table.banker_forfeits],
        [table.bank, table.bank_before, table.deal, table.rounds, table.last_round],
        [table.phase, table.to_move, table.bank_ending, table.ending],
        table.pack.encoded(),
    ]
    return json.dumps(value, separators=(",", ":")).encode("ascii")


def _seat(seat: Seat) -> list[object]:
    return [
        *(seat.chips, seat.began, seat.standing),
        *(seat.missed, seat.sits_out, seat.had_bank, seat.was_dealt, seat.forfeited),
        _hand(seat.hand),
    ]


def _hand(hand: Hand | None) -> list[object] | None:
    if hand is None:
        return None
    return [
        format_cards(hand.cards),
        hand.stake,
        format_cards(hand.against),
        hand.result,
        hand.paid,
        hand.missed,
    ]
