"""Another process has the database locked: waits do not add up, and a stop ends them."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from time import monotonic

import pytest
from store_samples import TurnedClock

from bot.model.errors import StoreFailed
from bot.store import tables
from bot.store.store import Store


def lock(path: Path) -> sqlite3.Connection:
    """Lock the database as another process would; whoever closes this lets it go."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


async def outcomes(store: Store, count: int) -> list[BaseException | None]:
    marked = (store.effect(f"press {n}", lambda _db: None) for n in range(count))
    return await asyncio.gather(*marked, return_exceptions=True)


async def test_all_that_wait_have_waited_when_the_first_has(path: Path, clock: TurnedClock) -> None:
    store = await Store.open(path, clock, busy=0.3)
    try:
        with closing(lock(path)):
            began = monotonic()
            failures = await outcomes(store, 30)
            assert all(isinstance(failure, StoreFailed) for failure in failures)
            assert monotonic() - began < 30 * 0.3 / 2
        assert await outcomes(store, 30) == [None] * 30  # nothing of the first try is left
    finally:
        await store.close()


async def test_what_waits_is_stored_when_the_other_process_lets_go(
    path: Path, clock: TurnedClock, caplog: pytest.LogCaptureFixture
) -> None:
    store = await Store.open(path, clock, busy=60)
    try:
        with closing(lock(path)):
            waiting = asyncio.create_task(outcomes(store, 3))
            while not caplog.records:
                await asyncio.sleep(0.01)
            (line,) = caplog.records
            assert "waiting for another process" in line.getMessage()
        assert await waiting == [None] * 3
        assert len(caplog.records) == 1
    finally:
        await store.close()


async def test_a_stop_ends_the_wait(path: Path, clock: TurnedClock) -> None:
    store = await Store.open(path, clock, busy=600)
    with closing(lock(path)):
        waiting = asyncio.create_task(outcomes(store, 30))
        await asyncio.wait({waiting}, timeout=0.05)
        store.hurry(0.05)
        closing_store = asyncio.create_task(store.close())
        assert all(isinstance(failure, StoreFailed) for failure in await waiting)
        await closing_store


async def test_reads_go_on_beside_a_lock(path: Path, clock: TurnedClock) -> None:
    store = await Store.open(path, clock, busy=600)
    with closing(lock(path)):
        assert await store.read(tables.all_open) == []
    await store.close()
