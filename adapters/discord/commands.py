"""Commands: the slash commands with their options, choices and names in the client's language.

Options are typed; what the application gets is the line that people type elsewhere. A command of the application that is not
described here gets one free option, so that none is ever missing.
"""

from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, Protocol

import discord
from discord import app_commands
from discord.app_commands import locale_str

from adapters.discord.options import Option, line_of, options_of
from adapters.discord.origin import account_of, data_of
from bot.ports.app import Wording
from bot.ports.requests import Account
from bot.ports.texts import base_language

if TYPE_CHECKING:
    from adapters.discord.bot import DiscordBot

    Interaction = discord.Interaction[DiscordBot]
else:
    Interaction = discord.Interaction

#: Discord's limit for a description, in characters.
_DESCRIPTION = 100

#: Where commands can be used: in servers, and in a private chat with the bot.
CONTEXTS = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
INSTALLS = app_commands.AppInstallationType(guild=True, user=False)


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


def slash_commands(
    wording: Wording, taker: Taker | None = None
) -> list[app_commands.Command[Any, ..., None]]:
    """All commands, as the application lists them; without a taker they are only registered."""
    return [
        app_commands.Command(
            name=_name(route.label),
            description=locale_str(route.description[:_DESCRIPTION]),
            callback=_callback(taker, route.name, options_of(route.name, wording.games())),
        )
        for route in wording.routes.commands.values()
        if not route.typing  # typed answers come by a window here
    ]


def _callback(taker: Taker | None, name: str, options: tuple[Option, ...]) -> Any:
    """What the library calls; it reads the options from the signature."""

    async def callback(interaction: Interaction, **given: Any) -> None:
        if taker is not None:
            person = given.pop("person", None)
            about = None if person is None else account_of(person)
            await taker.command(interaction, name, line_of(options, given), about)

    parameters = [
        Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction),
        *(option.parameter for option in options),
    ]
    callback.__signature__ = Signature(parameters)  # type: ignore[attr-defined]  # `inspect` looks for it
    described = app_commands.describe(**{option.name: locale_str(option.description) for option in options})
    renamed = app_commands.rename(**{option.name: _name(option.title) for option in options})
    chosen = app_commands.choices(**{option.name: option.choices for option in options if option.choices})
    return described(renamed(chosen(callback)))


def _name(message: str) -> locale_str:
    return locale_str(message.lstrip("/-"), message=message)
