"""Evenings: which games of a place belong together, and whether they have been told of."""

import sqlite3
from datetime import datetime

from bot.model.evening import Evening, Group, Share
from bot.model.options import Options
from bot.model.rows import TableRow
from bot.ports.requests import Place
from bot.store import presses
from bot.store.chats import current
from bot.store.values import read_time, stored_time
from engine.games import GAMES

_HERE = "platform = ? AND chat_id = ? AND thread = ?"

#: Games that ended in a place within two times. A table that goes on as long as people like is one game with all its records.
_GAMES = """
    FROM tables WHERE platform = ? AND chat_id = ? AND coalesce(thread, 0) = ? AND status = 'finished'
        AND ended_at >= ? AND ended_at <= ?
        AND EXISTS (SELECT 1 FROM results WHERE table_code = code)
"""

#: Later than any time.
_EVER = 2**62


def _key(db: sqlite3.Connection, place: Place) -> tuple[str, int, int]:
    return (*current(db, place), place.thread or 0)


def begin(db: sqlite3.Connection, table: TableRow) -> bool:
    """A game has ended: it begins an evening of its place or belongs to the one that goes on. False: it has been told of already."""
    here, ended, began = _key(db, table.place), stored_time(table.ended_at), stored_time(table.started_at)
    told = db.execute(f"SELECT 1 FROM evenings WHERE {_HERE} AND until >= ?", (*here, ended)).fetchone()  # noqa: S608 - no value in it
    if told is not None:
        return False
    db.execute(
        """
        INSERT INTO evenings (platform, chat_id, thread, private, began, since) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (platform, chat_id, thread) WHERE until IS NULL
        DO UPDATE SET began = min(began, excluded.began), since = min(since, excluded.since)
        """,
        (*here, table.place.private, began, ended),
    )
    return True


def going_on(db: sqlite3.Connection, place: Place) -> Evening | None:
    """The evening of a place that has not been told of."""
    row = db.execute(f"SELECT * FROM evenings WHERE {_HERE} AND until IS NULL", _key(db, place)).fetchone()  # noqa: S608 - no value in it
    return None if row is None else _evening(row)


def unfinished(db: sqlite3.Connection) -> list[tuple[Evening, datetime]]:
    """All evenings that go on, and those whose message has not arrived; with the end of the last game of each."""
    rows = db.execute("SELECT * FROM evenings WHERE until IS NULL OR NOT posted ORDER BY id").fetchall()
    return [(one, _last(db, one) or one.since) for one in map(_evening, rows)]


def games(db: sqlite3.Connection, place: Place) -> int:
    """How many games of the evening that goes on have ended."""
    evening = going_on(db, place)
    return 0 if evening is None else _count(db, evening)


def players(db: sqlite3.Connection, place: Place) -> set[int]:
    """Who has played in the evening that goes on."""
    evening = going_on(db, place)
    return (
        set()
        if evening is None
        else {share.person for shares in shares_of(db, evening).values() for share in shares}
    )


def end(
    db: sqlite3.Connection, place: Place, at: datetime, *, least: int, press: str | None = None
) -> Evening | None:
    """End the evening of a place: it is to be told of now, once. None where there is none, or it had fewer than `least` games.

    Raises:
        PressRepeated: this press has ended it.
    """
    evening = going_on(db, place)
    if evening is None:
        return None
    last = _last(db, evening)
    if _count(db, evening) < least or last is None:
        if press is None:
            db.execute("DELETE FROM evenings WHERE id = ?", (evening.id,))
        return None
    if press is not None:
        presses.mark(db, press, at)
    here = _key(db, place)
    db.execute(f"DELETE FROM evenings WHERE {_HERE} AND until IS NOT NULL AND posted", here)  # noqa: S608 - no value in it
    db.execute("UPDATE evenings SET until = ? WHERE id = ?", (stored_time(last), evening.id))
    return Evening(evening.id, evening.place, evening.began, evening.since, last)


