"""The canonical encoding of a table of Стук.

The bytes are part of stored games: a field that is added later goes to the end of its list, and only where it
is not at its default.
"""

import json
from typing import TYPE_CHECKING

from engine.cards import format_cards
from engine.games.stuk.seat import Hand, Seat

if TYPE_CHECKING:
    from engine.games.stuk.state import Stuk

_VERSION = "stuk 1"


def encode(state: "Stuk") -> bytes:
    """Equal tables give equal bytes, different tables different ones."""
    value = [
        _VERSION,
        [_seat(seat) for seat in state.seats],
        [state.size, state.rated],
        [state.next_bank, state.banker, state.deal_banker, state.banker_forfeits],
        [state.bank, state.bank_before, state.deal, state.rounds, state.last_round],
        [state.phase, state.to_move, state.bank_ending, state.ending],
        state.pack.encoded(),
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
