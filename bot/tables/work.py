"""Work under way: what has been begun is carried to its end, whoever asked for it has gone.

And the net under what follows a COMMIT: a change that is stored is true, whatever fails after it.
"""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import structlog

from bot.tables.session import Session

log = structlog.get_logger(__name__)

_T = TypeVar("_T")


class Work:
    """Keeps tasks until they are done: the loop itself holds them weakly."""

    def __init__(self) -> None:
        """Nothing is under way yet."""
        self._work: set[asyncio.Task[Any]] = set()
        self.astray: set[str] = set()  # codes of tables where something has failed and is to be done again

    @contextmanager
    def committed(self, session: Session) -> Iterator[None]:
        """Do what follows once a change is stored: what fails in the block is logged, and a sweep arms and shows the table."""
        try:
            yield
        except Exception:
            log.exception("table.failed_after_commit", table=session.code)
            self.astray.add(session.code)

    async def guarded(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Run something to its end even if the one who asked is gone: a press is carried out or refused once."""
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return await asyncio.shield(task)

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something by itself; `worked_off` waits for it."""
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._ended)

    async def worked_off(self) -> None:
        """Return when everything that was begun is done."""
        while self._work:
            await asyncio.wait(self._work)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._work.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("tables.work_failed", exc_info=error)
