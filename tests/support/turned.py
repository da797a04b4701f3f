"""A clock that tests turn."""

import asyncio
import heapq
from datetime import UTC, datetime, timedelta
from itertools import count


class TurnedClock:
    """Stands still until it is turned; who sleeps on it wakes when it has been turned far enough."""

    def __init__(self, start: datetime = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)) -> None:
        self._now = start
        self._sleepers: list[tuple[datetime, int, asyncio.Future[None]]] = []
        self._order = count()

    def now(self) -> datetime:
        return self._now

    async def sleep_until(self, moment: datetime) -> None:
        if moment <= self._now:
            return
        future = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (moment, next(self._order), future))
        await future

    def next_wake(self) -> datetime | None:
        while self._sleepers and self._sleepers[0][2].done():
            heapq.heappop(self._sleepers)
        return self._sleepers[0][0] if self._sleepers else None

    def set(self, moment: datetime) -> None:
        self._now = max(self._now, moment)
        while self._sleepers and self._sleepers[0][0] <= self._now:
            _, _, future = heapq.heappop(self._sleepers)
            if not future.done():
                future.set_result(None)

    def forward(self, seconds: float) -> None:
        self.set(self._now + timedelta(seconds=seconds))
