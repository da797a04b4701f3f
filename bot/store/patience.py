"""Waiting for another process that has locked the database: counted from the request, cut short at a stop."""

import logging
import sqlite3
from collections.abc import Callable
from time import monotonic, sleep
from typing import TypeVar

from bot.store.faults import code_of

T = TypeVar("T")

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

    def tried(self, unit: Callable[[sqlite3.Connection], T], db: sqlite3.Connection, until: float) -> T:
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
