"""The screens of each game, by its name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from bot.i18n import Texts
from bot.screen import Line, Screen
from bot.screens import ochko, stuk
from bot.screens.dealt import ochko_replay_lines, stuk_replay_lines
from bot.screens.reckoning import ochko_lines, stuk_lines
from bot.screens.seating import Seating
from bot.screens.tally import Tally
from engine.game import SeatResult, View


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


@dataclass(frozen=True, slots=True)
class GameScreens:
    """What a game shows. `panel`, `own_lines` and `turn_text` take the view of the seat that asks.

    `result` are a seat's lines in the result, `replayed` those in a deal looked at again.
    `price` is what leaving costs a seat; `rules` and `essentials` are the rules in eight lines and within an alert.
    """

    board: BoardScreen
    moved: Callable[[Texts, View, Seating], Screen]
    panel: Callable[[Texts, View, Seating], Screen]
    own_lines: Callable[[Texts, View, Seating], tuple[Line, ...]]
    turn_text: Callable[[Texts, View, Seating], str]
    result: ResultLines
    replayed: Callable[[Texts, View, Seating, int], tuple[Line, ...]]
    price: Callable[[Texts, View, int], str]
    rules: Callable[[Texts], tuple[Line, ...]]
    essentials: Callable[[Texts], str]


_SCREENS: Mapping[str, GameScreens] = MappingProxyType(
    {
        "ochko": GameScreens(
            board=ochko.board_screen,
            moved=ochko.moved_screen,
            panel=ochko.panel_screen,
            own_lines=ochko.own_lines,
            turn_text=ochko.turn_text,
            result=ochko_lines,
            replayed=ochko_replay_lines,
            price=ochko.leaving_price,
            rules=ochko.rules_lines,
            essentials=ochko.essentials_text,
        ),
        "stuk": GameScreens(
            board=stuk.board_screen,
            moved=stuk.moved_screen,
            panel=stuk.panel_screen,
            own_lines=stuk.own_lines,
            turn_text=stuk.turn_text,
            result=stuk_lines,
            replayed=stuk_replay_lines,
            price=stuk.leaving_price,
            rules=stuk.rules_lines,
            essentials=stuk.essentials_text,
        ),
    }
)


def screens_of(game: str) -> GameScreens:
    """The screens of a game.

    Raises:
        KeyError: there is no such game.
    """
    return _SCREENS[game]
