"""Computer players beside the person who trains: how many, and what they play (rules 4.14, 4.18)."""

import re

from bot.model.computers import decided
from bot.model.options import BadOption
from engine.game import GameState, Move
from engine.games.blackjack import BLACKJACK
from engine.players import Level as Skill

#: How many may sit there: every seat but the person's.
COMPUTERS = range(BLACKJACK.seats[-1])

#: What one press on the button chooses, round and round.
_STEPS = (0, 1, 2, 3, 5)

_NUMBER = re.compile("[0-9]", re.ASCII)


def next_number(computers: int) -> int:
    """How many computers the button offers where so many sit."""
    return next((step for step in _STEPS if step > computers), _STEPS[0])


def read_number(text: str) -> int | None:
    """A number of computers as written; None where so many cannot sit, or it is no number."""
    number = int(text) if _NUMBER.fullmatch(text) else None
    return number if number in COMPUTERS else None


def computers_asked(arguments: str) -> int | None:
    """How many computers the words after `/train` ask for; None where they say nothing.

    Raises:
        BadOption: a word is none, so many cannot sit, or two words contradict each other.
    """
    asked: int | None = None
    earlier = ""
    for word in arguments.split():
        name, _, value = word.lower().partition("=")
        if name != "computers":
            raise BadOption(word, None)
        number = read_number(value)
        if number is None:
            raise BadOption(word, name, ", ".join(map(str, COMPUTERS)))
        if asked not in {None, number}:
            raise BadOption(word, "twice", earlier)
        asked, earlier = number, word
    return asked


def computer_move(state: GameState) -> Move:
    """The move of the computer that is to move: the common chart's (rules 4.18), by what its seat sees."""
    return decided(state, Skill.NORMAL)
