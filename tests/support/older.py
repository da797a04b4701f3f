"""A database as an earlier version of the program would have it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.migrations import migrate, shipped


def make_older(path: Path, version: int) -> None:
    """Put a database of this version in the place of a closed one, with what of its rows had columns then."""
    older = path.with_name("older.db")
    with closing(sqlite3.connect(older, isolation_level=None)) as db:
        migrate(db, shipped()[:version], older)
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("ATTACH ? AS newer", (str(path),))
        tables = "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        for (table,) in db.execute(tables).fetchall():
            names = [
                {row[0] for row in db.execute("SELECT name FROM pragma_table_info(?, ?)", (table, schema))}
                for schema in ("main", "newer")
            ]
            columns = ", ".join(f'"{name}"' for name in sorted(names[0] & names[1]))
            db.execute(f'INSERT INTO main."{table}" ({columns}) SELECT {columns} FROM newer."{table}"')  # noqa: S608 - names of the schema
    older.replace(path)
