"""Whose time runs, and when it has not (rules 5.4). A missed move is forfeited in `bot.tables.play`."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import structlog

from bot.model.errors import StoreFailed, Unwritable
from bot.model.outgoing import IN_TIME, Letter
from bot.model.rows import TableRow
from bot.outbox.outbox import Outbox
from bot.ports.clock import Clock
from bot.ports.requests import Mark
from bot.tables.arrivals import Arrival, Arrivals
from bot.tables.boards import Boards
from bot.tables.deadlines import Deadlines
from bot.tables.heartbeat import Heartbeat, Trouble
from bot.tables.lines import Lines
from bot.tables.registry import Tables
from bot.tables.session import Session
from bot.tables.work import Work

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
        tables: Tables,
        deadlines: Deadlines,
        outbox: Outbox,
        *,
        boards: Boards,
        work: Work,
    ) -> None:
        """`deadlines` look at `tables` when their time has come; `outbox` knows which screens are on their way."""
        self._clock = clock
        self._tables = tables
        self._deadlines = deadlines
        self._outbox = outbox
        self._boards = boards
        self._work = work
        self._heartbeat = Heartbeat(clock, self._troubled)
        self.arrivals = Arrivals(clock, deadlines.look_now)
        self.lines = Lines(clock, outbox.channel, self._line_back)
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
        self._deadlines.rearm(session)

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
        open_now = self._tables.open_sessions()
        log.warning("time.trouble", kind=trouble.value, tables=len(open_now))
        for session in open_now:
            self.renew(session)
        self._show_anew(open_now)

    def _show_anew(self, sessions: list[Session]) -> None:
        """Show boards that name a moment which has changed."""

        async def show() -> None:
            for session in sessions:
                async with session.lock:
                    if session.folded and session.awaited is not None:
                        await self._boards.show(session)

        self._work.later(show())

    # screens that come late

    def delivered(self, letter: Letter, at: float) -> None:
        """A screen has arrived: if it tells of a turn whose time ran while it could not, the turn has its full time from now.

        Not written: a start gives the full time anew all the same.
        """
        session = self._tables.live(letter.slot.code)
        if session is None or session.unseen is None:
            return
        if letter.slot.board and letter.revision >= session.unseen:
            session.unseen = None
            if session.playing and session.due is not None and at - session.begun > IN_TIME:
                self.postpone(session, at)
            self._deadlines.rearm(session)

    def waits_for_screen(self, session: Session) -> bool:
        """Whether the deadline that has come must wait, since nobody could see whose turn it is."""
        if session.unseen is None or session.latest is None or not session.playing:
            return False
        waits = self._clock.monotonic() < session.latest
        return waits and self._outbox.owes(session.code, session.place)

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
            self._deadlines.look_now(code)

    def _line_back(self, platform: str) -> None:
        there = [
            session
            for session in self._tables.open_sessions()
            if session.playing and session.place.platform == platform
        ]
        log.warning("time.line_back", platform=platform, tables=len(there))
        for session in there:
            self.renew(session, capped=True)
        self._show_anew(there)

    def _watch(self) -> None:
        self.lines.watch(
            {session.place.platform for session in self._tables.open_sessions() if session.playing}
        )

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
        for owing in self._tables.open_sessions() if everywhere else [session]:
            if owing is not None:
                owing.owed = self._try_at
                self._deadlines.rearm(owing)

    def row_to_save(self, session: Session, row: TableRow) -> TableRow:
        """`row` as it is to be stored: of a table that owes it with the full time of its wait from now."""
        if session.owed is None or row.deadline is None or row.deadline is not session.row.deadline:
            return row
        fresh = self._renewed(session, self._clock.monotonic())
        return replace(row, touched_at=fresh.touched_at, deadline=fresh.deadline)

    def saved(self, session: Session) -> None:
        """The table has been stored, with a time that began since the failure."""
        if session.owed is not None:
            session.owed, session.set_anew = None, True
        if self._failing:
            self._failing = False
            self._try_at = self._clock.monotonic()
            for other in self._tables.open_sessions():
                if other.owed is not None:
                    other.owed = self._try_at
                    self._deadlines.rearm(other)
                    self._deadlines.look_now(other.code)

    def may_try(self) -> bool:
        """Whether a table that owes its time may try to store it: as long as nothing can be stored, one at a time does."""
        return self._clock.monotonic() >= self._try_at and not (self._failing and self._trying)

    def trying(self, *, now: bool) -> None:
        """A try has begun, or is over."""
        self._trying = now
