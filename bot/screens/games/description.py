"""What a description of a game consists of, and all that there are, by name."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from bot.model.games import Game, IncompleteGame, Whole, add
from bot.ports.screens import Button, Line, Screen
from bot.ports.texts import Texts
from bot.screens.caption import TableCaption
from bot.screens.hands import Outcome, next_row
from bot.screens.lines import wrapped
from bot.screens.tally import Tally
from engine.game import Move, SeatResult, View
from engine.games import register
from engine.players import PLAYERS


class BoardScreen(Protocol):
    """The board of a table as everybody sees it; the seats in `call` are mentioned."""

    def __call__(
        self, say: Texts, view: View, seating: TableCaption, *, call: frozenset[int] = frozenset()
    ) -> Screen: ...


class ResultLines(Protocol):
    """A seat's lines in the result of a game."""

    def __call__(
        self, say: Texts, view: View, result: SeatResult, seating: TableCaption, seat: int, *, tally: Tally
    ) -> tuple[Line, ...]: ...


def no_text(_say: Texts, _view: View, _seat: int, _rated: bool) -> str:  # noqa: FBT001 - the shape of all games
    """Nothing is told."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScreens(Whole):
    """What a game shows. `panel`, `own_lines`, `turn_text` and `move_rows` take the view of the seat that asks.

    `head` are the lines that a board begins with. `result` are a seat's lines in the result, `replayed` those in a deal looked at again.
    `price` is what leaving costs a seat, `left` what is told of it then, at a
    rated table or another. `rules` and `essentials` are the rules in short and
    within an alert, `first_seat` what a person's first chair anywhere is answered with. `outcome` is what came of a move. `bank` are
    the lines in a deal looked at again of what everybody played against.
    """

    name: str
    board: BoardScreen
    head: Callable[[Texts, View, TableCaption], tuple[Line, ...]]
    move_rows: Callable[[Texts, View, TableCaption], tuple[tuple[Button, ...], ...]]
    own_lines: Callable[[Texts, View, TableCaption], tuple[Line, ...]]
    turn_text: Callable[[Texts, View, TableCaption], str]
    result: ResultLines
    replayed: Callable[[Texts, View, TableCaption, int], tuple[Line, ...]]
    price: Callable[[Texts, View, int], str]
    rules: Callable[[Texts], tuple[Line, ...]]
    essentials: Callable[[Texts], str]
    first_seat: Callable[[Texts], str]
    outcome: Callable[[Texts, View, View, Move], Outcome]
    bank: Callable[[Texts, View], tuple[Line, ...]]
    left: Callable[[Texts, View, int, bool], str] = no_text

    def panel(self, say: Texts, view: View, seating: TableCaption) -> Screen:
        """What a seat alone sees: its own cards, what is awaited and, where that is its move, the buttons."""
        lines = (*self.own_lines(say, view, seating), *wrapped(self.turn_text(say, view, seating)))
        rows = (
            self.move_rows(say, view, seating)
            if view.viewer == view.awaited
            else next_row(say, view, seating)
        )
        return Screen(lines, rows, say.language)

    def moved(self, say: Texts, view: View, seating: TableCaption) -> Screen:
        """What an old board is left with when a newer one stands below it."""
        lines = (*self.head(say, view, seating), *wrapped(say("The board is further down.")))
        return Screen(lines, (), say.language)


_SCREENS: dict[str, GameScreens] = {}


def describe(game: Game, screens: GameScreens) -> None:
    """Let a game be played at tables, with its rules, words, defaults and screens.

    Raises:
        IncompleteGame: nobody plays it as a computer, or the screens are another game's.
    """
    if screens.name != game.name:
        raise IncompleteGame(f"the game {game.name!r} has the screens of {screens.name!r}")
    if not PLAYERS.get(game.name):
        raise IncompleteGame(f"the game {game.name!r} has no players: engine.players.register takes them")
    register(game.rules)
    add(game)
    _SCREENS[game.name] = screens


def screens_of(game: str) -> GameScreens:
    """The screens of a game.

    Raises:
        LookupError: none of that name is described.
    """
    if game not in _SCREENS:
        raise LookupError(f"no game {game!r} is described")
    return _SCREENS[game]
