"""The screens of a packaged game that is shown to a chat, from the first deal to the result."""

from dataclasses import replace

from bot.model.options import Options
from bot.ports.keys import Key, KeyVerb
from bot.ports.screens import Button, Line, Screen, Weight
from bot.ports.texts import Texts
from bot.screens.caption import TableCaption
from bot.screens.games.ochko import board_screen
from bot.screens.lines import quiet, wrapped
from bot.screens.result import result_screen
from engine.game import GameState, Refusal, View, read_move
from engine.record import Record

#: Where a table has its two characters; no table has these.
_TAG = "21"


def exhibition_screens(say: Texts, record: Record) -> tuple[Screen, ...]:
    """What everybody at that table would have seen: a screen for each turn, phase and hand that ended, then the result.

    Raises:
        ValueError: a move of the record is refused.
    """
    seats = record.setup.seats
    seating = TableCaption(
        code="",
        tag=_TAG,
        options=replace(Options(), deals=record.setup.options["deals"], rated=False),
        names=tuple(seat.name for seat in seats),
        mentions=(0,) * len(seats),
        commitment="",
    )
    screens = [_framed(say, board_screen(say, view, seating).lines) for view in _views(record)]
    last = _states(record)[-1]
    result = result_screen(say, last.revealed(), last.results(), seating, 1)
    screens.append(_framed(say, result.lines, over=True))
    return tuple(screens)


def stopped_screen(say: Texts) -> Screen:
    """What the message is left with when somebody has stopped it."""
    return Screen(wrapped(say("The demo was stopped.")), ((_again(say),),), say.language)


def left_screen(say: Texts) -> Screen:
    """What the message is left with when a newer one is shown below."""
    return Screen(wrapped(say("The demo is further down.")), (), say.language)


def _framed(say: Texts, lines: tuple[Line, ...], *, over: bool = False) -> Screen:
    head = tuple(
        quiet("".join(span.text for span in line)) for line in wrapped(say("A demo: nothing counts."))
    )
    stop = Button(say("Stop"), str(Key(KeyVerb.WATCH)))
    return Screen((*head, *lines), ((_again(say) if over else stop,),), say.language)


def _again(say: Texts) -> Button:
    return Button(say("Watch a demo"), str(Key(KeyVerb.WATCH)), Weight.PLAIN)


def _states(record: Record) -> list[GameState]:
    """The state after each move."""
    states = [record.rules.start(record.setup)]
    for text in record.moves:
        parsed = read_move(text)
        step = parsed if isinstance(parsed, Refusal) else states[-1].apply(*parsed)
        if isinstance(step, Refusal):
            raise ValueError(f"{text!r} is refused: {step.value}")  # noqa: TRY004 - a refusal is a value, not a wrong type
        states.append(step.state)
    return states[1:]


def _views(record: Record) -> list[View]:
    """What onlookers see, as often as a board is changed: not for a draw that leaves the turn where it is."""
    found: list[View] = []
    for view in (state.view(None) for state in _states(record)):
        turn = (view.deal, view.phase, view.to_move)
        if not found or turn != (found[-1].deal, found[-1].phase, found[-1].to_move):
            found.append(view)
    return found
