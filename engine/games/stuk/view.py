"""What may be known of a table of Стук (rules 3.3)."""

from engine.game import HandView, SeatView, View
from engine.games.stuk.table import Hand, Table
from engine.points import points

#: The name of the game in records.
NAME = "stuk"


def view(table: Table, viewer: int | None) -> View:
    """What a seat, or an onlooker (None), may know.

    Raises:
        IndexError: there is no such seat.
    """
    if viewer is not None and not 0 <= viewer < len(table.seats):
        raise IndexError(f"no seat {viewer}")
    return _view(table, viewer, everything=False)


def revealed(table: Table) -> View:
    """The table with every hand face up."""
    return _view(table, None, everything=True)


def _view(table: Table, viewer: int | None, *, everything: bool) -> View:
    seats = []
    for number, seat in enumerate(table.seats):
        hands: tuple[HandView, ...] = ()
        if seat.hand is not None:
            # A hand that was never staked on is never settled: it stays closed, also when it is over.
            shown = everything or number == table.deal_banker or seat.hand.result is not None
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
        deal=table.deal,
        phase=table.phase,
        seats=tuple(seats),
        banker=table.banker,
        to_move=table.to_move,
        legal=table.legal(),
        bank=table.bank,
        bank_before=table.bank_before,
        last_round=table.last_round,
        ending=table.ending,
        deal_banker=table.deal_banker,
        size=table.size,
        next_bank=table.next_bank,
        rounds=table.rounds,
        bettor=table.bettor(),
        may_knock=table.may_knock(),
        bank_ending=table.bank_ending,
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
