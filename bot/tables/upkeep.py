"""The life of tables beside what is played: looked at when their time has come, known again after a start, forgotten after their end."""

from dataclasses import dataclass
from datetime import timedelta

import structlog

from bot.model.context import Addresses
from bot.model.errors import StoreFailed
from bot.model.outgoing import Slot
from bot.model.rows import BoardRow, Status, TableRow
from bot.outbox.outbox import Outbox
from bot.ports.clock import Clock
from bot.ports.requests import Account, Place
from bot.store import boards as stored_boards
from bot.store import chats, relocation
from bot.store import tables as stored_tables
from bot.store.store import Store
from bot.tables.boards import LOBBY, Boards
from bot.tables.chain import CONTINUED
from bot.tables.closing import Closing
from bot.tables.days import Days
from bot.tables.deadlines import Deadlines
from bot.tables.fold import Unfoldable
from bot.tables.play import Play
from bot.tables.registry import Tables
from bot.tables.session import Session
from bot.tables.timing import Timekeeper
from bot.tables.unfolding import Unfolding
from bot.tables.work import Work

log = structlog.get_logger(__name__)

#: A finished table stays in memory this long; then it is read from the store when somebody asks.
_KEEP_FINISHED = timedelta(hours=1)

#: A deadline that waits is looked at again after this time, in seconds.
_LOOK_AGAIN = 2.0


