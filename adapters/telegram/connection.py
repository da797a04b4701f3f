"""Connection: one to Telegram, from the library's parts put together to the last of them let go."""

import asyncio
import logging
import os
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from httpx import InvalidURL
from telegram import Update
from telegram.error import InvalidToken, TelegramError
from telegram.ext import Application as Library
from telegram.ext import ApplicationBuilder, CallbackContext, ExtBot, TypeHandler
from telegram.request import HTTPXRequest

from adapters.telegram.admins import Admins
from adapters.telegram.answers import Answers
from adapters.telegram.channel import PLATFORM, TelegramChannel
from adapters.telegram.inbound import UPDATES, Inbound
from adapters.telegram.menu import register_commands
from adapters.telegram.polls import PollingRequest, Polls, is_token
from adapters.telegram.reading import Reading
from adapters.telegram.replies import Replies
from bot.ports.app import App
from bot.ports.clock import Clock
from bot.ports.requests import Place
from bot.ports.supervisor import CannotConnect, ConnectionLost, TokenRefused

#: Updates handled at the same time; tables order what concerns them by their own locks.
_TOGETHER = 128

#: How long one poll waits for news. Short, since its answer is the sign of life without which nobody's move runs out.
_POLL = timedelta(seconds=5)

#: No poll for so long, in seconds, and the library has stopped polling: it tries twice a minute when nothing works.
_SILENCE = 120.0

#: How long the last poll may take when the program stops, in seconds.
_LAST_POLL = 0.8

_log = logging.getLogger(__name__)


class TelegramConnection:
    """A `bot.ports.supervisor.Connection`."""

    def __init__(
        self,
        app: App,
        channel: TelegramChannel,
        token: str,
        *,
        root: str,
        proxy: str | None,
        clock: Clock,
    ) -> None:
        """Nothing is called before `run`. `root` is that of the Bot API server; `channel` is opened when it is reached."""
        self._app = app
        self._channel = channel
        self._token = token
        self._root = root
        self._proxy = proxy
        self._clock = clock
        self._polls = Polls(app)
        self._reading = Reading(app)
        self._inbound: Inbound | None = None
        self.library: Library[Any, Any, Any, Any, Any, Any] | None = None

    async def run(self, well: Callable[[], None]) -> None:
        """Poll for updates and hand them on.

        Raises:
            CannotConnect, ConnectionLost: see `bot.ports.supervisor`.
        """
        if not is_token(self._token):
            raise _refused()
        try:
            self.library = library = self._build()
        except (ValueError, InvalidURL):
            raise _no_proxy() from None
        try:
            await library.initialize()
        except InvalidToken:
            raise _refused() from None
        except TelegramError as error:
            raise ConnectionLost(f"cannot be reached ({type(error).__name__})") from None
        well()
        await self._begin(library)
        await register_commands(library.bot, self._app)
        try:
            if await self._polls.refused_or_silent(_SILENCE):
                raise _refused()
        except TimeoutError:
            raise ConnectionLost("polls no more") from None

    async def _begin(self, library: "Library[Any, Any, Any, Any, Any, Any]") -> None:
        bot = library.bot
        _log.info(
            "Telegram: playing as @%s; can_read_all_group_messages=%s",
            bot.username,
            bot.can_read_all_group_messages,
        )
        replies = Replies(self._app)
        self._channel.sending, self._channel.sent = replies.sending, replies.sent
        answers = Answers(self._app, bot, replies)
        self._inbound = Inbound(
            self._app, answers, replies, Admins(bot, self._moved), clock=self._clock, bot=bot.bot
        )
        self._channel.open(bot)
        await library.start()
        if library.updater is not None:
            await library.updater.start_polling(
                poll_interval=0.0,
                timeout=_POLL,
                bootstrap_retries=-1,
                allowed_updates=list(UPDATES),
                error_callback=self._polls.failed,
            )

    def _moved(self, old: int, new: int) -> None:
        self._app.moved(Place(PLATFORM, old), new)

    async def stop(self) -> None:
        """Take no more updates; those at hand are carried out."""
        library = self.library
        if library is None:
            return
        if library.updater is not None and library.updater.running:
            last = asyncio.ensure_future(library.updater.stop())
            last.add_done_callback(_told)
            await asyncio.wait({last}, timeout=_LAST_POLL)
        if library.running:
            await library.stop()

    async def close(self) -> None:
        """Let the connections go."""
        self._channel.close()
        library, self.library = self.library, None
        if library is not None:
            await library.shutdown()

    def _build(self) -> "Library[Any, Any, Any, Any, Any, Any]":
        calls = HTTPXRequest(
            connection_pool_size=64,
            connect_timeout=5.0,
            read_timeout=10.0,
            write_timeout=10.0,
            pool_timeout=5.0,
            proxy=self._proxy,
        )
        bot: ExtBot[None] = ExtBot(
            self._token,
            base_url=f"{self._root}/bot",
            base_file_url=f"{self._root}/file/bot",
            request=calls,
            get_updates_request=PollingRequest(self._polls, _POLL, proxy=self._proxy),
        )
        builder = ApplicationBuilder().bot(bot).update_queue(self._reading).concurrent_updates(_TOGETHER)
        library = builder.job_queue(None).build()
        library.add_handler(TypeHandler(Update, self._take))
        return library

    async def _take(self, update: Update, _context: CallbackContext[Any, Any, Any, Any]) -> None:
        try:
            if self._inbound is not None:
                await self._inbound.take(update)
        finally:
            self._reading.done(update)


def _refused() -> TokenRefused:
    return TokenRefused(
        "Telegram refuses TELEGRAM_TOKEN",
        "copy it anew from BotFather (or TELEGRAM_BASE_URL is no Bot API server)",
    )


def _no_proxy() -> CannotConnect:
    """The library of the connection takes proxies from the environment too, and refuses some."""
    names = ("ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY")
    named = [name for name in names if os.environ.get(name) or os.environ.get(name.lower())]
    return CannotConnect(
        f"Telegram cannot be reached by {', '.join(named) or 'TELEGRAM_PROXY'}",
        "a proxy is written as http://host:port or socks5://host:port, NO_PROXY as names and IPv4 addresses",
    )


def _told(last: "asyncio.Future[None]") -> None:
    """What ends the last poll of its own accord is logged by its kind: an error's text may hold an address."""
    if not last.cancelled() and (error := last.exception()) is not None:
        _log.warning("Telegram: the last poll failed: %s", type(error).__name__)
