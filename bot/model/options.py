"""The parameters of a lobby (rules 2.1, 2.2), how they are typed, kept and stepped through by buttons."""

import json
import re
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import Self

from bot.model.computers import skills
from bot.model.games import Game, first_game, game_of, game_with, games, words
from engine.players import Level as Skill

#: Seconds offered by the button; as an argument 15 to 600.
MOVE_SECONDS = (30, 45, 60, 90, 120, 300)
#: Options that not every game has.
_OWN = frozenset({"deals", "level", "size"})
#: A ruble in hundredths, as money is kept.
RUBLE = 100
LONGEST_MOVE = 600

#: So many stored options are remembered as read: each press asks for its table's.
_REMEMBERED = 1024

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

    def __init__(self, word: str, option: str | None, allowed: str = "") -> None:
        """`word` as typed; `option` it was for (`seats`, `timeout`, `deals`, `level`, `size`, `computers`), None if there is none.

        `rated` is the option where a table with computers was to be rated, `skill` where no computer is there to play so well,
        `twice` where an earlier word said otherwise, `own` where it is another game's.

        `allowed` are the values that fit, where they are few; the earlier word; the game that has the option.
        """
        super().__init__(word)
        self.word = word
        self.option = option
        self.allowed = allowed


@dataclass(frozen=True, slots=True)
class Options:
    """A lobby's parameters. `seconds` is the time per move.

    Not every game has `deals` (None: until the bank is broken), a `level`, or a table's `size` in chips. `computers` sit at it
    from the start, playing as well as `skill` says; then it is unrated.
    `after` is the code of the game this one follows («Again»), `series` how many games of such a row each person has won so far.

    What gave way by itself is no choice: `unrated_since` says why a table is unrated that was to be rated (`computers`, `stake`,
    `pair`), `everyone_since` which level its opener does not fit. See `wished`.
    """

    game: str = field(default_factory=lambda: first_game().name)
    seats: int = field(default_factory=lambda: first_game().seats[-1])
    seconds: int = field(default_factory=lambda: first_game().seconds)
    deals: int | None = 10
    rated: bool = True
    level: Level = Level.EVERYONE
    size: int = 20
    computers: int = 0
    skill: Skill = Skill.NORMAL
    after: str | None = None
    series: tuple[tuple[int, int], ...] = ()
    unrated_since: str | None = field(default=None, compare=False)
    everyone_since: Level | None = field(default=None, compare=False)

    def dump(self) -> str:
        """The options as JSON, as the store keeps them."""
        return json.dumps(asdict(self))

    @classmethod
    @lru_cache(maxsize=_REMEMBERED)
    def load(cls, text: str) -> Self:
        """Read what `dump` wrote; unknown names of a later version are left aside."""
        kept = {name: value for name, value in json.loads(text).items() if name in cls.__slots__}
        level = Level(kept.get("level", Level.EVERYONE))
        skill = Skill(kept.get("skill", Skill.NORMAL))
        series = tuple((person, won) for person, won in kept.get("series", ()))
        given_up = Level(kept["everyone_since"]) if kept.get("everyone_since") else None
        return cls(**{**kept, "level": level, "skill": skill, "series": series, "everyone_since": given_up})

    @property
    def at(self) -> Game:
        """The game that is played."""
        return game_of(self.game)

    @property
    def open_ended(self) -> bool:
        """Whether the table goes on as long as people like, seats changing between rounds (rules 4.15)."""
        return self.at.rules.open_ended

    @property
    def least(self) -> int:
        """So many seats must be taken to start."""
        return self.at.seats[0]

    def alone(self) -> "Options":
        """The options without what ties them to an earlier game."""
        return replace(self, after=None, series=())

    def of_persons(self, *, rated: bool) -> "Options":
        """The options without what belongs to computers."""
        return replace(self, computers=0, rated=rated, unrated_since=None)

    @property
    def wished(self) -> "Options":
        """The options as they were chosen: nothing has given way."""
        return replace(
            self,
            rated=self.rated or self.unrated_since is not None,
            level=self.everyone_since or self.level,
            unrated_since=None,
            everyone_since=None,
        )

    def conceded(self, why: str) -> "Options":
        """The options unrated for a reason, unless that was chosen anyway."""
        return replace(self, rated=False, unrated_since=why) if self.rated else self

    def fitting(self, appearance: int) -> "Options":
        """The options with a level that somebody of that appearance rating fits."""
        if self.level.admits(appearance):
            return self
        return replace(self, level=Level.EVERYONE, everyone_since=self.level)

    @property
    def engine(self) -> dict[str, int | bool | None]:
        """The part that the engine and a record know."""
        agreed = {"deals": self.deals, "size": self.size, "rated": self.rated}
        return {option.name: agreed[option.name] for option in self.at.rules.options}

    @property
    def stack(self) -> int | None:
        """The chips that every seat brings (rules 3.1); None where they are the seat's own (rules 2.4)."""
        stack = self.at.rules.default_chips
        return None if stack is None else stack(self.engine)

    def chips(self, appearance: int) -> int | None:
        """What a seat brings whose person has that appearance rating (rules 2.4, 3.1); None where there are no chips."""
        if self.at.rules.least_chips is None:
            return None
        return self.stack or max(1, appearance)

    @property
    def buy_in(self) -> int:
        """What a seat stakes of its wallet, in hundredths of a ruble: nothing but at a rated table of Стук (rules 3.1)."""
        return (self.stack or 0) * RUBLE if self.rated else 0

    @property
    def offer(self) -> str:
        """The game, its seats, the size and whether it is rated, short enough for a key; see `read_offer`."""
        size = f"-{self.size}" if self.at.sizes else ""
        return f"{self.at.offer}{self.seats}{size}{'' if self.rated else 'u'}"


