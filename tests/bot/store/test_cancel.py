"""A cancelled caller: his save is stored in full or not at all, and the store goes on."""

import asyncio
from pathlib import Path

import pytest
from store_samples import NOON, TurnedClock, application, people, rows, saved, settlement

from bot.model.errors import StoreFailed
from bot.model.rows import BoardRow, Change
from bot.store import boards
from bot.store import tables as stored_tables
from bot.store.store import Store


async def turns(number: int) -> None:
    """Let the loop run that often."""
    for _ in range(number):
        await asyncio.sleep(0)


def block_until_finished(path: Path, code: str) -> None:
    """Wait for the thread's commit without letting the loop run."""
    while rows(path, "SELECT status FROM tables WHERE code = ?", code) != [("finished",)]:
        pass


def settled(path: Path, code: str, persons: int) -> bool:
    """Whether the settlement of a table is stored; it is whole, or there is nothing of it."""
    parts = [
        rows(path, "SELECT count(*) FROM presses WHERE press_id = ?", f"end {code}")[0][0],
        rows(path, "SELECT count(*) FROM tables WHERE code = ? AND status = 'finished'", code)[0][0],
        rows(path, "SELECT count(*) FROM moves WHERE table_code = ?", code)[0][0],
        rows(path, "SELECT count(*) FROM results WHERE table_code = ?", code)[0][0] / persons,
        rows(path, "SELECT count(*) FROM ledger WHERE source_id LIKE ?", f"{code}:%")[0][0] / persons / 2,
    ]
    assert parts in ([0] * 5, [1] * 5)
    return bool(parts[0] == 1)


@pytest.mark.parametrize(
    ("turned", "after_commit"),
    [(0, None), (1, None), *((turned, after) for turned in (2, 3, 4) for after in (None, 0, 1, 2, 3, 4))],
)
async def test_cancelled_at_any_point(
    store: Store, path: Path, turned: int, after_commit: int | None
) -> None:
    seated, table = await saved(store, 3)
    saving = asyncio.create_task(store.save(settlement(table, seated)))
    await turns(turned)
    if after_commit is not None:  # after two turns it is in the thread
        block_until_finished(path, "ABCDEF")
        await turns(after_commit)
    saving.cancel()
    (outcome,) = await asyncio.gather(saving, return_exceptions=True)
    assert outcome is None or isinstance(outcome, asyncio.CancelledError)
    await store.effect(
        "behind it", lambda _db: None
    )  # when this is through, so is the one that was cancelled
    assert settled(path, "ABCDEF", 3) is (turned > 0)
    await store.save(Change(application("GHJKLM", await people(store, 3, first=10)), NOON))


async def test_cancelled_at_the_gate(store: Store, path: Path) -> None:
    seated = await people(store, 6)
    tables = [application(f"TABLE{n}", [person]) for n, person in enumerate(seated)]
    for table in tables:
        await store.save(Change(table, NOON))
    saving = [
        asyncio.create_task(store.save(settlement(table, [person])))
        for table, person in zip(tables, seated, strict=True)
    ]
    await turns(2)
    for task in saving[1::2]:
        task.cancel()
    outcomes = await asyncio.gather(*saving, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), asyncio.CancelledError] * 3
    await store.close()
    assert all(settled(path, table.code, 1) for table in tables)


async def test_a_failure_after_the_caller_has_gone_is_told(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    saving = asyncio.create_task(store.write(boards.shown, "NOBODY", BoardRow("result", 1, 1, NOON)))
    await turns(1)
    saving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await saving
    await store.effect("behind it", lambda _db: None)
    await turns(1)
    assert "after its caller had gone" in caplog.text


async def test_closing_waits_for_what_is_asked(path: Path, clock: TurnedClock) -> None:
    store = await Store.open(path, clock)
    seated = await people(store, 3)
    tables = [application(f"TABLE{n}", [person]) for n, person in enumerate(seated)]
    for table in tables:
        await store.save(Change(table, NOON))
    asked = [asyncio.create_task(store.save(settlement(t, [p]))) for t, p in zip(tables, seated, strict=True)]
    await turns(1)
    await asyncio.gather(store.close(), store.close())
    await asyncio.gather(*asked)
    await store.close()
    assert all(settled(path, table.code, 1) for table in tables)
    with pytest.raises(StoreFailed, match="closed"):
        await store.effect("late", lambda _db: None)
    with pytest.raises(StoreFailed, match="closed"):
        await store.read(stored_tables.all_open)


@pytest.mark.parametrize("turned", range(6))
async def test_closing_can_be_cancelled_and_goes_on(path: Path, clock: TurnedClock, turned: int) -> None:
    store = await Store.open(path, clock)
    closing = asyncio.create_task(store.close())
    await turns(turned)
    closing.cancel()
    await asyncio.gather(closing, return_exceptions=True)
    await store.close()
    again = await Store.open(path, clock, wait=0)
    await again.close()


def test_the_loop_may_end_in_mid_save(tmp_path: Path) -> None:
    lived = set()
    for turned in (0, 1, 2, 3, 5, 8):
        path = tmp_path / f"{turned}.db"
        asyncio.run(_leave(path, turned))
        lived.add(settled(path, "ABCDEF", 3))
        assert not path.with_name(path.name + "-wal").exists()  # closed in order
    assert lived == {True, False}


async def _leave(path: Path, turned: int) -> None:
    """Return that many turns after a save was asked for, with everything open."""
    store = await Store.open(path, TurnedClock(), wait=0)
    seated, table = await saved(store, 3)
    saving = asyncio.create_task(store.save(settlement(table, seated)))
    await turns(turned)
    assert saving is not None  # held until here: a loop holds its tasks weakly
