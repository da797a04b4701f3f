"""People who take a table of Стук of size 10 through a knock, a last round and broken banks, by what they stake and draw alone.

They play together: all is seen that any of them sees. One card is at most 11: whoever draws on until he beats it cannot
bust on the way, but for an ace upon 11 in several cards; that costs a further round. So bettors who stand on their first
card feed the bank, and a banker who stands on his pays it out.
"""

import asyncio
import re
import time
from dataclasses import dataclass, field

from bot.ports.keys import Key
from bot.tables.work import DOUBLE_TAP

#: The options for /newtable.
SIZE = 10
STACK = 3 * SIZE

_KNOCK = 3 * SIZE
_SPARE = (
    SIZE - 1
)  # what a bank that is enough to knock may still be fed, so that the rest of the round is quick
_POINTS = {"J": 2, "Q": 3, "K": 4, "A": 11}


@dataclass
class Steering:
    """What has happened at the table, and what is pressed next. It sees what people see: texts and keys."""

    knocked: bool = False
    seen: set[str] = field(default_factory=set)
    again: bool = False  # the key chosen last is the one pressed before
    _turn: tuple[int, str] = (0, "")
    _over: set[tuple[int, str]] = field(default_factory=set)
    _staked: bool = False
    _drawn: bool = False
    _feeds: bool = False  # the bank is to win this stake
    _breaks: bool = False  # the bettor is to win it
    _bettor: int = 0  # the points of the bettor in play
    _banker: int = 0  # the banker's against him
    _answered: float = 0.0

    def read(self, board: str) -> None:
        """Remember what a board tells in English; boards of rounds that are over stay in the chat."""
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

    async def breathe(self) -> None:
        """Between two presses of the same button people take longer than for a double tap, which would draw one card."""
        await asyncio.sleep(self._answered + DOUBLE_TAP - time.monotonic())

    def choose(self, keys: list[str], board: str) -> str:
        """The key to press, of those that are live now."""
        self.read(board)
        parsed = [(Key.parse(key) or Key(""), key) for key in keys]
        verbs = {key.verb: text for key, text in parsed}
        if "knock" in verbs:
            self.knocked, self._turn, self.again = True, _turn_of(keys[0]), False
            self.seen.add("knock")
            return verbs["knock"]
        turn = _turn_of(keys[0])
        bettor = turn[1].startswith("t")
        if turn != self._turn:
            self._turn, self._staked, self._drawn = turn, False, False
            if bettor:
                self._bettor, self._banker = 0, _open_card(board)
        if "bet" in verbs and not self._staked:
            self._staked, self.again = True, False
            return self._stake({int(k.argument or 0): text for k, text in parsed if k.verb == "bet"}, board)
        draws = self._draws(bettor=bettor)
        self.again, self._drawn = draws and self._drawn, draws
        return verbs["hit" if draws else "stand"]

    def answered(self, text: str) -> None:
        """Remember what an answer tells the one who pressed: «8♠ · 9 J 8 = 19. Draw or enough?»"""
        self._answered = time.monotonic()
        if "draw or enough?" not in text.lower():
            self._over.add(self._turn)
        if points := re.findall(r"= (\d+)", text):
            if self._turn[1].startswith("t"):
                self._bettor = int(points[-1])
            else:
                self._banker = int(points[-1])

    def _draws(self, *, bettor: bool) -> bool:
        """Whether the one to move has not won yet, if he is to win; equal points go to the bank."""
        if bettor:
            return self._breaks and self._bettor <= self._banker
        return self._feeds and self._banker < self._bettor

    def _stake(self, amounts: dict[int, str], board: str) -> str:
        """The stake that brings the bank nearer to the knock, or breaks it; in the last round the least.

        Who would then have less than the size could not bank (rules 3.2): he wins in the last round.
        """
        self._feeds, self._breaks = not self.knocked, self.knocked
        if self.knocked and "the last round" not in board:
            return amounts[max(amounts)]
        if self.knocked:
            self._breaks = _number(r" (\d+) chips? · to stake", board) <= SIZE
            return amounts[min(amounts)]
        bank = _number(r"bank (\d+)", board)
        missing = [
            amount for amount in amounts if amount <= max(_KNOCK - bank, _SPARE if bank == _KNOCK else 0)
        ]
        stake = max(missing, default=min(amounts))
        self._feeds = bank - stake < _KNOCK
        return amounts[stake]


def _number(pattern: str, board: str) -> int:
    found = re.search(pattern, board)
    assert found, board
    return int(found[1])


def _turn_of(key: str) -> tuple[int, str]:
    parsed = Key.parse(key) or Key("")
    return parsed.deal, parsed.phase


def _open_card(board: str) -> int:
    """The points of the banker's open card."""
    found = re.search(r"open\s+\W*(\d+|[JQKA])", board)
    assert found, board
    return _POINTS.get(found[1]) or int(found[1])


#: All that has to be seen of a table that is steered.
EVERYTHING = {"knock", "last round", "last round played", "broken", "handed on"}
