"""What every seat takes from a table of Стук (rules 3.15)."""

from typing import TYPE_CHECKING

from engine.game import Phase, SeatResult

if TYPE_CHECKING:
    from engine.games.stuk.state import Stuk

_HUNDREDTHS = 100


def all_results(state: "Stuk") -> tuple[SeatResult, ...]:
    """The results of all seats as the table stands, final when it is over.

    A stake on the table counts as still the seat's, the bank as the banker's.
    """
    return tuple(_result(state, seat) for seat in range(len(state.seats)))


def _result(state: "Stuk", number: int) -> SeatResult:
    seat, hand = state.seats[number], state.in_play().get(number)
    bank = state.bank if number == state.banker else 0
    net = seat.chips + (hand.stake if hand else 0) + bank - seat.began
    won = net > 0 and not seat.forfeited
    return SeatResult(
        games=int(state.rated and seat.was_dealt),
        wins=int(state.rated and won),
        rating=0,
        rubles=net * _HUNDREDTHS if state.rated else 0,
        net=net,
        won=won,
        forfeited=seat.forfeited,
        fixed=not seat.there or state.phase is Phase.OVER,  # rules 5.6: who leaves is settled in that moment
    )
