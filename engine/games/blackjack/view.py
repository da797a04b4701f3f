"""What may be known of a table of blackjack: everything but the dealer's face-down card and the shoe (rules 4.3)."""

from typing import TYPE_CHECKING

from engine.cards import Card
from engine.game import HandView, Phase, SeatView, View
from engine.games.blackjack.seat import Hand
from engine.hand52 import natural, soft, total

if TYPE_CHECKING:
    from engine.games.blackjack.state import Blackjack

#: The name of the game in records.
NAME = "blackjack"


def view(state: "Blackjack", viewer: int | None) -> View:
    """What a seat, or an onlooker (None), may know: it is the same for all.

    Raises:
        IndexError: there is no such seat.
    """
    if viewer is not None and not 0 <= viewer < len(state.seats):
        raise IndexError(f"no seat {viewer}")
    return View(
        game=NAME,
        viewer=viewer,
        deal=state.deal,
        phase=state.phase,
        seats=tuple(
            SeatView(0, 0, seat.standing, hands=tuple(map(_hand_view, seat.hands)), halves=seat.halves)
            for seat in state.seats
        ),
        to_move=state.to_move,
        hand=state.hand,
        legal=state.legal(),
        dealer=_dealer_view(state.dealer, hidden=state.phase is Phase.DRAW),
        settled=state.finished,
    )


def _hand_view(hand: Hand) -> HandView:
    return HandView(
        cards=hand.cards,
        points=hand.total,
        stake=hand.stake,
        result=hand.result,
        shown=True,
        bust=hand.bust,
        soft=hand.soft,
        natural=hand.natural,
        closed=hand.closed,
        halves=None if hand.result is None else hand.halves,
    )


def _dealer_view(cards: tuple[Card, ...], *, hidden: bool) -> HandView:
    """The dealer's hand; points count the cards shown (records.md)."""
    known = cards[:1] if hidden else cards
    return HandView(
        cards=(*known, None) if hidden else known,
        points=total(known),
        shown=not hidden,
        bust=total(known) > 21,
        soft=soft(known),
        natural=natural(known),
    )
