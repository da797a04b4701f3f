"""Commands: the slash commands with their options, choices and names in the client's language.

Options are typed; what the application gets is the line that people type elsewhere. A command of the application that is not
described here gets one free option, so that none is ever missing.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, Protocol

import discord
from discord import app_commands
from discord.app_commands import Choice, Range, locale_str

from adapters.discord.origin import account_of, data_of
from adapters.discord.texts import CHOICES, COMMANDS, OPTIONS
from bot.ports.application import Wording
from bot.ports.requests import Account
from bot.ports.screens import CommandInfo
from bot.ports.texts import base_language

if TYPE_CHECKING:
    from adapters.discord.bot import DiscordBot

    Interaction = discord.Interaction[DiscordBot]
else:
    Interaction = discord.Interaction

#: Typed answers come by a window here, so there is no question to drop; /start is Telegram's.
_LEFT_OUT = frozenset({"cancel", "start"})

#: Discord's limit for a description, in characters.
_DESCRIPTION = 100

_LANGUAGES = [
    Choice(name="Русский", value="ru"),
    Choice(name="Magyar", value="hu"),
    Choice(name="English", value="en"),
]

_Code = Range[str, 1, 12]

_GAMES = ("ochko", "stuk", "blackjack")


class Taker(Protocol):
    """Who carries commands out."""

    async def command(
        self, interaction: Any, name: str, arguments: str = "", about: Account | None = None
    ) -> None:
        """Carry out a slash command; `about` is the person it names."""
        ...


class Translator(app_commands.Translator):
    """Names and descriptions from the catalogues. English is what stands there without a translation."""

    def __init__(self, wording: Wording) -> None:
        """`wording` has the texts."""
        super().__init__()
        self._wording = wording

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002 - the shape of the library's own
    ) -> str | None:
        """A text in a client's language, None where that is not one of ours."""
        language = base_language(locale.value)
        if language is None or language == "en":
            return None
        message = str(string.extras.get("message", string.message))
        return self._wording.text(language, message).lstrip("/-")[:_DESCRIPTION]


#: Where commands can be used: in servers, and in a private chat with the bot.
CONTEXTS = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
INSTALLS = app_commands.AppInstallationType(guild=True, user=False)


