"""Press ids: what has been done once is not done again."""

import sqlite3
from datetime import datetime

from bot.model.errors import PressRepeated
from bot.store.values import stored_text, stored_time


def seen(db: sqlite3.Connection, press_id: str) -> bool:
    """Whether this press has had its effect."""
    row = db.execute("SELECT 1 FROM presses WHERE press_id = ?", (stored_text(press_id),)).fetchone()
    return row is not None


def mark(db: sqlite3.Connection, press_id: str, at: datetime) -> None:
    """Keep a press id, in the transaction of its effect."""
    added = db.execute(
        "INSERT INTO presses (press_id, at) VALUES (?, ?) ON CONFLICT (press_id) DO NOTHING",
        (stored_text(press_id), stored_time(at)),
    ).rowcount
    if added != 1:
        raise PressRepeated(press_id)


def drop_old(db: sqlite3.Connection, before: datetime, *, keep: int) -> None:
    """Forget the presses from before a moment, but for the `keep` last ones: the calendar may be wrong."""
    db.execute(
        "DELETE FROM presses WHERE at < ? AND press_id NOT IN (SELECT press_id FROM presses ORDER BY at DESC LIMIT ?)",
        (stored_time(before), keep),
    )
