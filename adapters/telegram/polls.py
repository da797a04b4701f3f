"""Polls: how it stands between the program and Telegram, told in one line each time it changes."""

import asyncio
import logging
import re
from datetime import timedelta
from enum import Enum

from telegram._utils.types import ODVInput
from telegram.error import Conflict, NetworkError, TelegramError
from telegram.request import HTTPXRequest, RequestData

from adapters.telegram.channel import PLATFORM
from bot.ports.app import App

_TOKEN = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{10,100}", re.ASCII)

#: What a poll may take beyond its waiting for news.
_SLACK = timedelta(seconds=3)

_REJECTED = frozenset({401, 404})

_log = logging.getLogger(__name__)


def is_token(text: str) -> bool:
    """Whether a text looks like a token of BotFather."""
    return _TOKEN.fullmatch(text) is not None


class Standing(Enum):
    """How it stands."""

    WELL = "well"
    UNREACHABLE = "unreachable"
    CONFLICT = "conflict"


class Polls:
    """Tells of trouble once, and once of its end. No line holds a token, nor an error's own text."""

    def __init__(self, app: App) -> None:
        """Nothing is known yet. `application` hears whether presses can come."""
        self._app = app
        self._standing = Standing.WELL
        self._refused = False
        self._news = asyncio.Event()

    def well(self) -> None:
        """A poll went through."""
        if self._standing is not Standing.WELL:
            _log.warning("Telegram is there again, the bot goes on")
        self._standing = Standing.WELL
        self._news.set()
        self._app.line_alive(PLATFORM)

    def overdue(self) -> None:
        """A poll has not been answered in the time that it may take."""
        self._app.line_failed(PLATFORM)

    def failed(self, error: TelegramError) -> None:
        """A poll failed; the library tries again, more and more rarely."""
        self._news.set()
        self._app.line_failed(PLATFORM)
        if isinstance(error, Conflict):
            self._turn(
                Standing.CONFLICT,
                "another program reads this bot's updates (409 Conflict): stop it, two cannot share a token; trying again",
            )
        elif isinstance(error, NetworkError):
            self._turn(Standing.UNREACHABLE, "Telegram cannot be reached: trying again")

    def refuse(self) -> None:
        """The token is not known any more: nothing to try again."""
        self._refused = True
        self._news.set()

    async def refused_or_silent(self, seconds: float) -> bool:
        """Return True when the token is refused.

        Raises:
            TimeoutError: nothing was heard of any poll for so long.
        """
        while not self._refused:
            self._news.clear()
            async with asyncio.timeout(seconds):  # of the network's time, not of the tables'
                await self._news.wait()
        return True

    def _turn(self, standing: Standing, line: str) -> None:
        if self._standing is not standing:
            _log.warning("%s", line)
        self._standing = standing


class PollingRequest(HTTPXRequest):
    """The connection of getUpdates, which tells how it goes: the library itself only tells of some failures."""

    def __init__(self, polls: Polls, poll: timedelta, *, proxy: str | None) -> None:
        """`polls` hears of every poll; `poll` is how long one waits for news."""
        super().__init__(
            connection_pool_size=2, connect_timeout=5.0, read_timeout=7.0, pool_timeout=5.0, proxy=proxy
        )
        self._polls = polls
        self._longest = (poll + _SLACK).total_seconds()

    async def do_request(  # noqa: PLR0917 - the shape of the library's own
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: ODVInput[float] = HTTPXRequest.DEFAULT_NONE,
        write_timeout: ODVInput[float] = HTTPXRequest.DEFAULT_NONE,
        connect_timeout: ODVInput[float] = HTTPXRequest.DEFAULT_NONE,
        pool_timeout: ODVInput[float] = HTTPXRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """As the library asks for it."""
        # Of the network's time, not of the tables'.
        overdue = asyncio.get_running_loop().call_later(self._longest, self._polls.overdue)
        try:
            code, payload = await super().do_request(
                url, method, request_data, read_timeout, write_timeout, connect_timeout, pool_timeout
            )
        except NetworkError as error:
            self._polls.failed(error)
            raise
        finally:
            overdue.cancel()
        if code == 200:
            self._polls.well()
        elif code in _REJECTED:
            self._polls.refuse()
        return code, payload
