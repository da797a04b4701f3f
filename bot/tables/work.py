"""Work under way: what has been begun is carried to its end, whoever asked for it has gone.

And the net under what follows a COMMIT: a change that is stored is true, whatever fails after it. An accepted press that comes
again, since it was tapped twice, gets the same answer.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import structlog

from bot.model.context import Context
from bot.model.errors import PressRepeated, StoreFailed
from bot.ports.clock import Clock
from bot.ports.requests import Mark
from bot.ports.screens import Answer
from bot.screens.lines import short
from bot.store.store import Store
from bot.tables.fold import Unfoldable
from bot.tables.session import Accepted, Session

log = structlog.get_logger(__name__)

#: The same key from the same person, read within so many seconds after the answer to his accepted press was sent, is a double tap.
DOUBLE_TAP = 0.4

#: An answer of which it is not heard that it was sent counts as sent after so many seconds.
_SENT_AFTER = 15.0

#: So many answers are waited for at most.
_KEPT = 2000

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


class Taps:
    """Knows which answers are on their way."""

    def __init__(self, clock: Clock) -> None:
        """`clock`: by which they are sent."""
        self._clock = clock
        self._unsent: OrderedDict[Mark, Accepted] = OrderedDict()

    def accepted(self, context: Context, key: str, answer: Answer) -> Accepted:
        """What was asked with this key has been accepted; its answer is on its way."""
        press = Accepted(key, answer, self._clock.monotonic() + _SENT_AFTER)
        self._unsent[context.mark] = press
        if len(self._unsent) > _KEPT:
            self._unsent.popitem(last=False)
        return press

    def sent(self, mark: Mark) -> None:
        """The answer to that request has been sent."""
        press = self._unsent.pop(mark, None)
        if press is not None:
            press.until = self._clock.monotonic() + DOUBLE_TAP


def tapped_again(before: Accepted | None, context: Context, key: str) -> Answer | None:
    """The answer to the press `before` if this is a double tap of it."""
    if before is None or before.key != key or context.read_at >= before.until:
        return None
    return before.answer


async def answered(store: Store, context: Context, work: Awaitable[Answer]) -> Answer:
    """The answer of `work`; where it fails although the press has had its effect, that it is done.

    Only a press that has changed nothing may be told so: who believes that he can press again draws a second card.
    """
    try:
        return await work
    except (PressRepeated, Unfoldable):
        raise
    except Exception:
        if not await _had_effect(store, context.press_id):
            raise
        log.exception("request.failed_after_commit", person=context.person.id)
        return short(
            context.say,
            context.say("Done: it is stored. What you see here may be a moment behind."),
            on_board=True,
        )


async def _had_effect(store: Store, press_id: str) -> bool:
    try:
        return await store.press_seen(press_id)
    except StoreFailed:
        return False  # what was committed here is known without the file
