"""The parameters of an application (rules 2.1, 2.2), how they are typed, kept and stepped through by buttons."""

import json
import re
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Self, TypeVar

_Choice = TypeVar("_Choice")

#: Seconds offered by the button (boards.md); as an argument 15 to 600.
MOVE_SECONDS = (30, 45, 60, 90, 120, 300)
#: Deals offered, None: until the bank is broken (rules 2.1).
DEALS = (1, 5, 10, 20, None)
SEATS = (2, 3, 4)
LONGEST_MOVE = 600

#: Rules 2.2: from this appearance rating on a player is advanced.
ADVANCED_FROM = 10


class Level(StrEnum):
    """Who may sit down (rules 2.2)."""

    EVERYONE = "everyone"
    SANDBOX = "sandbox"
    ADVANCED = "advanced"

    def admits(self, appearance: int) -> bool:
        """Whether somebody of that appearance rating may sit down."""
        match self:
            case Level.EVERYONE:
                return True
            case Level.SANDBOX:
                return appearance < ADVANCED_FROM
            case Level.ADVANCED:
                return appearance >= ADVANCED_FROM


class BadOption(Exception):
    """A word of the arguments that cannot be."""

    def __init__(self, word: str, option: str | None) -> None:
        """`word` as typed; `option` it was for (`seats`, `timeout`, `deals`, `level`), None if there is no such option."""
        super().__init__(word)
        self.word = word
        self.option = option


@dataclass(frozen=True, slots=True)
class Options:
    """An application's parameters. `seconds` is the time per move, `deals` None means until the bank is broken.

    `after` is the code of the game this one follows («Again»), `series` how many games of such a row each person has won so far.
    """

    game: str = "ochko"
    seats: int = 4
    seconds: int = 60
    deals: int | None = 10
    rated: bool = True
    level: Level = Level.EVERYONE
    after: str | None = None
    series: tuple[tuple[int, int], ...] = ()

    def dump(self) -> str:
        """The options as JSON, as the store keeps them."""
        return json.dumps(asdict(self))

    @classmethod
    def load(cls, text: str) -> Self:
        """Read what `dump` wrote; unknown names of a later version are left aside."""
        kept = {name: value for name, value in json.loads(text).items() if name in cls.__slots__}
        level = Level(kept.get("level", Level.EVERYONE))
        series = tuple((person, won) for person, won in kept.get("series", ()))
        return cls(**{**kept, "level": level, "series": series})

    def alone(self) -> "Options":
        """The options without what ties them to an earlier game."""
        return replace(self, after=None, series=())

    @property
    def engine(self) -> dict[str, int | bool | None]:
        """The part that the engine and a record know."""
        return {"deals": self.deals, "rated": self.rated}


_GAME_WORDS = {"ochko": "ochko", "очко": "ochko", "21": "ochko"}
_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)


def parse_options(arguments: str, start: Options, *, least_seconds: int = 15) -> Options:
    """Read the arguments of /newtable over the options of the last application.

    Raises:
        BadOption: a word is none, or its value is out of range.
    """
    options = start
    for word in arguments.split():
        name, equals, value = word.lower().partition("=")
        if not equals:
            options = _plain_word(options, word)
            continue
        match name:
            case "seats":
                options = replace(options, seats=_among(word, name, value, SEATS))
            case "timeout":
                options = replace(
                    options, seconds=_among(word, name, value, range(least_seconds, LONGEST_MOVE + 1))
                )
            case "deals":
                until_broken = value in {"all", "until", "bank"}
                options = replace(
                    options,
                    deals=None if until_broken else _among(word, name, value, (1, 5, 10, 20)),
                )
            case "level" if value in set(Level):
                options = replace(options, level=Level(value))
            case "level":
                raise BadOption(word, name)
            case _:
                raise BadOption(word, None)
    return options


def _plain_word(options: Options, word: str) -> Options:
    lowered = word.lower()
    if lowered in _GAME_WORDS:
        return replace(options, game=_GAME_WORDS[lowered])
    if lowered in {"rated", "unrated"}:
        return replace(options, rated=lowered == "rated")
    if lowered in set(Level):
        return replace(options, level=Level(lowered))
    raise BadOption(word, None)


def _among(word: str, option: str, value: str, allowed: tuple[int, ...] | range) -> int:
    if _NUMBER.fullmatch(value) is None or int(value) not in allowed:
        raise BadOption(word, option)
    return int(value)


@dataclass(frozen=True, slots=True)
class NextWords:
    """For each option's button, the word that sets its next choice: what `parse_options` reads."""

    seats: str
    timeout: str
    deals: str
    rated: str
    level: str | None  # None: there is no other level that the opener fits


def next_words(options: Options, appearance: int) -> NextWords:
    """What one press on each option's button chooses: the next choice, round and round.

    A level that the opener does not fit is left out.
    """
    deals = _after(DEALS, options.deals)
    levels = tuple(level for level in Level if level.admits(appearance))
    return NextWords(
        seats=f"seats={_after(SEATS, options.seats)}",
        timeout=f"timeout={_after(MOVE_SECONDS, options.seconds)}",
        deals=f"deals={'all' if deals is None else deals}",
        rated="unrated" if options.rated else "rated",
        level=f"level={_after(levels, options.level)}" if len(levels) > 1 else None,
    )


def _after(choices: tuple[_Choice, ...], current: _Choice) -> _Choice:
    if current not in choices:
        return choices[0]
    return choices[(choices.index(current) + 1) % len(choices)]
