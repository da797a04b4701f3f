"""People who take a table of Стук of size 10 through a knock, a last round and broken banks, by what they stake and draw alone.

No shuffle can prevent it. One card is at most 11: who draws on to 12 or more beats a hand that stays on one card, and
cannot bust on the way (11 and 11 is the golden point). So bettors who stand on their first card feed the bank, and a
banker who stands on his pays it out.
"""

import asyncio
import re
from dataclasses import dataclass, field

from bot.keys import Key
from bot.session import DOUBLE_TAP

#: The options for /newtable; a move time of some seconds makes the pauses as short.
SIZE = 10
STACK = 3 * SIZE

_KNOCK = 3 * SIZE
_ENOUGH = 12


@dataclass
class Steering:
    """What has happened at the table, and what is pressed next. It sees what a person sees: texts and keys."""

    knocked: bool = False
    seen: set[str] = field(default_factory=set)
    again: bool = False  # the key chosen last is the one pressed before
    _turn: tuple[int, str] = (0, "")
    _over: set[tuple[int, str]] = field(default_factory=set)
    _staked: bool = False
    _drawn: bool = False
    _points: int = 0

    def read(self, board: str) -> None:
        """Remember what a board tells in English."""
        for sign, what in (
            ("The bank is broken.", "broken"),
            ("the last round", "last round"),
            ("The last round is played", "last round played"),
            ("the next bank:", "handed on"),
        ):
            if sign in board:
                self.seen.add(what)

    def open(self, keys: list[str]) -> bool:
        """Whether these keys of a board await a press, and not only the board's next edit."""
        return bool(keys) and _turn_of(keys[0]) not in self._over

    @staticmethod
    async def breathe() -> None:
        """Between two presses of the same button people take longer than for a double tap, which would draw one card."""
        await asyncio.sleep(DOUBLE_TAP.total_seconds())

    def choose(self, keys: list[str], board: str) -> str:
        """The key to press, of those that are live now."""
        self.read(board)
        parsed = [(Key.parse(key) or Key(""), key) for key in keys]
        verbs = {key.verb: text for key, text in parsed}
        if "knock" in verbs:
            self.knocked, self._turn = True, _turn_of(keys[0])
            self.seen.add("knock")
            return verbs["knock"]
        if (turn := _turn_of(keys[0])) != self._turn:
            self._turn, self._staked, self._drawn, self._points = turn, False, False, 0
        if "bet" in verbs and not self._staked:
            self._staked = True
            return self._stake({int(k.argument or 0): text for k, text in parsed if k.verb == "bet"}, board)
        draws = self.knocked == turn[1].startswith("t") and self._points < _ENOUGH
        self.again, self._drawn = draws and self._drawn, draws
        return verbs["hit" if draws else "stand"]

    def answered(self, text: str) -> None:
        """Remember what an answer tells the one who pressed: «8♠ · 9 J 8 = 19. Draw or enough?»"""
        if "draw or enough?" not in text.lower():
            self._over.add(self._turn)
        if points := re.findall(r"= (\d+)", text):
            self._points = int(points[-1])

    def _stake(self, amounts: dict[int, str], board: str) -> str:
        if "the last round" in board:
            return amounts[min(amounts)]
        if self.knocked:
            return amounts[max(amounts)]
        bank = re.search(r"bank (\d+)", board)
        assert bank, board
        missing = [amount for amount in amounts if amount <= _KNOCK - int(bank[1])]
        return amounts[max(missing, default=min(amounts))]


def _turn_of(key: str) -> tuple[int, str]:
    parsed = Key.parse(key) or Key("")
    return parsed.deal, parsed.phase


#: All that has to be seen of a table that is steered.
EVERYTHING = {"knock", "last round", "last round played", "broken", "handed on"}
