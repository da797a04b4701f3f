"""Which message shows what, as the outbox writes it down."""

from datetime import datetime

from bot.model.rows import BoardRow
from bot.store import boards
from bot.store.store import Store


class StoredPostbook:
    """`bot.outbox.postbook.Postbook` in the store."""

    def __init__(self, store: Store) -> None:
        """The messages in `store`."""
        self._store = store

    async def board(self, code: str, slot: str) -> BoardRow | None:
        """What is written down of a message."""
        return await self._store.read(boards.in_slot, code, slot)

    async def board_shown(
        self, code: str, slot: str, message: int, revision: int, posted_at: datetime
    ) -> None:
        """A message shows that revision now."""
        await self._store.write(boards.shown, code, BoardRow(slot, message, revision, posted_at))

    async def board_gone(self, code: str, slot: str) -> None:
        """The message is not there any more."""
        await self._store.write(boards.gone, code, slot)
