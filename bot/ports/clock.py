"""The one source of time; tests turn it."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Time as the application reads it: a calendar for what is written down, a stopwatch for every duration."""

    def now(self) -> datetime:
        """The time now, in UTC, as the machine tells it: for columns, days, weeks. It may be set, forwards and backwards."""
        ...

    def monotonic(self) -> float:
        """Seconds on a clock that nobody can set: every duration is a difference of two of these."""
        ...

    async def sleep_until(self, moment: float) -> None:
        """Return when `monotonic()` has reached `moment`."""
        ...

    def every(self, seconds: float, work: Callable[[], None]) -> Callable[[], None]:
        """Call `work` every so many seconds while the program runs, until what is returned is called."""
        ...


class SystemClock:
    """The clocks of the machine."""

    def now(self) -> datetime:
        """The time now, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds since some moment of the machine's own."""
        return time.monotonic()

    async def sleep_until(self, moment: float) -> None:
        """Wait on the event loop; asked again, since the loop's clock may run a little ahead."""
        while (left := moment - self.monotonic()) > 0:  # noqa: ASYNC110 - this is the clock: no event to wait for
            await asyncio.sleep(left)

    def every(self, seconds: float, work: Callable[[], None]) -> Callable[[], None]:
        """Call it from the event loop that runs; what was missed is not made up for."""
        loop = asyncio.get_running_loop()

        timer: asyncio.TimerHandle

        def ring() -> None:
            nonlocal timer
            timer = loop.call_later(seconds, ring)
            work()

        def end() -> None:
            timer.cancel()

        timer = loop.call_later(seconds, ring)
        return end
