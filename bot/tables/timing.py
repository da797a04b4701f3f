"""Whose time runs, and when it has not (rules 5.4). A missed move is forfeited in `bot.tables.play`."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import Enum

import structlog

from bot.model.errors import StoreFailed, Unwritable
from bot.model.outgoing import IN_TIME, Outgoing
from bot.model.rows import TableRow
from bot.outbox.outbox import Outbox
from bot.ports.clock import Clock
from bot.ports.requests import Mark, Place
from bot.tables.boards import Boards
from bot.tables.deadlines import Deadlines
from bot.tables.lines import Lines
from bot.tables.registry import Tables
from bot.tables.session import Session
from bot.tables.work import Work

log = structlog.get_logger(__name__)

#: While nothing can be stored, the next try comes after so many seconds.
TRY_AGAIN = 2.0

#: How often quiet lines are thought of, in seconds.
_WATCH = 5.0

#: Between two beats, in seconds.
BEAT = 1.0

#: More than so many seconds between two beats are a standstill, more between the two clocks a step.
TOLERANCE = 3.0

#: A request that takes longer, in seconds, holds no table up any more: its table has its full time again instead.
LONGEST = 15.0


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


@dataclass(eq=False, slots=True)
class Arrival:
    """A request on its way, read at that moment of `Clock.monotonic`; `holds` are the codes of tables that wait for it."""

    at: float
    mark: Mark
    chat: tuple[str, int]
    over: asyncio.Event = field(default_factory=asyncio.Event)
    holds: set[str] = field(default_factory=set)

    def concerns(self, session: Session) -> bool:
        """Whether it may be about that table: it comes from its chat, or from somebody who sits there."""
        here = (*session.row.seats, *session.row.coming)
        return self.chat == session.place.chat or any(
            self.mark[:2] == (seat.account.platform, seat.account.user_id) for seat in here
        )


class Arrivals:
    """Knows them all; `look` is called with the code of a table that need not wait for one any longer."""

    def __init__(self, clock: Clock, look: Callable[[str], None]) -> None:
        """`clock`: by which they are stamped."""
        self._clock = clock
        self._look = look
        self._known: dict[Mark, Arrival] = {}

    def read(self, mark: Mark, place: Place) -> float:
        """A request has been read; returns when. One that is known already keeps its moment."""
        arrival = self._known.get(mark)
        if arrival is None:
            arrival = self._known[mark] = Arrival(self._clock.monotonic(), mark, place.chat)
        return arrival.at

    def done(self, mark: Mark) -> None:
        """It has had its turn, or turned out to ask for nothing."""
        arrival = self._known.pop(mark, None)
        if arrival is not None:
            arrival.over.set()
            for code in arrival.holds:
                self._look(code)

    def before(self, session: Session, moment: float, own: Mark | None = None) -> list[Arrival]:
        """Those read before `moment` that may be about the table; `own` is who asks."""
        return [
            arrival
            for arrival in self._known.values()
            if arrival.at < moment and arrival.mark != own and arrival.concerns(session)
        ]

    async def over(self, arrivals: list[Arrival]) -> None:
        """Return when they have had their turn, or are given up. Never wait so under a table's lock."""
        given_up = min(arrival.at for arrival in arrivals) + LONGEST
        waits = {
            asyncio.ensure_future(asyncio.wait([asyncio.ensure_future(a.over.wait()) for a in arrivals])),
            asyncio.ensure_future(self._clock.sleep_until(given_up)),
        }
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    def give_up(self, arrivals: list[Arrival]) -> bool:
        """Wait no more for those that have been on their way for too long; whether there is one."""
        late = [arrival for arrival in arrivals if self._clock.monotonic() - arrival.at >= LONGEST]
        for arrival in late:
            self._known.pop(arrival.mark, None)
        return bool(late)


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

    def delivered(self, outgoing: Outgoing, at: float) -> None:
        """A screen has arrived: if it tells of a turn whose time ran while it could not, the turn has its full time from now.

        Not written: a start gives the full time anew all the same.
        """
        session = self._tables.live(outgoing.slot.code)
        if session is None or session.unseen is None:
            return
        if outgoing.slot.board and outgoing.revision >= session.unseen:
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
