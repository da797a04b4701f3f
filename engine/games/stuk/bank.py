"""The bank of Стук: opened, ended, handed on; the end of the table (rules 3.2, 3.13, 3.14)."""

from typing import TYPE_CHECKING

from engine.fast_frozen import replace
from engine.game import BankEnding, Ending, Phase
from engine.games.stuk.progress import Progress

if TYPE_CHECKING:
    from engine.games.stuk.state import Stuk

#: Rules 3.14: so many forfeits of bankers end a state.
MOST_BANKER_FORFEITS = 2


def open_bank(progress: Progress, banker: int) -> None:
    """The banker puts the table's size into the bank; nobody sits out any more (rules 3.2).

    The pack is shuffled and cut (rules 1.3); for the first bank it lies ready.
    """
    state = progress.state
    holder = state.seats[banker]
    seats = tuple(replace(seat, missed=0, sits_out=False) for seat in state.seats)
    progress.state = replace(
        state,
        seats=seats,
        pack=state.pack.opened() if state.deal else state.pack,
        next_bank=None,
        banker=banker,
        bank=state.size,
        rounds=0,
        bank_ending=None,
    )
    progress.put(banker, replace(seats[banker], chips=holder.chips - state.size, had_bank=True))


def end_bank(progress: Progress, ending: BankEnding) -> None:
    """What is in the bank goes to the banker's stack, and the bank passes on (rules 3.13)."""
    state = progress.state
    banker = state.banker
    if banker is None:
        raise LookupError("no bank is open")
    holder = state.seats[banker]
    progress.state = replace(
        state, bank=0, banker=None, last_round=False, phase=Phase.PAUSE, to_move=None, bank_ending=ending
    )
    progress.put(banker, replace(holder, chips=holder.chips + state.bank))
    if state.banker_forfeits >= MOST_BANKER_FORFEITS:
        end_table(progress, Ending.BANKER_FORFEITED)
    else:
        pass_on(progress, state.clockwise(banker))


def pass_on(progress: Progress, order: tuple[int, ...]) -> None:
    """The first seat in `order` that can open a bank is the next; those before it are passed over.

    Whether a seat can pay or sits out is decided now (rules 3.2). The table ends when nobody is left, or
    fewer than two seats have a chip (rules 3.13).
    """
    if _too_few(progress.state):
        end_table(progress, Ending.TOO_FEW_SEATS)
        return
    for number in order:
        seat = progress.state.seats[number]
        if not seat.there or seat.had_bank:
            continue
        if seat.chips >= progress.state.size and not seat.sits_out:
            progress.state = replace(progress.state, next_bank=number)
            return
        progress.put(number, replace(seat, had_bank=True))
    end_table(progress, Ending.BANKS_PLAYED)


def left_between_banks(progress: Progress, seat: int) -> None:
    """What follows when that seat has left while no bank is open (rules 3.13)."""
    if progress.state.next_bank == seat:
        pass_on(progress, progress.state.clockwise(seat))
    elif _too_few(progress.state):
        end_table(progress, Ending.TOO_FEW_SEATS)


def share(progress: Progress) -> None:
    """The bank of a banker who forfeited: what is above the table's size is shared out (rules 3.14).

    Equally among the bettors in the game of this bank, odd chips clockwise from the banker's left.
    """
    heirs = progress.state.bettors()
    above = max(0, progress.state.bank - progress.state.size)
    for place, seat in enumerate(heirs):
        chips = above // len(heirs) + (place < above % len(heirs))
        if chips:
            holder = progress.state.seats[seat]
            progress.state = replace(progress.state, bank=progress.state.bank - chips)
            progress.put(seat, replace(holder, chips=holder.chips + chips))


def end_table(progress: Progress, ending: Ending) -> None:
    """The table is over."""
    progress.state = replace(progress.state, next_bank=None, phase=Phase.OVER, to_move=None, ending=ending)


def _too_few(state: "Stuk") -> bool:
    return sum(seat.there and seat.chips > 0 for seat in state.seats) < 2
