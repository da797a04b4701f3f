"""The bank of Стук: opened, ended, handed on; the end of the table (rules 3.2, 3.13, 3.14)."""

from engine.events import BankEnded, BankOpened, BankPassed, BankShared, GameEnded
from engine.game import Audience, BankEnding, Ending, Phase
from engine.games.stuk.course import Course
from engine.games.stuk.table import Table
from engine.values import replace

#: Rules 3.14: so many forfeits of bankers end a table.
MOST_BANKER_FORFEITS = 2


def open_bank(course: Course, banker: int) -> None:
    """The banker puts the table's size into the bank; nobody sits out any more (rules 3.2).

    The pack is shuffled and cut (rules 1.3); for the first bank it lies ready.
    """
    table = course.table
    holder = table.seats[banker]
    seats = tuple(replace(seat, missed=0, sits_out=False) for seat in table.seats)
    course.table = replace(
        table,
        seats=seats,
        pack=table.pack.opened() if table.deal else table.pack,
        next_bank=None,
        banker=banker,
        bank=table.size,
        rounds=0,
        bank_ending=None,
    )
    course.put(banker, replace(seats[banker], chips=holder.chips - table.size, had_bank=True))
    course.tell(BankOpened(banker, Audience.EVERYBODY, table.size))
    course.tell_shuffle(course.table.pack)


def end_bank(course: Course, ending: BankEnding) -> None:
    """What is in the bank goes to the banker's stack, and the bank passes on (rules 3.13)."""
    table = course.table
    banker = table.banker
    if banker is None:
        raise LookupError("no bank is open")
    holder = table.seats[banker]
    course.table = replace(
        table, bank=0, banker=None, last_round=False, phase=Phase.PAUSE, to_move=None, bank_ending=ending
    )
    course.put(banker, replace(holder, chips=holder.chips + table.bank))
    course.tell(BankEnded(banker, Audience.EVERYBODY, table.bank, ending))
    if table.banker_forfeits >= MOST_BANKER_FORFEITS:
        end_table(course, Ending.BANKER_FORFEITED)
    else:
        pass_on(course, table.clockwise(banker))


def pass_on(course: Course, order: tuple[int, ...]) -> None:
    """The first seat in `order` that can open a bank is the next; those before it are passed over.

    Whether a seat can pay or sits out is decided now (rules 3.2). The table ends when nobody is left, or
    fewer than two seats have a chip (rules 3.13).
    """
    if _too_few(course.table):
        end_table(course, Ending.TOO_FEW_SEATS)
        return
    for number in order:
        seat = course.table.seats[number]
        if not seat.there or seat.had_bank:
            continue
        if seat.chips >= course.table.size and not seat.sits_out:
            course.table = replace(course.table, next_bank=number)
            return
        course.put(number, replace(seat, had_bank=True))
        course.tell(BankPassed(number, Audience.EVERYBODY, seat.sits_out))
    end_table(course, Ending.BANKS_PLAYED)


def left_between_banks(course: Course, seat: int) -> None:
    """What follows when that seat has left while no bank is open (rules 3.13)."""
    if course.table.next_bank == seat:
        pass_on(course, course.table.clockwise(seat))
    elif _too_few(course.table):
        end_table(course, Ending.TOO_FEW_SEATS)


def share(course: Course) -> None:
    """The bank of a banker who forfeited: what is above the table's size is shared out (rules 3.14).

    Equally among the bettors in the game of this bank, odd chips clockwise from the banker's left.
    """
    heirs = course.table.bettors()
    above = max(0, course.table.bank - course.table.size)
    for place, seat in enumerate(heirs):
        chips = above // len(heirs) + (place < above % len(heirs))
        if chips:
            holder = course.table.seats[seat]
            course.table = replace(course.table, bank=course.table.bank - chips)
            course.put(seat, replace(holder, chips=holder.chips + chips))
            course.tell(BankShared(seat, Audience.EVERYBODY, chips))


def end_table(course: Course, ending: Ending) -> None:
    """The table is over."""
    course.table = replace(course.table, next_bank=None, phase=Phase.OVER, to_move=None, ending=ending)
    course.tell(GameEnded(None, Audience.EVERYBODY, ending))


def _too_few(table: Table) -> bool:
    return sum(seat.there and seat.chips > 0 for seat in table.seats) < 2
