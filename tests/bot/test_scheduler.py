"""The real scheduler under the deadlines."""

import asyncio
import gc
import time
from datetime import UTC, datetime, timedelta

import pytest
from turned import TurnedClock

from bot.ports.clock import SystemClock
from bot.tables.deadlines import Deadlines


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
    deadlines.arm("K7", time.monotonic() - 300)  # before the start
    deadlines.start()
    await asyncio.wait_for(looks.came.wait(), 3)
    looks.came.clear()
    deadlines.arm("B2", time.monotonic() - 18_000)  # and after it
    await asyncio.wait_for(looks.came.wait(), 3)
    await deadlines.stop()
    assert set(looks.codes) == {"K7", "B2"}


async def test_a_loop_that_was_blocked_for_more_than_a_second_loses_no_deadline(looks: Looks) -> None:
    deadlines = Deadlines(SystemClock(), looks)
    deadlines.start()
    now = time.monotonic()
    for number in range(20):
        deadlines.arm(f"T{number}", now + 0.02 + number / 1000)
    await asyncio.sleep(0)
    time.sleep(1.2)  # noqa: ASYNC251 - the loop is blocked on purpose
    while len(set(looks.codes)) < 20:
        looks.came.clear()
        await asyncio.wait_for(looks.came.wait(), 3)
    await deadlines.stop()


async def test_the_same_table_armed_twice_before_the_start_is_one_deadline(looks: Looks) -> None:
    deadlines = Deadlines(SystemClock(), looks)
    far = time.monotonic() + 3600
    deadlines.arm("K7", far)
    deadlines.arm("K7", time.monotonic())
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
    deadlines.arm("STUCK", time.monotonic())
    deadlines.arm("OTHER", time.monotonic())
    await asyncio.wait_for(came.wait(), 3)
    for _ in range(3):
        deadlines.sweep()
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
    deadlines.arm("K7", time.monotonic())
    for _ in range(2):
        deadlines.sweep()
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
    deadlines.arm("K7", time.monotonic())
    deadlines.sweep()
    gc.collect()
    await deadlines.settle()
    assert done == ["K7"]


@pytest.mark.parametrize("step", [3600, 86_400, -3600])
async def test_after_a_step_of_the_wall_clock_a_job_rings_when_it_would_have_rung(
    looks: Looks, step: int
) -> None:
    clock = TurnedClock(datetime.now(UTC))
    deadlines = Deadlines(clock, looks)
    deadlines.start()
    due = clock.monotonic() + 60
    deadlines.arm("K7", due)
    clock.step(step)
    deadlines.arm("K7", due)
    scheduler = deadlines._scheduler
    assert scheduler is not None
    run = scheduler.get_job("table:K7").trigger.run_date
    assert run.utcoffset() == timedelta(0)
    assert run - clock.now() == timedelta(seconds=60.005)
    await deadlines.stop()


@pytest.mark.parametrize("step", [0, 86_400, -3600])
async def test_the_sweep_goes_by_the_clock_that_nobody_can_set(looks: Looks, step: int) -> None:
    clock = TurnedClock(datetime(2200, 1, 1, tzinfo=UTC))  # no job of the scheduler rings meanwhile
    deadlines = Deadlines(clock, looks)
    deadlines.start()
    deadlines.arm("K7", clock.monotonic() + 20)
    clock.step(step)
    clock.forward(19.5)  # past the first sweep
    await deadlines.settle()
    assert looks.codes == []
    clock.forward(15)
    await deadlines.settle()
    assert looks.codes == ["K7"]
    await deadlines.stop()


async def test_the_sweep_lets_finished_tables_go() -> None:
    tidied: list[int] = []

    async def look(code: str) -> None:
        raise AssertionError(code)

    deadlines = Deadlines(SystemClock(), look, tidy=lambda: tidied.append(1))
    deadlines.sweep()
    assert tidied == [1]
