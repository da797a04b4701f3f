"""What is stored of a person, and how it is forgotten."""

import json
import sqlite3
from datetime import datetime

from bot.names import clean_name, isolated
from bot.requests import Account
from bot.store import limits, presses, tables
from bot.store.errors import SeatTaken
from bot.store.persons import LOCAL
from bot.store.values import read_time

#: Columns that hold times, shown as times.
_TIMES = frozenset(
    {
        "at",
        "created_at",
        "touched_at",
        "started_at",
        "ended_at",
        "second_at",
        "deadline",
        "began_at",
        "due_at",
    }
)

#: What belongs to a person by way of his trainings.
_OF_TRAININGS = ("training_hands", "training_moves", "decisions")

#: The author of messages whose person is forgotten; platforms number persons from 1.
NOBODY = 0


def forgotten_name(person_id: int) -> str:
    """The name a forgotten person has in the store; screens say it in their language where they know."""
    return f"player {person_id}"


def stored_of(db: sqlite3.Connection, person_id: int) -> dict[str, list[dict[str, object]]]:
    """Every row that names the person, by table, whatever tables there are; times as ISO 8601 in UTC.

    Binary columns are left out: they are secrets of tables and digests, which belong to nobody.
    """
    found = {"persons": _rows(db, "persons", "id", person_id)}
    for table, column in _references(db):
        if rows := _rows(db, table, column, person_id):
            # A table may name persons in several columns: a row that names him twice is one row.
            known = found.setdefault(table, [])
            known.extend(row for row in rows if row not in known)
    said = db.execute(
        """
        SELECT chat_log.id, chat_log.body FROM chat_log
        JOIN accounts ON accounts.platform = chat_log.platform AND accounts.user_id = chat_log.author
        WHERE accounts.person_id = ? ORDER BY chat_log.id
        """,
        (person_id,),
    ).fetchall()
    if said:
        found["chat_log"] = [dict(row) for row in said]
    for table in _OF_TRAININGS:
        query = f"""
            SELECT "{table}".* FROM "{table}" JOIN trainings ON trainings.id = "{table}".training_id
            WHERE trainings.person_id = ?
        """  # noqa: S608 - the names stand above
        if of_trainings := [_shown(row) for row in db.execute(query, (person_id,))]:
            found[table] = of_trainings
    return found


def _references(db: sqlite3.Connection) -> list[tuple[str, str]]:
    """The tables and columns that refer to persons, from the schema itself: none can be left out."""
    rows = db.execute(
        """
        SELECT schema.name AS name, keys."from" AS reference
        FROM sqlite_schema AS schema JOIN pragma_foreign_key_list(schema.name) AS keys
        WHERE schema.type = 'table' AND keys."table" = 'persons' ORDER BY schema.name, keys."from"
        """
    )
    return [(row["name"], row["reference"]) for row in rows]


def _rows(db: sqlite3.Connection, table: str, column: str, person_id: int) -> list[dict[str, object]]:
    query = f'SELECT * FROM "{table}" WHERE "{column}" = ?'  # noqa: S608 - names come from the schema of this file
    return [_shown(row) for row in db.execute(query, (person_id,))]


def _shown(row: sqlite3.Row) -> dict[str, object]:
    shown: dict[str, object] = {}
    for name in row.keys():  # noqa: SIM118 - iterating over a sqlite3.Row gives its values
        value = row[name]
        if isinstance(value, bytes):
            continue
        is_time = name in _TIMES and isinstance(value, int)
        shown[name] = read_time(int(value)).isoformat() if is_time else value
    return shown


def forget(db: sqlite3.Connection, person_id: int, press_id: str, at: datetime) -> str:
    """Cut a person's accounts, take his name and what he chose; ledger, results and records stay.

    His trainings concern nobody else and go, hands and decisions with them. The copy of the name in `standings` follows by a trigger.
    """
    presses.mark(db, press_id, at)
    if (code := tables.seat_of(db, person_id)) is not None:
        raise SeatTaken(code)
    person = db.execute("SELECT * FROM people WHERE id = ?", (person_id,)).fetchone()
    if person is None:
        raise LookupError(f"no person {person_id}")
    name = forgotten_name(person_id)
    if person["platform"] == LOCAL:
        _forget_said(db, person["user_id"], person["name"], name)
    if person["platform"] not in {
        LOCAL,
        "",
    }:  # whoever comes back there is somebody else, by a number of his own
        limits.remember(db, Account(person["platform"], person["user_id"], ""), person_id, at)
    db.execute("DELETE FROM accounts WHERE person_id = ?", (person_id,))
    db.execute("DELETE FROM last_options WHERE person_id = ?", (person_id,))
    db.execute("DELETE FROM callers WHERE person_id = ?", (person_id,))
    for table in ("trainings", "lessons", "trainees"):
        db.execute(f"DELETE FROM {table} WHERE person_id = ?", (person_id,))  # noqa: S608 - named above
    db.execute(
        "UPDATE persons SET name = ?, language = NULL, client_language = NULL WHERE id = ?", (name, person_id)
    )
    return name


def _forget_said(db: sqlite3.Connection, user_id: int, name: str, new_name: str) -> None:
    """Take a local person out of the kept messages: as their author, as who is called, by his name on boards."""
    db.execute(
        """
        INSERT INTO highest (kind, number) VALUES (?, ?)
        ON CONFLICT (kind) DO UPDATE SET number = max(number, excluded.number)
        """,
        (LOCAL, user_id),
    )
    db.execute("UPDATE chat_log SET author = ? WHERE platform = ? AND author = ?", (NOBODY, LOCAL, user_id))
    # A board may have shortened the name; every form of it stands between isolates.
    forms = {isolated(form) for longest in range(4, 33) if (form := clean_name(name, longest))}
    rows = db.execute("SELECT id, body FROM chat_log WHERE platform = ? AND author IS NULL", (LOCAL,))
    for row in rows.fetchall():
        try:
            body = json.loads(row["body"])
        except ValueError:
            continue
        changed = json.dumps(_renamed(body, user_id, forms, isolated(new_name)), ensure_ascii=False)
        if changed != json.dumps(body, ensure_ascii=False):
            db.execute("UPDATE chat_log SET body = ? WHERE id = ?", (changed, row["id"]))


def _renamed(value: object, user_id: int, forms: set[str], new_name: str) -> object:
    match value:
        case str():
            for form in forms:
                value = value.replace(form, new_name)
            return value
        case list():
            return [_renamed(item, user_id, forms, new_name) for item in value]
        case dict():
            return {
                key: [user for user in item if user != user_id]
                if key == "mentions" and isinstance(item, list)
                else _renamed(item, user_id, forms, new_name)
                for key, item in value.items()
                if not (key == "mention" and item == user_id)
            }
        case _:
            return value
