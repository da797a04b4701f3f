"""Keys: what a button sends. At most 64 bytes of ASCII, nothing secret in them."""

import re
from dataclasses import dataclass
from enum import StrEnum

_VERSION = "1"
_NO_TABLE = "-"

#: The six characters of a table.
CODE = re.compile("[2-9A-Z]{6}", re.ASCII)

#: The digits of numbers within an argument, where room is short.
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

_FORM = re.compile(
    r"1:(?P<code>-|[2-9A-Z]{6}):(?P<deal>0|[1-9][0-9]{0,5}):(?P<phase>[a-z0-9.-]{1,8}):(?P<verb>[a-z]{1,12})"
    r"(?::(?P<argument>[A-Za-z0-9=_+-]{1,24}))?",
    re.ASCII,
)


class KeyVerb(StrEnum):
    """What a key asks for: at most twelve small letters. Each has its row in the routes of the application."""

    OPEN = "open"
    ALONE = "alone"
    WATCH = "watch"
    RULES = "rules"
    LANGUAGE = "language"
    CHATLANGUAGE = "chatlanguage"
    LEADERS = "leaders"
    TRAIN = "train"
    TRAINERS = "trainers"
    FORGET = "forget"
    WORDS = "words"
    PROOF = "proof"
    REPLAY = "replay"
    PAGE = "page"
    AGAIN = "again"
    MORE = "more"
    FINISH = "finish"
    REOPEN = "reopen"
    CARDS = "cards"
    HELP = "help"
    SHOW = "show"
    LEAVE = "leave"
    STOP = "stop"
    AGREE = "agree"
    PLAYON = "playon"
    SIT = "sit"
    WORD = "word"
    START = "start"
    MENU = "menu"
    DONE = "done"
    SET = "set"
    CLOSE = "close"
    HIT = "hit"
    STAND = "stand"
    BET = "bet"
    DOUBLE = "double"
    SPLIT = "split"
    KNOCK = "knock"
    DEAL = "deal"
    NEXT = "next"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Key:
    """A key taken apart: the table's six characters (None: no table), the deal, the phase and hand in play, the verb, its argument.

    A question (My cards) carries deal 0 and phase `-`: it is answered whatever the table does meanwhile.
    """

    verb: str
    code: str | None = None
    deal: int = 0
    phase: str = _NO_TABLE
    argument: str | None = None

    def __str__(self) -> str:
        parts = [_VERSION, self.code or _NO_TABLE, str(self.deal), self.phase, self.verb]
        return ":".join(parts if self.argument is None else [*parts, self.argument])

    @classmethod
    def parse(cls, text: str) -> "Key | None":
        """Read a key; None for anything this version did not make."""
        if (match := _FORM.fullmatch(text)) is None:
            return None
        code = match["code"]
        return cls(
            verb=match["verb"],
            code=None if code == _NO_TABLE else code,
            deal=int(match["deal"]),
            phase=match["phase"],
            argument=match["argument"],
        )


def base36(number: int) -> str:
    """A number from 0 as an argument writes it; `int(…, 36)` reads it."""
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = DIGITS[digit] + digits
    return digits
