"""The files of a database: who may read them, what a kill leaves, what lies at their paths while they are open."""

import asyncio
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from store_samples import Child, TurnedClock, people, put

from bot.model.errors import StoreFailed, StoreLost, StoreUnusable
from bot.store import tables
from bot.store.store import Store

POSIX = pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")


def modes(folder: Path) -> dict[str, str]:
    return {file.name: oct(stat.S_IMODE(file.stat().st_mode)) for file in folder.iterdir()}


def open_up(files: Iterable[Path], mode: int) -> None:
    for file in files:
        file.chmod(mode)


def remains(path: Path, what: str) -> list[Path]:
    """Leave what is no database; what lies there then."""
    path.parent.mkdir()
    match what:
        case "empty":
            path.touch()
        case "link":
            path.symlink_to(path.with_name("gone.db"))
        case "wal":
            path.with_name(f"{path.name}-wal").write_bytes(b"frames")
    return sorted(path.parent.iterdir())


def lose(file: Path, how: str) -> None:
    if how == "replaced":
        shutil.copy(file, file.with_name("another"))
        file.with_name("another").replace(file)
    else:
        file.unlink()


def move(file: Path, to: Path) -> None:
    file.rename(to)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second look comes at once."""
    monkeypatch.setattr("bot.store.store._SECOND_LOOK", 0.01)


def damage(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (path.stat().st_size - 4096))


@contextmanager
def mask(bits: int) -> Iterator[None]:
    before = os.umask(bits)
    try:
        yield
    finally:
        os.umask(before)


@POSIX
async def test_what_the_program_makes_is_for_its_account_alone(tmp_path: Path, clock: TurnedClock) -> None:
    open_up([tmp_path], 0o755)
    path = tmp_path / "new" / "deeper" / "twentyone.db"
    with mask(0):
        store = await Store.open(path, clock)
        await people(store, 1)
    try:
        assert modes(path.parent) == {
            f"twentyone.db{more}": "0o600" for more in ("", "-wal", "-shm", ".lock")
        }
        assert [oct(stat.S_IMODE(folder.stat().st_mode)) for folder in list(path.parents)[:3]] == [
            "0o700",
            "0o700",
            "0o755",  # it was there
        ]
    finally:
        await store.close()


@POSIX
async def test_files_that_others_could_read_are_taken_from_them(path: Path, clock: TurnedClock) -> None:
    store = await Store.open(path, clock)
    await people(store, 1)
    # What a kill leaves, as an earlier program made it.
    for file in list(path.parent.iterdir()):
        shutil.copy(file, path.parent / file.name.replace("twentyone", "old"))
    await store.close()
    old = path.with_name("old.db")
    put(path.with_name("old.db.v3.bak"), b"a copy")
    open_up([path.parent], 0o755)
    open_up(path.parent.glob("old*"), 0o664)
    store = await Store.open(old, clock)
    try:
        found = {name: mode for name, mode in modes(path.parent).items() if name.startswith("old")}
        assert len(found) == 5
        assert set(found.values()) == {"0o600"}
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o755  # not made by the program
    finally:
        await store.close()


@POSIX
async def test_what_cannot_be_changed_is_one_warning_and_no_refusal(
    path: Path, clock: TurnedClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await (await Store.open(path, clock)).close()
    open_up(path.parent.iterdir(), 0o644)

    def refuse(self: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted", str(self))

    monkeypatch.setattr(Path, "chmod", refuse)  # as a file system without modes, or another owner, does
    await (await Store.open(path, clock)).close()
    (line,) = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert "twentyone.db, twentyone.db.lock" in line


# what a kill leaves


def test_a_first_start_that_was_killed_is_made_good_by_the_next(path: Path) -> None:
    path.parent.mkdir()
    code, said, errors = Child("open_and_die", path).end(60)
    starts = [line.split() for line in said if line != "opened"]
    assert (code, errors, len(said) - len(starts)) == (0, "", len(starts))
    assert [again for _, _, again in starts] == ["0"] * len(starts)
    assert [how for _, how, _ in starts[-2:]] == ["killed", "lived"]


async def test_a_journal_that_waits_to_be_rolled_back_is_no_read_only_file(
    path: Path, clock: TurnedClock
) -> None:
    """So the first start of an earlier program was left when it was killed."""
    path.parent.mkdir()
    made = path.with_name("made.db")
    with closing(sqlite3.connect(made, isolation_level=None)) as db:
        db.execute("PRAGMA user_version = 0")
        db.execute("VACUUM")
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN")
        db.execute("CREATE TABLE x (y)")
        db.executemany("INSERT INTO x VALUES (?)", [("z" * 5000,)] * 50)  # more than the cache holds
        shutil.copy(made, path)
        shutil.copy(f"{made}-journal", f"{path}-journal")
        db.execute("ROLLBACK")
    store = await Store.open(path, clock)
    assert len(await people(store, 1)) == 1
    await store.close()


@pytest.mark.parametrize("what", ["empty", "link", "wal"])
async def test_where_a_database_was_none_is_made_silently(path: Path, clock: TurnedClock, what: str) -> None:
    before = remains(path, what)
    with pytest.raises(StoreUnusable, match=r"empty file|link to a file|is not there, but") as caught:
        await Store.open(path, clock)
    assert "\n" not in str(caught.value)
    assert [file for file in sorted(path.parent.iterdir()) if file.suffix != ".lock"] == before


# what lies at its path


@pytest.mark.parametrize("what", ["", "-wal"])
@pytest.mark.parametrize("how", ["removed", "replaced"])
async def test_nothing_more_is_stored_in_a_file_that_is_gone(
    store: Store, path: Path, how: str, what: str
) -> None:
    await people(store, 1)
    store.look()
    assert store.lost is None
    file = path.with_name(path.name + what)
    lose(file, how)
    with pytest.raises(StoreLost, match=rf"{file.name} was {how} while"):
        await people(store, 1, first=2)
    assert how in await store.until_lost()
    with pytest.raises(StoreFailed, match=how):  # reads too: what is told would be wrong soon
        await store.read(tables.all_open)


async def test_the_sweep_sees_that_the_file_is_gone(store: Store, path: Path) -> None:
    lose(path, "removed")
    store.look()
    assert "was removed" in await store.until_lost()


async def test_a_file_that_is_put_back_is_the_same_file(store: Store, path: Path) -> None:
    away = path.with_name("away")
    move(path, away)
    with pytest.raises(StoreFailed, match="was removed"):
        await people(store, 1)
    move(away, path)
    await asyncio.sleep(0.05)
    assert store.lost is None
    assert len(await people(store, 1)) == 1


@pytest.mark.damaged
@pytest.mark.parametrize("call", ["reads", "writes"])
async def test_a_database_damaged_under_the_program_is_the_end(
    path: Path, clock: TurnedClock, call: str
) -> None:
    store = await Store.open(path, clock)
    for first in range(1, 400, 20):
        await people(store, 20, first=first)
    await store.write(lambda db: None)
    await store.close()
    store = await Store.open(path, clock)
    damage(path)
    with pytest.raises(StoreFailed, match="SQLITE_CORRUPT"):
        await (store.read(tables.all_open) if call == "reads" else people(store, 1, first=500))
    assert store.lost == f"The database {path} is damaged."
    with pytest.raises(StoreLost):
        await store.effect("p", lambda _db: None)
    await store.close()
