"""What a training says of the computers that play beside the person (rules 4.14)."""

from bot.model.company import next_number, read_number
from bot.model.options import BadOption
from bot.ports.names import clean_name
from bot.ports.screens import Line
from bot.ports.texts import Texts
from bot.screens.lines import WIDTH, join, line_width, open_hand, plain
from bot.screens.notices import contradiction_text
from engine.game import HandView, View

#: What the button that seats them asks for, before their number: short, since a key holds little more.
_ASKS = "with"


def company_lines(say: Texts, view: View) -> tuple[Line, ...]:
    """The hands of the computers, one line each; without their mark, since there is no person to take them for."""
    return tuple(_line(say, number, seat.hands) for number, seat in enumerate(view.seats[:-1], 1))


def _line(say: Texts, number: int, hands: tuple[HandView, ...]) -> Line:
    """A computer's hands with their cards; where these would need a second line, their points."""
    name = plain(say("Computer {n}", n=number) + ": ")
    line = (*name, *join([open_hand(hand) for hand in hands]))
    if line_width(line) <= WIDTH:
        return line
    return (*name, *join([plain(str(hand.points or 0)) for hand in hands]))


def number_text(say: Texts, computers: int) -> str:
    """How many there are: what the button says."""
    return say("Computers: {n}", n=computers)


def number_asked(computers: int) -> str:
    """What the button asks for where so many sit."""
    return f"{_ASKS}{next_number(computers)}"


def number_chosen(what: str) -> int | None:
    """How many the button asked for; None if it is another one."""
    return read_number(what.removeprefix(_ASKS)) if what.startswith(_ASKS) else None


def next_text(say: Texts, computers: int) -> str:
    """How many there will be from the next hand."""
    return say("Computers from the next hand: {n}", n=computers)


def bad_word(say: Texts, error: BadOption) -> str:
    """What is wrong with a word after `/train`, and how it may look."""
    word = clean_name(error.word, 30) or "?"
    if error.option == "twice":
        return contradiction_text(say, error.allowed, word)
    if error.option is None:
        why = say("“{word}” is not an option of a training.", word=word)
    else:
        why = say("“{word}” does not fit: computers are {computers}.", word=word, computers=error.allowed)
    return f"{why} {say('For example: {example}', example='/train computers=2')}"
