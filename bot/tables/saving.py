"""How a change of a table becomes true: stored first, whole, then known here."""

from dataclasses import dataclass, replace

import structlog

from bot.model.context import Addresses
from bot.model.errors import Outdated, StoreFailed, TableReread
from bot.model.rows import Change, MoveRow, ResultRow, TableRow
from bot.ports.clock import Clock
from bot.store import tables as stored_tables
from bot.store.store import Store
from bot.tables.chain import CONTINUED
from bot.tables.deadlines import Deadlines
from bot.tables.registry import Tables
from bot.tables.session import Session
from bot.tables.timing import Timekeeper
from bot.tables.work import Work
from engine.game import GameState

log = structlog.get_logger(__name__)


@dataclass(eq=False)
class Saving:
    """Writes tables. Methods on a session are called under its lock."""

    _store: Store
    _clock: Clock
    _addresses: Addresses
    _tables: Tables
    _times: Timekeeper
    _deadlines: Deadlines
    _work: Work

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
        row = self._times.row_to_save(session, replace(row, revision=session.row.revision + 1))
        await self._save(session, Change.between(session.row, row, self._clock.now(), moves, press, results))
        session.take(self._here(row), self._clock.monotonic(), begun=begun, state=state)
        if row.revision == 1:
            self._tables.add(session)
        self._times.saved(session)
        with self._work.committed(session):
            self._deadlines.rearm(session)
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
        row, now = replace(row, revision=session.row.revision + 1), self._clock.now()
        begun = replace(after.row, revision=1)
        begins = Change.between(None, begun, now, moves)
        await self._save(session, Change.between(session.row, row, now, results=results), begins)
        session.take(self._here(row), self._clock.monotonic())
        after.take(self._here(begun), self._clock.monotonic())
        self._tables.add(after)
        self._times.saved(session)
        for record in (session, after):
            with self._work.committed(record):
                self._deadlines.rearm(record)
        log.info("table.followed", table=row.code, by=begun.code)

    def _here(self, row: TableRow) -> TableRow:
        """A row in the chat as it is now: that may have moved while the row was stored."""
        return replace(row, place=self._addresses.of(row.place))

    async def _save(self, session: Session, *changes: Change) -> None:
        try:
            await self._store.save(*changes)
        except Outdated:
            await self._reread(session)
            raise TableReread(session.code) from None
        except StoreFailed as error:
            # A COMMIT may be reported as failed and be kept: nobody else writes the next revision of this table.
            stored = await self._store.read(stored_tables.get, session.code)
            if stored is None or stored.revision != changes[0].table.revision:
                self._times.not_saved(session, error)
                raise

    async def _reread(self, session: Session) -> None:
        """Take a table as it is stored: a save that was reported as failed may have been kept."""
        self._work.astray.add(session.code)  # its board may be behind
        if (stored := await self._store.read(stored_tables.get, session.code)) is not None:
            session.reread(stored, self._clock.monotonic())
            self._deadlines.rearm(session)
            if stored.link is not None and stored.note == CONTINUED:
                last = (await self._store.read(stored_tables.links, stored.link.first))[-1]
                if (after := await self._tables.find(last)) is not None:
                    after.stale = True
                    self._deadlines.look_now(after.code)

    async def make_good(self, session: Session) -> bool:
        """Store the renewed time of a table that was in play while a save failed, before anything is done by it (rules 5.4).

        Whether it was tried: one table at a time does.

        Raises:
            StoreFailed: it still cannot be stored.
        """
        if not self._times.may_try():
            return False
        self._times.trying(now=True)
        try:
            await self.commit(session, session.row)
        finally:
            self._times.trying(now=False)
        return True
