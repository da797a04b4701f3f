"""A chat that gets another id from its platform: everything that names it, in one transaction."""

import sqlite3

from bot.model.rows import LEFT_BEHIND
from bot.store.schema import references

#: The sums that are kept by `chats.id` without referring to it (0: everywhere), and what is added up in them.
SUMS = {
    "standings": ("games", "wins", "rating", "rubles"),
    "round_standings": ("rounds", "units"),
}

#: Tables with the platform's own id of a chat that are not simply given the new one.
APART = frozenset({"chats", "chat_aliases"})


def aliases(db: sqlite3.Connection) -> dict[tuple[str, int], int]:
    """What each chat that had another id is called now."""
    rows = db.execute("SELECT platform, chat_id, became FROM chat_aliases")
    return {(row["platform"], row["chat_id"]): row["became"] for row in rows}


def current(db: sqlite3.Connection, platform: str, chat_id: int) -> int:
    """The id that a chat has now."""
    row = db.execute(
        "SELECT became FROM chat_aliases WHERE platform = ? AND chat_id = ?", (platform, chat_id)
    ).fetchone()
    return chat_id if row is None else int(row["became"])


def move(db: sqlite3.Connection, platform: str, old: int, new: int) -> bool:
    """Give all that names the chat `old` the id `new`; False if that was done before, or would lead round in a circle.

    If both are known they become one: the chosen language is that of the new one if it has one, the first language that of
    the old one, sums are added up. Messages of open tables are forgotten, those of ended ones are known to have been shown.
    """
    new = current(db, platform, new)
    if current(db, platform, old) != old or new == old:
        return False
    _leave_boards(db, platform, old)
    _merge_settings(db, platform, old, new)
    for table in renamed(db):
        # What is there under the new id already says the same: a row that cannot be renamed is one too many.
        names = (new, platform, old)
        db.execute(
            f'UPDATE OR IGNORE "{table}" SET chat_id = ? WHERE platform = ? AND chat_id = ?',  # noqa: S608 - from the schema
            names,
        )
        db.execute(f'DELETE FROM "{table}" WHERE platform = ? AND chat_id = ?', names[1:])  # noqa: S608 - from the schema
    db.execute("UPDATE chat_aliases SET became = ? WHERE platform = ? AND became = ?", (new, platform, old))
    db.execute("INSERT INTO chat_aliases (platform, chat_id, became) VALUES (?, ?, ?)", (platform, old, new))
    return True


def renamed(db: sqlite3.Connection) -> list[str]:
    """The tables that know a chat by its platform's id, from the schema itself: none can be left out."""
    rows = db.execute(
        """
        SELECT schema.name AS name FROM sqlite_schema AS schema
        JOIN pragma_table_info(schema.name) AS columns
        WHERE schema.type = 'table' AND columns.name IN ('platform', 'chat_id')
        GROUP BY schema.name HAVING count(*) = 2 ORDER BY schema.name
        """
    )
    return [row["name"] for row in rows if row["name"] not in APART]


def _merge_settings(db: sqlite3.Connection, platform: str, old: int, new: int) -> None:
    """Make one row of `chats` of the two. The old one stays: more refers to it."""
    rows = {
        row["chat_id"]: row
        for row in db.execute(
            "SELECT * FROM chats WHERE platform = ? AND chat_id IN (?, ?)", (platform, old, new)
        )
    }
    before, after = rows.get(old), rows.get(new)
    if before is None:
        return
    kept = int(before["id"])
    _leave_lists(db, kept)
    if after is not None:
        _merge_sums(db, int(after["id"]), kept)
        names = (kept, after["id"])
        for table, columns in references(db, "chats").items():
            for column in columns:
                db.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE "{column}" = ?', names)  # noqa: S608 - from the schema
        db.execute("DELETE FROM chats WHERE id = ?", (after["id"],))
        db.execute(
            """
            UPDATE chats SET language = coalesce(:language, language), first_language = coalesce(first_language, :first)
            WHERE id = :id
            """,
            {"language": after["language"], "first": after["first_language"], "id": kept},
        )
    db.execute("UPDATE chats SET chat_id = ? WHERE id = ?", (new, kept))


def _merge_sums(db: sqlite3.Connection, gone: int, kept: int) -> None:
    for table, columns in SUMS.items():
        added = ", ".join(f"{column} = {column} + excluded.{column}" for column in columns)
        listed = ", ".join(columns)
        db.execute(
            f"""
            INSERT INTO {table} (person_id, scope, period, name, {listed})
            SELECT person_id, ?, period, name, {listed} FROM {table} WHERE scope = ?
            ON CONFLICT (person_id, scope, period) DO UPDATE SET {added}
            """,  # noqa: S608 - the names stand above
            (kept, gone),
        )
        db.execute(f"DELETE FROM {table} WHERE scope = ?", (gone,))  # noqa: S608 - the names stand above


def _leave_boards(db: sqlite3.Connection, platform: str, old: int) -> None:
    """Know no message of the old chat any more: under the new id its number may be that of another one."""
    here = "table_code IN (SELECT code FROM tables WHERE platform = ? AND chat_id = ?) AND slot NOT LIKE 'replay:%'"
    db.execute(f"UPDATE boards SET message = {LEFT_BEHIND} WHERE {here}", (platform, old))  # noqa: S608 - no value in it
    db.execute(
        """
        DELETE FROM boards WHERE message = ? AND table_code IN (
            SELECT code FROM tables WHERE platform = ? AND chat_id = ? AND status IN ('application', 'playing')
        )
        """,
        (LEFT_BEHIND, platform, old),
    )
    # A table may have been looked at again in a chat that is not its own: `replay:person:platform:chat:thread`.
    db.execute("DELETE FROM boards WHERE slot LIKE 'replay:%:' || ? || ':' || ? || ':%'", (platform, old))


def _leave_lists(db: sqlite3.Connection, chat: int) -> None:
    """The same for messages of no table: `kind:chat` or `kind:chat:thread`, the chat by its row."""
    for row in db.execute("SELECT slot FROM lists").fetchall():
        if row["slot"].split(":")[1:2] == [str(chat)]:
            db.execute("DELETE FROM lists WHERE slot = ?", (row["slot"],))
