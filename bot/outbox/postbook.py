"""Postbook: where it is written down which message shows what, so that a restart knows."""

from datetime import datetime
from typing import Protocol

import structlog

from bot.model.errors import StoreFailed
from bot.model.outgoing import Letter, Shown, Slot
from bot.model.rows import BoardRow

log = structlog.get_logger(__name__)


class Postbook(Protocol):
    """The part of the store that knows messages."""

    async def board(self, code: str, slot: str) -> BoardRow | None:
        """What is written down of a message of a table, or of a list without one."""
        ...

    async def board_shown(
        self, code: str, slot: str, message: int, revision: int, posted_at: datetime
    ) -> None:
        """A message shows that revision now."""
        ...

    async def board_gone(self, code: str, slot: str) -> None:
        """The message is not there any more."""
        ...


async def write_down(book: Postbook, letter: Letter, shown: Shown) -> None:
    """Keep what a message shows. If that fails it is only sent once more after a restart."""
    slot = letter.slot
    if not slot.kept:
        return
    try:
        await book.board_shown(slot.code, slot.name, shown.message, letter.revision, shown.at)
    except StoreFailed as error:
        log.warning("outbox.not_written_down", table=slot.code, slot=slot.name, why=str(error))


async def strike_out(book: Postbook, slot: Slot) -> None:
    """Forget a message that is gone."""
    if not slot.kept:
        return
    try:
        await book.board_gone(slot.code, slot.name)
    except StoreFailed as error:
        log.warning("outbox.not_written_down", table=slot.code, slot=slot.name, why=str(error))
