"""The database only looked at: for the command line, also while the bot is running."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Concatenate

from bot.model.errors import StoreUnusable
from bot.store.connection import P, T, transaction
from bot.store.faults import failed, refuse_old_sqlite, unusable
from bot.store.migrations import refuse_newer, shipped, version

#: How long, in seconds, a look waits for a process that has locked the database.
_BUSY = 5.0


class Archive:
    """A database opened read-only: no lock file, no migration, nothing written.

    `read` raises `StoreFailed` when SQLite reports an error.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        """Take over an open connection; `opened` makes one."""
        self._db = db

    @classmethod
    @contextmanager
    def opened(cls, path: Path) -> Iterator["Archive"]:
        """Open the database at `path` for the time of a `with`.

        Raises:
            StoreUnusable: it is not there, or cannot be read by this program; the message is one sentence.
        """
        refuse_old_sqlite()
        path = path.absolute()
        if not path.is_file():
            raise StoreUnusable(f"There is no database {path}.")
        # Without a write-ahead log nobody has it open; then not even SQLite's own files appear beside it.
        mode = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "mode=ro&immutable=1"
        try:
            db = sqlite3.connect(f"{path.as_uri()}?{mode}", uri=True, timeout=_BUSY, isolation_level=None)
        except sqlite3.Error as error:
            raise unusable(path, error) from error
        with closing(db):
            try:
                _check(db, path)
            except sqlite3.Error as error:
                raise unusable(path, error) from error
            db.row_factory = sqlite3.Row
            yield cls(db)

    def read(
        self, work: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **options: P.kwargs
    ) -> T:
        """What a function of the module of a table reads, all of it at one moment."""
        try:
            return transaction(self._db, "BEGIN", work, *args, **options)
        except sqlite3.Error as error:
            raise failed(error) from error


def _check(db: sqlite3.Connection, path: Path) -> None:
    steps = shipped()
    number = version(db, path)
    refuse_newer(number, steps, path)
    if number < len(steps):
        raise StoreUnusable(
            f"The database {path} has version {number}, older than this program: start it once, and it is brought up to date."
        )
