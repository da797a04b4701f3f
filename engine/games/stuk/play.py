"""Moves of Стук: which are accepted, and what comes of them (rules part 3)."""

from typing import TYPE_CHECKING

from engine.game import Move, Refusal, Step, Verb
from engine.games.stuk.forfeit import leave, time_out
from engine.games.stuk.progress import Progress
from engine.games.stuk.round import begin_round, draw, draw_against, go_on, knock, settle, stake, stand
from engine.games.table import refused, refused_stake

if TYPE_CHECKING:
    from engine.games.stuk.state import Stuk

#: The verbs of the game (records.md).
VERBS = frozenset({Verb.BET, Verb.HIT, Verb.STAND, Verb.KNOCK, Verb.LEAVE, Verb.TIMEOUT, Verb.DEAL})


def play(state: "Stuk", seat: int | None, move: Move) -> Step | Refusal:
    """What a move of `seat` (None: the house) makes of a state, or why it is refused.

    Raises:
        ChanceError: a card or cut that the setup gives for the shuffle now due does not fit.
    """
    refusal = (
        refused(state, seat, move, VERBS)
        or refused_stake(state, seat, move)
        or _refused_knock(state, seat, move)
    )
    if refusal is not None:
        return refusal
    progress = Progress(state)
    if seat is None:
        begin_round(progress)
    else:
        _carry_out(progress, seat, move)
    go_on(progress)
    return Step(progress.state, progress.open_card)


def _carry_out(progress: Progress, seat: int, move: Move) -> None:
    bettor = progress.state.bettor()
    match move.verb:
        case Verb.KNOCK:
            knock(progress)
        case Verb.LEAVE:
            leave(progress, seat)
        case Verb.TIMEOUT:
            time_out(progress, seat)
        case Verb.BET:
            stake(progress, seat, move.amount)
        case Verb.HIT if bettor == seat:
            draw(progress, seat)
        case Verb.HIT if bettor is not None:
            draw_against(progress, bettor)
        case Verb.STAND if bettor == seat:
            stand(progress, seat)
        case Verb.STAND if bettor is not None:
            settle(progress, bettor)


def _refused_knock(state: "Stuk", seat: int | None, move: Move) -> Refusal | None:
    """Rules 3.11: the banker, between rounds, once, with three times the size in the bank."""
    if move.verb is not Verb.KNOCK:
        return None
    if seat != state.banker:
        return Refusal.NOT_YOUR_TURN
    if state.in_round:
        return Refusal.DEAL_IN_PROGRESS
    if state.knockable:
        return None
    return Refusal.NOT_NOW if state.last_round else Refusal.BANK_TOO_SMALL
