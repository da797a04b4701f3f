"""One connection of aiosqlite that runs a whole unit of work in one hop to its thread, and waits there for other processes."""

import logging
import sqlite3
from collections import deque
from collections.abc import Callable
from time import monotonic, sleep
from typing import Concatenate, ParamSpec, TypeVar

import aiosqlite

from bot.store.faults import code_of

P = ParamSpec("P")
T = TypeVar("T")

Unit = Callable[[sqlite3.Connection], T]

_LOG = logging.getLogger(__name__)

#: Seconds between two tries, and until the log says what is waited for.
_EVERY, _SAID_AFTER = 0.02, 1.0

_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})


class Patience:
    """How long what is asked of a database waits for others: `seconds` in all, however many stand before it.

    SQLite's own wait would begin anew for each of them, and no signal would end it. Its methods may be called in any thread.
    """

    def __init__(self, path: object, seconds: float) -> None:
        """`path` is for the log."""
        self._path = path
        self._seconds = seconds
        self._latest = float("inf")
        self._said = False

    def until(self) -> float:
        """Until when something that is asked for now may wait."""
        return monotonic() + self._seconds

    def hurry(self, seconds: float) -> None:
        """From now on nothing waits longer than so many seconds, whatever was asked before."""
        self._latest = min(self._latest, monotonic() + seconds)

    def tried(self, unit: Unit[T], db: sqlite3.Connection, until: float) -> T:
        """`unit`, tried again while another process has the database locked. It must leave nothing behind when it fails."""
        since = monotonic()
        while True:
            try:
                result = unit(db)
            except sqlite3.OperationalError as error:
                now = monotonic()
                left = min(until, self._latest) - now
                if code_of(error) not in _BUSY or left <= 0:
                    raise
                if now - since >= _SAID_AFTER and not self._said:
                    self._said = True
                    _LOG.warning("waiting for another process that has locked the database %s", self._path)
                sleep(min(_EVERY, left))
            else:
                self._said = False
                return result


class Connection:
    """A connection and its thread.

    aiosqlite offers single calls of `sqlite3.Connection`, each a hop of its own. It also hands `factory` on
    to `sqlite3.connect`: the class made here turns `commit()` into «run the next unit», so that a
    transaction is one call that no cancellation can split.
    """

    def __init__(self, database: str, patience: Patience) -> None:
        """`database` is a URI. No statement of its own waits for another process: `patience` does."""
        self._patience = patience
        units: deque[Callable[[sqlite3.Connection], None]] = deque()

        class Carrier(sqlite3.Connection):
            def commit(self) -> None:
                units.popleft()(self)

        self._units = units
        self._connection = aiosqlite.connect(
            database, uri=True, factory=Carrier, timeout=0, isolation_level=None
        )
        self._open = False

    async def open(self) -> None:
        """Start the thread and connect. On an error, or when cancelled, the thread ends by itself.

        Raises:
            sqlite3.Error: the file cannot be opened.
        """
        await self._connection
        self._open = True

    async def run(self, unit: Unit[T], until: float = 0.0) -> T:
        """Run `unit` in the thread, after all asked before; once asked it runs, cancelled caller or not.

        While another process has the database locked it is tried again, up to the moment `until`.

        Raises:
            RuntimeError: the connection is closed.
        """
        if not self._open:
            raise RuntimeError("the connection is closed")
        results: list[T] = []
        self._units.append(lambda db: results.append(self._patience.tried(unit, db, until)))
        # The call is in the thread's queue before anything else can run here: units and calls keep one order.
        await self._connection.commit()
        return results[0]

    async def close(self) -> None:
        """Close after the units asked before; a second call does nothing. Cut short, it goes on."""
        if self._open:
            self._open = False
            await self._connection.close()

    def stop(self) -> None:
        """Let the thread close and end after the units asked before, without waiting for it."""
        if self._open:
            self._open = False
            self._connection.stop()


def transaction(
    db: sqlite3.Connection,
    begin: str,
    work: Callable[Concatenate[sqlite3.Connection, P], T],
    *args: P.args,
    **options: P.kwargs,
) -> T:
    """`work` between `begin` and COMMIT; rolled back, and the error passed on, on any error."""
    db.execute(begin)
    try:
        result = work(db, *args, **options)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # SQLite itself rolls back on some errors
            db.execute("ROLLBACK")
        raise
    return result
