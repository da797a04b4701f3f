"""The messages of tables on their platforms."""

import sqlite3

from bot.store.rows import BoardRow
from bot.store.values import read_time, stored_time


def of_table(db: sqlite3.Connection, code: str) -> list[BoardRow]:
    """The boards of a table, the first posted first."""
    rows = db.execute("SELECT * FROM boards WHERE table_code = ? ORDER BY posted_at, slot", (code,))
    return [
        BoardRow(row["slot"], row["message"], row["revision"], read_time(int(row["posted_at"])))
        for row in rows
    ]


def shown(db: sqlite3.Connection, code: str, board: BoardRow) -> None:
    """Keep what a slot shows now."""
    db.execute(
        """
        INSERT INTO boards (table_code, slot, message, revision, posted_at) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (table_code, slot) DO UPDATE SET
            message = excluded.message, revision = excluded.revision, posted_at = excluded.posted_at
        """,
        (code, board.slot, board.message, board.revision, stored_time(board.posted_at)),
    )


def gone(db: sqlite3.Connection, code: str, slot: str) -> None:
    """Forget the message of a slot."""
    db.execute("DELETE FROM boards WHERE table_code = ? AND slot = ?", (code, slot))
