"""What a request is answered with when something fails after it has had its effect."""

from collections.abc import Awaitable

import structlog

from bot.model.context import Asked
from bot.model.errors import PressRepeated, StoreFailed
from bot.ports.screens import Answer
from bot.screens.answers import short
from bot.store.store import Store
from bot.tables.fold import Unfoldable

log = structlog.get_logger(__name__)


async def answered(store: Store, asked: Asked, work: Awaitable[Answer]) -> Answer:
    """The answer of `work`; where it fails although the press has had its effect, that it is done.

    Only a press that has changed nothing may be told so: who believes that he can press again draws a second card.
    """
    try:
        return await work
    except (PressRepeated, Unfoldable):
        raise
    except Exception:
        if not await _had_effect(store, asked.press_id):
            raise
        log.exception("request.failed_after_commit", person=asked.person.id)
        return short(
            asked.say,
            asked.say("Done: it is stored. What you see here may be a moment behind."),
            on_board=True,
        )


async def _had_effect(store: Store, press_id: str) -> bool:
    try:
        return await store.press_seen(press_id)
    except StoreFailed:
        return False  # what was committed here is known without the file
