"""Persons, their platform accounts, what they chose."""

import json
import sqlite3
from collections.abc import Iterable
from datetime import datetime

from bot.model.rows import Person
from bot.ports.requests import Account
from bot.store import limits
from bot.store.values import read_row, stored_text

#: The platform of those without one: they live on the local page.
LOCAL = "web"


class Known:
    """Persons as they were last read, by the account as their client tells it; SQLite itself tells when one has changed."""

    def __init__(self) -> None:
        """Nobody is known yet."""
        self.persons: dict[Account, Person] = {}
        self.changed = False

    def watch(self, db: sqlite3.Connection) -> None:
        """Hear of every change that this connection makes to a person, or to whose an account is."""
        db.create_function("person_changed", 0, self._note)
        for change in ("UPDATE ON persons", "UPDATE ON accounts", "DELETE ON accounts"):
            name = f"watched_{change.replace(' ', '_').lower()}"
            db.execute(f"CREATE TEMP TRIGGER {name} AFTER {change} BEGIN SELECT person_changed(); END")

    def _note(self) -> None:
        self.changed = True

    def forget(self) -> None:
        """A transaction that has changed somebody has ended. What is still being read goes to nobody."""
        self.changed, self.persons = False, {}


def find(db: sqlite3.Connection, account: Account) -> Person | None:
    """The person of an account."""
    # By way of the account: the view's columns of it have no index.
    row = db.execute(
        """
        SELECT * FROM people
        WHERE id = (SELECT person_id FROM accounts WHERE platform = ? AND user_id = ?)
        """,
        (account.platform, account.user_id),
    ).fetchone()
    return None if row is None else _person(row)


def current(person: Person, account: Account) -> bool:
    """Whether what is stored is what the account says. A client that tells no language takes none back."""
    return person.name == stored_text(account.name) and (
        account.language is None or person.client_language == stored_text(account.language)
    )


def find_or_create(db: sqlite3.Connection, account: Account, at: datetime) -> Person:
    """The person of an account, with its name and client language brought up to date."""
    person = find(db, account)
    name, language = stored_text(account.name), stored_text(account.language)
    if person is None:
        added = db.execute(
            "INSERT INTO persons (name, client_language) VALUES (?, ?)", (name, language)
        ).lastrowid
        db.execute(
            "INSERT INTO accounts (platform, user_id, person_id) VALUES (?, ?, ?)",
            (account.platform, account.user_id, added),
        )
        limits.recognize(db, account, added or 0, at)
    elif not current(person, account):
        db.execute(
            "UPDATE persons SET name = ?, client_language = coalesce(?, client_language) WHERE id = ?",
            (name, language, person.id),
        )
    else:
        return person
    found = find(db, account)
    assert found is not None  # noqa: S101 — written above, in this transaction
    return found


def many(db: sqlite3.Connection, ids: Iterable[int]) -> dict[int, Person]:
    """The persons with these ids, those that there are."""
    rows = db.execute(
        "SELECT * FROM people WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(list(ids)),)
    )
    return {row["id"]: _person(row) for row in rows}


def set_words(db: sqlite3.Connection, person_id: int, on: bool) -> None:  # noqa: FBT001 - a column's value
    """Keep whether a person wants cards in words."""
    db.execute("UPDATE persons SET words = ? WHERE id = ?", (on, person_id))


def set_language(db: sqlite3.Connection, person_id: int, language: str | None) -> None:
    """Set or take back a person's choice."""
    changed = db.execute("UPDATE persons SET language = ? WHERE id = ?", (language, person_id)).rowcount
    if changed != 1:
        raise LookupError(f"no person {person_id}")


def last_options(db: sqlite3.Connection, person_id: int, game: str) -> str | None:
    """The options he opened his last table of a game with."""
    row = db.execute(
        "SELECT options FROM last_options WHERE person_id = ? AND game = ?", (person_id, game)
    ).fetchone()
    return None if row is None else str(row["options"])


def remember_options(db: sqlite3.Connection, person_id: int, game: str, options: str) -> None:
    """Keep the options of his last table of a game."""
    db.execute(
        """
        INSERT INTO last_options (person_id, game, options) VALUES (?, ?, ?)
        ON CONFLICT (person_id, game) DO UPDATE SET options = excluded.options
        """,
        (person_id, game, stored_text(options)),
    )


def local(db: sqlite3.Connection) -> list[Account]:
    """The local persons, in the order they came."""
    rows = db.execute("SELECT * FROM people WHERE platform = ? ORDER BY user_id", (LOCAL,))
    return [_person(row).account for row in rows]


def add_local(db: sqlite3.Connection, name: str, at: datetime) -> Account:
    """A new local person, with the next number: never that of a person who was forgotten."""
    number: int = db.execute(
        """
        SELECT 1 + max(
            coalesce((SELECT max(user_id) FROM accounts WHERE platform = ?), 0),
            coalesce((SELECT number FROM highest WHERE kind = ?), 0)
        )
        """,
        (LOCAL, LOCAL),
    ).fetchone()[0]
    return find_or_create(db, Account(LOCAL, number, name), at).account


def account_of(row: sqlite3.Row) -> Account:
    """The account in a row of the view `people`."""
    return Account(row["platform"], row["user_id"], row["name"], row["client_language"])


def _person(row: sqlite3.Row) -> Person:
    return read_row(Person, row, account=account_of(row))