def default_options(game: str) -> Options:
    """The options of a game where nothing else was agreed."""
    described = game_of(game)
    return Options(game=game, seats=described.seats[-1], seconds=described.seconds)


def games_alone() -> tuple[str, ...]:
    """The games that computers play."""
    return tuple(game.name for game in games() if skills(game.name))


def options_alone(game: str) -> Options:
    """The options of one person's game with a computer."""
    return replace(default_options(game), seats=2, rated=False, computers=1)


def in_private(options: Options, arguments: str) -> Options:
    """The options of a table in a private chat, where computers take all the other seats; `arguments` are those typed."""
    typed = {word.partition("=")[0] for word in arguments.lower().split()}
    most = options.seats - 1 if "seats" in typed and "computers" not in typed else options.computers
    computers = max(1, most)
    return replace(options, seats=computers + 1, computers=computers).conceded("computers")


_OFFER = re.compile(r"(?P<game>[a-z]*)(?P<seats>[0-9])(?:-(?P<size>[0-9]{2,3}))?(?P<rated>u?)", re.ASCII)


def read_offer(text: str) -> Options | None:
    """The options behind a button that opens a table, None if it offers none."""
    if (match := _OFFER.fullmatch(text)) is None:
        return None
    game = next((game for game in games() if game.offer == match["game"]), None)
    if game is None or int(match["seats"]) not in game.seats or bool(game.sizes) != bool(match["size"]):
        return None
    options = replace(default_options(game.name), seats=int(match["seats"]), rated=not match["rated"])
    if match["size"] is None:
        return options
    return replace(options, size=int(match["size"])) if int(match["size"]) in game.sizes else None


_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)


def game_named(arguments: str) -> str | None:
    """The game that a line of words names, the last one if it names several."""
    known = dict(words())
    named = [game for word in arguments.split() if (game := known.get(word.lower())) is not None]
    return named[-1] if named else None


