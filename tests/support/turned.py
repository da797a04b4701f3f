"""A clock that tests turn."""

import asyncio
import heapq
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count


class TurnedClock:
    """Stands still until it is turned; who sleeps on it wakes when it has been turned far enough.

    `step` sets the wall clock alone, as a person or a time server does: what is measured by the other goes on.
    """

    def __init__(self, start: datetime = datetime(2026, 3, 14, 12, 0, tzinfo=UTC)) -> None:
        self._begin = start - timedelta(seconds=1000)
        self._passed = 1000.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = count()
        self._beats: dict[int, tuple[float, float, Callable[[], None]]] = {}

    def now(self) -> datetime:
        return self._begin + timedelta(seconds=self._passed)

    def monotonic(self) -> float:
        return self._passed

    async def sleep_until(self, moment: float) -> None:
        if moment <= self._passed:
            return
        future = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (moment, next(self._order), future))
        await future

    def every(self, seconds: float, work: Callable[[], None]) -> Callable[[], None]:
        number = next(self._order)
        self._beats[number] = (self._passed + seconds, seconds, work)
        return lambda: self._beats.pop(number, None) and None

    def next_wake(self) -> float | None:
        while self._sleepers and self._sleepers[0][2].done():
            heapq.heappop(self._sleepers)
        return self._sleepers[0][0] if self._sleepers else None

    def set(self, moment: float) -> None:
        """Let time pass until `monotonic()` is `moment`."""
        while (beat := min((due for due, _, _ in self._beats.values()), default=moment)) < moment:
            self._passed = beat
            for number, (due, seconds, work) in list(self._beats.items()):
                if due <= beat:
                    self._beats[number] = (due + seconds, seconds, work)
                    work()
        self.stand(moment - self._passed, until=moment)

    def stand(self, seconds: float, *, until: float | None = None) -> None:
        """Let so many seconds pass in which the program does not run: a closed lid, a stopped process."""
        self._passed = max(self._passed, self._passed + seconds if until is None else until)
        for number, (due, every, work) in self._beats.items():
            self._beats[number] = (max(due, self._passed), every, work)
        self._wake()

    def _wake(self) -> None:
        while self._sleepers and self._sleepers[0][0] <= self._passed:
            _, _, future = heapq.heappop(self._sleepers)
            if not future.done():
                future.set_result(None)

    def until(self, moment: datetime) -> None:
        """Let time pass until the wall clock says `moment`."""
        self.set(self.at(moment))

    def at(self, moment: datetime) -> float:
        """What `monotonic()` will be when the wall clock says `moment`."""
        return self._passed + (moment - self.now()).total_seconds()

    def forward(self, seconds: float) -> None:
        """Let so many seconds pass."""
        self.set(self._passed + seconds)

    def step(self, seconds: float) -> None:
        """Set the wall clock forwards or backwards, in no time."""
        self._begin += timedelta(seconds=seconds)
