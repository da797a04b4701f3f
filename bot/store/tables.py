"""Tables: their rows, seats, joins and moves, and the one transaction that changes them."""

import json
import sqlite3
from dataclasses import fields
from datetime import datetime

from bot.model.errors import Outdated, SeatTaken
from bot.model.rows import Brought, Change, Link, MoveRow, SeatRow, Status, TableRow, WordRow
from bot.ports.requests import Place
from bot.store import escrow, limits, presses, results
from bot.store.chats import current
from bot.store.persons import account_of
from bot.store.values import columns, insertion, read_row, stored_text, stored_time

_OPEN = (Status.LOBBY, Status.PLAYING)
_IS_OPEN = "status IN ('application', 'playing')"  # as the index of open tables says it

#: What of a table stands in other tables, or in columns of other names or another form.
_APART = {"place", "seats", "joins", "coming", "link", "words", "next_words", "stacks", "broke"}
_COLUMNS = [field.name for field in fields(TableRow) if field.name not in _APART]


def save(db: sqlite3.Connection, *changes: Change) -> None:
    """Write a step of a table, or of several: press, row, seats, joins, moves, stakes, results, payments.

    The seats of a table that is neither an application nor playing are stored closed. Of a person's joins
    at a table the first stays. A credit that would pass the cap of a balance (10^12 hundredths) is booked
    up to the cap.

    Raises:
        PressRepeated: the press has had its effect before.
        Outdated: the stored revision is not the one below `change.table.revision`; for revision 1: the
            code is used.
        SeatTaken: a person of an open seat has another one, at the table with that code.
        NotEnough: the wallet of a person who sits down does not hold the table's stake.
        ValueError: the moves do not follow the stored ones, or a result is out of range.
    """
    for change in changes:
        _save(db, change)


def _save(db: sqlite3.Connection, change: Change) -> None:
    """Write one step. The order decides which error wins: a repeated press."""
    _check(change)
    if change.press is not None:
        presses.mark(db, change.press, change.at)
    _put(db, change)
    _replace_seats(db, change.table)
    _keep_joins(db, change)
    if change.worded:
        _replace_words(db, change.table)
    _append_moves(db, change)
    escrow.settle(db, change)
    results.book(db, change)
    limits.note_encounters(db, change)


def _check(change: Change) -> None:
    """Refuse what cannot be a step of a table, before anything is written."""
    table, moves = change.table, change.moves
    if table.revision < 1:
        raise ValueError(f"table {table.code}: revision {table.revision}")
    first = table.seq - len(moves) + 1
    if first < 1 or [move.seq for move in moves] != list(range(first, table.seq + 1)):
        raise ValueError(
            f"table {table.code}: moves {[move.seq for move in moves]} do not end at {table.seq}"
        )
    results.check(change)
    escrow.check(change)


def _put(db: sqlite3.Connection, change: Change) -> None:
    """Insert a new row, or update the one that this change builds on."""
    table, place = change.table, change.table.place
    link = table.link
    values = columns(table, _COLUMNS) | {
        "chain": None if link is None else link.first,
        "link": 0 if link is None else link.number,
        "rounds_before": 0 if link is None else link.rounds,
        "root": None if link is None else link.root,
        "stacks": None if table.stacks is None else json.dumps(table.stacks),
    }
    if table.revision > 1:
        _update(db, values, len(change.moves))
        return
    where = columns(place, ("platform", "thread", "private"))
    values |= where | {"chat_id": current(db, place)[1], "place_language": stored_text(place.language)}
    if db.execute(f"{insertion('tables', values)} ON CONFLICT (code) DO NOTHING", values).rowcount != 1:
        raise Outdated(table.code)


def _update(db: sqlite3.Connection, values: dict[str, object], moves: int) -> None:
    """Write a row anew. Its place is not among it: that changes by `relocation.move` alone, whoever saves meanwhile."""
    anew = ", ".join(f"{name} = :{name}" for name in values if name != "code")
    changed = db.execute(
        f"UPDATE tables SET {anew} WHERE code = :code AND revision = :revision - 1 AND seq = :seq - :moves",  # noqa: S608 - names of ours
        values | {"moves": moves},
    ).rowcount
    if changed == 1:
        return
    stored = db.execute(
        "SELECT seq FROM tables WHERE code = :code AND revision = :revision - 1", values
    ).fetchone()
    if stored is not None:
        raise ValueError(f"table {values['code']}: the new moves do not follow move {stored['seq']}")
    raise Outdated(values["code"])


