"""The screens of each game, by its name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from bot.ports.screens import Button, Line, Screen
from bot.ports.texts import Texts
from bot.screens.dealt import (
    bank_lines,
    blackjack_replay_lines,
    dealer_replay_lines,
    ochko_replay_lines,
    stuk_replay_lines,
)
from bot.screens.games import blackjack, ochko, stuk, units
from bot.screens.lines import wrapped
from bot.screens.outcomes import Outcome, drawn_outcome
from bot.screens.reckoning import ochko_lines, stuk_lines
from bot.screens.seating import Seating
from bot.screens.tally import Tally
from engine.game import Move, SeatResult, View


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
    left: Callable[[Texts, View, int, bool], str]
    bank: Callable[[Texts, View], tuple[Line, ...]]

    def panel(self, say: Texts, view: View, seating: Seating) -> Screen:
        """What a seat alone sees: its own cards, what is awaited and, where that is its move, the buttons."""
        lines = (*self.own_lines(say, view, seating), *wrapped(self.turn_text(say, view, seating)))
        rows = self.move_rows(say, view, seating) if view.viewer == view.awaited else ()
        return Screen(lines, rows, say.language)


def _nothing(_say: Texts, _view: View, _seat: int, _rated: bool) -> str:  # noqa: FBT001 - the shape of all games
    return ""


_SCREENS: Mapping[str, GameScreens] = MappingProxyType(
    {
        "ochko": GameScreens(
            board=ochko.board_screen,
            moved=ochko.moved_screen,
            move_rows=ochko.move_rows,
            own_lines=ochko.own_lines,
            turn_text=ochko.turn_text,
            result=ochko_lines,
            replayed=ochko_replay_lines,
            price=ochko.leaving_price,
            rules=ochko.rules_lines,
            essentials=ochko.essentials_text,
            first_seat=ochko.first_seat_text,
            outcome=drawn_outcome,
            left=_nothing,
            bank=bank_lines,
        ),
        "stuk": GameScreens(
            board=stuk.board_screen,
            moved=stuk.moved_screen,
            move_rows=stuk.move_rows,
            own_lines=stuk.own_lines,
            turn_text=stuk.turn_text,
            result=stuk_lines,
            replayed=stuk_replay_lines,
            price=stuk.leaving_price,
            rules=stuk.rules_lines,
            essentials=stuk.essentials_text,
            first_seat=stuk.first_seat_text,
            outcome=drawn_outcome,
            left=stuk.left_text,
            bank=bank_lines,
        ),
        "blackjack": GameScreens(
            board=blackjack.board_screen,
            moved=blackjack.moved_screen,
            move_rows=blackjack.move_rows,
            own_lines=blackjack.own_lines,
            turn_text=blackjack.turn_text,
            result=units.seat_lines,
            replayed=blackjack_replay_lines,
            price=blackjack.leaving_price,
            rules=units.rules_lines,
            essentials=units.essentials_text,
            first_seat=units.first_seat_text,
            outcome=blackjack.outcome,
            left=_nothing,
            bank=dealer_replay_lines,
        ),
    }
)


def screens_of(game: str) -> GameScreens:
    """The screens of a game.

    Raises:
        KeyError: there is no such game.
    """
    return _SCREENS[game]
