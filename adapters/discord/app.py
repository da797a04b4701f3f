"""Discord as a platform: the library's client started, watched over and stopped by hand beside the other adapters."""

import asyncio
import contextlib
import logging

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.discord.bot import DiscordBot
from adapters.discord.channel import DiscordChannel
from bot.clock import Clock, SystemClock
from bot.ports import Application, Pace
from bot.requests import Place
from bot.screen import Post, Screen

#: Between two tries after the connection broke for good, in seconds: first, and at most.
_FIRST_TRY, _LAST_TRY = 1.0, 60.0

#: How long letting the connection go may take, in seconds.
_STOPPING = 1.2

#: The gateway's word for a token it does not know.
_REFUSED = 4004

_log = logging.getLogger(__name__)


def use_routes(api_url: str | None, gateway_url: str | None) -> None:
    """Another address of the API (with its version) and of the gateway than the official ones; for the whole program."""
    if api_url is not None:
        Route.BASE = api_url.rstrip("/")
    if gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


class DiscordAdapter:
    """A `bot.ports.Channel` for the application, and its caller."""

    def __init__(
        self,
        application: Application,
        token: str,
        *,
        api_url: str | None = None,
        gateway_url: str | None = None,
        proxy: str | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Nothing is called before `start`. `api_url` has its version, as in `…/api/v10`."""
        self._application = application
        self._token = token.strip()
        self._gateway = gateway_url
        self._proxy = proxy
        self._clock = clock or SystemClock()
        self._channel = DiscordChannel(self._clock)
        self._bot: DiscordBot | None = None
        self._life: asyncio.Task[None] | None = None
        self._refused = asyncio.Event()
        self._stopping = False
        use_routes(api_url, gateway_url)

    # life

    async def start(self) -> None:
        """Begin to connect; returns at once. What stands in the way is told in the log."""
        self._life = asyncio.create_task(self._live(), name="discord")

    async def ended(self) -> str:
        """Return when this adapter cannot go on, with the reason in one line."""
        await self._refused.wait()
        return "Discord refuses DISCORD_TOKEN"

    async def stop(self) -> None:
        """Try no new connection. What comes in by the present one is answered, messages can be sent."""
        self._stopping = True
        if self._life is not None and self._bot is None:
            self._life.cancel()

    async def close(self) -> None:
        """Let the connection go. Safe to call twice."""
        self._stopping = True
        self._channel.close()
        bot, self._bot = self._bot, None
        if bot is not None:
            await _let_go(bot)
        if self._life is not None:
            self._life.cancel()
            await asyncio.wait({self._life}, timeout=_STOPPING)

    def bot(self) -> DiscordBot:
        """A new client of the library, which opens the channel when it is set up."""
        return DiscordBot(
            self._application, self._channel, self._clock, gateway=self._gateway, proxy=self._proxy
        )

    async def _live(self) -> None:
        """Connect, and connect anew with more and more patience whenever that ends."""
        wait = _FIRST_TRY
        loop = asyncio.get_running_loop()
        while not self._stopping:
            self._bot = bot = self.bot()
            begun = loop.time()
            why = await self._one_life(bot)
            self._channel.close()
            self._bot = None
            await _let_go(bot)
            if self._refused.is_set():
                _log.warning("Discord refuses DISCORD_TOKEN: copy it anew from the developer portal")
                return
            if loop.time() - begun > _LAST_TRY:
                wait = _FIRST_TRY
            if not self._stopping:
                _log.warning("Discord: the connection ended (%s), trying again in %d s", why, wait)
                await asyncio.sleep(wait)
            wait = min(wait * 2, _LAST_TRY)

    async def _one_life(self, bot: DiscordBot) -> str:
        """Run one client to its end; the kind of error that ended it. An error's own text may hold an address."""
        try:
            await bot.start(self._token)
        except discord.LoginFailure:
            self._refused.set()
        except discord.ConnectionClosed as error:
            if error.code == _REFUSED:
                self._refused.set()
            return f"closed with {error.code}"
        except Exception as error:  # noqa: BLE001 - whatever it was, the other platforms go on and this one begins anew
            return type(error).__name__
        return "closed"

    # the channel

    @property
    def platform(self) -> str:
        """The platform's name."""
        return self._channel.platform

    @property
    def pace(self) -> Pace:
        """What Discord takes per channel."""
        return self._channel.pace

    async def send(self, place: Place, post: Post) -> int:
        """Send a new message; returns its id.

        Raises:
            Undelivered: one of its subclasses.
        """
        return await self._channel.send(place, post)

    async def edit(self, place: Place, message: int, screen: Screen) -> None:
        """Put a new screen into a message. An unchanged screen is success.

        Raises:
            Undelivered: one of its subclasses.
        """
        await self._channel.edit(place, message, screen)

    async def delete(self, place: Place, message: int) -> None:
        """Delete a message; one that is gone is success.

        Raises:
            Undelivered: one of its subclasses.
        """
        await self._channel.delete(place, message)

    def panels_changed(self, place: Place, user_ids: frozenset[int]) -> None:
        """Bring the panels of these persons up to date."""
        self._channel.panels_changed(place, user_ids)


async def _let_go(bot: DiscordBot) -> None:
    """Close a client; the library may wait for the network longer than a program that ends has."""
    closing = asyncio.ensure_future(bot.close())
    await asyncio.wait({closing}, timeout=_STOPPING)
    if not closing.done():
        closing.cancel()
    with contextlib.suppress(asyncio.CancelledError, Exception):
        await closing
