"""What every seat takes from a table of Стук (rules 3.15)."""

from engine.game import Phase, SeatResult
from engine.games.stuk.table import Table

_HUNDREDTHS = 100


def results(table: Table) -> tuple[SeatResult, ...]:
    """The results of all seats as the table stands, final when it is over.

    A stake on the table counts as still the seat's, the bank as the banker's.
    """
    return tuple(_result(table, seat) for seat in range(len(table.seats)))


def _result(table: Table, number: int) -> SeatResult:
    seat, hand = table.seats[number], table.in_play().get(number)
    bank = table.bank if number == table.banker else 0
    net = seat.chips + (hand.stake if hand else 0) + bank - seat.began
    won = net > 0 and not seat.forfeited
    return SeatResult(
        games=int(table.rated and seat.was_dealt),
        wins=int(table.rated and won),
        rating=0,
        rubles=net * _HUNDREDTHS if table.rated else 0,
        net=net,
        won=won,
        forfeited=seat.forfeited,
        fixed=not seat.there or table.phase is Phase.OVER,  # rules 5.6: who leaves is settled in that moment
    )
