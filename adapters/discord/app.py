"""Discord as a platform: the library's client started, watched over and stopped by hand beside the other adapters."""

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.discord.bot import DiscordBot
from adapters.discord.channel import DiscordChannel
from bot.ports.app import App
from bot.ports.clock import Clock, SystemClock
from bot.ports.supervisor import Connection, ConnectionLost, Supervisor, TokenRefused

#: The gateway's word for a token it does not know.
_REFUSED = 4004


def use_routes(api_url: str | None, gateway_url: str | None) -> None:
    """Another address of the API (with its version) and of the gateway than the official ones; for the whole program."""
    if api_url is not None:
        Route.BASE = api_url.rstrip("/")
    if gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


class DiscordAdapter(Supervisor):
    """A channel for the application, and its caller."""

    def __init__(
        self,
        app: App,
        token: str,
        *,
        api_url: str | None = None,
        gateway_url: str | None = None,
        proxy: str | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Nothing is called before `start`. `api_url` has its version, as in `…/api/v10`."""
        clock = clock or SystemClock()
        channel = DiscordChannel(clock)
        super().__init__("Discord", channel, clock)
        self._connected = partial(DiscordConnection, channel=channel, token=token.strip())
        #: Makes a new client of the library, which opens the channel when it is set up.
        self.bot = partial(DiscordBot, app, channel, clock, gateway=gateway_url, proxy=proxy)
        use_routes(api_url, gateway_url)

    def new_connection(self) -> Connection:
        return self._connected(self.bot())


class DiscordConnection:
    """A `bot.ports.supervisor.Connection`: one client of the library."""

    def __init__(self, bot: DiscordBot, channel: DiscordChannel, token: str) -> None:
        self._bot = bot
        self._channel = channel
        self._token = token
        self._connection: asyncio.Task[None] | None = None

    async def run(self, well: Callable[[], None]) -> None:
        """Connect; the library itself resumes what can be resumed.

        Raises:
            TokenRefused, ConnectionLost: see `bot.ports.supervisor`.
        """
        self._bot.well = well
        # A task of its own: when the program stops taking things in, the connection is still needed for what is at hand.
        self._connection = asyncio.create_task(self._bot.start(self._token))
        try:
            await asyncio.shield(self._connection)
        except discord.LoginFailure:
            raise _refused() from None
        except discord.ConnectionClosed as error:
            if error.code == _REFUSED:
                raise _refused() from None
            raise ConnectionLost(f"the connection ended (closed with {error.code})") from None
        except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
            raise ConnectionLost(f"cannot be reached ({type(error).__name__})") from None

    async def stop(self) -> None:
        """What comes in until the end is told that the program is being restarted; Discord keeps no presses for later."""

    async def close(self) -> None:
        """Let the connection go."""
        self._channel.close()
        try:
            await self._bot.close()
        finally:
            if self._connection is not None:
                self._connection.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await self._connection


def _refused() -> TokenRefused:
    return TokenRefused("Discord refuses DISCORD_TOKEN", "copy it anew from the developer portal")
