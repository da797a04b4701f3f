"""The store: its connections, the gate before the writing one, and how everything that is kept is read and written."""

import asyncio
import logging
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Concatenate

from filelock import FileLock

from bot.model.errors import StoreFailed, StoreLost
from bot.model.rows import Change, Chat, Person
from bot.ports.clock import Clock
from bot.ports.requests import Account, Place
from bot.store import chats, files, persons, presses, tables
from bot.store.connection import Connection, P, Patience, T, Unit, transaction
from bot.store.faults import damaged, failed, refuse_old_sqlite, unusable
from bot.store.migrations import Migration, shipped
from bot.store.opening import checkpoint, connected, locked, look, make, prepare, prepare_reading, shut

_LOG = logging.getLogger(__name__)

_SECOND_LOOK = 1.0  # seconds after a first one that found another file

#: Presses whose effect is known without a look into the file.
_EFFECTS_KEPT = 2000

#: The loop itself holds its tasks weakly: a forgotten store would be collected with its keeper.
_KEEPERS: set[asyncio.Task[None]] = set()


class Store:
    """Everything that is kept: one SQLite file, held by one process.

    A writing connection stands behind a gate, two read beside it. What is asked is a function of the module of a table,
    as `await store.read(tables.moves, code)`: it gets the connection before its arguments and is one transaction, whose
    errors leave nothing half done. Each raises `StoreFailed` when SQLite reports an error (locked by another process
    for too long, disk full, input or output) or the store is closed; the next call may work. A write that has been
    asked for runs to its end even if its caller is cancelled. Times have a time zone; they are read back in UTC, to the
    microsecond. It closes itself when its event loop ends: the threads of its connections never keep a process alive.
    """

    def __init__(
        self,
        path: Path,
        clock: Clock,
        lock: FileLock,
        patience: Patience,
        connections: tuple[Connection, Connection, Connection],
        *,
        known: persons.Known,
    ) -> None:
        """Take over what `open` has opened, the writing connection first; call that."""
        self.path = path
        self.clock = clock
        self._lock = lock
        self._patience = patience
        self._writer, self._reader, self._asker = connections
        self._known = known
        self._opened = files.Opened.at(path)
        self._gate = asyncio.Lock()
        self._apart = asyncio.Lock()
        self._running: set[asyncio.Task[object]] = set()
        self._closed = False
        self._effects: OrderedDict[str, None] = OrderedDict()
        self._lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._end = asyncio.Event()
        self._keeper = asyncio.create_task(self._keep())
        _KEEPERS.add(self._keeper)
        self._keeper.add_done_callback(_KEEPERS.discard)

    @classmethod
    async def open(
        cls,
        path: Path,
        clock: Clock,
        *,
        wait: float = 60.0,
        busy: float = 5.0,
        steps: Sequence[Migration] | None = None,
    ) -> "Store":
        """Open the file, made and migrated as needed, or leave nothing open.

        `wait` and `busy` are seconds: for the process that has the database to end, and for one that has it
        locked, the latter counted from each request on. `steps` are the migrations, by default those of the program.

        Raises:
            StoreUnusable: it cannot be used; the message says why.
        """
        refuse_old_sqlite()
        path = files.placed(path)
        steps = shipped() if steps is None else steps
        lock, patience, known = await locked(path, wait), Patience(path, busy), persons.Known()
        opened: list[Connection] = []
        try:
            if not files.is_there(path):
                await make(path, patience, steps, opened)
            files.tighten(path)
            await look(path, patience, steps)
            writer = await connected(path, "rw", patience, opened)
            await writer.run(lambda db: prepare(db, path, steps), patience.until())
            await writer.run(known.watch)
            reader = await connected(path, "ro", patience, opened)
            asker = await connected(path, "ro", patience, opened)
            for connection in (reader, asker):
                await connection.run(prepare_reading, patience.until())
            return cls(path, clock, lock, patience, (writer, reader, asker), known=known)
        except BaseException as error:
            patience.hurry(0)  # nobody waits for what is still at work
            await asyncio.shield(asyncio.create_task(shut(opened, lock)))
            if isinstance(error, sqlite3.Error | OSError):
                raise unusable(path, error) from error
            raise

    async def write(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **options: P.kwargs
    ) -> T:
        """Write as one transaction, after all asked before; to its end, even if the caller is cancelled."""
        return await self._commit(None, lambda db: work(db, *args, **options))

    async def effect(
        self,
        press_id: str,
        work: Callable[Concatenate[sqlite3.Connection, P], T],
        *args: P.args,
        **options: P.kwargs,
    ) -> T:
        """Write that in which a press has its effect: from its COMMIT on `press_seen` knows of it, whatever comes then.

        Raises:
            PressRepeated: the press has had its effect before; `work` is not done again.
        """
        at = self.clock.now()

        def once(db: sqlite3.Connection) -> T:
            presses.mark(db, press_id, at)
            return work(db, *args, **options)

        return await self._commit(press_id, once)

    async def save(self, *changes: Change) -> None:
        """Write a step of a table, or of several, all or nothing; see `bot.store.tables.save`."""
        press = next((change.press for change in changes if change.press is not None), None)
        await self._commit(press, lambda db: tables.save(db, *changes))

    async def press_seen(self, press_id: str) -> bool:
        """Whether this press has had its effect."""
        return press_id in self._effects or await self.read(presses.seen, press_id)

    async def drop_old_presses(self, before: datetime, *, keep: int = 1000) -> None:
        """Forget the presses from before this moment, but for the last ones, whatever the calendar says of them."""
        self._effects.clear()  # the newer ones are found in the file
        await self.write(presses.drop_old, before, keep=keep)

    async def person(self, account: Account) -> Person:
        """The person of an account, created if new; name and client language are kept up to date.

        A client that tells no language leaves the one last told. What was read is known until a person changes.
        """
        self._check_open()
        known = self._known.persons
        if (found := known.get(account)) is not None:
            return found
        found = await self.read(persons.find, account)
        if found is None or not persons.current(found, account):
            return await self.write(persons.find_or_create, account, self.clock.now())
        known[account] = found  # nobody asks these any more if a person has changed meanwhile
        return found

    async def chat(self, place: Place, first_language: str | None = None) -> Chat:
        """The chat of a place, created if new. The first `first_language` told for it stays."""
        found = await self.read(chats.find, place)
        if found is not None and (found.first_language is not None or first_language is None):
            return found
        return await self.write(chats.find_or_create, place, first_language)

    async def read(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **options: P.kwargs
    ) -> T:
        """Read one state of the database. For what a press needs: a few rows."""
        self._check_open()
        return await self._run(self._reader, lambda db: transaction(db, "BEGIN", work, *args, **options))

    async def ask(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **options: P.kwargs
    ) -> T:
        """As `read`, for questions that walk many rows (some 50 ms at most): no press waits behind them."""
        self._check_open()
        return await self._run(self._asker, lambda db: transaction(db, "BEGIN", work, *args, **options))

    async def ask_apart(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **options: P.kwargs
    ) -> T:
        """As `read`, on a connection and thread of its own, one at a time: for what takes long, in SQL or after it."""
        self._check_open()
        unit = self._ask_apart(lambda db: transaction(db, "BEGIN", work, *args, **options))
        return await self._shielded(unit)

    async def _ask_apart(self, unit: Unit[T]) -> T:
        async with self._apart:
            opened: list[Connection] = []
            try:
                connection = await connected(self.path, "ro", self._patience, opened)
                await connection.run(prepare_reading)
                return await self._run(connection, unit)
            except sqlite3.Error as error:
                raise failed(error) from error
            finally:
                for connection in opened:
                    await connection.close()

    async def _commit(self, press_id: str | None, work: Unit[T]) -> T:
        self._check_open()
        result = await self._shielded(self._write(work, self._patience.until()))
        if press_id is not None:
            self._effects[press_id] = None
            if len(self._effects) > _EFFECTS_KEPT:
                self._effects.popitem(last=False)
        return result

    async def _shielded(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_report)
            raise

    async def _write(self, work: Unit[T], until: float) -> T:
        def unit(db: sqlite3.Connection) -> T:
            if (why := self._opened.gone()) is not None:  # what is stored now would be lost
                raise StoreLost(why)
            return transaction(db, "BEGIN IMMEDIATE", work)

        async with self._gate:
            if self._lost.done():
                raise StoreLost(self._lost.result())
            try:
                return await self._run(self._writer, unit, until)
            finally:
                if self._known.changed:
                    self._known.forget()

    async def _run(self, connection: Connection, unit: Unit[T], until: float | None = None) -> T:
        try:
            return await connection.run(unit, self._patience.until() if until is None else until)
        except StoreLost:
            self.look()
            raise
        except sqlite3.Error as error:
            if (why := damaged(self.path, error)) is not None:
                self._lose(why)
            raise failed(error) from error

    # the file under it

    def look(self) -> None:
        """See whether the open file is still the one at its path. It is given up when a second look agrees.

        Until then nothing is stored: a file that is moved away and put back is no reason to end all games.
        """
        if self._opened.gone() is not None:
            asyncio.get_running_loop().call_later(_SECOND_LOOK, self._look_again)

    def _look_again(self) -> None:
        if not self._closed and (why := self._opened.gone()) is not None:
            self._lose(why)

    def _lose(self, why: str) -> None:
        if not self._lost.done():
            self._lost.set_result(why)

    @property
    def lost(self) -> str | None:
        """Why nothing can be kept any more, in one sentence; None while all is well."""
        return self._lost.result() if self._lost.done() else None

    async def until_lost(self) -> str:
        """Wait until nothing can be kept any more; the reason."""
        return await asyncio.shield(self._lost)

    def _check_open(self) -> None:
        if self._lost.done():
            raise StoreLost(self._lost.result())
        if self._closed:
            raise StoreFailed("the store is closed")

    # the end

    def hurry(self, seconds: float) -> None:
        """Wait for other processes no longer than so many seconds from now on: the program is about to end."""
        self._patience.hurry(seconds)

    async def close(self) -> None:
        """Let the running transactions end, then close everything. A second call does nothing more."""
        self._closed = True
        self._end.set()
        await asyncio.shield(self._keeper)

    async def _keep(self) -> None:
        """Wait for `close`, or for the end of the loop, which cancels this task; then close."""
        with suppress(asyncio.CancelledError):  # the end of this task is to close
            await self._end.wait()
        self._closed = True
        readers = [self._asker, self._reader]
        try:
            if self._running:
                await asyncio.wait(self._running)
            for reader in readers:
                await reader.close()  # a reader could hold the checkpoint up
            await self._writer.run(checkpoint)
        except sqlite3.Error as error:  # all is safe in the WAL, where the next start finds it
            _LOG.warning("the last checkpoint failed: %s", failed(error))
        finally:
            await shut([*readers, self._writer], self._lock)


def _report(task: asyncio.Task[T]) -> None:
    """Say what became of a transaction whose caller has gone."""
    if not task.cancelled() and isinstance(error := task.exception(), StoreFailed):
        _LOG.error("a transaction failed after its caller had gone: %s", error)
