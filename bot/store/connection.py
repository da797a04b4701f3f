"""One connection of aiosqlite that runs a whole unit of work in one hop to its thread."""

import sqlite3
from collections import deque
from collections.abc import Callable
from typing import TypeVar

import aiosqlite

T = TypeVar("T")

Unit = Callable[[sqlite3.Connection], T]


class Connection:
    """A connection and its thread.

    aiosqlite offers single calls of `sqlite3.Connection`, each a hop of its own. It also hands `factory` on
    to `sqlite3.connect`: the class made here turns `commit()` into «run the next unit», so that a
    transaction is one call that no cancellation can split.
    """

    def __init__(self, database: str) -> None:
        """`database` is a URI. No statement waits for another process: `bot.store.patience` does."""
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

    async def run(self, unit: Unit[T]) -> T:
        """Run `unit` in the thread, after all asked before; once asked it runs, cancelled caller or not.

        Raises:
            RuntimeError: the connection is closed.
        """
        if not self._open:
            raise RuntimeError("the connection is closed")
        results: list[T] = []
        self._units.append(lambda db: results.append(unit(db)))
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


def transaction(begin: str, unit: Unit[T]) -> Unit[T]:
    """`unit` between `begin` and COMMIT; rolled back, and the error passed on, on any error."""

    def work(db: sqlite3.Connection) -> T:
        db.execute(begin)
        try:
            result = unit(db)
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:  # SQLite itself rolls back on some errors
                db.execute("ROLLBACK")
            raise
        return result

    return work
