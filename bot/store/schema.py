"""The schema itself, asked: what knows of a table cannot be left out."""

import sqlite3


def references(db: sqlite3.Connection, table: str) -> dict[str, list[str]]:
    """The tables that refer to `table`, and by which columns."""
    rows = db.execute(
        """
        SELECT schema.name AS name, keys."from" AS reference
        FROM sqlite_schema AS schema JOIN pragma_foreign_key_list(schema.name) AS keys
        WHERE schema.type = 'table' AND keys."table" = ? ORDER BY schema.name, keys."from"
        """,
        (table,),
    )
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(row["name"], []).append(row["reference"])
    return found
