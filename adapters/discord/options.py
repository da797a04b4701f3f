"""Options: what the slash commands take, and the line that people type elsewhere for the same."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from inspect import Parameter
from typing import Any, Literal

import discord
from discord.app_commands import Choice, Range, locale_str

from bot.ports.texts import ENDONYMS, N_


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command.

    `title` is its name in English after two hyphens, under the limits of names of commands. `takes` is what the library
    reads its type from. In a line an option is its value; `named` stands before it there.
    """

    name: str
    title: str
    description: str
    takes: Any = Choice[str]
    choices: list[Choice[str]] = field(default_factory=list)
    named: str = ""
    required: bool = False

    @property
    def parameter(self) -> Parameter:
        """The parameter that the library reads it from."""
        kind = Parameter.KEYWORD_ONLY
        if self.required:
            return Parameter(self.name, kind, annotation=self.takes)
        if self.takes is bool:
            return Parameter(self.name, kind, default=False, annotation=bool)
        return Parameter(self.name, kind, default=None, annotation=self.takes | None)


def line_of(options: tuple[Option, ...], given: Mapping[str, Any]) -> str:
    """What people type after a command elsewhere for the options that were given."""
    words: list[str] = []
    for option in options:
        value = given.get(option.name)
        if isinstance(value, Choice):
            value = value.value
        if value is True:
            # A language is for the chat by a word before it, and a word alone says nothing.
            words = [option.name, *words] if words else []
        elif value is not None and value is not False:
            words.append(f"{option.named}{value}")
    return " ".join(words)


def _choices(**texts: str) -> list[Choice[str]]:
    return [Choice(name=locale_str(text), value=value) for value, text in texts.items()]


def _numbers(*numbers: int) -> list[Choice[str]]:
    return [Choice(name=str(number), value=str(number)) for number in numbers]


_CODE = Range[str, 1, 12]

#: Its choices are the games of the application.
_GAME = Option("game", N_("--game"), N_("Which game"))
_COMPUTERS = Option(
    "computers", N_("--computers"), N_("How many seats computers take"), Range[int, 0, 5], named="computers="
)
_TABLE = Option("table", N_("--table"), N_("The two characters of the table"), _CODE)
_CODE_OF_TABLE = Option("code", N_("--code"), N_("The six characters of the table"), _CODE, required=True)

_OF_COMMAND: Mapping[str, tuple[Option, ...]] = {
    "newtable": (
        _GAME,
        Option(
            "seats",
            N_("--seats"),
            N_("How many may sit down"),
            Literal[1, 2, 3, 4, 5, 6],
            named="seats=",
        ),
        Option("timeout", N_("--timeout"), N_("Seconds per move"), Range[int, 1, 600], named="timeout="),
        Option(
            "deals",
            N_("--deals"),
            N_("How many deals at most"),
            choices=[*_numbers(1, 5, 10, 20), *_choices(all=N_("until the bank is broken"))],
            named="deals=",
        ),
        Option(
            "rated",
            N_("--rated"),
            N_("Whether the game counts"),
            choices=_choices(rated=N_("rated"), unrated=N_("unrated")),
        ),
        Option(
            "level",
            N_("--level"),
            N_("Who may sit down"),
            choices=_choices(
                everyone=N_("any"),
                sandbox=N_("sandbox (below 10 chips)"),
                advanced=N_("advanced (10 chips and more)"),
            ),
            named="level=",
        ),
        Option(
            "size",
            N_("--size"),
            N_("What the bank of Stuk begins with"),
            choices=_numbers(10, 20, 50, 100, 200, 500),
            named="size=",
        ),
        _COMPUTERS,
        Option(
            "skill",
            N_("--skill"),
            N_("How well the computers play"),
            choices=_choices(easy=N_("easy"), normal=N_("normal"), hard=N_("hard")),
        ),
    ),
    "tables": (),
    "table": (_TABLE,),
    "bet": (Option("stake", N_("--stake"), N_("How many chips"), Range[int, 1, 1_000_000], required=True),),
    "word": (
        Option(
            "word",
            N_("--word"),
            N_("8 to 32 characters that nobody can guess"),
            Range[str, 1, 100],
            required=True,
        ),
    ),
    "leave": (),
    "stop": (_TABLE,),
    "replay": (_CODE_OF_TABLE,),
    "verify": (_CODE_OF_TABLE,),
    "train": (_COMPUTERS,),
    "leaderboard": (
        Option(
            "where",
            N_("--where"),
            N_("This chat or everywhere"),
            choices=_choices(chat=N_("this chat"), everywhere=N_("everywhere")),
        ),
        Option(
            "period",
            N_("--period"),
            N_("For which period"),
            choices=_choices(week=N_("this week"), month=N_("this month"), all=N_("all time")),
        ),
        Option(
            "by",
            N_("--by"),
            N_("What to order by"),
            choices=_choices(
                rating=N_("rating"),
                rubles=N_("virtual rubles"),
                wins=N_("games won"),
                games=N_("games played"),
                units=N_("units of blackjack"),
                training=N_("best moves in training"),
            ),
        ),
    ),
    "profile": (Option("person", N_("--person"), N_("Whose figures, if not your own"), discord.User),),
    "wallet": (),
    "notify": (),
    "rules": (_GAME,),
    "help": (),
    "language": (
        Option(
            "language",
            N_("--language"),
            N_("The language"),
            choices=[Choice(name=name, value=language) for language, name in ENDONYMS.items()],
        ),
        Option("chat", N_("--chat"), N_("For this chat instead of yourself: admins only"), bool),
    ),
    "words": (
        Option(
            "cards",
            N_("--cards"),
            N_("In words or as signs"),
            choices=_choices(on=N_("in words"), off=N_("as signs")),
        ),
    ),
    "mydata": (),
    "forget": (),
}

_FREE = Option("more", N_("--more"), N_("What else you would write after the command"), Range[str, 1, 100])


def options_of(command: str, games: Mapping[str, str]) -> tuple[Option, ...]:
    """The options of a command; one free option where it is not described here. `games`: see `Wording.games`."""
    return tuple(
        replace(option, choices=_choices(**games)) if option is _GAME else option
        for option in _OF_COMMAND.get(command, (_FREE,))
    )
