"""What every seat takes from a game of Очко (rules 2.16 to 2.23)."""

from typing import TYPE_CHECKING

from engine.game import Ending, Phase, SeatResult, Standing
from engine.games.ochko.seat import Seat

if TYPE_CHECKING:
    from engine.games.ochko.state import Ochko

#: Rules 2.22: rubles for one point of rating.
RUBLES_PER_RATING = 5

_HUNDREDTHS = 100


def all_results(state: "Ochko") -> tuple[SeatResult, ...]:
    """The results of all seats as the game stands, final when it is over.

    A stake on the table counts as still the seat's.
    """
    return tuple(_result(state, seat) for seat in range(len(state.seats)))


def _result(state: "Ochko", number: int) -> SeatResult:
    seat = state.seats[number]
    forfeited = seat.standing is Standing.FORFEITED
    if number == state.banker:
        net = state.bank - seat.began
        earned, shared = max(0, net), len(state.seats) - 1  # rules 2.21
    else:
        hand = state.in_play().get(number)
        net = seat.chips + (hand.stake if hand else 0) - seat.began
        earned, shared = sum(seat.won), 1  # rules 2.20
    won = net > 0 and seat.standing is Standing.PLAYING
    counted = state.rated and not (_banker_spoilt_it(state) and number != state.banker)
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
        fixed=_fixed(state, seat),
    )


def _fixed(state: "Ochko", seat: Seat) -> bool:
    """Who is out, has left or forfeited has his result, but not before the first deal is finished (rules 2.17, 5.6)."""
    away = seat.standing is not Standing.PLAYING and state.finished_deals > 0
    return away or state.phase is Phase.OVER


def _banker_spoilt_it(state: "Ochko") -> bool:
    """Whether the banker forfeited before a deal was finished: it counts for him only (rules 2.17)."""
    return state.ending is Ending.BANKER_FORFEITED and state.finished_deals == 0
