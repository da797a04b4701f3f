"""Disks that are full, files and folders that may not be written."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from store_samples import NOON, Child, TurnedClock, everything, moves, people, rows, saved, step

from bot.model.errors import StoreFailed
from bot.model.rows import Change
from bot.store import tables
from bot.store.store import Store


@pytest.fixture
def anybodys() -> Iterator[Path]:
    """A folder that any user may enter and write, which pytest's own are not."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        yield Path(folder)


@pytest.fixture
async def closed(anybodys: Path) -> Path:
    """A database that anybody may write, closed, in such a folder."""
    path = anybodys / "data" / "twentyone.db"
    store = await Store.open(path, TurnedClock())
    await people(store, 2)
    await store.close()
    for file in (path.parent, *path.parent.iterdir()):
        file.chmod(0o777)
    return path


def opened_by_nobody(path: Path, anybodys: Path, read_only: list[Path]) -> str:
    """What a user without rights over `read_only` is told when he opens the database."""
    child = Child("open_as_nobody", path, anybodys / "warm.db")
    assert child.line() == "ready"
    for file in read_only:
        file.chmod(0o555)
    child.release()
    code, said, errors = child.end()
    assert code == 0
    assert errors.count("\n") == errors.count("other accounts of this machine"), errors
    return said[0]


def test_what_may_be_written_opens(closed: Path, anybodys: Path) -> None:
    assert opened_by_nobody(closed, anybodys, []) == "opened"


def test_a_read_only_file_is_refused(closed: Path, anybodys: Path) -> None:
    assert (
        opened_by_nobody(closed, anybodys, [closed]) == f"The database {closed} or its folder is read-only."
    )


def test_a_read_only_folder_is_refused(closed: Path, anybodys: Path) -> None:
    said = opened_by_nobody(closed, anybodys, [closed.parent])
    assert said == f"The database {closed} or its folder is read-only."


def test_a_folder_where_nothing_can_be_made_is_refused(anybodys: Path) -> None:
    folder = anybodys / "shut"
    folder.mkdir()
    path = folder / "deeper" / "twentyone.db"
    said = opened_by_nobody(path, anybodys, [folder])
    assert said == f"The folder {path.parent} of the database cannot be used: Permission denied."


async def test_a_full_database_fails_and_goes_on_when_there_is_room(store: Store, path: Path) -> None:
    _, table = await saved(store, 2)
    await store._writer.run(lambda db: db.execute("PRAGMA max_page_count = 1").fetchall())
    before = everything(path)
    new = step(table, 200)
    long = Change(new, NOON, moves(new, 200), "p")
    for _ in range(2):
        with pytest.raises(StoreFailed, match="SQLITE_FULL"):
            await store.save(long)
    assert everything(path) == before
    await store._writer.run(lambda db: db.execute("PRAGMA max_page_count = 1000000").fetchall())
    await store.save(long)
    assert await store.read(tables.moves, "ABCDEF") == list(long.moves)


def test_files_that_cannot_grow_fail_and_go_on_when_they_can(path: Path) -> None:
    code, said, errors = Child("fill_the_disk", path).end()
    assert (code, errors) == (0, "")
    seq = int(said[0].removeprefix("saved "))
    assert rows(path, "SELECT seq FROM moves ORDER BY seq") == [(n,) for n in range(1, seq + 1)]


@pytest.mark.parametrize("room", [0, 5_000, 50_000])
def test_no_room_for_a_new_database_is_one_sentence(path: Path, room: int) -> None:
    code, said, errors = Child("open_with_little_room", path, room).end()
    assert (code, errors) == (0, "")
    assert "the disk is full" in said[0]
    code, said, errors = Child("open_with_little_room", path, 10**9).end()
    assert (code, said, errors) == (0, ["opened"], "")


@pytest.mark.parametrize("room", ["0", "60k", "120k"])
def test_a_full_disk_is_one_sentence(tmp_path: Path, room: str) -> None:
    """On a file system of its own, where this process may mount one."""
    if shutil.which("unshare") is None or subprocess.run(["unshare", "-m", "true"], check=False).returncode:
        pytest.skip("this user may not mount a file system")
    children = Path(__file__).with_name("store_children.py")
    script = (
        'mount -t tmpfs -o size=132k none "$1" && head -c "$2" /dev/zero > "$1/ballast"; shift 2; exec "$@"'
    )
    command = [
        sys.executable,
        str(children),
        "open_with_little_room",
        str(tmp_path / "twentyone.db"),
        str(10**9),
    ]
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", script, "sh", str(tmp_path), room, *command],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    assert "the disk is full" in done.stdout
    assert done.stdout.count("\n") == 1
