"""Deadlines: data of the tables; the scheduler only says «look now», a sweep finds what a lost job missed."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, timedelta

import structlog
from apscheduler.jobstores.base import JobLookupError
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.ports.clock import Clock
from bot.tables.session import Session

log = structlog.get_logger(__name__)

#: How often the sweep looks, in seconds.
SWEEP_SECONDS = 15.0

#: Who has not moved is called once after a third of the time, this at least, in seconds; at most so often a deal.
_NUDGE = 20.0
_NUDGES = 2

#: A lobby with one person says so after this time without a press in it, in seconds.
_LONELY_AFTER = 60.0

Look = Callable[[str], Awaitable[None]]


class Deadlines:
    """One deadline per table. `look` is called when one is due; it decides by itself whether something is to be done.

    Deadlines are moments of `Clock.monotonic`. The scheduler reckons with the wall clock: when that is set, tables are to be armed anew.
    """

    def __init__(self, clock: Clock, look: Look, *, tidy: Callable[[], None] = lambda: None) -> None:
        """`look` gets the table's code. It is run in a task of its own; what it raises is logged. `tidy` is called by each sweep."""
        self._clock = clock
        self._look = look
        self._tidy = tidy
        self._due: dict[str, float] = {}
        self._tasks: dict[asyncio.Task[None], str] = {}
        self._again: set[str] = set()  # to be looked at once more when the look under way has ended
        self._scheduler: AsyncIOScheduler | None = None
        self._end_sweeps: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Start the scheduler, in UTC: a job that is late is run all the same, however late."""
        self._scheduler = AsyncIOScheduler(
            timezone=UTC,
            job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1},
        )
        self._scheduler.start()
        self._end_sweeps = self._clock.every(SWEEP_SECONDS, self.sweep)
        for code, due in self._due.items():
            self._schedule(code, due)

    async def stop(self) -> None:
        """No new looks; those under way are waited for."""
        self._end_sweeps()
        if self._scheduler is not None:
            self._scheduler.shutdown(wait=False)
            self._scheduler = None
        if self._tasks:
            await asyncio.wait(list(self._tasks))

    def arm(self, code: str, due: float | None) -> None:
        """Set, move or (None) drop the deadline of a table."""
        if due is None:
            self._due.pop(code, None)
            self._unschedule(code)
        else:
            self._due[code] = due
            self._schedule(code, due)

    def rearm(self, session: Session) -> None:
        """Set when the table is looked at next."""
        self.arm(session.code, next_look(session) if session.waiting or session.playing else None)

    def due(self, code: str) -> float | None:
        """The deadline of a table."""
        return self._due.get(code)

    def next(self) -> float | None:
        """The earliest deadline of all."""
        return min(self._due.values(), default=None)

    def sweep(self) -> None:
        """Start a look at every table whose deadline has come."""
        now = self._clock.monotonic()
        # A look that hangs is not doubled by every sweep; the other tables have theirs all the same.
        looking = set(self._tasks.values())
        for code in [code for code, due in self._due.items() if due <= now and code not in looking]:
            self._look_now(code)
        self._tidy()

    async def settle(self) -> None:
        """Return when the looks under way are done."""
        while self._tasks:
            await asyncio.wait(list(self._tasks))

    def _schedule(self, code: str, due: float) -> None:
        if self._scheduler is not None:
            left = timedelta(seconds=due - self._clock.monotonic())
            # A moment later than due: the wall clock and the loop's clock do not tick together.
            self._scheduler.add_job(
                self._rings,
                "date",
                run_date=self._clock.now() + left + timedelta(milliseconds=5),
                args=[code],
                id=f"table:{code}",
                replace_existing=True,
            )

    def _unschedule(self, code: str) -> None:
        if self._scheduler is not None:
            try:
                self._scheduler.remove_job(f"table:{code}")
            except JobLookupError:
                return

    def look_now(self, code: str) -> None:
        """Look at a table at once; after the look that is under way, if there is one."""
        if code in self._tasks.values():
            self._again.add(code)
        else:
            self._look_now(code)

    async def _rings(self, code: str) -> None:
        """A coroutine, since the scheduler runs plain functions in a thread."""
        self._look_now(code)

    def _look_now(self, code: str) -> None:
        task = asyncio.create_task(self._looked(code), name=f"look {code}")
        self._tasks[task] = code  # kept: the loop itself holds tasks by weak references only
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        code = self._tasks.pop(task)
        if code in self._again:
            self._again.discard(code)
            self._look_now(code)

    async def _looked(self, code: str) -> None:
        try:
            await self._look(code)
        except Exception:
            log.exception("deadline.look_failed", table=code)


def call_at(session: Session) -> float | None:
    """When it is said of a lobby that one person waits alone, or the seat that is waited for is called; None if neither.

    Nobody is called if the call would come with the end of his time.
    """
    if session.waiting:
        alone = len(session.row.seats) == 1 and not session.lonely
        return session.begun + _LONELY_AFTER if alone else None
    if session.due is None or session.unseen is not None or session.nudged or session.nudges >= _NUDGES:
        return None
    seat, full = session.awaited, session.full
    wait = max(_NUDGE, full / 3)
    if seat is None or wait >= full:
        return None
    moment = session.begun + wait
    pressed = session.pressed.get(session.row.seats[seat].person)
    if pressed is not None:
        moment = max(moment, pressed + _NUDGE)
    return moment if moment < session.due else None


def next_look(session: Session) -> float | None:
    """When something may be due: the renewed time that is still to be stored, or else whichever comes first.

    The deadline, an open card to show, a vote's end, the moment to call who has not moved.
    """
    if session.owed is not None:
        return session.owed
    vote = None
    if session.vote is not None:
        vote = session.vote.until if session.missing else session.begun  # nobody's word is missing any more
    moments = [
        session.due,
        session.refresh,
        vote,
        call_at(session),
    ]
    return min((moment for moment in moments if moment is not None), default=None)
