"""What a chat without a platform behind it keeps: its messages, its persons."""

import sqlite3
from collections.abc import Sequence

from bot.ports.chatlog import Logged
from bot.ports.requests import Account, Place
from bot.store import persons
from bot.store.store import Store
from bot.store.values import stored_text

#: How many messages of a chat are kept.
KEPT = 500


class StoredChatLog:
    """`bot.ports.chatlog.ChatLog` in the store. A message belongs to its chat, whatever the thread."""

    def __init__(self, store: Store) -> None:
        """The messages in `store`."""
        self._store = store

    async def append(self, place: Place, author: int | None, body: str) -> int:
        return await self._store.write(_append, place, author, body)

    async def replace(self, place: Place, message: int, body: str) -> bool:
        return await self._store.write(_replace, place, message, body)

    async def remove(self, place: Place, message: int) -> None:
        await self._store.write(_remove, place, message)

    async def recent(self, place: Place, count: int = KEPT) -> Sequence[Logged]:
        return await self._store.read(_recent, place, count)


class StoredPeople:
    """`bot.ports.chatlog.People` in the store: accounts of the platform `web`, numbered from 1."""

    def __init__(self, store: Store) -> None:
        """The persons in `store`."""
        self._store = store

    async def local(self) -> Sequence[Account]:
        return await self._store.read(persons.local)

    async def add_local(self, name: str) -> Account:
        return await self._store.write(persons.add_local, name, self._store.clock.now())


def _append(db: sqlite3.Connection, place: Place, author: int | None, body: str) -> int:
    """A new message; the oldest beyond the last `KEPT` are dropped."""
    added: int = db.execute(
        "INSERT INTO chat_log (platform, chat_id, author, body) VALUES (?, ?, ?, ?) RETURNING id",
        (*place.chat, author, stored_text(body)),
    ).fetchone()[0]
    db.execute(
        """
        DELETE FROM chat_log WHERE platform = :platform AND chat_id = :chat AND id <= (
            SELECT id FROM chat_log WHERE platform = :platform AND chat_id = :chat
            ORDER BY id DESC LIMIT 1 OFFSET :kept
        )
        """,
        {"platform": place.platform, "chat": place.chat_id, "kept": KEPT},
    )
    return added


def _replace(db: sqlite3.Connection, place: Place, message: int, body: str) -> bool:
    changed = db.execute(
        "UPDATE chat_log SET body = ? WHERE id = ? AND platform = ? AND chat_id = ?",
        (stored_text(body), message, *place.chat),
    ).rowcount
    return changed == 1


def _remove(db: sqlite3.Connection, place: Place, message: int) -> None:
    db.execute("DELETE FROM chat_log WHERE id = ? AND platform = ? AND chat_id = ?", (message, *place.chat))


def _recent(db: sqlite3.Connection, place: Place, count: int) -> list[Logged]:
    rows = db.execute(
        "SELECT * FROM chat_log WHERE platform = ? AND chat_id = ? ORDER BY id DESC LIMIT ?",
        (*place.chat, max(count, 0)),
    ).fetchall()
    return [Logged(row["id"], row["author"], row["body"]) for row in reversed(rows)]
