"""Heartbeat: whether the program has run all the time, and whether somebody has set the clock (rules 5.4)."""

from collections.abc import Callable
from enum import Enum

from bot.ports.clock import Clock

#: Between two beats, in seconds.
BEAT = 1.0

#: More than so many seconds between two beats are a standstill, more between the two clocks a step.
TOLERANCE = 3.0


class Trouble(Enum):
    """What has happened to the program's time."""

    STANDSTILL = "standstill"  # a closed lid, a stopped process, a loop that was held up
    STEP = "step"  # the wall clock was set, or the machine slept where its stopwatch sleeps too


class Heartbeat:
    """Looks at both clocks once a second, and whenever somebody is about to judge by them: the first to look sees the trouble."""

    def __init__(self, clock: Clock, trouble: Callable[[Trouble], None]) -> None:
        """`trouble` is called at once when it is seen; when it returns, it is over."""
        self._clock = clock
        self._trouble = trouble
        self._passed, self._wall = clock.monotonic(), clock.now()
        self._end: Callable[[], None] | None = None

    def start(self) -> None:
        """Beat from now on."""
        self._passed, self._wall = self._clock.monotonic(), self._clock.now()
        self._end = self._clock.every(BEAT, self.look)

    def stop(self) -> None:
        """Beat no more."""
        if self._end is not None:
            self._end()
            self._end = None

    def look(self) -> None:
        """Compare the clocks with how they stood at the last look. Where it does not beat, nothing can be told by that."""
        if self._end is None:
            return
        passed, wall = self._clock.monotonic(), self._clock.now()
        went, apart = passed - self._passed, (wall - self._wall).total_seconds() - (passed - self._passed)
        self._passed, self._wall = passed, wall
        if abs(apart) > TOLERANCE:
            self._trouble(Trouble.STEP)
        elif went > TOLERANCE:
            self._trouble(Trouble.STANDSTILL)
