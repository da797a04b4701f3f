"""What a description of a game consists of, and all that there are, by name."""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Protocol, Self

from bot.model.games import Game, add
from bot.ports.screens import Button, Line, Screen
from bot.ports.texts import Texts
from bot.screens.lines import wrapped
from bot.screens.outcomes import Outcome
from bot.screens.seating import Seating
from bot.screens.tally import Tally
from engine.game import Move, SeatResult, View
from engine.games import register
from engine.players import PLAYERS


class IncompleteGame(Exception):
    """A game is described without one of its parts; the message says which."""


class BoardScreen(Protocol):
    """The board of a table as everybody sees it; the seats in `call` are mentioned."""

    def __call__(
        self, say: Texts, view: View, seating: Seating, *, call: frozenset[int] = frozenset()
    ) -> Screen: ...


class ResultLines(Protocol):
    """A seat's lines in the result of a game."""

    def __call__(
        self, say: Texts, view: View, result: SeatResult, seating: Seating, seat: int, *, tally: Tally
    ) -> tuple[Line, ...]: ...


def no_text(_say: Texts, _view: View, _seat: int, _rated: bool) -> str:  # noqa: FBT001 - the shape of all games
    """Nothing is told."""
    return ""


@dataclass(frozen=True, kw_only=True)
class GameScreens:
    """What a game shows. `panel`, `own_lines`, `turn_text` and `move_rows` take the view of the seat that asks.

    `result` are a seat's lines in the result, `replayed` those in a deal looked at again.
    `price` is what leaving costs a seat, `left` what is told of it then, at a
    rated table or another. `rules` and `essentials` are the rules in short and
    within an alert, `first_seat` what a person's first chair anywhere is answered with. `outcome` is what came of a move. `bank` are
    the lines in a deal looked at again of what everybody played against.
    """

    board: BoardScreen
    moved: Callable[[Texts, View, Seating], Screen]
    move_rows: Callable[[Texts, View, Seating], tuple[tuple[Button, ...], ...]]
    own_lines: Callable[[Texts, View, Seating], tuple[Line, ...]]
    turn_text: Callable[[Texts, View, Seating], str]
    result: ResultLines
    replayed: Callable[[Texts, View, Seating, int], tuple[Line, ...]]
    price: Callable[[Texts, View, int], str]
    rules: Callable[[Texts], tuple[Line, ...]]
    essentials: Callable[[Texts], str]
    first_seat: Callable[[Texts], str]
    outcome: Callable[[Texts, View, View, Move], Outcome]
    bank: Callable[[Texts, View], tuple[Line, ...]]
    left: Callable[[Texts, View, int, bool], str] = no_text

    def __new__(cls, **parts: object) -> Self:
        """Say in one sentence what is missing.

        Raises:
            IncompleteGame: a part is.
        """
        missing = [part.name for part in fields(cls) if part.default is MISSING and part.name not in parts]
        if missing:
            raise IncompleteGame(f"a game is described without: {', '.join(missing)}")
        return super().__new__(cls)

    def panel(self, say: Texts, view: View, seating: Seating) -> Screen:
        """What a seat alone sees: its own cards, what is awaited and, where that is its move, the buttons."""
        lines = (*self.own_lines(say, view, seating), *wrapped(self.turn_text(say, view, seating)))
        rows = self.move_rows(say, view, seating) if view.viewer == view.awaited else ()
        return Screen(lines, rows, say.language)


_SCREENS: dict[str, GameScreens] = {}


def describe(game: Game, screens: GameScreens) -> None:
    """Let a game be played at tables, with its rules, words, defaults and screens.

    Raises:
        IncompleteGame: nobody plays it as a computer, or a part is none.
    """
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
