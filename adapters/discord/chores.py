"""Chores of the host: registering the commands, and the address that invites the bot. Neither starts a game."""

import base64
import binascii
from typing import Any

import aiohttp
import discord
from discord import app_commands

from adapters.discord.app import use_routes
from adapters.discord.commands import CONTEXTS, INSTALLS, Translator, slash_commands
from adapters.discord.rights import wanted
from bot.ports.app import Wording


class ChoreFailed(Exception):
    """Its text is one line for the host."""


def invitation(token: str) -> str:
    """The address that adds the bot to a server. The first part of a token is the bot's id.

    Raises:
        ChoreFailed: it is no token.
    """
    first = token.strip().partition(".")[0]
    try:
        number = base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        number = ""
    if not number.isdecimal():
        raise ChoreFailed("DISCORD_TOKEN is no token: copy it anew from the developer portal")
    return discord.utils.oauth_url(int(number), permissions=wanted(), scopes=("bot", "applications.commands"))


async def sync(wording: Wording, token: str, *, api_url: str | None = None, proxy: str | None = None) -> bool:
    """Register the commands if Discord has others; whether it was needed.

    Raises:
        ChoreFailed: Discord cannot be reached, or does not know the token.
    """
    use_routes(api_url, None)
    client = discord.Client(intents=discord.Intents.none(), proxy=proxy)
    try:
        async with client:
            await client.login(token.strip())
            return await synced(client, wording)
    except discord.LoginFailure:
        raise ChoreFailed("Discord refuses DISCORD_TOKEN") from None
    except discord.HTTPException as error:
        raise ChoreFailed(f"Discord refuses the commands: {error.status} ({error.code})") from None
    except (aiohttp.ClientError, OSError) as error:
        raise ChoreFailed(f"Discord cannot be reached: {type(error).__name__}") from None


async def synced(client: discord.Client, wording: Wording) -> bool:
    """Register the commands by a client that is logged in and has no tree, if Discord has others; whether it was needed."""
    tree = app_commands.CommandTree(client, allowed_contexts=CONTEXTS, allowed_installs=INSTALLS)
    for command in slash_commands(wording):
        tree.add_command(command)
    translator = Translator(wording)
    await tree.set_translator(translator)
    here = [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]
    route = discord.http.Route(
        "GET",
        "/applications/{application_id}/commands?with_localizations=true",
        application_id=client.application_id or 0,
    )
    there: list[dict[str, Any]] = await client.http.request(route)
    if _by_name(here) == _by_name(there):
        return False
    await tree.sync()
    return True


def _by_name(commands: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {command["name"]: _compared(command) for command in commands}


#: What of a command and its options makes a difference. Discord adds ids and versions, and leaves out what is empty.
_FIELDS = (
    "name", "description", "type", "name_localizations", "description_localizations", "required", "choices", "options",
    "min_value", "max_value", "min_length", "max_length", "contexts", "integration_types", "value",
)  # fmt: skip


def _compared(part: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field in _FIELDS:
        value = part.get(field)
        if value in (None, False, [], {}):
            continue
        if field in {"options", "choices"}:
            value = [_compared(item) for item in value]
        elif field in {"contexts", "integration_types"}:
            value = sorted(value)
        found[field] = value
    return found
