"""What tables, options and standings need to know of a game beside its rules: filled by the descriptions of `bot.screens.games`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from datetime import timedelta
from typing import Any, Self

from engine.rules import Rules


class IncompleteGame(Exception):
    """A game is described without one of its parts; the message is a sentence that names both."""


class Whole:
    """What is made with all its parts or not at all."""

    __slots__ = ()

    @classmethod
    def named(cls, parts: Mapping[str, Any]) -> str:
        """The name of the game that has these parts."""
        return str(parts.get("name"))

    def __new__(cls, **parts: Any) -> Self:
        """Say in one sentence what is missing.

        Raises:
            IncompleteGame: a part is.
        """
        needed = [part.name for part in fields(cls) if part.default is MISSING]  # type: ignore[arg-type]
        if missing := [part for part in needed if part not in parts]:
            raise IncompleteGame(f"the game {cls.named(parts)!r} is described without: {', '.join(missing)}")
        return object.__new__(cls)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Whole):
    """A game at a table.

    `title` is the message that names it, `words` name it in the arguments of a command, `offer` begins the keys of buttons
    that open its tables. `seconds` is the time per move where nothing else was agreed, `pause` the rest between two deals,
    `likely` about how many seconds a table of so many seats and deals plays. `leveled`: who may sit down depends on the
    appearance rating (rules 2.2). `rounds`: a deal of this game is called a round.
    """

    rules: Rules
    title: str
    words: frozenset[str]
    offer: str
    seconds: int
    pause: timedelta
    likely: Callable[[int, int | None], float]
    leveled: bool = False
    rounds: bool = True

    @classmethod
    def named(cls, parts: Mapping[str, Any]) -> str:
        """The name of the rules, else the title."""
        return str(parts["rules"].name if "rules" in parts else parts.get("title"))

    @property
    def name(self) -> str:
        """Its name in records."""
        return self.rules.name

    @property
    def seats(self) -> tuple[int, ...]:
        """How many seats a table may have; the last number is where nothing else was agreed."""
        return tuple(self.rules.seats)

    @property
    def deals(self) -> tuple[int | None, ...]:
        """How many deals may be agreed on, None: until the bank is broken (rules 2.1); nothing where that is no option."""
        return tuple(None if choice is None else int(choice) for choice in self.rules.choices("deals"))

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes a table may have, in chips (rules 3.1); nothing where that is no option."""
        return tuple(int(choice) for choice in self.rules.choices("size") if choice is not None)

    def has(self, option: str) -> bool:
        """Whether `deals`, `size` or `level` is an option of this game."""
        return {"deals": bool(self.deals), "size": bool(self.sizes), "level": self.leveled}[option]


_GAMES: dict[str, Game] = {}


def add(game: Game) -> None:
    """Let tables of a game be opened."""
    _GAMES[game.name] = game


def games() -> tuple[Game, ...]:
    """All games, the one that is offered first."""
    return tuple(_GAMES.values())


def game_of(name: str) -> Game:
    """The game of that name.

    Raises:
        LookupError: none of that name is described.
    """
    if name not in _GAMES:
        raise LookupError(f"no game {name!r} is described")
    return _GAMES[name]


def first_game() -> Game:
    """The game that is opened where none is named."""
    return next(iter(_GAMES.values()))


def game_with(option: str) -> Game:
    """The game that has this option."""
    return next(game for game in games() if game.has(option))


def words() -> Iterator[tuple[str, str]]:
    """Every word that names a game, with the game's name."""
    return ((word, game.name) for game in games() for word in game.words)
