"""What every seat takes from a game of Очко (rules 2.16 to 2.23)."""

from engine.game import Ending, Phase, SeatResult, Standing
from engine.games.ochko.table import Seat, Table

#: Rules 2.22: rubles for one point of rating.
RUBLES_PER_RATING = 5

_HUNDREDTHS = 100


def results(table: Table) -> tuple[SeatResult, ...]:
    """The results of all seats as the game stands, final when it is over.

    A stake on the table counts as still the seat's.
    """
    return tuple(_result(table, seat) for seat in range(len(table.seats)))


def _result(table: Table, number: int) -> SeatResult:
    seat = table.seats[number]
    forfeited = seat.standing is Standing.FORFEITED
    if number == table.banker:
        net = table.bank - seat.began
        earned, shared = max(0, net), len(table.seats) - 1  # rules 2.21
    else:
        hand = table.in_play().get(number)
        net = seat.chips + (hand.stake if hand else 0) - seat.began
        earned, shared = sum(seat.won), 1  # rules 2.20
    won = net > 0 and seat.standing is Standing.PLAYING
    counted = table.rated and not (_banker_spoilt_it(table) and number != table.banker)
    if not counted or forfeited:
        earned = 0
    return SeatResult(
        games=int(counted),
        wins=int(counted and won),
        rating=earned * _HUNDREDTHS // shared,
        rubles=earned * RUBLES_PER_RATING * _HUNDREDTHS // shared,
        net=net,
        won=won,
        forfeited=forfeited,
        fixed=_fixed(table, seat),
    )


def _fixed(table: Table, seat: Seat) -> bool:
    """Who is out, has left or forfeited has his result, but not before the first deal is finished (rules 2.17, 5.6)."""
    away = seat.standing is not Standing.PLAYING and table.finished_deals > 0
    return away or table.phase is Phase.OVER


def _banker_spoilt_it(table: Table) -> bool:
    """Whether the banker forfeited before a deal was finished: it counts for him only (rules 2.17)."""
    return table.ending is Ending.BANKER_FORFEITED and table.finished_deals == 0
