"""The canonical encoding of a table of blackjack.

The bytes are part of stored games: a field that is added later goes to the end of its list, and only where it
is not at its default.
"""

import json
from typing import TYPE_CHECKING

from engine.cards import format_cards
from engine.games.blackjack.seat import Hand, Seat

if TYPE_CHECKING:
    from engine.games.blackjack.state import Blackjack

_VERSION = "blackjack 1"


def encode(state: "Blackjack") -> bytes:
    """Equal tables give equal bytes, different tables different ones."""
    value = [
        _VERSION,
        [_seat(seat) for seat in state.seats],
        [state.deal, state.phase, state.to_move, state.hand],
        format_cards(state.dealer),
        state.shoe.encoded(),
    ]
    return json.dumps(value, separators=(",", ":")).encode("ascii")


def _seat(seat: Seat) -> list[object]:
    return [seat.standing, [_hand(hand) for hand in seat.hands], seat.carried, seat.absent, seat.silent]


def _hand(hand: Hand) -> list[object]:
    return [format_cards(hand.cards), hand.stake, hand.split, hand.stood, hand.result, hand.halves]
