"""Time-outs and leaving in Стук (rules 3.13, 3.14)."""

from engine.events import SatOut, SeatForfeited, SeatLeft
from engine.game import Audience, BankEnding, Phase, Standing
from engine.games.stuk.bank import end_bank, left_between_banks, share
from engine.games.stuk.course import Course
from engine.games.stuk.round import end_round
from engine.values import replace

#: Rules 3.14: so many rounds missed in a row, and the seat sits out the rest of the bank.
MOST_MISSED = 2


def leave(course: Course, seat: int) -> None:
    """Leaving, free or not; the stack goes with the seat."""
    table, holder = course.table, course.table.seats[seat]
    hand = table.in_play().get(seat)
    if seat == table.banker:
        course.put(seat, replace(holder, standing=Standing.FORFEITED, forfeited=True))
        _banker_forfeits(course, seat, timed_out=False)
    elif hand is not None and hand.stake:
        course.put(seat, replace(holder, standing=Standing.FORFEITED, forfeited=True))
        course.tell(SeatForfeited(seat, Audience.EVERYBODY, hand.stake, timed_out=False))
        course.lose(seat)
    else:
        course.put(seat, replace(holder, standing=Standing.LEFT))
        course.tell(SeatLeft(seat, Audience.EVERYBODY, holder.chips))
        if table.banker is None:
            left_between_banks(course, seat)


def time_out(course: Course, seat: int) -> None:
    """The time of the seat to move has run out; it stays at the table."""
    table, holder = course.table, course.table.seats[seat]
    course.put(seat, replace(holder, forfeited=True))
    if table.phase is Phase.BANK:
        _banker_forfeits(course, seat, timed_out=True)
    elif table.phase is Phase.STAKE:
        _miss(course, seat)
    else:
        course.tell(SeatForfeited(seat, Audience.EVERYBODY, course.hand(seat).stake, timed_out=True))
        course.lose(seat)
        _sit_out(course, seat)


def _miss(course: Course, seat: int) -> None:
    """A round missed: the smallest legal stake goes to the bank."""
    table, holder = course.table, course.table.seats[seat]
    lost, _ = table.limits(seat)
    missed = holder.missed + 1
    course.table = replace(table, bank=table.bank + lost)
    course.put(seat, replace(holder, chips=holder.chips - lost, missed=missed))
    course.put_hand(seat, replace(course.hand(seat), missed=True))
    course.tell(SeatForfeited(seat, Audience.EVERYBODY, lost, timed_out=True))
    if missed >= MOST_MISSED:
        _sit_out(course, seat)


def _sit_out(course: Course, seat: int) -> None:
    course.put(seat, replace(course.table.seats[seat], sits_out=True))
    course.tell(SatOut(seat, Audience.EVERYBODY))


def _banker_forfeits(course: Course, banker: int, *, timed_out: bool) -> None:
    """The stake on the table wins; the rest is split, and the bank passes on."""
    course.table = replace(course.table, banker_forfeits=course.table.banker_forfeits + 1)
    course.tell(SeatForfeited(banker, Audience.EVERYBODY, 0, timed_out))
    bettor = course.table.bettor()
    if bettor is not None and course.hand(bettor).stake:
        course.win(bettor)
    if course.table.in_round:
        end_round(course)
    share(course)
    end_bank(course, BankEnding.FORFEITED)
