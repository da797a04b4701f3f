"""The messages of tables, and of lists without a table, on their platforms."""

import sqlite3
from datetime import datetime

from bot.model.outgoing import NO_TABLE
from bot.model.rows import BoardRow
from bot.store.store import Store
from bot.store.values import columns, insertion, read_row

_COLUMNS = ("slot", "message", "revision", "posted_at")

_SHOWN_ANEW = (
    "DO UPDATE SET message = excluded.message, revision = excluded.revision, posted_at = excluded.posted_at"
)


def of_table(db: sqlite3.Connection, code: str) -> list[BoardRow]:
    """The boards of a table, the first posted first."""
    rows = db.execute("SELECT * FROM boards WHERE table_code = ? ORDER BY posted_at, slot", (code,))
    return [read_row(BoardRow, row) for row in rows]


def in_slot(db: sqlite3.Connection, code: str, slot: str) -> BoardRow | None:
    """The message of a slot. There are as many lists as chats: no request walks them."""
    if code == NO_TABLE:
        row = db.execute("SELECT * FROM lists WHERE slot = ?", (slot,)).fetchone()
    else:
        row = db.execute("SELECT * FROM boards WHERE table_code = ? AND slot = ?", (code, slot)).fetchone()
    return None if row is None else read_row(BoardRow, row)


def shown(db: sqlite3.Connection, code: str, board: BoardRow) -> None:
    """Keep what a slot shows now. `posted_at` is when the message was sent, not edited."""
    values = columns(board, _COLUMNS)
    if code == NO_TABLE:
        db.execute(f"{insertion('lists', values)} ON CONFLICT (slot) {_SHOWN_ANEW}", values)
        return
    values |= {"table_code": code}
    db.execute(f"{insertion('boards', values)} ON CONFLICT (table_code, slot) {_SHOWN_ANEW}", values)


def gone(db: sqlite3.Connection, code: str, slot: str) -> None:
    """Forget the message of a slot."""
    if code == NO_TABLE:
        db.execute("DELETE FROM lists WHERE slot = ?", (slot,))
    else:
        db.execute("DELETE FROM boards WHERE table_code = ? AND slot = ?", (code, slot))


class StoredMessages:
    """Which message shows what, as the outbox writes it down."""

    def __init__(self, store: Store) -> None:
        """The messages in `store`."""
        self._store = store

    async def board(self, code: str, slot: str) -> BoardRow | None:
        return await self._store.read(in_slot, code, slot)

    async def board_shown(
        self, code: str, slot: str, message: int, revision: int, posted_at: datetime
    ) -> None:
        await self._store.write(shown, code, BoardRow(slot, message, revision, posted_at))

    async def board_gone(self, code: str, slot: str) -> None:
        await self._store.write(gone, code, slot)
