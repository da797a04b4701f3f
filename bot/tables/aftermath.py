"""The net under what follows a COMMIT: a change that is stored is true, whatever fails after it."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

import structlog

from bot.tables.session import Session

log = structlog.get_logger(__name__)


class Shown(Protocol):
    """What the tables do for one of them once it has changed."""

    show: Callable[[Session], Awaitable[None]]

    def arm(self, session: Session) -> None:
        """Set when it is looked at next."""
        ...


class Aftermath:
    """Deadline, board, panels, calls: all that is done once a change is stored. Nobody hears of a failure there but the log."""

    def __init__(self, tables: Shown) -> None:
        """`tables`: who arms and shows; `show` may be set later."""
        self._tables = tables
        self.astray: set[str] = set()  # codes of tables where something has failed and is to be done again

    @contextmanager
    def committed(self, session: Session) -> Iterator[None]:
        """Log what fails in the block, and have a sweep arm and show the table."""
        try:
            yield
        except Exception:
            log.exception("table.failed_after_commit", table=session.code)
            self.astray.add(session.code)

    async def follow(self, session: Session, work: Awaitable[None]) -> None:
        """Do `work`; where it fails, arm and show the table at once. Call under its lock."""
        failed = True
        with self.committed(session):
            await work
            failed = False
        if failed:
            await self._mended(session)

    async def mend(self, session: Session | None, code: str) -> None:
        """Arm and show a table where something has failed; None: it is not live any more."""
        if session is None:
            self.astray.discard(code)
            return
        async with session.lock:
            await self._mended(session)

    async def _mended(self, session: Session) -> None:
        self.astray.discard(session.code)
        with self.committed(session):
            self._tables.arm(session)
        with self.committed(session):
            await self._tables.show(session)
