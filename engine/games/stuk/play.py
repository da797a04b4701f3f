"""Moves of Стук: which are accepted, and what comes of them (rules part 3)."""

from typing import TYPE_CHECKING

from engine.game import Move, Phase, Refusal, Step, Verb
from engine.games.stuk.forfeit import leave, time_out
from engine.games.stuk.progress import Progress
from engine.games.stuk.round import begin_round, draw, draw_against, go_on, knock, settle, stake, stand

if TYPE_CHECKING:
    from engine.games.stuk.state import Stuk

#: The verbs of the game (records.md).
VERBS = frozenset({Verb.BET, Verb.HIT, Verb.STAND, Verb.KNOCK, Verb.LEAVE, Verb.TIMEOUT, Verb.DEAL})


def play(state: "Stuk", seat: int | None, move: Move) -> Step | Refusal:
    """What a move of `seat` (None: the house) makes of a state, or why it is refused."""
    refusal = refused(state, seat, move)
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


def refused(state: "Stuk", seat: int | None, move: Move) -> Refusal | None:
    """Why a move may not be made now, or None."""
    if move.verb not in VERBS:
        return Refusal.NOT_IN_THIS_GAME
    if state.phase is Phase.OVER:
        return Refusal.GAME_OVER
    if move.verb is Verb.DEAL:
        if seat is not None:
            return Refusal.NOT_YOUR_TURN
        return Refusal.DEAL_IN_PROGRESS if state.in_round else None
    if seat is None or not 0 <= seat < len(state.seats):
        return Refusal.NO_SUCH_SEAT
    return _wrong_time(state, seat, move)


def _wrong_time(state: "Stuk", seat: int, move: Move) -> Refusal | None:
    if not state.seats[seat].there:
        return Refusal.SEAT_OUT
    if move.verb is Verb.LEAVE:
        return None
    if move.verb is Verb.KNOCK:
        return _wrong_knock(state, seat)
    if not state.in_round:
        return Refusal.NO_DEAL
    if seat != state.to_move:
        return Refusal.NOT_YOUR_TURN
    return None if move.verb is Verb.TIMEOUT else _wrong_move(state, seat, move)


def _wrong_knock(state: "Stuk", seat: int) -> Refusal | None:
    """Rules 3.11: the banker, between rounds, once, with three times the size in the bank."""
    if seat != state.banker:
        return Refusal.NOT_YOUR_TURN
    if state.in_round:
        return Refusal.DEAL_IN_PROGRESS
    if state.knockable:
        return None
    return Refusal.NOT_NOW if state.last_round else Refusal.BANK_TOO_SMALL


def _wrong_move(state: "Stuk", seat: int, move: Move) -> Refusal | None:
    if state.phase is not Phase.STAKE:
        if move.verb is not Verb.BET:
            return None
        return Refusal.NOT_NOW if seat == state.banker else Refusal.STAKE_ALREADY_PLACED
    if move.verb is not Verb.BET:
        return Refusal.STAKE_FIRST
    least, most = state.limits(seat)
    if move.amount < least:
        return Refusal.STAKE_TOO_LOW
    return Refusal.STAKE_TOO_HIGH if move.amount > most else None