def parse_options(arguments: str, start: Options, *, least_seconds: int = 15) -> Options:
    """Read the arguments of /newtable over the options of the last lobby.

    A game other than that of `start` begins with its own defaults, wherever its name stands in the line.

    Raises:
        BadOption: a word is none, its value is out of range, or another game's; or two words contradict each other.
    """
    _one_word_each(arguments)
    options = start
    game = game_named(arguments) or start.game
    if game != start.game:
        begins = default_options(game)
        seconds = begins.seconds if start.seconds == start.at.seconds else start.seconds
        options = replace(begins, seconds=seconds, rated=start.rated)
    typed: set[str] = set()
    for word in arguments.split():
        name, equals, value = word.lower().partition("=")
        typed.add(name)
        if not equals:
            options = _plain_word(options, word)
            continue
        if name in _OWN and not options.at.has(name):
            raise BadOption(word, "own", game_with(name).name)
        match name:
            case "seats":
                options = replace(options, seats=_among(word, name, value, options.at.seats))
            case "size":
                options = replace(options, size=_among(word, name, value, options.at.sizes))
            case "timeout":
                options = replace(
                    options, seconds=_among(word, name, value, range(least_seconds, LONGEST_MOVE + 1))
                )
            case "deals":
                numbers = tuple(deals for deals in options.at.deals if deals is not None)
                until_broken = value in {"all", "until", "bank"}
                options = replace(options, deals=None if until_broken else _among(word, name, value, numbers))
            case "level" if value in set(Level):
                options = replace(options, level=Level(value), everyone_since=None)
            case "level":
                raise BadOption(word, name)
            case "computers" if skills(game):
                options = replace(
                    options, computers=_among(word, name, value, tuple(range(options.at.seats[-1])))
                )
            case _:
                raise BadOption(word, None)
    return _with_computers(options, typed)


def _one_word_each(arguments: str) -> None:
    """Let nothing be said in two ways: neither word of such a line is known to be the one that was meant.

    Raises:
        BadOption: a word contradicts an earlier one.
    """
    said: dict[str, tuple[str, str]] = {}
    for word in arguments.split():
        subject, value = _said(word.lower())
        earlier, as_before = said.setdefault(subject, (word, value))
        if value != as_before:
            raise BadOption(word, "twice", earlier)


def _said(word: str) -> tuple[str, str]:
    """What a word is about, and what it says of it."""
    name, equals, value = word.partition("=")
    if equals:
        return name, value
    if (game := game_named(word)) is not None:
        return "game", game
    kinds = (("rated", {"rated", "unrated"}), ("skill", set(Skill)), ("level", set(Level)))
    return next(((kind, word) for kind, words in kinds if word in words), (word, ""))


def _with_computers(options: Options, typed: set[str]) -> Options:
    """Make seats, rating and computers agree: what was typed stands, what was not gives way.

    Raises:
        BadOption: both were typed, or how computers play where there are none.
    """
    if not skills(options.game):
        return replace(options, computers=0)
    if options.computers >= options.seats:
        fits = ", ".join(map(str, range(options.seats)))
        match "seats" in typed, "computers" in typed:
            case True, True:
                raise BadOption(f"computers={options.computers}", "computers", fits)
            case True, False:
                options = replace(options, computers=options.seats - 1)
            case _:
                options = replace(options, seats=options.computers + 1)
    if not options.computers and (ways := sorted(typed & set(Skill))):
        raise BadOption(ways[0], "skill")
    if options.computers and options.rated:
        if "rated" in typed:
            raise BadOption("rated", "rated")
        options = options.conceded("computers")
    if options.skill not in skills(options.game):
        options = replace(options, skill=Skill.NORMAL)
    return options


def _plain_word(options: Options, word: str) -> Options:
    lowered = word.lower()
    if game_named(lowered) is not None:
        return options
    if lowered in {"rated", "unrated"}:
        return replace(options, rated=lowered == "rated", unrated_since=None)
    if lowered in skills(options.game):
        return replace(options, skill=Skill(lowered))
    if lowered in set(Level):
        if not options.at.has("level"):
            raise BadOption(word, "own", game_with("level").name)
        return replace(options, level=Level(lowered), everyone_since=None)
    raise BadOption(word, None)


def _among(word: str, option: str, value: str, allowed: tuple[int, ...] | range) -> int:
    if _NUMBER.fullmatch(value) is None or int(value) not in allowed:
        raise BadOption(word, option, ", ".join(map(str, allowed)) if isinstance(allowed, tuple) else "")
    return int(value)
