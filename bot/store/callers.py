"""Who wants to be called when a table opens in a chat."""

import sqlite3

from bot.ports.requests import Account, Place
from bot.store.chats import current


def toggle(db: sqlite3.Connection, person: int, place: Place) -> bool:
    """Turn it on or off for that person and chat; returns whether it is on now."""
    where = (person, *current(db, place))
    gone = db.execute(
        "DELETE FROM callers WHERE person_id = ? AND platform = ? AND chat_id = ?", where
    ).rowcount
    if gone:
        return False
    db.execute("INSERT INTO callers (person_id, platform, chat_id) VALUES (?, ?, ?)", where)
    return True


def of_chat(db: sqlite3.Connection, place: Place) -> list[Account]:
    """Those to be called in a chat who sit at no table, the first to have asked first."""
    rows = db.execute(
        """
        SELECT people.platform, people.user_id, people.name
        FROM callers JOIN people ON people.id = callers.person_id
        WHERE callers.platform = ? AND callers.chat_id = ? AND people.platform = callers.platform
            AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.person_id = people.id AND seats.open = 1)
        ORDER BY callers.id
        """,
        current(db, place),
    )
    return [Account(row["platform"], row["user_id"], row["name"]) for row in rows]