def _replace_seats(db: sqlite3.Connection, table: TableRow) -> None:
    """Write the seats if they have changed. A table that has ended binds nobody, whatever its seats say."""
    open_table = table.status in _OPEN
    coming = table.coming if open_table else ()
    seats = [
        (
            position,
            seat.person,
            seat.chips,
            int(seat.open and open_table),
            int(position >= len(table.seats)),
            int(seat.settled),
        )
        for position, seat in enumerate((*table.seats, *coming))
    ]
    stored = db.execute(
        "SELECT position, person_id, chips, open, coming, settled FROM seats WHERE table_code = ? ORDER BY position",
        (table.code,),
    )
    if [tuple(row) for row in stored] == seats:
        return
    db.execute("DELETE FROM seats WHERE table_code = ?", (table.code,))
    for seat in seats:
        try:
            db.execute(
                "INSERT INTO seats (table_code, position, person_id, chips, open, coming, settled) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (table.code, *seat),
            )
        except sqlite3.IntegrityError as error:
            taken = seat_of(db, seat[1])
            if taken is None or not seat[3]:
                raise
            raise SeatTaken(taken) from error


def _keep_joins(db: sqlite3.Connection, change: Change) -> None:
    """Keep the joins that are new; a first share stays, but for one that is replaced before a card is dealt by it."""
    table = change.table
    for person, share in table.joins:
        db.execute(
            """
            INSERT INTO joins (table_code, person_id, share) VALUES (?, ?, ?)
            ON CONFLICT (table_code, person_id) DO UPDATE SET share = excluded.share WHERE ?
            """,
            (table.code, person, stored_text(share), change.shared),
        )


def _replace_words(db: sqlite3.Connection, table: TableRow) -> None:
    """Write the words of this record and of the start to come, and who broke one off; what was dropped is gone."""
    db.execute("DELETE FROM words WHERE table_code = ?", (table.code,))
    db.execute("DELETE FROM broken_starts WHERE table_code = ?", (table.code,))
    db.executemany(
        "INSERT INTO broken_starts (table_code, person_id) VALUES (?, ?)",
        [(table.code, person) for person in table.broke],
    )
    for coming, words in enumerate((table.words, table.next_words)):
        for position, said in enumerate(words):
            db.execute(
                "INSERT INTO words (table_code, person_id, coming, position, word) VALUES (?, ?, ?, ?, ?)",
                (table.code, said.person, coming, position, stored_text(said.word)),
            )


def _append_moves(db: sqlite3.Connection, change: Change) -> None:
    for move in change.moves:
        db.execute(
            "INSERT INTO moves (table_code, seq, text, digest, at, person_id) VALUES (?, ?, ?, ?, ?, ?)",
            (change.table.code, move.seq, move.text, move.digest, stored_time(move.at), move.person),
        )


def get(db: sqlite3.Connection, code: str) -> TableRow | None:
    """The table with a code."""
    return next(iter(_tables(db, "code = ?", stored_text(code))), None)


def all_open(db: sqlite3.Connection) -> list[TableRow]:
    """The applications and running games, the oldest first."""
    return _tables(db, f"{_IS_OPEN} ORDER BY created_at, code")


def open_in_chat(db: sqlite3.Connection, place: Place) -> list[TableRow]:
    """The applications and running games of a chat, in all its threads, the oldest first."""
    return _tables(
        db, f"platform = ? AND chat_id = ? AND {_IS_OPEN} ORDER BY created_at, code", *current(db, place)
    )


def ended_since(db: sqlite3.Connection, moment: datetime) -> list[TableRow]:
    """The tables that ended at a moment or later, the first to end first."""
    return _tables(db, "ended_at >= ? ORDER BY ended_at, code", stored_time(moment))


def links(db: sqlite3.Connection, first: str) -> list[str]:
    """The codes of a chain of records, in order; `first` is that of its first link."""
    rows = db.execute("SELECT code FROM tables WHERE chain = ? ORDER BY link", (stored_text(first),))
    return [str(row["code"]) for row in rows]


