"""The canonical encoding of a table of Очко.

The bytes are part of stored games: a field that is added later goes to the end of its list, and only where it
is not at its default.
"""

import json
from typing import TYPE_CHECKING

from engine.cards import format_cards
from engine.games.ochko.seat import Hand

if TYPE_CHECKING:
    from engine.games.ochko.state import Ochko

_VERSION = "ochko 1"


def encode(state: "Ochko") -> bytes:
    """Equal tables give equal bytes, different tables different ones."""
    value = [
        _VERSION,
        [[seat.chips, seat.began, seat.standing, list(seat.won), _hand(seat.hand)] for seat in state.seats],
        [state.banker, state.rated, state.limit],
        [state.bank, state.bank_before, state.deal, state.finished_deals],
        [state.phase, state.to_move, state.ending],
        state.shoe.encoded(),
    ]
    return json.dumps(value, separators=(",", ":")).encode("ascii")


def _hand(hand: Hand | None) -> list[object] | None:
    if hand is None:
        return None
    return [format_cards(hand.cards), hand.stake, hand.stood, hand.result, hand.paid]
