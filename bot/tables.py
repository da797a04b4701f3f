"""All live tables: how they are found, changed, shown and looked at when their time has come."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

import structlog

from bot.clock import Clock
from bot.deadlines import Deadlines
from bot.fold import Unfoldable, fold, read_move
from bot.outbox import Letter, Outbox, Slot
from bot.persons import Persons
from bot.requests import Place
from bot.screen import Answer
from bot.session import Session
from bot.store.errors import StoreFailed
from bot.store.rows import Change, MoveRow, ResultRow, Status, TableRow
from bot.store.store import Store
from engine.game import GameState

log = structlog.get_logger(__name__)

_T = TypeVar("_T")

#: Letters and digits nobody mistakes for one another.
_CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE_LENGTH = 6
_TAG_LETTERS, _TAG_DIGITS = "ABCDEFGHKMNPRSTVXZ", "23456789"

#: While the screen that names a turn cannot be delivered its deadline moves, this much more at most.
LONGEST_DELAY = timedelta(minutes=5)
_LOOK_AGAIN = timedelta(seconds=2)

#: Answers kept for requests that are delivered twice.
_ANSWERS_KEPT = 2000

#: A finished table stays in memory this long; then it is read from the store when somebody asks.
_KEEP_FINISHED = timedelta(hours=1)


class Tables:
    """The registry of sessions. The rules of a table's life are in `Lobby`, `Play` and `Leaving`, which hook in here."""

    def __init__(self, store: Store, clock: Clock, persons: Persons) -> None:
        """The hooks `expire` and `show` are set by the application that puts the parts together."""
        self.store = store
        self.clock = clock
        self.persons = persons
        self.outbox = Outbox(clock, store)
        self.outbox.delivered = self._delivered
        self.deadlines = Deadlines(clock, self.look)
        self.closing = False
        self.newest: dict[tuple[str, int], int] = {}
        self.answers: OrderedDict[str, Answer] = OrderedDict()
        self._sessions: dict[str, Session] = {}
        self._work: set[asyncio.Task[Any]] = set()
        self._delays: dict[str, datetime] = {}
        self.expire: Callable[[Session], Awaitable[None]]
        self.show: Callable[[Session], Awaitable[None]]
        self.next_look: Callable[[Session], datetime | None]
        self.broken: Callable[[Session, str], Awaitable[None]]

    async def guarded(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Run something to its end even if the one who asked is gone: a press is carried out or refused once."""
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return await asyncio.shield(task)

    def remember(self, press_id: str, answer: Answer) -> None:
        """Keep the answer to a request, for the same request delivered again."""
        self.answers[press_id] = answer
        while len(self.answers) > _ANSWERS_KEPT:
            self.answers.popitem(last=False)

    # finding

    def open_sessions(self) -> list[Session]:
        """Applications and running games, the oldest first."""
        found = [session for session in self._sessions.values() if session.waiting or session.playing]
        return sorted(found, key=lambda session: session.row.created_at)

    def in_chat(self, place: Place) -> list[Session]:
        """The open tables of a chat, in all its threads."""
        return [session for session in self.open_sessions() if session.place.chat == place.chat]

    def in_place(self, place: Place) -> list[Session]:
        """The open tables of one thread."""
        return [session for session in self.in_chat(place) if session.place.thread == place.thread]

    def of_person(self, person: int) -> Session | None:
        """The table where a person sits now."""
        return next(
            (session for session in self.open_sessions() if session.sitting(person) is not None), None
        )

    async def find(self, code: str) -> Session | None:
        """The table with that code, in memory or from the store."""
        if (session := self._sessions.get(code)) is not None:
            return session
        row = await self.store.table(code)
        if row is None:
            return None
        return self._sessions.setdefault(code, Session(row, folded=row.seq == 0))

    async def fresh_code(self) -> str:
        """A code that no table ever had."""
        while True:
            code = "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))
            if code not in self._sessions and not await self.store.code_used(code):
                return code

    def fresh_tag(self, place: Place) -> str:
        """Two characters that no open table of the chat has."""
        taken = {session.row.tag for session in self.in_chat(place)}
        free = [a + b for a in _TAG_LETTERS for b in _TAG_DIGITS if a + b not in taken]
        return secrets.choice(free)

    async def unfold(self, session: Session) -> None:
        """Bring a session that was read from the store to its state. Call under its lock.

        Raises:
            Unfoldable: and the table is void from then on.
        """
        if session.folded:
            return
        moves = await self.store.moves(session.code)
        try:
            state = fold(session.row, moves)
        except Unfoldable as error:
            log.error("table.unfoldable", table=session.code, why=str(error))  # noqa: TRY400 - the reason is the whole story
            session.folded = True
            await self.broken(session, "rules_changed")
            raise
        session.state = state
        session.moved = {
            seat
            for seat, move in (read_move(stored.text) for stored in moves)
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
    ) -> None:
        """Write a change of a table and only then let it be true. Call under its lock.

        Raises:
            StoreFailed, PressRepeated, SeatTaken, Outdated: nothing has changed.
        """
        row = replace(row, revision=session.row.revision + 1)
        await self.store.save(Change(row, self.clock.now(), moves, press, results))
        session.row = row
        if state is not None:
            session.state = state
        self._sessions[row.code] = session
        self.arm(session)
        log.info(
            "table.saved",
            table=row.code,
            status=row.status.value,
            revision=row.revision,
            moves=row.seq,
        )

    def arm(self, session: Session) -> None:
        """Set when the table is looked at next."""
        if session.waiting or session.playing:
            self.deadlines.arm(session.code, self.next_look(session))
        else:
            self._delays.pop(session.code, None)
            self.deadlines.arm(session.code, None)

    # time

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
                if self._postponed(session):
                    return
                await self.expire(session)
                self.arm(session)
            except Unfoldable:
                return
            except StoreFailed as error:
                # Nothing was changed; the sweep looks again.
                log.warning("table.look_failed", table=code, why=str(error))

    def _postponed(self, session: Session) -> bool:
        """Whether the deadline waits because nobody could see whose turn it is (design, 3.6)."""
        deadline = session.row.deadline
        if deadline is None or deadline > self.clock.now() or not session.playing:
            return False
        first = self._delays.setdefault(session.code, deadline)
        if not self.outbox.held_up(session.code, session.place):
            return False
        if self.clock.now() >= first + LONGEST_DELAY:
            return False
        self.deadlines.arm(session.code, self.clock.now() + _LOOK_AGAIN)
        return True

    def _delivered(self, letter: Letter, at: datetime) -> None:
        """A screen has arrived: if it names a turn whose time ran while it could not, the turn has its full time from now."""
        session = self._sessions.get(letter.slot.code)
        if session is None or not letter.slot.name.startswith("deal:"):
            return
        if session.code in self._delays or session.row.revision == letter.revision:
            task = asyncio.create_task(self._after_delivery(session, letter.revision, at))
            self._work.add(task)
            task.add_done_callback(self._work.discard)

    async def _after_delivery(self, session: Session, revision: int, at: datetime) -> None:
        async with session.lock:
            row = session.row
            if not session.playing or row.deadline is None or row.revision != revision:
                return
            late = at - row.touched_at
            if late <= _LOOK_AGAIN:
                return
            first = self._delays.setdefault(session.code, row.deadline)
            full = row.deadline - row.touched_at
            deadline = min(at + full, first + LONGEST_DELAY)
            if deadline <= row.deadline:
                return
            try:
                await self.commit(session, replace(row, deadline=deadline, touched_at=deadline - full))
            except StoreFailed as error:
                log.warning("table.delay_failed", table=session.code, why=str(error))

    def turn_changed(self, session: Session) -> None:
        """A new turn has its own deadline: earlier delays are history."""
        self._delays.pop(session.code, None)

    # life

    async def restore(self) -> None:
        """Know the open tables again after a start: each move in progress gets its full time anew (rules 5.4)."""
        now = self.clock.now()
        for row in await self.store.open_tables():
            session = Session(row, folded=row.seq == 0, restarted=row.status is Status.PLAYING)
            self._sessions[row.code] = session
            await self._recall_boards(session)
            if row.deadline is not None:
                full = row.deadline - row.touched_at
                await self.commit(session, replace(row, touched_at=now, deadline=now + full))
        for row in await self.store.ended_since(now - _KEEP_FINISHED):
            session = Session(row, folded=row.seq == 0)
            self._sessions[row.code] = session
            await self._recall_boards(session)

    async def catch_up(self) -> None:
        """Send every board that is behind, once the channels are there."""
        for session in list(self._sessions.values()):
            shown = await self.store.boards(session.code)
            behind = not any(board.revision >= session.row.revision for board in shown)
            if not (behind or session.restarted):
                continue
            async with session.lock:
                try:
                    await self.unfold(session)
                except Unfoldable:
                    continue
                self.arm(session)
                await self.show(session)

    async def _recall_boards(self, session: Session) -> None:
        for board in await self.store.boards(session.code):
            self.outbox.recall(Slot(session.code, board.slot), session.place, board.message, board.posted_at)

    def forget_finished(self) -> None:
        """Let ended tables go from memory."""
        oldest = self.clock.now() - _KEEP_FINISHED
        for code, session in list(self._sessions.items()):
            ended = session.row.ended_at
            if not (session.waiting or session.playing) and (ended is None or ended < oldest):
                del self._sessions[code]
                self.outbox.forget(code, session.place)

    async def settle(self) -> None:
        """Return when everything that was begun is done."""
        await self.deadlines.settle()
        while self._work:
            await asyncio.wait(self._work)

    async def close(self) -> None:
        """No new moves; what is under way is finished."""
        self.closing = True
        await self.deadlines.stop()
        await self.settle()
