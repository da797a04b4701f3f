"""Time-outs and leaving in Стук (rules 3.13, 3.14)."""

from engine.fast_frozen import replace
from engine.game import BankEnding, Phase, Standing
from engine.games.stuk.bank import end_bank, left_between_banks, share
from engine.games.stuk.progress import Progress
from engine.games.stuk.round import end_round

#: Rules 3.14: so many rounds missed in a row, and the seat sits out the rest of the bank.
MOST_MISSED = 2


def leave(progress: Progress, seat: int) -> None:
    """Leaving, free or not; the stack goes with the seat."""
    state, holder = progress.state, progress.state.seats[seat]
    hand = state.in_play().get(seat)
    if seat == state.banker:
        progress.put(seat, replace(holder, standing=Standing.FORFEITED, forfeited=True))
        _banker_forfeits(progress)
    elif hand is not None and hand.stake:
        progress.put(seat, replace(holder, standing=Standing.FORFEITED, forfeited=True))
        progress.lose(seat)
    else:
        progress.put(seat, replace(holder, standing=Standing.LEFT))
        if state.banker is None:
            left_between_banks(progress, seat)


def time_out(progress: Progress, seat: int) -> None:
    """The time of the seat to move has run out; it stays at the state."""
    state, holder = progress.state, progress.state.seats[seat]
    progress.put(seat, replace(holder, forfeited=True))
    if state.phase is Phase.BANK:
        _banker_forfeits(progress)
    elif state.phase is Phase.STAKE:
        _miss(progress, seat)
    else:
        progress.lose(seat)
        _sit_out(progress, seat)


def _miss(progress: Progress, seat: int) -> None:
    """A round missed: the smallest legal stake goes to the bank."""
    state, holder = progress.state, progress.state.seats[seat]
    lost, _ = state.limits(seat)
    missed = holder.missed + 1
    progress.state = replace(state, bank=state.bank + lost)
    progress.put(seat, replace(holder, chips=holder.chips - lost, missed=missed))
    progress.put_hand(seat, replace(progress.hand(seat), missed=True))
    if missed >= MOST_MISSED:
        _sit_out(progress, seat)


def _sit_out(progress: Progress, seat: int) -> None:
    progress.put(seat, replace(progress.state.seats[seat], sits_out=True))


def _banker_forfeits(progress: Progress) -> None:
    """The stake on the table wins; the rest is split, and the bank passes on."""
    progress.state = replace(progress.state, banker_forfeits=progress.state.banker_forfeits + 1)
    bettor = progress.state.bettor()
    if bettor is not None and progress.hand(bettor).stake:
        progress.win(bettor)
    if progress.state.in_round:
        end_round(progress)
    share(progress)
    end_bank(progress, BankEnding.FORFEITED)
