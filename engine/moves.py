"""Moves as records and stores write them (records.md): `deal`, `0 bet 3`, `2 leave`."""

import re

from engine.game import Move, Refusal, Verb

# One way to write each move: ASCII digits, no sign, no leading zero, single spaces. More digits are no stake.
_NUMBER = "(?:0|[1-9][0-9]{0,15})"
_MOVE = re.compile(f"(?P<seat>{_NUMBER}) (?:bet (?P<amount>{_NUMBER})|(?P<verb>[a-z]+))")

_BARE = frozenset(verb.value for verb in Verb) - {Verb.BET, Verb.DEAL}


def write_move(seat: int | None, move: Move) -> str:
    """A move in its written form; `seat` None is the house."""
    made = f"{move.verb.value} {move.amount}" if move.verb is Verb.BET else move.verb.value
    return made if seat is None else f"{seat} {made}"


def read_move(text: str) -> tuple[int | None, Move] | Refusal:
    """The seat (None: the house) and the move of a written form, or `NOT_A_MOVE`.

    Whether there is such a seat, and whether its game knows the verb, is for the state to say.
    """
    if text == Verb.DEAL:
        return None, Move(Verb.DEAL)
    match = _MOVE.fullmatch(text)
    if match is None:
        return Refusal.NOT_A_MOVE
    seat = int(match["seat"])
    if match["amount"] is not None:
        return seat, Move(Verb.BET, int(match["amount"]))
    if match["verb"] not in _BARE:
        return Refusal.NOT_A_MOVE
    return seat, Move(Verb(match["verb"]))
