"""Opening the database: made where there is none, refused in one sentence where it cannot be used."""

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from store_samples import Child, TurnedClock, application, content, people, put, rows

from bot.model.errors import StoreFailed, StoreUnusable
from bot.model.rows import Change
from bot.store import persons, tables
from bot.store.migrations import APPLICATION_ID, Migration, migrate, shipped, statements
from bot.store.store import Store

NEWEST = len(shipped())


def sentence(caught: pytest.ExceptionInfo[StoreUnusable]) -> str:
    """The message; one line that ends as a sentence does."""
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith(".")
    return message


async def refused(path: Path, clock: TurnedClock) -> str:
    """The sentence with which the store refuses a path; it leaves no thread and no lock behind."""
    before = set(threading.enumerate())
    with pytest.raises(StoreUnusable) as caught:
        await Store.open(path, clock, wait=0, busy=0.05)
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive()
    return sentence(caught)


async def test_folder_and_file_are_made(path: Path, clock: TurnedClock) -> None:
    store = await Store.open(path, clock)
    await store.close()
    assert rows(path, "PRAGMA user_version") == [(NEWEST,)]
    assert rows(path, "PRAGMA application_id") == [(APPLICATION_ID,)]
    assert rows(path, "PRAGMA journal_mode") == [("wal",)]
    assert rows(path, "PRAGMA integrity_check") == [("ok",)]


async def test_every_table_is_strict(store: Store, path: Path) -> None:
    loose = (
        "SELECT name FROM pragma_table_list WHERE type = 'table' AND NOT strict AND name NOT LIKE 'sqlite%'"
    )
    assert rows(path, loose) == []
    assert rows(path, "SELECT count(*) > 20 FROM pragma_table_list WHERE strict") == [(1,)]


async def test_the_connections_are_set_up(path: Path, clock: TurnedClock) -> None:
    def settings(db: sqlite3.Connection) -> list[int]:
        names = ("synchronous", "foreign_keys", "busy_timeout")
        return [db.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    for _ in ("made", "opened again"):
        store = await Store.open(path, clock)
        assert await store.write(settings) == [2, 1, 0]  # what waits is Patience
        with pytest.raises(StoreFailed, match="SQLITE_READONLY"):
            await store.read(lambda db: db.execute("DELETE FROM persons"))
        await store.close()


async def test_what_is_stored_is_there_after_reopening(path: Path, clock: TurnedClock) -> None:
    first = await Store.open(path, clock)
    seated = await people(first, 2)
    table = application("ABCDEF", seated)
    await first.save(Change(table, clock.now()))
    await first.close()
    assert not path.with_name(path.name + "-wal").exists()
    second = await Store.open(path, clock)
    try:
        assert await second.read(tables.all_open) == [table]
        assert await second.read(persons.many, [seated[0].id]) == {seated[0].id: seated[0]}
    finally:
        await second.close()


async def test_an_odd_path_is_a_path(tmp_path: Path, clock: TurnedClock) -> None:
    path = tmp_path / "50% off? #1 «дом»" / "a b.db"
    store = await Store.open(path, clock)
    await people(store, 1)
    await store.close()
    assert rows(path, "SELECT count(*) FROM persons") == [(1,)]


async def test_a_folder_is_refused(tmp_path: Path, clock: TurnedClock) -> None:
    assert "is a folder" in await refused(tmp_path, clock)


async def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path, clock: TurnedClock) -> None:
    put(tmp_path / "data", b"a file")
    assert "folder" in await refused(tmp_path / "data" / "twentyone.db", clock)


@pytest.mark.parametrize("garbage", [b"garbage" * 1000, b"x", b"SQLite format 3\0" + b"\xff" * 5000])
async def test_garbage_is_refused_and_left_alone(path: Path, clock: TurnedClock, garbage: bytes) -> None:
    put(path, garbage)
    assert "database" in await refused(path, clock)
    assert content(path) == garbage


async def test_a_database_of_another_program_is_refused_and_left_alone(
    path: Path, clock: TurnedClock
) -> None:
    put(path, b"")
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE theirs (x)")
    before = content(path)
    assert "not a database of this program" in await refused(path, clock)
    assert content(path) == before


async def test_a_newer_database_is_refused_and_left_alone(path: Path, clock: TurnedClock) -> None:
    store = await Store.open(path, clock)
    await people(store, 1)
    await store.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {NEWEST + 1}")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = content(path)
    assert "newer than this program" in await refused(path, clock)
    assert content(path) == before
    assert not list(path.parent.glob("*.bak"))


