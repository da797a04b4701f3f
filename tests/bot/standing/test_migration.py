"""Version 2 from version 1: nothing is lost, and the sums are those that booking would have made."""

import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

from bot.model.rows import BoardRow
from bot.model.standings import Metric, Span
from bot.ports.requests import Place
from bot.store import boards, persons, standings
from bot.store.migrations import migrate, shipped
from bot.store.store import Store

_KEPT = (
    "persons",
    "accounts",
    "last_options",
    "chats",
    "tables",
    "seats",
    "joins",
    "moves",
    "results",
    "ledger",
    "boards",
    "presses",
    "chat_log",
)

#: Columns of version 1 that go by another name today.
_NOW = {("joins", "press_id"): "share"}


def rows_of(path, table: str, columns: str = "*") -> list[tuple]:
    with closing(sqlite3.connect(path)) as db:
        return sorted(db.execute(f"SELECT {columns} FROM {table}").fetchall(), key=repr)  # noqa: S608 - names of this file


async def filled(book) -> None:
    """Games of some months around edges of weeks, months and years, of several chats, unrated ones among them."""
    book.units = False  # version 1 knew none
    chance = random.Random(5)
    begun = datetime(2026, 12, 20, tzinfo=UTC)
    for _ in range(60):
        seats = chance.sample(["Anna", "Boris", "<b>Vera</b>", "\u202eevil", "Дмитрий"], 3)
        await book.game(
            *((name, chance.choice((0, 100, 833)), chance.random() < 0.5) for name in seats),
            place=Place("chat", chance.choice((1, 2)), thread=chance.choice((None, 3))),
            at=begun + timedelta(seconds=chance.randint(0, 30 * 86_400)),
            rated=chance.random() < 0.8,
        )
    midnight = datetime(2027, 1, 4, tzinfo=UTC)
    for at in (midnight, midnight - timedelta(microseconds=1)):
        await book.game(("Anna", 100, True), at=at)
    await book.store.write(persons.remember_options, 1, "ochko", "{}")
    await book.store.write(boards.shown, "000001", BoardRow("result", 5, 1, begun))
    await book.store.effect("press:1", lambda _db: None)


def version_1(source, target) -> None:
    """A database of version 1 with the rows that `source` has in the tables of that version."""
    with closing(sqlite3.connect(target, isolation_level=None)) as db:
        migrate(db, shipped()[:1], target)
        db.execute("ATTACH ? AS source", (str(source),))
        for table in _KEPT:
            known = db.execute("SELECT name FROM pragma_table_info(?, 'main')", (table,)).fetchall()
            names = ", ".join(_NOW.get((table, name), name) for (name,) in known)
            db.execute(f"INSERT INTO main.{table} SELECT {names} FROM source.{table}")  # noqa: S608 - names of this file
        assert db.execute("PRAGMA user_version").fetchone() == (1,)


async def test_a_database_of_version_1_keeps_all_and_gets_its_sums(book, folder):
    await filled(book)
    book.clock.until(datetime(2027, 1, 19, tzinfo=UTC))
    await book.store.write(standings.drop_old, book.clock.now())
    await book.store.close()
    booked, old = folder / "twentyone.db", folder / "old.db"
    version_1(booked, old)

    store = await Store.open(old, book.clock, wait=0)
    await store.write(standings.drop_old, book.clock.now())
    await store.close()
    for table in _KEPT:
        assert rows_of(old, table) == rows_of(booked, table), table
        if table not in {"chat_log", "joins", "moves"}:
            assert rows_of(old, table), table
    columns = "table_code, seat, person_id, chat, at, games, wins, rating, rubles"
    assert rows_of(old, "counted", columns) == rows_of(booked, "counted", columns)
    assert rows_of(old, "standings") == rows_of(booked, "standings")
    with closing(sqlite3.connect(old)) as db:
        positions = db.execute("SELECT at FROM counted ORDER BY id").fetchall()
    assert positions == sorted(positions)
    assert (folder / "old.db.v1.bak").exists()


async def test_games_go_on_counting_in_a_migrated_database(book, folder):
    await filled(book)
    book.clock.until(datetime(2027, 1, 19, tzinfo=UTC))
    await book.store.close()
    version_1(folder / "twentyone.db", folder / "old.db")
    book.store = await Store.open(folder / "old.db", book.clock, wait=0)
    at = datetime(2027, 1, 18, 12, 0, tzinfo=UTC)
    before = {row.name: row for row in (await book.board(span=Span.WEEK, at=at)).rows}
    await book.game(("Anna", 250, True), at=at)
    after = {row.name: row for row in (await book.board(span=Span.WEEK, at=at)).rows}
    assert after["Anna"].value == before["Anna"].value + 250
    assert after["Anna"].games == before["Anna"].games + 1
    await book.store.close()


async def test_a_result_whose_chat_was_never_written_down_is_counted(book, folder):
    book.units = False
    await book.game(("Anna", 100, True))
    await book.store.close()
    version_1(folder / "twentyone.db", folder / "old.db")
    with closing(sqlite3.connect(folder / "old.db")) as db:
        db.execute("DELETE FROM chats")
        db.commit()
    book.store = await Store.open(folder / "old.db", book.clock, wait=0)
    assert await book.names(Metric.GAMES) == [(1, "Anna")]
    await book.store.close()
