"""The real scheduler under the deadlines (hazards A01 to A11)."""

import asyncio
import gc
import time
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.clock import SystemClock
from bot.deadlines import Deadlines


class Looks:
    """Who is looked at, and a way to wait for it."""

    def __init__(self) -> None:
        self.codes: list[str] = []
        self.came = asyncio.Event()

    async def __call__(self, code: str) -> None:
        self.codes.append(code)
        self.came.set()


@pytest.fixture
async def looks() -> Looks:
    return Looks()


async def test_a_deadline_long_past_is_still_looked_at(looks: Looks) -> None:
    deadlines = Deadlines(SystemClock(), looks)
    deadlines.arm("K7", datetime.now(UTC) - timedelta(minutes=5))  # before the start
    deadlines.start()
    await asyncio.wait_for(looks.came.wait(), 3)
    looks.came.clear()
    deadlines.arm("B2", datetime.now(UTC) - timedelta(hours=5))  # and after it
    await asyncio.wait_for(looks.came.wait(), 3)
    await deadlines.stop()
    assert set(looks.codes) == {"K7", "B2"}


async def test_a_loop_that_was_blocked_for_more_than_a_second_loses_no_deadline(looks: Looks) -> None:
    deadlines = Deadlines(SystemClock(), looks)
    deadlines.start()
    now = datetime.now(UTC)
    for number in range(20):
        deadlines.arm(f"T{number}", now + timedelta(milliseconds=20 + number))
    await asyncio.sleep(0)
    time.sleep(1.2)  # noqa: ASYNC251 - the loop is blocked on purpose
    while len(set(looks.codes)) < 20:
        looks.came.clear()
        await asyncio.wait_for(looks.came.wait(), 3)
    await deadlines.stop()


async def test_the_same_table_armed_twice_before_the_start_is_one_deadline(looks: Looks) -> None:
    deadlines = Deadlines(SystemClock(), looks)
    far = datetime.now(UTC) + timedelta(hours=1)
    deadlines.arm("K7", far)
    deadlines.arm("K7", datetime.now(UTC))
    deadlines.start()
    await asyncio.wait_for(looks.came.wait(), 3)
    deadlines.arm("K7", far)
    deadlines.arm("K7", None)
    deadlines.arm("K7", None)
    assert deadlines.next() is None
    await deadlines.stop()
    assert looks.codes == ["K7"]


async def test_a_look_that_hangs_delays_no_other_and_is_not_doubled() -> None:
    free, begun, others = asyncio.Event(), [], []
    came = asyncio.Event()

    async def look(code: str) -> None:
        if code == "STUCK":
            begun.append(code)
            await free.wait()
        else:
            others.append(code)
            came.set()

    deadlines = Deadlines(SystemClock(), look)
    deadlines.start()
    deadlines.arm("STUCK", datetime.now(UTC))
    deadlines.arm("OTHER", datetime.now(UTC))
    await asyncio.wait_for(came.wait(), 3)
    for _ in range(3):
        await deadlines.sweep()
        await asyncio.sleep(0)
    assert begun == ["STUCK"]
    free.set()
    await deadlines.settle()
    await deadlines.stop()


@pytest.mark.faults("deadline.look_failed")
async def test_a_look_that_fails_is_logged_and_looked_at_again_by_the_sweep() -> None:
    tries: list[str] = []

    async def look(code: str) -> None:
        tries.append(code)
        raise ValueError(code)

    deadlines = Deadlines(SystemClock(), look)
    deadlines.arm("K7", datetime.now(UTC))
    for _ in range(2):
        await deadlines.sweep()
        await deadlines.settle()
    assert tries == ["K7", "K7"]


async def test_looks_are_kept_from_the_garbage_collector(looks: Looks) -> None:
    done: list[str] = []

    async def look(code: str) -> None:
        for _ in range(5):
            await asyncio.sleep(0)
            gc.collect()
        done.append(code)

    deadlines = Deadlines(SystemClock(), look)
    deadlines.arm("K7", datetime.now(UTC))
    await deadlines.sweep()
    gc.collect()
    await deadlines.settle()
    assert done == ["K7"]


async def test_a_deadline_over_a_change_of_clocks_is_the_same_moment(looks: Looks) -> None:
    deadlines = Deadlines(SystemClock(), looks)
    deadlines.start()
    budapest = ZoneInfo("Europe/Budapest")
    before = datetime(2026, 10, 25, 2, 59, 30, tzinfo=budapest)
    deadlines.arm("K7", before.astimezone(UTC) + timedelta(seconds=60))
    scheduler = deadlines._scheduler
    assert scheduler is not None
    run = scheduler.get_job("table:K7").trigger.run_date
    assert run.utcoffset() == timedelta(0)
    assert run - before.astimezone(UTC) == timedelta(seconds=60.005)
    await deadlines.stop()


async def test_the_sweep_lets_finished_tables_go() -> None:
    tidied: list[int] = []

    async def look(code: str) -> None:
        raise AssertionError(code)

    deadlines = Deadlines(SystemClock(), look, tidy=lambda: tidied.append(1))
    await deadlines.sweep()
    assert tidied == [1]
