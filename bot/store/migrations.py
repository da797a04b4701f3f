"""The numbered migrations: how a database comes to the schema of this program."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from bot.model.errors import StoreUnusable
from bot.store import files
from bot.store.connection import transaction

#: Marks a file as ours in SQLite's header.
APPLICATION_ID = int.from_bytes(b"tw21")


@dataclass(frozen=True, slots=True)
class Migration:
    """A step to `version`, from the one before."""

    version: int
    sql: str


def shipped() -> tuple[Migration, ...]:
    """The migrations of this program, from 1."""
    folder = resources.files("bot.store").joinpath("migrations")
    scripts = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda f: f.name)
    steps = tuple(Migration(int(file.name[:4]), file.read_text(encoding="utf-8")) for file in scripts)
    if [step.version for step in steps] != list(range(1, len(steps) + 1)):
        raise RuntimeError("the migrations are not numbered 1, 2, 3, …")
    return steps


def version(db: sqlite3.Connection, path: Path) -> int:
    """The version of an existing database; 0 for an empty one.

    Raises:
        StoreUnusable: it is a database of another program.
    """
    number: int = db.execute("PRAGMA user_version").fetchone()[0]
    mark: int = db.execute("PRAGMA application_id").fetchone()[0]
    empty: bool = db.execute("SELECT count(*) = 0 FROM sqlite_schema").fetchone()[0]
    if mark != APPLICATION_ID and not (empty and mark == 0 and number == 0):
        raise StoreUnusable(f"{path} is not a database of this program.")
    return number


def refuse_newer(number: int, steps: Sequence[Migration], path: Path) -> None:
    """Stop before a database is touched that a newer program has made.

    Raises:
        StoreUnusable: it is newer.
    """
    if number > len(steps):
        raise StoreUnusable(
            f"The database {path} has version {number}, newer than this program, which knows {len(steps)}."
        )


def migrate(db: sqlite3.Connection, steps: Sequence[Migration], path: Path) -> None:
    """Bring the database to the version of the last of `steps`; an older one with content is copied first.

    The copy lies beside it, as `<name>.v<version>.bak`.
    """
    number = version(db, path)
    if 0 < number < len(steps):
        _copy(db, path.with_name(f"{path.name}.v{number}.bak"))
    for step in steps[number:]:
        _apply(db, step)


def _apply(db: sqlite3.Connection, step: Migration) -> None:
    """One step, in one transaction with its version.

    It may rebuild tables, so references are checked at its end only.
    """

    def work(db: sqlite3.Connection) -> None:
        for statement in statements(step.sql):
            db.execute(statement)
        if db.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise sqlite3.IntegrityError(f"migration {step.version} leaves a reference to nothing")
        # PRAGMA takes no parameters; both are integers of ours.
        db.execute(f"PRAGMA user_version = {int(step.version)}")
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")

    db.execute("PRAGMA foreign_keys = OFF")
    try:
        transaction(db, "BEGIN IMMEDIATE", work)
    finally:
        db.execute("PRAGMA foreign_keys = ON")


def statements(sql: str) -> list[str]:
    """The statements of a script, each from a line of its own on. `executescript` would commit before it starts."""
    found: list[str] = []
    pending = ""
    for line in sql.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            found.append(pending)
            pending = ""
    if pending.strip():
        raise ValueError("the last statement of a migration has no end")
    return found


def _copy(db: sqlite3.Connection, target: Path) -> None:
    """A copy by SQLite's backup, which knows the WAL. It gets its name when it is whole."""
    partial = target.with_name(target.name + ".partial")
    files.remove(partial)
    files.make_private(partial)
    with closing(sqlite3.connect(partial)) as copy:
        db.backup(copy)
    partial.replace(target)
