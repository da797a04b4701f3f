"""The one source of time; tests turn it."""

import asyncio
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Time as the application reads it."""

    def now(self) -> datetime:
        """The time now, in UTC."""
        ...

    async def sleep_until(self, moment: datetime) -> None:
        """Return when `now()` has reached `moment` (UTC)."""
        ...


class SystemClock:
    """The clock of the machine."""

    def now(self) -> datetime:
        """The time now, in UTC."""
        return datetime.now(UTC)

    async def sleep_until(self, moment: datetime) -> None:
        """Wait on the event loop; the wall clock may be set meanwhile, so it is read again."""
        while (left := (moment - self.now()).total_seconds()) > 0:  # noqa: ASYNC110 - this is the clock: no event to wait for
            await asyncio.sleep(min(left, 60.0))
