"""The database: its lock, its connections, the gate before the writing one."""

import asyncio
import logging
import sqlite3
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from filelock import FileLock, Timeout

from bot.model.errors import StoreFailed, StoreLost, StoreUnusable
from bot.store import files
from bot.store.connection import Connection, Unit, transaction
from bot.store.faults import damaged, failed, needs_recovery, refuse_old_sqlite, unusable
from bot.store.migrations import Migration, migrate, refuse_newer, shipped, version
from bot.store.patience import Patience

T = TypeVar("T")

_LOG = logging.getLogger(__name__)

_SECOND_LOOK = 1.0  # seconds after a first one that found another file
_LOCK_POLL = 0.05  # seconds between two looks at the lock of another process

#: The loop itself holds its tasks weakly: a forgotten database would be collected with its keeper.
_KEEPERS: set[asyncio.Task[None]] = set()


class Database:
    """One SQLite file, held by one process: a writing connection behind a gate, two that read beside it.

    It closes itself when its event loop ends: the threads of its connections never keep a process alive.
    """

    def __init__(
        self,
        path: Path,
        lock: FileLock,
        patience: Patience,
        connections: tuple[Connection, Connection, Connection],
    ) -> None:
        """Take over what `open` has opened, the writing connection first; call that."""
        self.path = path
        self._lock = lock
        self._patience = patience
        self._writer, self._reader, self._asker = connections
        self._opened = files.Opened.at(path)
        self._gate = asyncio.Lock()
        self._apart = asyncio.Lock()
        self._running: set[asyncio.Task[object]] = set()
        self._closed = False
        self._lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._end = asyncio.Event()
        self._keeper = asyncio.create_task(self._keep())
        _KEEPERS.add(self._keeper)
        self._keeper.add_done_callback(_KEEPERS.discard)

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        wait: float = 60.0,
        busy: float = 5.0,
        steps: Sequence[Migration] | None = None,
    ) -> "Database":
        """Open the file, made and migrated as needed, or leave nothing open.

        `wait` and `busy` are seconds: for the process that has the database to end, and for one that has it
        locked, the latter counted from each request on. `steps` are the migrations, by default those of the program.

        Raises:
            StoreUnusable: it cannot be used; the message says why.
        """
        refuse_old_sqlite()
        path = files.placed(path)
        steps = shipped() if steps is None else steps
        lock, patience = await _locked(path, wait), Patience(path, busy)
        opened: list[Connection] = []
        try:
            if not files.is_there(path):
                await _make(path, patience, steps, opened)
            files.tighten(path)
            await _look(path, patience, steps)
            writer = await _connected(path, "rw", opened)
            await writer.run(patience.patiently(lambda db: _prepare(db, path, steps), patience.until()))
            reader = await _connected(path, "ro", opened)
            asker = await _connected(path, "ro", opened)
            for connection in (reader, asker):
                await connection.run(patience.patiently(_prepare_reading, patience.until()))
            return cls(path, lock, patience, (writer, reader, asker))
        except BaseException as error:
            patience.hurry(0)  # nobody waits for what is still at work
            await asyncio.shield(asyncio.create_task(_shut(opened, lock)))
            if isinstance(error, sqlite3.Error | OSError):
                raise unusable(path, error) from error
            raise

    async def write(self, unit: Unit[T]) -> T:
        """Run `unit` as one transaction, after all asked before; to its end, even if the caller is cancelled.

        Raises:
            StoreFailed: SQLite reported an error; nothing of it is stored.
        """
        self._check_open()
        return await self._shielded(self._write(unit, self._patience.until()))

    async def _shielded(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_report)
            raise

    async def _write(self, unit: Unit[T], until: float) -> T:
        async with self._gate:
            self._check_kept()
            return await self._run(self._writer, self._kept(transaction("BEGIN IMMEDIATE", unit)), until)

    async def read(self, unit: Unit[T]) -> T:
        """Run `unit` on one state of the database; it cannot write. For what a press needs: a few rows.

        Raises:
            StoreFailed: SQLite reported an error.
        """
        self._check_open()
        return await self._run(self._reader, transaction("BEGIN", unit), self._patience.until())

    async def ask(self, unit: Unit[T]) -> T:
        """As `read`, for questions that walk many rows (some 50 ms at most): no press waits behind them.

        Raises:
            StoreFailed: SQLite reported an error.
        """
        self._check_open()
        return await self._run(self._asker, transaction("BEGIN", unit), self._patience.until())

    async def ask_apart(self, unit: Unit[T]) -> T:
        """As `read`, on a connection and thread of its own, one at a time: for what takes long, in SQL or after it.

        Raises:
            StoreFailed: SQLite reported an error.
        """
        self._check_open()
        return await self._shielded(self._ask_apart(unit))

    async def _ask_apart(self, unit: Unit[T]) -> T:
        async with self._apart:
            opened: list[Connection] = []
            try:
                connection = await _connected(self.path, "ro", opened)
                await connection.run(_prepare_reading)
                return await self._run(connection, transaction("BEGIN", unit), self._patience.until())
            except sqlite3.Error as error:
                raise failed(error) from error
            finally:
                for connection in opened:
                    await connection.close()

    async def _run(self, connection: Connection, unit: Unit[T], until: float) -> T:
        try:
            return await connection.run(self._patience.patiently(unit, until))
        except StoreLost:
            self.look()
            raise
        except sqlite3.Error as error:
            if (why := damaged(self.path, error)) is not None:
                self._lose(why)
            raise failed(error) from error

    # the file under it

    def _kept(self, unit: Unit[T]) -> Unit[T]:
        """`unit`, unless what it stores would be lost."""

        def work(db: sqlite3.Connection) -> T:
            if (why := self._opened.gone()) is not None:
                raise StoreLost(why)
            return unit(db)

        return work

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

    def _check_kept(self) -> None:
        if (why := self.lost) is not None:
            raise StoreLost(why)

    def _check_open(self) -> None:
        self._check_kept()
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
            await self._writer.run(_checkpoint)
        except sqlite3.Error as error:  # all is safe in the WAL, where the next start finds it
            _LOG.warning("the last checkpoint failed: %s", failed(error))
        finally:
            await _shut([*readers, self._writer], self._lock)


