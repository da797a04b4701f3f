"""What is stored of a person, and how it is forgotten."""

import json
import sqlite3
from datetime import datetime

from bot.model.errors import SeatTaken
from bot.ports.names import clean_name, isolated
from bot.ports.requests import Account
from bot.store import limits, tables
from bot.store.persons import LOCAL
from bot.store.schema import references
from bot.store.values import read_time

#: Columns that hold times, shown as times.
_TIMES = set("at created_at touched_at started_at ended_at second_at deadline began_at due_at".split())  # noqa: SIM905 - as below

#: What of each table a person may see of himself, also while his games run: what a view hides is not here, nor are secrets,
#: digests, other persons. A column that is not decided about is not shown.
SHOWN = {
    "persons": "id name language client_language words appearance rating rubles games wins units rounds",
    "accounts": "platform user_id person_id",
    "broken_starts": "table_code person_id",
    "callers": "id person_id platform chat_id",
    "counted": "id table_code seat person_id chat at games wins rating rubles",
    "counted_rounds": "id table_code seat person_id chat at rounds units",
    "day_accounts": "day person_id",
    "encounters": "person_id at table_code",
    "escrow": "table_code person_id held movements",
    "joins": "id table_code person_id share",
    "last_options": "person_id game options",
    "ledger": "id person_id currency amount source source_id reason at",
    "lessons": "person_id spot up cards correct due_at",
    "moves": "table_code seq text at person_id",
    "results": "table_code seat person_id games wins rating rubles net won forfeited rounds units",
    "round_standings": "person_id scope period name rounds units",
    "seats": "table_code position person_id chips open coming settled",
    "standings": "person_id scope period name games wins rating rubles",
    "tables": "code tag platform chat_id thread private place_language game options status opener created_at touched_at "
    "seq revision deadline second_at started_at ended_at note stake chain link rounds_before awaiting",
    "trainees": "person_id decisions best share situations",
    "trainings": "id person_id began_at ended_at hand hinted computers",
    "words": "table_code person_id coming position word",
}

#: What belongs to a person by way of his trainings, shown in the same way.
OF_TRAININGS = {
    "training_hands": "training_id number given halves computers",
    "training_moves": "training_id hand seq text at",
    "decisions": "training_id hand turn cards up play best chart cost hinted",
}

#: Columns that are shown where this holds, empty elsewhere: the cards given to a hand in play have the dealer's face-down one.
_ONLY_WHERE = {("training_hands", "given"): "halves IS NOT NULL"}

#: The author of messages whose person is forgotten; platforms number persons from 1.
NOBODY = 0


def forgotten_name(person_id: int) -> str:
    """The name a forgotten person has in the store; screens say it in their language where they know."""
    return f"player {person_id}"


def stored_of(db: sqlite3.Connection, person_id: int) -> dict[str, list[dict[str, object]]]:
    """Every row that names the person, by table, whatever tables there are, as far as he may see it; times as ISO 8601 in UTC."""
    found = {"persons": _rows(db, "persons", SHOWN["persons"], "id = :person", person_id)}
    for table, columns in references(db, "persons").items():
        shown = SHOWN.get(table, "")
        ways = [f'"{column}" = :person' for column in columns if column in shown.split()]
        if ways and (rows := _rows(db, table, shown, " OR ".join(ways), person_id)):
            found[table] = rows
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
    for table, shown in OF_TRAININGS.items():
        own = "training_id IN (SELECT id FROM trainings WHERE person_id = :person)"
        if rows := _rows(db, table, shown, own, person_id):
            found[table] = rows
    return found


def _rows(
    db: sqlite3.Connection, table: str, columns: str, where: str, person_id: int
) -> list[dict[str, object]]:
    shown = ", ".join(_shown(table, column) for column in columns.split())
    query = f'SELECT {shown} FROM "{table}" WHERE {where}'  # noqa: S608 - names and conditions stand above
    return [_told(row) for row in db.execute(query, {"person": person_id})]


def _shown(table: str, column: str) -> str:
    where = _ONLY_WHERE.get((table, column))
    return f'"{column}"' if where is None else f'CASE WHEN {where} THEN "{column}" END AS "{column}"'


def _told(row: sqlite3.Row) -> dict[str, object]:
    told: dict[str, object] = {}
    for name in row.keys():  # noqa: SIM118 - iterating over a sqlite3.Row gives its values
        value = row[name]
        told[name] = read_time(value).isoformat() if name in _TIMES and isinstance(value, int) else value
    return told


def forget(db: sqlite3.Connection, person_id: int, at: datetime) -> str:
    """Cut a person's accounts, take his name and what he chose; ledger, results and records stay.

    His trainings concern nobody else and go, hands and decisions with them. The copy of the name in `standings` follows by a trigger.
    """
    if (code := tables.seat_of(db, person_id)) is not None:
        raise SeatTaken(code)
    person = db.execute("SELECT * FROM people WHERE id = ?", (person_id,)).fetchone()
    if person is None:
        raise LookupError(f"no person {person_id}")
    name = forgotten_name(person_id)
    if person["platform"] == LOCAL:
        _forget_said(db, person["user_id"], person["name"], name)
    elif person["platform"]:  # a local person who comes back is somebody else, by a number of his own
        limits.remember(db, Account(person["platform"], person["user_id"], ""), person_id, at)
    for table in ("accounts", "last_options", "callers", "trainings", "lessons", "trainees"):
        db.execute(f"DELETE FROM {table} WHERE person_id = ?", (person_id,))  # noqa: S608 - named above
    db.execute(
        "UPDATE persons SET name = ?, language = NULL, client_language = NULL, words = 0 WHERE id = ?",
        (name, person_id),
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
