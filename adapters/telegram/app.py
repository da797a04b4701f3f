"""Telegram as a platform: the library's parts put together, started and stopped by hand beside the other adapters."""

import asyncio
import logging
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

from telegram import Update
from telegram.error import InvalidToken, TelegramError
from telegram.ext import Application as Library
from telegram.ext import ApplicationBuilder, CallbackContext, ExtBot, TypeHandler
from telegram.request import HTTPXRequest

from adapters.telegram.admins import Admins
from adapters.telegram.answers import Answers
from adapters.telegram.channel import TelegramChannel
from adapters.telegram.connection import Connection, PollingRequest, is_token
from adapters.telegram.inbound import UPDATES, Inbound
from adapters.telegram.menu import register_commands
from adapters.telegram.replies import Replies
from bot.clock import Clock, SystemClock
from bot.ports import Application, Pace
from bot.requests import Place
from bot.screen import Post, Screen

OFFICIAL = "https://api.telegram.org"

#: Updates handled at the same time; tables order what concerns them by their own locks.
_TOGETHER = 128

#: How long one poll waits for news.
_POLL = timedelta(seconds=25)

#: Between two tries to reach Telegram at the start, in seconds: first, and at most.
_FIRST_TRY, _LAST_TRY = 1.0, 60.0

#: How long each step of stopping may take, in seconds.
_STOPPING = 1.2

_log = logging.getLogger(__name__)


class TelegramAdapter:
    """A `bot.ports.Channel` for the application, and its caller."""

    def __init__(
        self,
        application: Application,
        token: str,
        *,
        base_url: str = OFFICIAL,
        proxy: str | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Nothing is called before `start`. `base_url` is the root of a Bot API server, its files are under /file."""
        self._application = application
        self._token = token.strip()
        self._root = base_url.rstrip("/")
        self._proxy = proxy
        self._clock = clock or SystemClock()
        self._connection = Connection()
        self._channel = TelegramChannel()
        self._library: Library[Any, Any, Any, Any, Any, Any] | None = None
        self._inbound: Inbound | None = None
        self._life: asyncio.Task[None] | None = None
        self._steps: set[asyncio.Task[None]] = set()

    # life

    async def start(self) -> None:
        """Begin to connect; returns at once. What stands in the way is told in the log."""
        if is_token(self._token):
            self._life = asyncio.create_task(self._live(), name="telegram")
            self._life.add_done_callback(_told)
        else:
            self._connection.refuse()

    async def ended(self) -> str:
        """Return when this adapter cannot go on, with the reason in one line."""
        await self._connection.rejected.wait()
        return "Telegram refuses TELEGRAM_TOKEN"

    async def stop(self) -> None:
        """Take no more updates; those at hand are carried out. Messages can still be sent."""
        if self._life is not None:
            self._life.cancel()
            await asyncio.wait({self._life}, timeout=_STOPPING)
        if self._library is not None:
            if self._library.updater is not None and self._library.updater.running:
                await self._within(self._library.updater.stop())
            if self._library.running:
                await self._within(self._library.stop())

    async def close(self) -> None:
        """Let the connections go. Safe to call twice."""
        self._channel.close()
        library, self._library = self._library, None
        if library is not None:
            await self._within(library.shutdown())
        for step in self._steps:
            step.cancel()

    async def _live(self) -> None:
        library = self._build()
        wait = _FIRST_TRY
        while True:
            try:
                await library.initialize()
            except InvalidToken:
                self._connection.refuse()
                return
            except TelegramError as error:
                self._connection.failed(error)
                await asyncio.sleep(wait)
                wait = min(wait * 2, _LAST_TRY)
            else:
                break
        self._connection.well()
        bot = library.bot
        _log.info(
            "Telegram: playing as @%s; can_read_all_group_messages=%s",
            bot.username,
            bot.can_read_all_group_messages,
        )
        replies = Replies(self._application)
        self._channel.sending, self._channel.sent = replies.sending, replies.sent
        answers = Answers(self._application, bot, replies)
        self._inbound = Inbound(
            self._application, answers, replies, Admins(bot, self._clock), clock=self._clock, bot=bot.bot
        )
        self._channel.open(bot)
        await library.start()
        if library.updater is not None:
            await library.updater.start_polling(
                poll_interval=0.0,
                timeout=_POLL,
                bootstrap_retries=-1,
                allowed_updates=list(UPDATES),
                error_callback=self._connection.failed,
            )
        await register_commands(bot, self._application)

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
            get_updates_request=PollingRequest(self._connection, proxy=self._proxy),
        )
        library = ApplicationBuilder().bot(bot).concurrent_updates(_TOGETHER).job_queue(None).build()
        library.add_handler(TypeHandler(Update, self._take))
        self._library = library
        return library

    async def _take(self, update: Update, _context: CallbackContext[Any, Any, Any, Any]) -> None:
        if self._inbound is not None:
            await self._inbound.take(update)

    async def _within(self, step: Coroutine[Any, Any, None]) -> None:
        """Give a step of stopping its time; the library may wait for the network longer, and swallows a cancellation."""
        task = asyncio.create_task(step)
        self._steps.add(task)
        task.add_done_callback(self._steps.discard)
        task.add_done_callback(_told)
        await asyncio.wait({task}, timeout=_STOPPING)

    # the channel

    @property
    def platform(self) -> str:
        """The platform's name."""
        return self._channel.platform

    @property
    def pace(self) -> Pace:
        """What Telegram takes per chat."""
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
        """Telegram has no panels."""
        self._channel.panels_changed(place, user_ids)


def _told(task: asyncio.Task[None]) -> None:
    """What ends a task of its own accord is logged by its kind: an error's text may hold an address."""
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("Telegram: a step failed: %s", type(error).__name__)