def brought(db: sqlite3.Connection, first: str, *, before: int | None = None) -> list[Brought]:
    """What each person has brought to the end of the links of a chain that are over, in the order they first sat down.

    `before`: of the links with a lower number alone.
    """
    rows = db.execute(
        """
        SELECT people.id, people.platform, people.user_id, people.client_language,
            CASE people.platform WHEN '' THEN '' ELSE people.name END AS name, -- '': forgotten
            sum(results.rounds) AS brought_rounds, sum(results.net) AS halves
        FROM tables
        JOIN results ON results.table_code = tables.code
        JOIN people ON people.id = results.person_id
        WHERE tables.chain = ? AND (? IS NULL OR tables.link < ?)
        GROUP BY results.person_id ORDER BY min(tables.link), min(results.seat)
        """,
        (stored_text(first), before, before),
    )
    return [Brought(row["id"], account_of(row), row["brought_rounds"], row["halves"]) for row in rows]


def used(db: sqlite3.Connection, code: str) -> bool:
    """Whether a table ever had this code."""
    return db.execute("SELECT 1 FROM tables WHERE code = ?", (stored_text(code),)).fetchone() is not None


def moves(db: sqlite3.Connection, code: str) -> list[MoveRow]:
    """The moves of a table, in order."""
    rows = db.execute("SELECT * FROM moves WHERE table_code = ? ORDER BY seq", (code,))
    return [read_row(MoveRow, row, person=row["person_id"]) for row in rows]


def with_moves(db: sqlite3.Connection, code: str) -> tuple[TableRow, list[MoveRow]] | None:
    """The table with a code, and its moves."""
    row = get(db, code)
    return None if row is None else (row, moves(db, code))


def seat_of(db: sqlite3.Connection, person_id: int) -> str | None:
    """The code of the table where a person has an open seat."""
    row = db.execute("SELECT table_code FROM seats WHERE person_id = ? AND open = 1", (person_id,)).fetchone()
    return None if row is None else str(row["table_code"])


def has_sat(db: sqlite3.Connection, person_id: int) -> bool:
    """Whether a person ever sat down."""
    row = db.execute("SELECT 1 FROM joins WHERE person_id = ? LIMIT 1", (person_id,)).fetchone()
    return row is not None


def _tables(db: sqlite3.Connection, where: str, *values: object) -> list[TableRow]:
    rows = db.execute(f"SELECT * FROM tables WHERE {where}", values)  # noqa: S608 - conditions of ours
    return [
        read_row(
            TableRow,
            row,
            place=Place(
                row["platform"], row["chat_id"], row["thread"], bool(row["private"]), row["place_language"]
            ),
            seats=_seats(db, row["code"]),
            joins=_joins(db, row["code"]),
            coming=_seats(db, row["code"], coming=True),
            link=_link(row),
            words=_words(db, row["code"]),
            next_words=_words(db, row["code"], coming=True),
            stacks=None if row["stacks"] is None else tuple(json.loads(row["stacks"])),
            broke=_broke(db, row["code"]),
        )
        for row in rows
    ]


def _link(row: sqlite3.Row) -> Link | None:
    if row["chain"] is None:
        return None
    return Link(row["chain"], row["link"], row["rounds_before"], row["root"])


def _seats(db: sqlite3.Connection, code: str, *, coming: bool = False) -> tuple[SeatRow, ...]:
    rows = db.execute(
        """
        SELECT seats.chips, seats.open, seats.settled, people.* FROM seats JOIN people ON people.id = seats.person_id
        WHERE seats.table_code = ? AND seats.coming = ? ORDER BY seats.position
        """,
        (code, int(coming)),
    )
    return tuple(read_row(SeatRow, row, person=row["id"], account=account_of(row)) for row in rows)


def _joins(db: sqlite3.Connection, code: str) -> tuple[tuple[int, str], ...]:
    rows = db.execute("SELECT person_id, share FROM joins WHERE table_code = ? ORDER BY id", (code,))
    return tuple((row["person_id"], row["share"]) for row in rows)


def _words(db: sqlite3.Connection, code: str, *, coming: bool = False) -> tuple[WordRow, ...]:
    rows = db.execute(
        "SELECT person_id, word FROM words WHERE table_code = ? AND coming = ? ORDER BY position",
        (code, int(coming)),
    )
    return tuple(WordRow(row["person_id"], row["word"]) for row in rows)


def _broke(db: sqlite3.Connection, code: str) -> tuple[int, ...]:
    rows = db.execute("SELECT person_id FROM broken_starts WHERE table_code = ? ORDER BY person_id", (code,))
    return tuple(row["person_id"] for row in rows)