async def test_a_database_locked_by_another_process_is_refused(path: Path, clock: TurnedClock) -> None:
    await (await Store.open(path, clock)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "locked by another process" in await refused(path, clock)
        other.execute("ROLLBACK")
    await (await Store.open(path, clock, wait=0)).close()


async def test_the_second_process_is_refused_and_gets_it_when_the_first_ends(
    path: Path, clock: TurnedClock
) -> None:
    child = Child("hold_store", path)
    assert child.line() == "open"
    assert "in use by another process" in await refused(path, clock)
    waiting = asyncio.create_task(Store.open(path, clock, wait=30))
    assert await asyncio.wait({waiting}, timeout=0.2) == (set(), {waiting})
    child.release()
    store = await waiting
    assert child.end() == (0, [], "")
    await store.close()


async def test_waiting_for_the_lock_can_be_cancelled(store: Store, path: Path, clock: TurnedClock) -> None:
    waiting = asyncio.create_task(Store.open(path, clock, wait=30))
    await asyncio.wait({waiting}, timeout=0.1)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_opening_can_be_cancelled_at_any_step(path: Path, clock: TurnedClock) -> None:
    before = set(threading.enumerate())
    finished = False
    steps = 0
    while not finished:
        opening = asyncio.create_task(Store.open(path, clock, wait=5))
        for _ in range(steps):
            await asyncio.sleep(0)
        finished = opening.done()
        if finished:
            await (await opening).close()
            break
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening
        steps = steps + 1 if steps < 10 else steps * 3 // 2
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive()
    store = await Store.open(path, clock, wait=0)
    assert len(await people(store, 2)) == 2
    await store.close()


async def test_a_new_version_migrates_and_keeps_a_copy(path: Path, clock: TurnedClock) -> None:
    old = await Store.open(path, clock)
    (person,) = await people(old, 1)
    await old.close()
    # A rebuild of a table that others refer to, as a real migration may need.
    rebuild = """
    CREATE TABLE new_chats (id INTEGER PRIMARY KEY, platform TEXT NOT NULL, chat_id INTEGER NOT NULL,
        language TEXT, first_language TEXT, mood TEXT NOT NULL DEFAULT 'calm; very'); -- a «;» inside
    DROP TABLE chats;
    ALTER TABLE new_chats RENAME TO chats;
    ALTER TABLE persons ADD COLUMN shells INTEGER NOT NULL DEFAULT 3;
    """
    steps = (*shipped(), Migration(NEWEST + 1, rebuild))
    new = await Store.open(path, clock, wait=0, steps=steps)
    assert await new.read(lambda db: [tuple(r) for r in db.execute("SELECT id, shells FROM persons")]) == [
        (person.id, 3)
    ]
    await new.close()
    assert rows(path, "PRAGMA user_version") == [(NEWEST + 1,)]
    copy = path.with_name(f"{path.name}.v{NEWEST}.bak")
    assert rows(copy, "PRAGMA user_version") == [(NEWEST,)]
    assert rows(copy, "SELECT id, name FROM persons") == [(person.id, person.name)]
    assert "newer than this program" in await refused(path, clock)


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ("INSERT INTO nowhere VALUES (1);", "no such table: nowhere"),
        ("INSERT INTO accounts VALUES ('web', 9, 999);", "leaves a reference to nothing"),
    ],
)
async def test_a_migration_that_fails_changes_nothing(
    path: Path, clock: TurnedClock, broken: str, why: str
) -> None:
    await (await Store.open(path, clock)).close()
    script = f"CREATE TABLE extra (x TEXT) STRICT;\n{broken}\n"
    with pytest.raises(StoreUnusable, match=why):
        await Store.open(path, clock, wait=0, steps=(*shipped(), Migration(NEWEST + 1, script)))
    assert rows(path, "PRAGMA user_version") == [(NEWEST,)]
    assert rows(path, "SELECT name FROM sqlite_schema WHERE name = 'extra'") == []
    store = await Store.open(path, clock, wait=0)
    assert len(await people(store, 1)) == 1
    await store.close()


def test_step_by_step_gives_the_same_schema_as_all_at_once(tmp_path: Path) -> None:
    schemas = []
    for name, counts in (("at_once.db", [NEWEST]), ("stepwise.db", range(1, NEWEST + 1))):
        with closing(sqlite3.connect(tmp_path / name, isolation_level=None)) as db:
            for count in counts:
                migrate(db, shipped()[:count], tmp_path / name)
                assert db.execute("PRAGMA user_version").fetchone() == (count,)
            schemas.append(db.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name").fetchall())
    assert schemas[0] == schemas[1]
    assert schemas[0]


def test_a_script_is_split_at_its_statements() -> None:
    assert statements("CREATE TABLE a (x); -- one; two\nINSERT INTO a\nVALUES (';\n');\n") == [
        "CREATE TABLE a (x); -- one; two\n",
        "INSERT INTO a\nVALUES (';\n');\n",
    ]
    with pytest.raises(ValueError, match="no end"):
        statements("CREATE TABLE a (x);\nINSERT INTO a VALUES (1)")