@dataclass(eq=False)
class Upkeep:
    """Keeps the tables. Deadlines call `look` and `tidy`, the outbox calls `chat_gone`."""

    _store: Store
    _clock: Clock
    _addresses: Addresses
    _outbox: Outbox
    _tables: Tables
    _work: Work
    _deadlines: Deadlines
    _times: Timekeeper
    _boards: Boards
    _unfolding: Unfolding
    _closing: Closing
    _play: Play
    days: Days
    closing: bool = False  # no new moves: the program is about to end

    async def look(self, code: str) -> None:
        """The table's time may have come: do what is due, if anything is."""
        if self.closing:
            return
        await self._work.guarded(self._look(code))

    async def _look(self, code: str) -> None:
        session = await self._tables.find(code)
        if session is None:
            self._deadlines.arm(code, None)
            return
        async with session.lock:
            try:
                await self._unfolding.unfold(session)
                if session.stale and session.folded and not session.restarted:
                    await self._boards.show(session)
                    session.stale = False
                await self._play.expire(session)
                self._deadlines.rearm(session)
                self._not_at_once(code)
            except Unfoldable:
                return
            except StoreFailed as error:
                log.info("table.look_failed", table=code, why=str(error))
                self._not_at_once(code)

    def _not_at_once(self, code: str) -> None:
        """Look a moment later where what is due cannot be done yet."""
        now, due = self._clock.monotonic(), self._deadlines.due(code)
        if due is not None and due <= now:
            self._deadlines.arm(code, now + _LOOK_AGAIN)

    def chat_gone(self, place: Place) -> None:
        """The bot can no longer write in that chat or thread: everybody who sits there is free."""
        for session in self._tables.in_place(place):
            self._work.later(self._leave_chat(session))

    def leave_chat(self, place: Place) -> None:
        """The bot is no longer in that chat, in none of its threads."""
        for session in self._tables.in_chat(place):
            self._work.later(self._leave_chat(session))

    async def _leave_chat(self, session: Session) -> None:
        async with session.lock:
            try:
                if session.waiting or session.playing:
                    await self._unfolding.unfold(
                        session
                    )  # what counts of a table that ends so has to be known
                    await self._closing.close_down(session, "chat_gone")
                elif (after := self._tables.following(session)) is not None:  # it began meanwhile
                    self._work.later(self._leave_chat(after))
            except Unfoldable:
                return
            except StoreFailed as error:
                log.warning("table.not_voided", table=session.code, why=str(error))

    # life

    async def restore(self) -> None:
        """Know the open tables again after a start: each move in progress gets its full time anew (rules 5.4)."""
        self._times.start()
        self._addresses.learn(await self._store.read(relocation.aliases))
        if not await self._store.read(chats.any_known):
            self._outbox.first_start()
        for row in await self._store.read(stored_tables.all_open):
            session = Session(row, folded=row.seq == 0, restarted=row.status is Status.PLAYING)
            await self._recall(session)
            self._times.renew(session)
            if session.playing and row.deadline is not None:
                session.unseen = session.row.revision
        for row in await self._store.read(stored_tables.ended_since, self._clock.now() - _KEEP_FINISHED):
            session = Session(row, folded=row.seq == 0)
            session.take(row, self._clock.monotonic())
            await self._recall(session)

    async def _recall(self, session: Session) -> None:
        self._tables.add(session)
        boards = await self._store.read(stored_boards.of_table, session.code)
        for board in boards:
            self._outbox.recall(Slot(session.code, board.slot), session.place, board.message, board.posted_at)
        session.stale = _stale(session.row, boards)
        # Its lobby had its last edit if it was shown after the first of the moves, each of them a revision.
        shown = {board.slot: board.revision for board in boards}
        session.started = shown.get(LOBBY, 0) > session.row.revision - session.row.seq
        if session.row.link is not None and session.row.link.number:
            session.started = True  # it had none

    async def catch_up(self) -> None:
        """Send every board that is behind, once the channels are there."""
        for session in self._tables.all_sessions():
            if not (session.stale or session.restarted):
                continue
            async with session.lock:
                try:
                    await self._unfolding.unfold(session)
                    if session.restarted:
                        session.new_turn()
                        self._deadlines.rearm(session)
                    # Between deals nobody has a time that began anew: what stands there is as good as before.
                    if session.stale or session.awaited is not None:
                        await self._boards.show(session)
                except Unfoldable:
                    continue
                except StoreFailed as error:
                    log.warning("table.not_caught_up", table=session.code, why=str(error))
                    continue
                session.stale = False

    def tidy(self) -> None:
        """What every sweep does besides."""
        self._store.look()
        if (day := self.days.due()) is not None:
            self._work.later(self.days.drop(day))
        self.forget_finished()
        for code in sorted(self._work.astray):
            if (session := self._tables.live(code)) is None:
                self._work.astray.discard(code)
            else:
                self._work.later(self._boards.mend(session))

    def forget_finished(self) -> None:
        """Let ended tables go from memory, and what is known of chats in which nothing is going on."""
        oldest = self._clock.monotonic() - _KEEP_FINISHED.total_seconds()
        for session in self._tables.all_sessions():
            ended = session.ended
            if not (session.waiting or session.playing) and (ended is None or ended < oldest):
                self._tables.forget(session)
                self._outbox.forget(session.code, session.place)
        self._outbox.tidy()

    async def rename(self, person: int, account: Account) -> None:
        """Let the tables in memory know a person by this account alone, and show so."""
        for session in self._tables.all_sessions():
            if session.seat_of(person) is None:
                continue
            async with session.lock:
                session.know_as(person, account)
                if session.folded:
                    await self._boards.show(session)

    async def settle(self) -> None:
        """Return when everything that was begun is done."""
        await self._deadlines.settle()
        await self._work.worked_off()

    async def close(self) -> None:
        """No new moves; what is under way is finished."""
        self.closing = True
        self._times.stop()
        await self._deadlines.stop()
        await self.settle()


def _stale(row: TableRow, boards: list[BoardRow]) -> bool:
    """Whether the messages of a table do not show it as it is stored."""
    current = {board.slot for board in boards if board.revision >= row.revision}
    match row.status:
        case Status.LOBBY | Status.CLOSED:
            return LOBBY not in current
        case Status.PLAYING:
            return not any(slot.startswith("deal:") for slot in current)
        case Status.FINISHED if row.note == CONTINUED:
            return False  # its last board was due before the next record began, which shows that it did
        case Status.FINISHED:
            return "result" not in current or not any(slot.startswith("deal:") for slot in current)
        case Status.VOID:
            return not current
