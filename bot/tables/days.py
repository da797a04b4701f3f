"""The turn of a UTC day: what was kept for the limits of the day before is deleted."""

from datetime import datetime, timedelta

import structlog

from bot.model.errors import StoreFailed
from bot.ports.clock import Clock
from bot.store import limits
from bot.store.store import Store

log = structlog.get_logger(__name__)

#: A new day counts when it has lasted so long: a clock that is set forwards and back again must not free anybody of a limit.
_SURE_SECONDS = 600.0


class Days:
    """Looks at the calendar with every sweep."""

    def __init__(self, store: Store, clock: Clock) -> None:
        """`store`: where the day's keys lie."""
        self._store = store
        self._clock = clock
        self._day = clock.now().date()
        self._since = clock.monotonic()
        self._dropped = False

    async def begin(self) -> None:
        """At a start: what is older than yesterday's goes at once, yesterday's soon."""
        await self._store.write(limits.drop_before, self._clock.now() - timedelta(days=1))

    def due(self) -> datetime | None:
        """The day before which all is to be deleted now, once for each day."""
        now, passed = self._clock.now(), self._clock.monotonic()
        if now.date() != self._day:
            self._day, self._since, self._dropped = now.date(), passed, False
        if self._dropped or passed - self._since < _SURE_SECONDS:
            return None
        self._dropped = True
        return now

    async def drop(self, before: datetime) -> None:
        """Delete it; what fails is tried again by the next sweep."""
        try:
            await self._store.write(limits.drop_before, before)
        except StoreFailed as error:
            self._dropped = False
            log.warning("days.not_dropped", why=str(error))
