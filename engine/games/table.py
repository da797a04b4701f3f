"""What the tables of all games do alike: moves out of turn, seats that may look, the written form of a state."""

import json
from typing import Protocol

from engine.game import GameState, LegalMove, Move, Phase, Refusal, Standing, Verb

# Members looked up once: reading one from its class is the slowest step of a move in Python 3.11.
_PAUSE, _OVER, _STAKE = Phase.PAUSE, Phase.OVER, Phase.STAKE
_PLAYING = Standing.PLAYING
_DEAL, _BET = Verb.DEAL, Verb.BET

_ANY_TIME = frozenset({Verb.LEAVE, Verb.KNOCK})
_OWN = frozenset({Verb.BET, Verb.HIT, Verb.STAND})

_DRAWING = (LegalMove(Verb.HIT), LegalMove(Verb.STAND))


def refused(state: GameState, seat: int | None, move: Move, verbs: frozenset[Verb]) -> Refusal | None:
    """Why a game of these verbs takes no such move of that seat now, whatever its hand; or None.

    When a knock is in time is for the game to say.
    """
    if move.verb not in verbs:
        return Refusal.NOT_IN_THIS_GAME
    if state.phase is _OVER:
        return Refusal.GAME_OVER
    if move.verb is _DEAL:
        if seat is not None:
            return Refusal.NOT_YOUR_TURN
        return None if state.phase is _PAUSE else Refusal.DEAL_IN_PROGRESS
    if seat is None or not 0 <= seat < len(state.seats):
        return Refusal.NO_SUCH_SEAT
    if state.seats[seat].standing is not _PLAYING:
        return Refusal.SEAT_OUT
    if seat == state.to_move or move.verb in _ANY_TIME:
        return None
    return Refusal.NO_DEAL if state.phase is _PAUSE else Refusal.NOT_YOUR_TURN


class Staked(GameState, Protocol):
    """A table where bettors stake chips against a bank (Очко, Стук)."""

    def limits(self, seat: int) -> tuple[int, int]:
        """The least and the most that a bettor who has not staked may stake, in chips (rules 2.8, 3.5)."""
        ...


def refused_stake(state: Staked, seat: int | None, move: Move) -> Refusal | None:
    """Why the seat to move may not bet, draw or stand now, or None; other moves are none of its business."""
    if seat is None or move.verb not in _OWN:
        return None
    if state.phase is not _STAKE:
        if move.verb is not _BET:
            return None
        return Refusal.NOT_NOW if seat == state.banker else Refusal.STAKE_ALREADY_PLACED
    if move.verb is not _BET:
        return Refusal.STAKE_FIRST
    least, most = state.limits(seat)
    if move.amount < least:
        return Refusal.STAKE_TOO_LOW
    return Refusal.STAKE_TOO_HIGH if move.amount > most else None


def stake_or_play(state: Staked) -> tuple[LegalMove, ...]:
    """The moves of the seat to move: a stake, or else to draw or stand (rules 2.8 to 2.10, 3.5 to 3.7)."""
    if state.to_move is None:
        return ()
    if state.phase is _STAKE:
        return (LegalMove(_BET, *state.limits(state.to_move)),)
    return _DRAWING


def check_viewer(state: GameState, viewer: int | None) -> None:
    """That a viewer is an onlooker (None) or has a seat.

    Raises:
        IndexError: there is no such seat.
    """
    if viewer is not None and not 0 <= viewer < len(state.seats):
        raise IndexError(f"no seat {viewer}")


def written(facts: list[object]) -> bytes:
    """The canonical encoding of a state of these facts: equal states give equal bytes, different ones different bytes.

    The bytes are part of stored games: a fact that is added later goes to the end of its list, and only where it is not
    at its default.
    """
    return json.dumps(facts, separators=(",", ":")).encode("ascii")
