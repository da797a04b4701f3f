"""Supervisor: a platform's connection, begun anew with more and more patience whenever it breaks off.

Each platform has one of its own: what happens to it changes nothing for the others.
"""

import asyncio
import logging
import traceback
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

from bot.ports.channel import Channel
from bot.ports.clock import Clock

#: Between two tries, in seconds: first, and at most. A connection that stood longer than the longest begins with the first again.
_FIRST_TRY, _LAST_TRY = 1.0, 60.0

#: How long stopping to take things in and closing may take, in seconds; a library may wait for the network longer, and swallows a
#: cancellation. With the last screens between the two the program ends within 5 s.
_STOPPING, _CLOSING = 1.6, 1.2

_log = logging.getLogger(__name__)


class CannotConnect(Exception):
    """The platform cannot be served with these settings: nothing to try again."""

    def __init__(self, line: str, hint: str) -> None:
        """`line` says what stands in the way, `hint` what to do about it; both for the person who hosts the program."""
        super().__init__(line)
        self.line, self.hint = line, hint


class TokenRefused(CannotConnect):
    """The platform does not know the token."""


class ConnectionLost(Exception):
    """The platform could not be reached or let the connection go. Its text names the kind of trouble, never an address or a token."""


class Connection(Protocol):
    """One connection to a platform, from its beginning to its end."""

    async def run(self, well: Callable[[], None]) -> None:
        """Connect, and return or raise when that has ended; `well` is called whenever it stands.

        It may be cancelled: what is connected then stays so until `close`.

        Raises:
            CannotConnect, ConnectionLost: everything else counts as a crash.
        """
        ...

    async def stop(self) -> None:
        """Take in nothing new. What is at hand is carried out, messages can still be sent."""
        ...

    async def close(self) -> None:
        """Let everything go. Safe to call twice."""
        ...


class Supervisor(ABC):
    """A platform that has a token. Its subclasses say what one connection is."""

    def __init__(self, name: str, channel: Channel, clock: Clock) -> None:
        """Nothing is called before `start`. `name` is what the log calls the platform; `channel` is for the application."""
        self.name = name
        self.channel = channel
        self._clock = clock
        self._connection: Connection | None = None
        self._supervision: asyncio.Task[None] | None = None
        self._refused = asyncio.Event()
        self._reason = ""
        self._trouble: str | None = None
        self._steps: set[asyncio.Future[None]] = set()

    @abstractmethod
    def new_connection(self) -> Connection:
        """Everything a connection needs, not connected yet."""

    async def start(self) -> None:
        """Begin to connect; returns at once. What stands in the way is told in the log."""
        self._supervision = asyncio.create_task(self._supervise(), name=self.name)

    async def ended(self) -> str:
        """Return when this platform cannot go on, with the reason in one line."""
        await self._refused.wait()
        return self._reason

    async def stop(self) -> None:
        """Try no new connection and take in nothing new. Messages can still be sent."""
        if self._supervision is not None:
            self._supervision.cancel()
            await asyncio.wait({self._supervision}, timeout=_STOPPING)
        if self._connection is not None:
            await self._within(self._connection.stop(), _STOPPING)

    async def close(self) -> None:
        """Let the connection go. Safe to call twice."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await self._within(connection.close(), _CLOSING)
        for step in self._steps:
            step.cancel()

    async def _supervise(self) -> None:
        """Connect, and connect anew whenever that ends."""
        wait = _FIRST_TRY
        while True:
            begun = self._clock.monotonic()
            try:
                self._connection = self.new_connection()
                await self._connection.run(self._well)
                self._tell("the connection ended", logging.WARNING)
            except CannotConnect as refused:
                _log.warning("%s: %s", refused.line, refused.hint)
                await self._end()
                self._reason = refused.line
                self._refused.set()
                return
            except ConnectionLost as lost:
                self._tell(str(lost), logging.WARNING)
            except Exception as error:  # noqa: BLE001 - told in the log; whatever it was, this platform begins anew and the others go on
                self._tell(f"failed with {_kind(error)}", logging.ERROR)
            await self._end()
            if self._clock.monotonic() - begun > _LAST_TRY:
                wait = _FIRST_TRY
            await self._clock.sleep_until(self._clock.monotonic() + wait)
            wait = min(wait * 2, _LAST_TRY)

    def _well(self) -> None:
        if self._trouble is not None:
            _log.warning("%s is there again, the bot goes on", self.name)
        self._trouble = None

    def _tell(self, trouble: str, level: int) -> None:
        """Tell of trouble once: the same again, try after try, is no news."""
        if trouble != self._trouble:
            _log.log(level, "%s: %s; trying again, at least once a minute", self.name, trouble)
        self._trouble = trouble

    async def _end(self) -> None:
        """End what is left of a connection that broke off."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await self._within(connection.stop(), _STOPPING)
            await self._within(connection.close(), _CLOSING)

    async def _within(self, step: Awaitable[None], seconds: float) -> None:
        """Give a step of stopping its time."""
        task = asyncio.ensure_future(step)
        self._steps.add(task)
        task.add_done_callback(self._told)
        await asyncio.wait({task}, timeout=seconds)

    def _told(self, step: "asyncio.Future[None]") -> None:
        self._steps.discard(step)
        if not step.cancelled() and (error := step.exception()) is not None:
            _log.error("%s: a step of stopping failed: %s", self.name, _kind(error))


def _kind(error: BaseException) -> str:
    """What kind of error it was, and where: its own text may hold an address, and that a token."""
    where = traceback.extract_tb(error.__traceback__)
    return (
        f"{type(error).__name__} ({Path(where[-1].filename).name}:{where[-1].lineno})"
        if where
        else type(error).__name__
    )
