"""Chats and their settings."""

import sqlite3

from bot.model.rows import Chat
from bot.ports.requests import Place
from bot.store import relocation
from bot.store.values import read_row


def current(db: sqlite3.Connection, place: Place) -> tuple[str, int]:
    """The platform and the id of a place's chat as the store knows it, though the place may still say an earlier id."""
    return place.platform, relocation.current(db, *place.chat)


def find(db: sqlite3.Connection, place: Place) -> Chat | None:
    """The chat of a place."""
    row = db.execute("SELECT * FROM chats WHERE platform = ? AND chat_id = ?", current(db, place)).fetchone()
    return None if row is None else read_row(Chat, row)


def any_known(db: sqlite3.Connection) -> bool:
    """Whether there is any chat."""
    return db.execute("SELECT 1 FROM chats LIMIT 1").fetchone() is not None


def find_or_create(db: sqlite3.Connection, place: Place, first_language: str | None) -> Chat:
    """The chat of a place; the first language told for it stays."""
    db.execute(
        """
        INSERT INTO chats (platform, chat_id, first_language) VALUES (?, ?, ?)
        ON CONFLICT (platform, chat_id) DO UPDATE
        SET first_language = coalesce(first_language, excluded.first_language)
        """,
        (*current(db, place), first_language),
    )
    chat = find(db, place)
    assert chat is not None  # noqa: S101 — written above, in this transaction
    return chat


def set_language(db: sqlite3.Connection, chat_id: int, language: str | None) -> None:
    """Set or take back the chat's choice."""
    changed = db.execute("UPDATE chats SET language = ? WHERE id = ?", (language, chat_id)).rowcount
    if changed != 1:
        raise LookupError(f"no chat {chat_id}")
