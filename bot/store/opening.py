"""Opening a database: its lock, its file, its connections, each ready for its work."""

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from filelock import FileLock, Timeout

from bot.model.errors import StoreUnusable
from bot.store import files
from bot.store.connection import Connection, Patience, transaction
from bot.store.faults import failed, needs_recovery, unusable
from bot.store.migrations import Migration, migrate, refuse_newer, version

_LOG = logging.getLogger(__name__)

_LOCK_POLL = 0.05  # seconds between two looks at the lock of another process


async def shut(connections: list[Connection], lock: FileLock) -> None:
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


async def connected(path: Path, mode: str, patience: Patience, opened: list[Connection]) -> Connection:
    """A connection; `opened` has it as soon as there is something to close."""
    connection = Connection(_uri(path, mode), patience)
    await connection.open()
    opened.append(connection)
    return connection


async def make(path: Path, patience: Patience, steps: Sequence[Migration], opened: list[Connection]) -> None:
    """Make a database. It gets its name when it is whole: whatever ends the program before, the next start begins anew.

    Raises:
        StoreUnusable: the log of another database lies there; SQLite would put what is in it into the new one.
    """
    files.refuse_remains(path)
    made = files.unborn(path)
    files.remove(made)
    files.make_private(made)
    connection = await connected(made, "rw", patience, opened)
    await connection.run(lambda db: prepare(db, made, steps), patience.until())
    await connection.run(checkpoint)
    await connection.close()
    opened.remove(connection)
    files.name(made, path)


async def locked(path: Path, wait: float) -> FileLock:
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


async def look(path: Path, patience: Patience, steps: Sequence[Migration]) -> None:
    """Look at an existing file without the right to change it, unless SQLite has to mend first what a kill has left."""
    connection = Connection(_uri(path, "ro"), patience)
    try:
        await connection.open()
        number = await connection.run(lambda db: version(db, path), patience.until())
        refuse_newer(number, steps, path)
    except sqlite3.Error as error:
        if not needs_recovery(error):
            raise
    finally:
        await connection.close()


def prepare(db: sqlite3.Connection, path: Path, steps: Sequence[Migration]) -> None:
    """Set the writing connection up, migrate, and write once: better no start than a first bet that fails."""
    refuse_newer(version(db, path), steps, path)
    mode: str = db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise StoreUnusable(f"The database {path} lies on a disk that cannot hold it: no write-ahead log.")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA secure_delete = FAST")  # what is deleted is overwritten where that costs no page more
    migrate(db, steps, path)
    transaction(db, "BEGIN IMMEDIATE", sqlite3.Connection.execute, f"PRAGMA user_version = {len(steps)}")
    db.row_factory = sqlite3.Row


def prepare_reading(db: sqlite3.Connection) -> None:
    """Set the reading connection up, with 16 MB of pages: leaderboards walk indexes of some megabytes."""
    db.execute("PRAGMA cache_size = -16000")
    db.row_factory = sqlite3.Row


def checkpoint(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