def posted(db: sqlite3.Connection, evening: int) -> None:
    """The message of that evening has arrived, or is not wanted any more."""
    db.execute("UPDATE evenings SET posted = 1, until = coalesce(until, since) WHERE id = ?", (evening,))


def shares_of(db: sqlite3.Connection, evening: Evening) -> dict[Group, tuple[Share, ...]]:
    """What each person has brought from the games of an evening, the best first; computers are left out."""
    found: dict[Group, dict[int, Share]] = {}
    rows = db.execute(
        f"""
        SELECT games.game, games.options, people.id, results.won, results.net, coalesce(counted.rubles, 0) AS rubles,
            CASE people.platform WHEN '' THEN '' ELSE people.name END AS name, coalesce(games.chain, games.code) AS game_code
        FROM (SELECT code, chain, game, options {_GAMES}) AS games
        JOIN results ON results.table_code = games.code
        JOIN people ON people.id = results.person_id
        LEFT JOIN counted ON counted.table_code = results.table_code AND counted.seat = results.seat
        WHERE people.platform <> 'computer' ORDER BY games.code, results.seat
        """,  # noqa: S608 - no value in it
        _window(db, evening),
    ).fetchall()
    codes: dict[tuple[Group, int], set[str]] = {}
    for row in rows:
        group = Group(GAMES[row["game"]].units, Options.load(row["options"]).rated)
        of_group, person = found.setdefault(group, {}), int(row["id"])
        had = of_group.get(person) or Share(person, row["name"], 0, 0, 0, 0)
        played = codes.setdefault((group, person), set())
        played.add(row["game_code"])
        of_group[person] = Share(
            person,
            row["name"],
            len(played),
            had.wins + row["won"],
            had.net + row["net"],
            had.rubles + row["rubles"],
        )
    return {
        group: tuple(sorted(shares.values(), key=lambda one: (-one.rubles, -one.net, one.games, one.person)))
        for group, shares in found.items()
    }


def counts(db: sqlite3.Connection, evening: Evening) -> dict[Group, int]:
    """How many games of each group an evening had."""
    rows = db.execute(
        f"""
        SELECT game, options, coalesce(chain, code) AS of,
            (SELECT max(rounds) FROM results WHERE table_code = code) AS rounds {_GAMES}
        """,  # noqa: S608 - no value in it
        _window(db, evening),
    )
    codes: dict[Group, set[str]] = {}
    for row in rows:
        group = Group(GAMES[row["game"]].units, Options.load(row["options"]).rated)
        if row["rounds"] or not group.units:  # people may have sat down to no round
            codes.setdefault(group, set()).add(row["of"])
    return {group: len(games) for group, games in codes.items()}


def codes(db: sqlite3.Connection, evening: Evening) -> list[str]:
    """The tables of an evening that played with chips, the first to end first."""
    rows = db.execute(f"SELECT code, game {_GAMES} ORDER BY ended_at, code", _window(db, evening))
    return [str(row["code"]) for row in rows if not GAMES[row["game"]].units]


def _window(db: sqlite3.Connection, evening: Evening) -> tuple[object, ...]:
    until = _EVER if evening.until is None else stored_time(evening.until)
    return (*_key(db, evening.place), stored_time(evening.since), until)


def _count(db: sqlite3.Connection, evening: Evening) -> int:
    return sum(counts(db, evening).values())


def _last(db: sqlite3.Connection, evening: Evening) -> datetime | None:
    row = db.execute(f"SELECT max(ended_at) AS last {_GAMES}", _window(db, evening)).fetchone()
    last: int | None = row["last"]
    return read_time(last)


def _evening(row: sqlite3.Row) -> Evening:
    place = Place(row["platform"], row["chat_id"], row["thread"] or None, bool(row["private"]))
    return Evening(
        row["id"], place, read_time(row["began"]), read_time(row["since"]), read_time(row["until"])
    )
