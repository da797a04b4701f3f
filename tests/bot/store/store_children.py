"""Processes of their own for the store's tests: `python store_children.py NAME PATH …`."""

import asyncio
import gc
import inspect
import os
import resource
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path

from store_samples import NOON, TurnedClock, application, moves, people, settlement, step

from bot.model.errors import StoreFailed, StoreUnusable
from bot.model.rows import Change
from bot.store import tables
from bot.store.store import Store


def say(word: str) -> None:
    """One line to the parent, at once, by one call of the system."""
    os.write(1, f"{word}\n".encode())


def until_told() -> None:
    """Block until the parent closes our input."""
    sys.stdin.read()


async def hold_store(path: Path) -> None:
    """Have the store open until told."""
    store = await Store.open(path, TurnedClock())
    say("open")
    until_told()
    await store.close()


async def hold_lock(path: Path) -> None:
    """Hold the write lock of the database until told."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    say("held")
    until_told()
    db.execute("ROLLBACK")
    db.close()


async def forget_to_close(path: Path) -> None:
    """Write, lose the store, then return without closing."""
    store = await Store.open(path, TurnedClock())
    await people(store, 3)
    del store
    gc.collect()
    say("written")


async def fail_after_writing(path: Path) -> None:
    """Write, then end by an error nobody catches."""
    store = await Store.open(path, TurnedClock())
    await people(store, 3)
    say("written")
    raise RuntimeError("an error of the program")


async def fail_to_open(path: Path) -> None:
    """End by the error of a store that cannot be opened."""
    await Store.open(path, TurnedClock())


async def serve(path: Path) -> None:
    """Save without end until SIGTERM, then close in order."""
    store = await Store.open(path, TurnedClock())
    told = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, told.set)
    saver = asyncio.create_task(_save_without_end(store))
    await told.wait()
    saver.cancel()
    await store.close()
    say("closed")


async def save_forever(path: Path) -> None:
    """Save without end; die by whatever comes."""
    await _save_without_end(await Store.open(path, TurnedClock()))


async def _save_without_end(store: Store) -> None:
    seated = await people(store, 2)
    table = await store.read(tables.get, "ABCDEF")
    if table is None:
        table = application("ABCDEF", seated)
        await store.save(Change(table, NOON))
    while True:
        table = step(table, 2)
        await store.save(Change(table, NOON, moves(table, 2), f"press {table.revision}"))
        say(str(table.revision))


def _forked(work: Callable[[], Coroutine[None, None, None]]) -> int:
    """Run in a process of its own, forked before any thread was started: quicker than a new interpreter."""
    pid = os.fork()
    if pid == 0:
        asyncio.run(work())
        os._exit(0)
    return os.waitpid(pid, 0)[1]


def settle_and_die(path: Path) -> None:
    """Settle a game of five again and again, each time killed one statement later; say how each process ended."""
    _forked(lambda: _seat_five(path))
    at, killed = 1, True
    while killed:
        database = path.with_name(f"{at}.db")
        shutil.copy(path, database)
        killed = os.WIFSIGNALED(_forked(partial(_settle, database, at)))
        say(f"{at} {'killed' if killed else 'lived'}")
        at += 1


async def _seat_five(path: Path) -> None:
    store = await Store.open(path, TurnedClock())
    await store.save(Change(application("ABCDEF", await people(store, 5)), NOON))
    await store.close()


async def _settle(path: Path, at: int) -> None:
    """Settle, and be killed when the statement `at` begins, if there are that many."""
    store = await Store.open(path, TurnedClock())
    seated = await people(store, 5)
    left = at

    def count(_: str) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    await store._writer._connection.set_trace_callback(count)
    await store.save(settlement(application("ABCDEF", seated), seated))
    left = -1
    await store.close()


async def fill_the_disk(path: Path) -> None:
    """Save until files may not grow, see it fail, give room, save again."""
    store = await Store.open(path, TurnedClock())
    seated = await people(store, 2)
    table = application("ABCDEF", seated)
    await store.save(Change(table, NOON))
    size = max(file.stat().st_size for file in path.parent.iterdir())
    no_limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 30_000, no_limit[1]))
    failures = 0
    while failures < 3:
        new = step(table, 1)
        try:
            await store.save(Change(new, NOON, moves(new, 1), f"press {new.revision}"))
        except StoreFailed:
            failures += 1
        else:
            table = new
    stored = await store.read(tables.get, "ABCDEF")
    assert stored == table, "a failed save has left something"
    resource.setrlimit(resource.RLIMIT_FSIZE, no_limit)
    new = step(table, 1)
    await store.save(Change(new, NOON, moves(new, 1)))
    await store.close()
    say(f"saved {new.seq}")


async def open_with_little_room(path: Path, room: str) -> None:
    """Open while files may not grow beyond `room` bytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(room), int(room)))
    await _try_to_open(path)


def open_and_die(path: Path) -> None:
    """Open a new database again and again, each time killed by a later write; the start after that is to work."""
    room, killed = 0, True
    while killed:
        database = path.with_name(f"{room}.db")
        killed = os.WIFSIGNALED(_forked(partial(_open_until, database, room)))
        again = _forked(partial(_try_to_open, database))
        say(f"{room} {'killed' if killed else 'lived'} {again}")
        room = 3 * room + 100


async def _open_until(path: Path, room: int) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # Python would go on, with an error
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    await (await Store.open(path, TurnedClock(), wait=0)).close()


async def open_as_nobody(path: Path, warm: str) -> None:
    """Open without the rights of root, whom no permission stops."""
    await (await Store.open(Path(warm), TurnedClock())).close()  # imports all it needs while it may read it
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    say("ready")
    until_told()
    await _try_to_open(path)


async def _try_to_open(path: Path) -> None:
    try:
        store = await Store.open(path, TurnedClock(), wait=0)
    except StoreUnusable as error:
        say(str(error))
    else:
        await store.close()
        say("opened")


def main() -> None:
    """Run the child that is named."""
    name, path, *more = sys.argv[1:]
    child = globals()[name]
    if inspect.iscoroutinefunction(child):
        asyncio.run(child(Path(path), *more))
    else:
        child(Path(path), *more)


if __name__ == "__main__":
    main()
