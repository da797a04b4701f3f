"""All live tables: how they are changed, shown and looked at when their time has come."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import structlog

from bot.model.errors import Outdated, StoreFailed, TableReread
from bot.model.outgoing import Letter, Slot
from bot.model.rows import Change, MoveRow, ResultRow, Status, TableRow
from bot.outbox.outbox import Outbox
from bot.ports.clock import Clock
from bot.ports.requests import Account, Place
from bot.store import boards as stored_boards
from bot.store import chats, relocation, tables
from bot.store.postbook import StoredPostbook
from bot.store.store import Store
from bot.tables.aftermath import Aftermath
from bot.tables.catchup import behind
from bot.tables.chain import CONTINUED
from bot.tables.days import Days
from bot.tables.deadlines import Deadlines
from bot.tables.delays import LOOK_AGAIN, late, names_turn, new_turn, postponed
from bot.tables.fold import Unfoldable, fold, stored_move
from bot.tables.languages import Persons
from bot.tables.register import Register
from bot.tables.session import Session
from bot.tables.taps import Taps
from bot.tables.timekeeper import Timekeeper
from bot.tables.work import Work
from engine.game import GameState

log = structlog.get_logger(__name__)

#: A finished table stays in memory this long; then it is read from the store when somebody asks.
_KEEP_FINISHED = timedelta(hours=1)


#: Fewer moves are folded in a few milliseconds; of more no other table is to wait.
_FOLDED_AT_ONCE = 60


class Tables(Register, Work):
    """The register of sessions, and their life. The rules of a table's life are in `Lobby`, `Play` and `Leaving`, which hook in here."""

    def __init__(self, store: Store, clock: Clock, persons: Persons) -> None:
        """The hooks `expire` and `show` are set by the application that puts the parts together."""
        Register.__init__(self, store, clock)
        Work.__init__(self)
        self.persons = persons
        self.outbox = Outbox(clock, StoredPostbook(store), self.addresses)
        self.outbox.delivered = self._delivered
        self.outbox.chat_gone = self._chat_gone
        self.deadlines = Deadlines(clock, self.look, tidy=self._tidy)
        self.times = Timekeeper(
            clock,
            sessions=self.open_sessions,
            arm=self.arm,
            look=self.deadlines.look_now,
            changed=lambda sessions: self.later(self._shown_anew(sessions)),
            channel=self.outbox.channel,
        )
        self.taps = Taps(clock)
        self.closing = False
        self.aftermath = Aftermath(self)
        self.days = Days(store, clock)
        self.expire: Callable[[Session], Awaitable[object]]
        self.show: Callable[[Session], Awaitable[None]]
        self.next_look: Callable[[Session], float | None]
        self.broken: Callable[[Session, str], Awaitable[None]]

    async def unfold(self, session: Session) -> None:
        """Bring a session that was read from the store to its state. Call under its lock.

        Raises:
            Unfoldable: and the table is void from then on.
        """
        if session.folded:
            return
        moves = await self.store.read(tables.moves, session.code)
        try:
            if len(moves) < _FOLDED_AT_ONCE:
                state = fold(session.row, moves)
            else:
                state = await asyncio.to_thread(fold, session.row, moves)
        except Unfoldable as error:
            log.error("table.unfoldable", table=session.code, why=str(error))  # noqa: TRY400 - the reason is the whole story
            if not session.playing:  # its results are booked: there is only nothing to show of it
                session.folded = True
                return
            await self.broken(session, "rules_changed")
            session.folded = True
            raise
        link, known = session.row.link, set[int]()
        if link is not None and link.number:
            known = {one.person for one in await self.store.read(tables.brought, link.first) if one.rounds}
        session.state = state
        session.moved = {n for n, seat in enumerate(session.row.seats) if seat.person in known} | {
            seat
            for seat, move in (stored_move(stored.text) for stored in moves)
            if seat is not None and move.verb.value not in {"timeout", "leave"}
        }
        session.folded = True

    # changing

    async def commit(
        self,
        session: Session,
        row: TableRow,
        *,
        state: GameState | None = None,
        moves: tuple[MoveRow, ...] = (),
        press: str | None = None,
        results: tuple[ResultRow, ...] = (),
        begun: float | None = None,
    ) -> None:
        """Write a change of a table and only then let it be true. Call under its lock.

        A wait that changes with it begins when it is stored, or at `begun`.

        Raises:
            StoreFailed, PressRepeated, SeatTaken: nothing has changed.
        """
        row = self.times.row_to_save(session, replace(row, revision=session.row.revision + 1))
        await self._save(session, Change.between(session.row, row, self.clock.now(), moves, press, results))
        session.take(self._here(row), self.clock.monotonic(), begun=begun)
        if state is not None:
            session.state = state
        self._sessions[row.code] = session
        self.times.saved(session)
        with self.aftermath.committed(session):
            self.arm(session)
        status = row.status.value
        why = {"why": row.note} if row.note else {}
        log.info(
            "table.saved",
            table=row.code,
            chat=row.place.chat_id,
            status=status,
            revision=row.revision,
            moves=row.seq,
            **why,
        )

    async def follow(
        self,
        session: Session,
        row: TableRow,
        after: Session,
        *,
        results: tuple[ResultRow, ...],
        moves: tuple[MoveRow, ...],
    ) -> None:
        """End a record and begin `after`, which follows it, both or neither. Call under the locks of both.

        Raises:
            StoreFailed, SeatTaken: nothing has changed.
        """
        row, now = replace(row, revision=session.row.revision + 1), self.clock.now()
        begun = replace(after.row, revision=1)
        begins = Change.between(None, begun, now, moves)
        await self._save(session, Change.between(session.row, row, now, results=results), begins)
        session.take(self._here(row), self.clock.monotonic())
        after.take(self._here(begun), self.clock.monotonic())
        self._sessions[begun.code] = after
        self.times.saved(session)
        for record in (session, after):
            with self.aftermath.committed(record):
                self.arm(record)
        log.info("table.followed", table=row.code, by=begun.code)

    def _here(self, row: TableRow) -> TableRow:
        """A row in the chat as it is now: that may have moved while the row was stored."""
        return replace(row, place=self.addresses.of(row.place))

    async def _save(self, session: Session, *changes: Change) -> None:
        try:
            await self.store.save(*changes)
        except Outdated:
            await self._reread(session)
            raise TableReread(session.code) from None
        except StoreFailed as error:
            # A COMMIT may be reported as failed and be kept: nobody else writes the next revision of this table.
            stored = await self.store.read(tables.get, session.code)
            if stored is None or stored.revision != changes[0].table.revision:
                self.times.not_saved(session, error)
                raise

    async def _reread(self, session: Session) -> None:
        """Take a table as it is stored: a save that was reported as failed may have been kept."""
        self.aftermath.astray.add(session.code)  # its board may be behind
        if (stored := await self.store.read(tables.get, session.code)) is not None:
            session.take(stored, self.clock.monotonic())
            session.folded, session.state = stored.seq == 0, None
            self.arm(session)
            if stored.link is not None and stored.note == CONTINUED:
                last = (await self.store.read(tables.links, stored.link.first))[-1]
                if (after := await self.find(last)) is not None:
                    after.behind = True
                    self.arm(after)
                    self.later(self.catch_up())

    def arm(self, session: Session) -> None:
        """Set when the table is looked at next."""
        if session.waiting or session.playing:
            try_at = self.times.due_to_try(session)
            self.deadlines.arm(session.code, self.next_look(session) if try_at is None else try_at)
        else:
            self.deadlines.arm(session.code, None)

    # time

    def waits_for_screen(self, session: Session) -> bool:
        """Whether the deadline that has come must wait, since nobody could see whose turn it is."""
        return postponed(session, self.outbox, self.clock.monotonic())

    async def look(self, code: str) -> None:
        """The table's time may have come: do what is due, if anything is."""
        if self.closing:
            return
        await self.guarded(self._look(code))

    async def _look(self, code: str) -> None:
        session = await self.find(code)
        if session is None:
            self.deadlines.arm(code, None)
            return
        async with session.lock:
            try:
                await self.unfold(session)
                await self.expire(session)
                self.arm(session)
                self._not_at_once(code)
            except Unfoldable:
                return
            except StoreFailed as error:
                log.info("table.look_failed", table=code, why=str(error))
                self._not_at_once(code)

    def _not_at_once(self, code: str) -> None:
        """Look a moment later where what is due cannot be done yet."""
        now, due = self.clock.monotonic(), self.deadlines.due(code)
        if due is not None and due <= now:
            self.deadlines.arm(code, now + LOOK_AGAIN)

    async def make_good(self, session: Session) -> None:
        """Store the renewed time of a table that was in play while a save failed, before anything is done by it (rules 5.4).

        Raises:
            StoreFailed: it still cannot be stored.
        """
        if self.times.may_try():
            self.times.trying(now=True)
            try:
                await self.commit(session, session.row)
            finally:
                self.times.trying(now=False)
            await self.show(session)

    async def _shown_anew(self, sessions: list[Session]) -> None:
        """Show boards that name a moment which has changed."""
        for session in sessions:
            async with session.lock:
                if session.folded and session.awaited is not None:
                    await self.show(session)

    def _delivered(self, letter: Letter, at: float) -> None:
        """A screen has arrived: if it tells of a turn whose time ran while it could not, the turn has its full time from now.

        Not written: a start gives the full time anew all the same.
        """
        session = self._sessions.get(letter.slot.code)
        if session is None or not names_turn(session, letter):
            return
        session.unseen = None
        if late(session, at):
            self.times.postpone(session, at)
        self.arm(session)

    def _chat_gone(self, place: Place) -> None:
        """The bot can no longer write in that chat or thread: everybody who sits there is free."""
        for session in self.in_place(place):
            self.later(self._leave_chat(session))

    def leave_chat(self, place: Place) -> None:
        """The bot is no longer in that chat, in none of its threads."""
        for session in self.in_chat(place):
            self.later(self._leave_chat(session))

    async def _leave_chat(self, session: Session) -> None:
        async with session.lock:
            try:
                if session.waiting or session.playing:
                    await self.unfold(session)  # what counts of a table that ends so has to be known
                    await self.broken(session, "chat_gone")
                elif (after := self.following(session)) is not None:  # it began meanwhile
                    self.later(self._leave_chat(after))
            except Unfoldable:
                return
            except StoreFailed as error:
                log.warning("table.not_voided", table=session.code, why=str(error))

    # life

    async def restore(self) -> None:
        """Know the open tables again after a start: each move in progress gets its full time anew (rules 5.4)."""
        self.times.start()
        self.addresses.learn(await self.store.read(relocation.aliases))
        if not await self.store.read(chats.any_known):
            self.outbox.first_start()
        for row in await self.store.read(tables.all_open):
            session = Session(row, folded=row.seq == 0, restarted=row.status is Status.PLAYING)
            await self._recall(session)
            self.times.renew(session)
            if session.playing and row.deadline is not None:
                session.unseen = session.row.revision
        for row in await self.store.read(tables.ended_since, self.clock.now() - _KEEP_FINISHED):
            session = Session(row, folded=row.seq == 0)
            session.take(row, self.clock.monotonic())
            await self._recall(session)

    async def _recall(self, session: Session) -> None:
        self._sessions[session.code] = session
        boards = await self.store.read(stored_boards.of_table, session.code)
        for board in boards:
            self.outbox.recall(Slot(session.code, board.slot), session.place, board.message, board.posted_at)
        session.behind = behind(session.row, boards)
        # Its application had its last edit if it was shown after the first of the moves, each of them a revision.
        shown = {board.slot: board.revision for board in boards}
        session.started = shown.get("application", 0) > session.row.revision - session.row.seq
        if session.row.link is not None and session.row.link.number:
            session.started = True  # it had none

    async def catch_up(self) -> None:
        """Send every board that is behind, once the channels are there."""
        for session in list(self._sessions.values()):
            if not (session.behind or session.restarted):
                continue
            async with session.lock:
                try:
                    await self.unfold(session)
                    if session.restarted:
                        new_turn(session)
                        self.arm(session)
                    # Between deals nobody has a time that began anew: what stands there is as good as before.
                    if session.behind or session.awaited is not None:
                        await self.show(session)
                except Unfoldable:
                    continue
                except StoreFailed as error:
                    log.warning("table.not_caught_up", table=session.code, why=str(error))
                    continue
                session.behind = False

    def _tidy(self) -> None:
        """What every sweep does besides."""
        self.store.look()
        if (day := self.days.due()) is not None:
            self.later(self.days.drop(day))
        self.forget_finished()
        for code in sorted(self.aftermath.astray):
            self.later(self.aftermath.mend(self.live(code), code))

    def forget_finished(self) -> None:
        """Let ended tables go from memory, and what is known of chats in which nothing is going on."""
        oldest = self.clock.monotonic() - _KEEP_FINISHED.total_seconds()
        for code, session in list(self._sessions.items()):
            ended = session.ended
            if not (session.waiting or session.playing) and (ended is None or ended < oldest):
                del self._sessions[code]
                self.outbox.forget(code, session.place)
        self.outbox.tidy()

    async def rename(self, person: int, account: Account) -> None:
        """Let the tables in memory know a person by this account alone, and show so."""
        for session in list(self._sessions.values()):
            if session.seat_of(person) is None:
                continue
            async with session.lock:
                seats = tuple(
                    replace(seat, account=account) if seat.person == person else seat
                    for seat in session.row.seats
                )
                session.row = replace(session.row, seats=seats)
                if session.folded:
                    await self.show(session)

    async def settle(self) -> None:
        """Return when everything that was begun is done."""
        await self.deadlines.settle()
        await self.worked_off()

    async def close(self) -> None:
        """No new moves; what is under way is finished."""
        self.closing = True
        self.times.stop()
        await self.deadlines.stop()
        await self.settle()