class Tree(app_commands.CommandTree["DiscordBot"]):
    """The tree, which answers also what it does not know."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """A command of an older version, or options that have changed."""
        inbound = interaction.client.inbound
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            await inbound.command(interaction, str(data_of(interaction).get("name", "?")))
            return
        await super().on_error(interaction, error)
        await inbound.failed(interaction)


def _name(message: str) -> locale_str:
    return locale_str(message.lstrip("/-"), message=message)


def _choice(word: str, value: str | None = None) -> Choice[str]:
    return Choice(name=locale_str(CHOICES[word]), value=value or word)


def _described(command: app_commands.Command[Any, ..., None]) -> app_commands.Command[Any, ..., None]:
    """Give the options their names and descriptions."""
    for parameter in command._params.values():  # noqa: SLF001 - the library's decorators take literals only
        name, description = OPTIONS[parameter.name]
        parameter._rename = _name(name)  # noqa: SLF001 - as above
        parameter.description = locale_str(description)
    return command


def _words(*words: object) -> str:
    return " ".join(str(word) for word in words if word is not None)


def _option(name: str, value: object) -> str | None:
    return None if value is None else f"{name}={value}"


def slash_commands(infos: Iterable[CommandInfo], taker: Taker) -> list[app_commands.Command[Any, ..., None]]:
    """All commands, as the application lists them."""
    typed = _typed(taker)
    made = []
    for info in infos:
        if info.name in _LEFT_OUT:
            continue
        callback = typed.get(info.name) or _free(taker, info.name)
        command: app_commands.Command[Any, ..., None] = app_commands.Command(
            name=_name(COMMANDS.get(info.name, info.name)),
            description=locale_str(info.description[:_DESCRIPTION]),
            callback=callback,
        )
        made.append(_described(command))
    return made


def _free(taker: Taker, name: str) -> Any:
    async def free(interaction: Interaction, more: Range[str, 1, 100] | None = None) -> None:
        await taker.command(interaction, name, more or "")

    return free


def _plain(taker: Taker, name: str) -> Any:
    async def plain(interaction: Interaction) -> None:
        await taker.command(interaction, name)

    return plain


def _of_table(taker: Taker, name: str) -> Any:
    async def of_table(interaction: Interaction, table: _Code | None = None) -> None:
        await taker.command(interaction, name, table or "")

    return of_table


def _of_code(taker: Taker, name: str) -> Any:
    async def of_code(interaction: Interaction, code: _Code) -> None:
        await taker.command(interaction, name, code)

    return of_code


def _typed(taker: Taker) -> dict[str, Any]:
    """What each command takes; the library reads the annotations."""

    @app_commands.choices(
        game=[_choice(game) for game in _GAMES],
        size=[Choice(name=str(n), value=str(n)) for n in (10, 20, 50, 100, 200, 500)],
        deals=[*(Choice(name=str(n), value=str(n)) for n in (1, 5, 10, 20)), _choice("all")],
        rated=[_choice("rated"), _choice("unrated")],
        level=[_choice("everyone"), _choice("sandbox"), _choice("advanced")],
        skill=[_choice("easy"), _choice("normal"), _choice("hard")],
    )
    async def newtable(  # noqa: PLR0917 - the options of the command
        interaction: Interaction,
        game: Choice[str] | None = None,
        seats: Literal[1, 2, 3, 4, 5, 6] | None = None,
        timeout: Range[int, 1, 600] | None = None,  # noqa: ASYNC109 - an option of the command
        deals: Choice[str] | None = None,
        rated: Choice[str] | None = None,
        level: Choice[str] | None = None,
        size: Choice[str] | None = None,
        computers: Range[int, 0, 5] | None = None,
        skill: Choice[str] | None = None,
    ) -> None:
        words = _words(
            game.value if game else None,
            _option("seats", seats),
            _option("timeout", timeout),
            _option("deals", deals.value if deals else None),
            rated.value if rated else None,
            _option("level", level.value if level else None),
            _option("size", size.value if size else None),
            _option("computers", computers),
            skill.value if skill else None,
        )
        await taker.command(interaction, "newtable", words)

    async def bet(interaction: Interaction, stake: Range[int, 1, 1_000_000]) -> None:
        await taker.command(interaction, "bet", str(stake))

    async def word(interaction: Interaction, word: Range[str, 1, 100]) -> None:
        await taker.command(interaction, "word", word)

    @app_commands.choices(
        where=[_choice("chat"), _choice("everywhere")],
        period=[_choice("week"), _choice("month"), _choice("alltime", "all")],
        by=[_choice(word) for word in ("rating", "rubles", "wins", "games", "units", "training")],
    )
    async def leaderboard(
        interaction: Interaction,
        where: Choice[str] | None = None,
        period: Choice[str] | None = None,
        by: Choice[str] | None = None,
    ) -> None:
        chosen = (choice.value for choice in (where, period, by) if choice is not None)
        await taker.command(interaction, "leaderboard", _words(*chosen))

    async def profile(interaction: Interaction, person: discord.User | None = None) -> None:
        about = None if person is None else account_of(person)
        await taker.command(interaction, "profile", about=about)

    @app_commands.choices(game=[_choice(game) for game in _GAMES])
    async def rules(interaction: Interaction, game: Choice[str] | None = None) -> None:
        await taker.command(interaction, "rules", game.value if game else "")

    @app_commands.choices(language=_LANGUAGES)
    async def language(
        interaction: Interaction,
        language: Choice[str] | None = None,
        chat: bool = False,  # noqa: FBT001, FBT002 - an option of the command
    ) -> None:
        chosen = "" if language is None else language.value
        words = _words("chat" if chat and chosen else None, chosen)
        await taker.command(interaction, "language", words)

    async def train(interaction: Interaction, computers: Range[int, 0, 5] | None = None) -> None:
        await taker.command(interaction, "train", _words(_option("computers", computers)))

    plain = {
        name: _plain(taker, name)
        for name in ("tables", "leave", "wallet", "notify", "help", "mydata", "forget")
    }
    of_table = {name: _of_table(taker, name) for name in ("table", "stop")}
    of_code = {name: _of_code(taker, name) for name in ("replay", "verify")}
    return {
        "newtable": newtable,
        "bet": bet,
        "word": word,
        "leaderboard": leaderboard,
        "profile": profile,
        "rules": rules,
        "language": language,
        "train": train,
        **plain,
        **of_table,
        **of_code,
    }
