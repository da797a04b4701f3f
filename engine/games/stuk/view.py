"""What may be known of a table of Стук (rules 3.3)."""

from typing import TYPE_CHECKING

from engine.game import HandView, SeatView, View
from engine.games.stuk.seat import Hand
from engine.hand36 import points

if TYPE_CHECKING:
    from engine.games.stuk.state import Stuk

#: The name of the game in records.
NAME = "stuk"


def view(state: "Stuk", viewer: int | None) -> View:
    """What a seat, or an onlooker (None), may know.

    Raises:
        IndexError: there is no such seat.
    """
    if viewer is not None and not 0 <= viewer < len(state.seats):
        raise IndexError(f"no seat {viewer}")
    return _view(state, viewer, everything=False)


def revealed(state: "Stuk") -> View:
    """The table with every hand face up."""
    return _view(state, None, everything=True)


def _view(state: "Stuk", viewer: int | None, *, everything: bool) -> View:
    seats = []
    for number, seat in enumerate(state.seats):
        hands: tuple[HandView, ...] = ()
        if seat.hand is not None:
            # A hand that was never staked on is never settled: it stays closed, also when it is over.
            shown = everything or number == state.deal_banker or seat.hand.result is not None
            hands = (_hand_view(seat.hand, shown=shown, known=shown or number == viewer),)
        seats.append(
            SeatView(
                chips=seat.chips,
                began=seat.began,
                standing=seat.standing,
                hands=hands,
                sits_out=seat.sits_out,
                had_bank=seat.had_bank,
            )
        )
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
        last_round=state.last_round,
        ending=state.ending,
        deal_banker=state.deal_banker,
        size=state.size,
        next_bank=state.next_bank,
        rounds=state.rounds,
        bettor=state.bettor(),
        may_knock=state.knockable,
        bank_ending=state.bank_ending,
    )


def _hand_view(hand: Hand, *, shown: bool, known: bool) -> HandView:
    return HandView(
        cards=hand.cards if known else (None,) * len(hand.cards),
        points=hand.points if known else None,
        stake=hand.stake,
        result=hand.result,
        paid=hand.paid,
        shown=shown,
        golden=known and hand.golden,
        bust=known and hand.bust,
        banker_cards=hand.against or None,
        banker_points=points(hand.against) if hand.against else None,
        missed=hand.missed,
    )