async def _shut(connections: list[Connection], lock: FileLock) -> None:
    """Close the connections, then give the lock back: no earlier, one may still be at work in its thread."""
    try:
        for connection in connections:
            try:
                await connection.close()
            except sqlite3.Error as error:
                _LOG.warning("a connection did not close: %s", failed(error))
    finally:
        for connection in connections:
            connection.stop()
        lock.release()


def _uri(path: Path, mode: str) -> str:
    return f"{path.as_uri()}?mode={mode}"


async def _connected(path: Path, mode: str, opened: list[Connection]) -> Connection:
    """A connection; `opened` has it as soon as there is something to close."""
    connection = Connection(_uri(path, mode))
    await connection.open()
    opened.append(connection)
    return connection


async def _make(path: Path, patience: Patience, steps: Sequence[Migration], opened: list[Connection]) -> None:
    """Make a database. It gets its name when it is whole: whatever ends the program before, the next start begins anew.

    Raises:
        StoreUnusable: the log of another database lies there; SQLite would put what is in it into the new one.
    """
    files.refuse_remains(path)
    made = files.unborn(path)
    files.remove(made)
    files.make_private(made)
    connection = await _connected(made, "rw", opened)
    await connection.run(patience.patiently(lambda db: _prepare(db, made, steps), patience.until()))
    await connection.run(_checkpoint)
    await connection.close()
    opened.remove(connection)
    files.name(made, path)


async def _locked(path: Path, wait: float) -> FileLock:
    """The lock beside the database, asked for until `wait` seconds are over; the loop runs on meanwhile."""
    lock = FileLock(f"{path}.lock", mode=0o600, thread_local=False)
    clock = asyncio.get_running_loop().time
    end = clock() + wait
    try:
        files.make_folder(path)
        said = False
        while True:
            try:
                lock.acquire(blocking=False)
            except Timeout:
                if clock() >= end:
                    raise StoreUnusable(f"The database {path} is in use by another process.") from None
                if not said:
                    _LOG.warning("waiting for the process that has the database %s to end", path)
                said = True
                await asyncio.sleep(_LOCK_POLL)
            else:
                return lock
    except OSError as error:  # Timeout is one too, and is caught above
        raise unusable(path, error) from error


async def _look(path: Path, patience: Patience, steps: Sequence[Migration]) -> None:
    """Look at an existing file without the right to change it, unless SQLite has to mend first what a kill has left."""
    connection = Connection(_uri(path, "ro"))
    try:
        await connection.open()
        look = patience.patiently(lambda db: version(db, path), patience.until())
        refuse_newer(await connection.run(look), steps, path)
    except sqlite3.Error as error:
        if not needs_recovery(error):
            raise
    finally:
        await connection.close()


def _name_columns(db: sqlite3.Connection) -> None:
    db.row_factory = sqlite3.Row


def _prepare(db: sqlite3.Connection, path: Path, steps: Sequence[Migration]) -> None:
    """Set the writing connection up, migrate, and write once: better no start than a first bet that fails."""
    refuse_newer(version(db, path), steps, path)
    mode: str = db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise StoreUnusable(f"The database {path} lies on a disk that cannot hold it: no write-ahead log.")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA secure_delete = FAST")  # what is deleted is overwritten where that costs no page more
    migrate(db, steps, path)
    transaction("BEGIN IMMEDIATE", lambda db: db.execute(f"PRAGMA user_version = {len(steps)}"))(db)
    _name_columns(db)


def _prepare_reading(db: sqlite3.Connection) -> None:
    """Set the reading connection up, with 16 MB of pages: leaderboards walk indexes of some megabytes."""
    db.execute("PRAGMA cache_size = -16000")
    _name_columns(db)


def _checkpoint(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _report(task: asyncio.Task[T]) -> None:
    """Say what became of a transaction whose caller has gone."""
    if not task.cancelled() and isinstance(error := task.exception(), StoreFailed):
        _LOG.error("a transaction failed after its caller had gone: %s", error)
