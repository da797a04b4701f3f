"""The database file: its lock, its two connections, the gate before the writing one."""

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from filelock import FileLock, Timeout

from bot.store.connection import Connection, Unit, transaction
from bot.store.errors import StoreFailed, StoreUnusable
from bot.store.faults import failed, unusable
from bot.store.migrations import Migration, migrate, refuse_newer, shipped, version

T = TypeVar("T")

_LOG = logging.getLogger(__name__)
_HEADER = b"SQLite format 3\0"
_LOCK_POLL = 0.05  # seconds between two looks at the lock of another process

#: The loop itself holds its tasks weakly: a forgotten database would be collected with its keeper.
_KEEPERS: set[asyncio.Task[None]] = set()


class Database:
    """One SQLite file, held by one process: a writing connection behind a gate, a reading one beside it.

    It closes itself when its event loop ends: the threads of its connections never keep a process alive.
    """

    def __init__(self, path: Path, lock: FileLock, writer: Connection, reader: Connection) -> None:
        """Take over what `open` has opened; call that."""
        self.path = path
        self._lock = lock
        self._writer = writer
        self._reader = reader
        self._gate = asyncio.Lock()
        self._running: set[asyncio.Task[object]] = set()
        self._closed = False
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

        `wait` and `busy` are seconds: for the process that has the database to end, and for a lock that any
        statement meets. `steps` are the migrations, by default those of the program.

        Raises:
            StoreUnusable: it cannot be used; the message says why.
        """
        path = _file(path)
        steps = shipped() if steps is None else steps
        lock = await _locked(path, wait)
        opened: list[Connection] = []
        try:
            await _look(path, steps, busy)
            writer = Connection(_uri(path, "rwc"), busy=busy)
            await writer.open()
            opened.append(writer)
            await writer.run(lambda db: _prepare(db, path, steps))
            reader = Connection(_uri(path, "ro"), busy=busy)
            await reader.open()
            opened.append(reader)
            await reader.run(_prepare_reading)
            return cls(path, lock, writer, reader)
        except BaseException as error:
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
        task = asyncio.create_task(self._write(unit))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_report)
            raise

    async def _write(self, unit: Unit[T]) -> T:
        async with self._gate:
            try:
                return await self._writer.run(transaction("BEGIN IMMEDIATE", unit))
            except sqlite3.Error as error:
                raise failed(error) from error

    async def read(self, unit: Unit[T]) -> T:
        """Run `unit` on one state of the database; it cannot write.

        Raises:
            StoreFailed: SQLite reported an error.
        """
        self._check_open()
        try:
            return await self._reader.run(transaction("BEGIN", unit))
        except sqlite3.Error as error:
            raise failed(error) from error

    def _check_open(self) -> None:
        if self._closed:
            raise StoreFailed("the store is closed")

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
        try:
            if self._running:
                await asyncio.wait(self._running)
            await self._reader.close()  # a reader could hold the checkpoint up
            await self._writer.run(_checkpoint)
        except sqlite3.Error as error:  # all is safe in the WAL, where the next start finds it
            _LOG.warning("the last checkpoint failed: %s", failed(error))
        finally:
            await _shut([self._reader, self._writer], self._lock)


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


def _file(path: Path) -> Path:
    path = path.absolute()
    if path.is_dir():
        raise StoreUnusable(f"The database {path} is a folder.")
    return path


def _has_content(path: Path) -> bool:
    """Whether there is something in the file. SQLite itself would take a few bytes of text for an empty database."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        start = file.read(len(_HEADER))
    if start not in (b"", _HEADER):
        raise StoreUnusable(f"{path} is not a database of this program.")
    return start != b""


def _uri(path: Path, mode: str) -> str:
    return f"{path.as_uri()}?mode={mode}"


async def _locked(path: Path, wait: float) -> FileLock:
    """The lock beside the database, asked for until `wait` seconds are over; the loop runs on meanwhile."""
    lock = FileLock(f"{path}.lock", thread_local=False)
    clock = asyncio.get_running_loop().time
    end = clock() + wait
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        while True:
            try:
                lock.acquire(blocking=False)
            except Timeout:
                if clock() >= end:
                    raise StoreUnusable(f"The database {path} is in use by another process.") from None
                await asyncio.sleep(_LOCK_POLL)
            else:
                return lock
    except OSError as error:  # Timeout is one too, and is caught above
        raise unusable(path, error) from error


async def _look(path: Path, steps: Sequence[Migration], busy: float) -> None:
    """Look at an existing file without the right to change it."""
    if not _has_content(path):
        return
    connection = Connection(_uri(path, "ro"), busy=busy)
    await connection.open()
    try:
        refuse_newer(await connection.run(lambda db: version(db, path)), steps, path)
    finally:
        await connection.close()


def _name_columns(db: sqlite3.Connection) -> None:
    db.row_factory = sqlite3.Row


def _prepare(db: sqlite3.Connection, path: Path, steps: Sequence[Migration]) -> None:
    """Set the writing connection up, migrate, and write once: better no start than a first bet that fails."""
    mode: str = db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise StoreUnusable(f"The database {path} lies on a disk that cannot hold it: no write-ahead log.")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
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
