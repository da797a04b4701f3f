"""Timekeeper: whose time runs, and when it has not (rules 5.4)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import structlog

from bot.model.errors import StoreFailed, Unwritable
from bot.model.rows import TableRow
from bot.ports.channel import Channel
from bot.ports.clock import Clock
from bot.ports.requests import Mark
from bot.tables.arrivals import Arrival, Arrivals
from bot.tables.heartbeat import Heartbeat, Trouble
from bot.tables.lines import Lines
from bot.tables.session import Session

log = structlog.get_logger(__name__)

#: While nothing can be stored, the next try comes after so many seconds.
TRY_AGAIN = 2.0

#: How often quiet lines are thought of, in seconds.
_WATCH = 5.0


class Timekeeper:
    """Gives tables their full time again after trouble, and says whether a deadline that has come may be acted upon."""

    def __init__(
        self,
        clock: Clock,
        *,
        sessions: Callable[[], list[Session]],
        arm: Callable[[Session], None],
        look: Callable[[str], None],
        changed: Callable[[list[Session]], None],
        channel: Callable[[str], Channel | None],
    ) -> None:
        """`sessions` are the open tables; `arm` sets when one is looked at, `look` looks at it now.

        `changed` shows tables whose boards name another moment now, `channel` finds that of a platform.
        """
        self._clock = clock
        self._sessions = sessions
        self._arm = arm
        self._look = look
        self._changed = changed
        self._heartbeat = Heartbeat(clock, self._troubled)
        self.arrivals = Arrivals(clock, look)
        self.lines = Lines(clock, channel, self._line_back)
        self._waiting: set[str] = set()  # whose deadline has come while their line is not known to stand
        self._failing = False  # the last save has failed
        self._try_at = 0.0
        self._trying = False
        self._end_watch: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Beat from now on."""
        self._heartbeat.start()
        self._end_watch = self._clock.every(_WATCH, self._watch)

    def stop(self) -> None:
        """Beat no more."""
        self._heartbeat.stop()
        self._end_watch()

    # full time again

    def renew(self, session: Session, *, capped: bool = False) -> None:
        """Give what a table waits for its full time again, from now; `capped`: no longer than the wait may last at most.

        Not written: a start gives the full time anew all the same, and no board is behind by it.
        """
        now = self._clock.monotonic()
        if capped:
            self.postpone(session, now)
        else:
            session.take(self._renewed(session, now), now)
        session.set_anew = True
        self._arm(session)

    def postpone(self, session: Session, moment: float) -> None:
        """Let what a table waits for begin at `moment`, or as late as it may at most. Not written, as above."""
        if session.latest is None:
            return
        begun = min(moment, session.latest - session.full)
        if begun > session.begun:
            session.take(self._renewed(session, begun), moment, begun=begun)

    def _renewed(self, session: Session, begun: float) -> TableRow:
        """The table's row with the full time of its wait from `begun`."""
        row = session.row
        if row.deadline is None:
            return row
        began = self._clock.now() + timedelta(seconds=begun - self._clock.monotonic())
        return replace(row, touched_at=began, deadline=began + (row.deadline - row.touched_at))

    def _troubled(self, trouble: Trouble) -> None:
        open_now = self._sessions()
        log.warning("time.trouble", kind=trouble.value, tables=len(open_now))
        for session in open_now:
            self.renew(session)
        self._changed(open_now)

    # whether a deadline counts

    def look(self) -> None:
        """Find out whether the program stood still or a clock was set: to be asked before anything is judged by time."""
        self._heartbeat.look()

    def before(self, session: Session, own: Mark | None) -> list[Arrival]:
        """What has to have its turn before the table's deadline is acted upon: requests read before it. `own` is who asks."""
        if session.due is None:
            return []
        found = self.arrivals.before(session, session.due, own)
        if self.arrivals.give_up(found):
            log.warning("time.request_hangs", table=session.code)
            self.renew(session)
            return []
        if own is None:
            for arrival in found:
                arrival.holds.add(session.code)
        return found

    def line_stands(self, session: Session) -> bool:
        """Whether the person who is waited for could press until the deadline, which has come."""
        if self.lines.proven(session):
            self._waiting.discard(session.code)
            return True
        self._waiting.add(session.code)
        return False

    def line_alive(self, platform: str) -> None:
        """The line that brings a platform's presses has shown that it stands."""
        self.lines.alive(platform)
        waiting, self._waiting = self._waiting, set()
        for code in waiting:
            self._look(code)

    def _line_back(self, platform: str) -> None:
        there = [
            session for session in self._sessions() if session.playing and session.place.platform == platform
        ]
        log.warning("time.line_back", platform=platform, tables=len(there))
        for session in there:
            self.renew(session, capped=True)
        self._changed(there)

    def _watch(self) -> None:
        self.lines.watch({session.place.platform for session in self._sessions() if session.playing})

    # saves that fail

    def not_saved(self, session: Session | None, error: StoreFailed) -> None:
        """A save has failed: until one succeeds nobody's time counts, and each table begins with its time anew.

        Where it was not for the disk or a lock, only that of the one table, `session`.
        """
        self._try_at = self._clock.monotonic() + TRY_AGAIN
        everywhere = isinstance(error, Unwritable)
        if everywhere and not self._failing:
            log.warning("time.nothing_stored", why=str(error))
        self._failing = self._failing or everywhere
        for owing in self._sessions() if everywhere else [session]:
            if owing is not None:
                owing.owed = True
                self._arm(owing)

    def row_to_save(self, session: Session, row: TableRow) -> TableRow:
        """`row` as it is to be stored: of a table that owes it with the full time of its wait from now."""
        if not session.owed or row.deadline is None or row.deadline is not session.row.deadline:
            return row
        fresh = self._renewed(session, self._clock.monotonic())
        return replace(row, touched_at=fresh.touched_at, deadline=fresh.deadline)

    def saved(self, session: Session) -> None:
        """The table has been stored, with a time that began since the failure."""
        if session.owed:
            session.owed, session.set_anew = False, True
        if self._failing:
            self._failing = False
            self._try_at = self._clock.monotonic()
            for other in self._sessions():
                if other.owed:
                    self._arm(other)
                    self._look(other.code)

    def due_to_try(self, session: Session) -> float | None:
        """When a table that owes its renewed time tries to store it; None for every other one."""
        return self._try_at if session.owed else None

    def may_try(self) -> bool:
        """Whether a table that owes its time may try to store it: as long as nothing can be stored, one at a time does."""
        return self._clock.monotonic() >= self._try_at and not (self._failing and self._trying)

    def trying(self, *, now: bool) -> None:
        """A try has begun, or is over."""
        self._trying = now
