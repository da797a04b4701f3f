"""The computer players of the fourth game: each stakes the least and stands on 16."""

from engine.game import LegalMove, Move, Verb, View
from engine.players.player import Level, hand_in_play


def careful(view: View, legal: tuple[LegalMove, ...]) -> Move:
    """The move of the seat to move."""
    if legal[0].verb is Verb.BET:
        return Move(Verb.BET, legal[0].min or 1)
    return Move(Verb.HIT if (hand_in_play(view).points or 0) < 16 else Verb.STAND)


PLAYERS = dict.fromkeys(Level, careful)
