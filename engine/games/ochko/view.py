"""What may be known of a table of Очко (rules 2.7)."""

from typing import TYPE_CHECKING

from engine.game import HandView, Phase, SeatView, View
from engine.games.ochko.seat import Hand

if TYPE_CHECKING:
    from engine.games.ochko.state import Ochko

#: The name of the game in records.
NAME = "ochko"


def view(state: "Ochko", viewer: int | None) -> View:
    """What a seat, or an onlooker (None), may know.

    Raises:
        IndexError: there is no such seat.
    """
    if viewer is not None and not 0 <= viewer < len(state.seats):
        raise IndexError(f"no seat {viewer}")
    return _view(state, viewer, everything=False)


def revealed(state: "Ochko") -> View:
    """The table with every hand face up."""
    return _view(state, None, everything=True)


def _view(state: "Ochko", viewer: int | None, *, everything: bool) -> View:
    between = state.phase in {Phase.PAUSE, Phase.OVER}
    seats = []
    for number, seat in enumerate(state.seats):
        hands: tuple[HandView, ...] = ()
        if seat.hand is not None:
            # A banker's decided hand needs no showing of its own: it ends the deal at once (rules 2.10).
            shown = everything or between or seat.hand.decided
            hands = (_hand_view(seat.hand, shown=shown, known=shown or number == viewer),)
        seats.append(SeatView(seat.chips, seat.began, seat.standing, seat.won, hands))
    return View(
        game=NAME,
        viewer=viewer,
        deal=state.deal,
        phase=state.phase,
        seats=tuple(seats),
        banker=state.banker,
        to_move=state.to_move,
        legal=state.legal(),
        bank=state.bank,
        bank_before=state.bank_before,
        ending=state.ending,
        deal_banker=state.banker,
    )


def _hand_view(hand: Hand, *, shown: bool, known: bool) -> HandView:
    if not known:
        hidden = (None,) * len(hand.cards)
        return HandView(hidden, None, stake=hand.stake, result=hand.result, paid=hand.paid, shown=shown)
    return HandView(
        cards=hand.cards,
        points=hand.points,
        stake=hand.stake,
        result=hand.result,
        paid=hand.paid,
        shown=shown,
        golden=hand.golden,
        bust=hand.bust,
    )
