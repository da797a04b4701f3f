"""Moves of Стук: which are accepted, and what comes of them (rules part 3)."""

from engine.game import Event, Move, Phase, Refusal, Verb
from engine.games.stuk.course import Course
from engine.games.stuk.forfeit import leave, time_out
from engine.games.stuk.round import begin_round, draw, draw_against, go_on, knock, settle, stake, stand
from engine.games.stuk.table import Table

#: The verbs of the game (records.md).
VERBS = frozenset({Verb.BET, Verb.HIT, Verb.STAND, Verb.KNOCK, Verb.LEAVE, Verb.TIMEOUT, Verb.DEAL})


def play(table: Table, seat: int | None, move: Move) -> tuple[Table, tuple[Event, ...]] | Refusal:
    """The table after a move of `seat` (None: the house) and the facts on the way, or why it is refused."""
    refusal = refused(table, seat, move)
    if refusal is not None:
        return refusal
    course = Course(table)
    if seat is None:
        begin_round(course)
    else:
        _carry_out(course, seat, move)
    go_on(course)
    return course.table, tuple(course.events)


def _carry_out(course: Course, seat: int, move: Move) -> None:
    bettor = course.table.bettor()
    match move.verb:
        case Verb.KNOCK:
            knock(course, by_itself=False)
        case Verb.LEAVE:
            leave(course, seat)
        case Verb.TIMEOUT:
            time_out(course, seat)
        case Verb.BET:
            stake(course, seat, move.amount)
        case Verb.HIT if bettor == seat:
            draw(course, seat)
        case Verb.HIT if bettor is not None:
            draw_against(course, seat, bettor)
        case Verb.STAND if bettor == seat:
            stand(course, seat)
        case Verb.STAND if bettor is not None:
            settle(course, seat, bettor)


def refused(table: Table, seat: int | None, move: Move) -> Refusal | None:
    """Why a move may not be made now, or None."""
    if move.verb not in VERBS:
        return Refusal.NOT_IN_THIS_GAME
    if table.phase is Phase.OVER:
        return Refusal.GAME_OVER
    if move.verb is Verb.DEAL:
        if seat is not None:
            return Refusal.NOT_YOUR_TURN
        return Refusal.DEAL_IN_PROGRESS if table.in_round else None
    if seat is None or not 0 <= seat < len(table.seats):
        return Refusal.NO_SUCH_SEAT
    return _wrong_time(table, seat, move)


def _wrong_time(table: Table, seat: int, move: Move) -> Refusal | None:
    if not table.seats[seat].there:
        return Refusal.SEAT_OUT
    if move.verb is Verb.LEAVE:
        return None
    if move.verb is Verb.KNOCK:
        return _wrong_knock(table, seat)
    if not table.in_round:
        return Refusal.NO_DEAL
    if seat != table.to_move:
        return Refusal.NOT_YOUR_TURN
    return None if move.verb is Verb.TIMEOUT else _wrong_move(table, seat, move)


def _wrong_knock(table: Table, seat: int) -> Refusal | None:
    """Rules 3.11: the banker, between rounds, once, with three times the size in the bank."""
    if seat != table.banker:
        return Refusal.NOT_YOUR_TURN
    if table.in_round:
        return Refusal.DEAL_IN_PROGRESS
    if table.may_knock():
        return None
    return Refusal.NOT_NOW if table.last_round else Refusal.BANK_TOO_SMALL


def _wrong_move(table: Table, seat: int, move: Move) -> Refusal | None:
    if table.phase is not Phase.STAKE:
        if move.verb is not Verb.BET:
            return None
        return Refusal.NOT_NOW if seat == table.banker else Refusal.STAKE_ALREADY_PLACED
    if move.verb is not Verb.BET:
        return Refusal.STAKE_FIRST
    least, most = table.limits(seat)
    if move.amount < least:
        return Refusal.STAKE_TOO_LOW
    return Refusal.STAKE_TOO_HIGH if move.amount > most else None
