"""Supervision: a platform that breaks off begins anew with more and more patience, one that is refused says so, the others go on."""

import asyncio
import logging
from collections.abc import Callable

import pytest
from turned import TurnedClock
from world import ChatTwin

from bot.ports.supervisor import Connection, ConnectionLost, Supervisor, TokenRefused

ADDRESS = "https://api.example.org/bot1234567890:AAsecret/getMe"


class Told:
    """One life as the test wants it: how each one ends is taken from `ends`; a life without an end goes on."""

    def __init__(self, line: "Line") -> None:
        self.line = line
        self.steps: list[str] = []

    async def run(self, well: Callable[[], None]) -> None:
        self.line.lives.append(self)
        self.line.news.set()
        end = self.line.ends.pop(0) if self.line.ends else None
        if end is not None:
            raise end
        well()
        await self.line.breaks.wait()
        raise ConnectionLost("cannot be reached")

    async def stop(self) -> None:
        self.steps.append("stop")
        await self.line.stopping()

    async def close(self) -> None:
        self.steps.append("close")


class Line(Supervisor):
    def __init__(self, clock: TurnedClock, *ends: Exception) -> None:
        super().__init__("Somewhere", ChatTwin(), clock)
        self.ends = list(ends)
        self.lives: list[Told] = []
        self.news = asyncio.Event()
        self.breaks = asyncio.Event()

    def new_connection(self) -> Connection:
        return Told(self)

    async def stopping(self) -> None:
        """Nothing is slow here."""

    async def living(self, lives: int) -> None:
        while len(self.lives) < lives:
            self.news.clear()
            await self.news.wait()


async def asleep(clock: TurnedClock) -> float:
    """Until somebody sleeps on the clock: for how long."""
    while clock.next_wake() is None:
        await asyncio.sleep(0)
    wake = clock.next_wake()
    assert wake is not None
    return wake - clock.monotonic()


@pytest.fixture
def clock() -> TurnedClock:
    return TurnedClock()


def told(caplog: pytest.LogCaptureFixture, level: int = logging.WARNING) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == level]


async def test_each_try_waits_twice_as_long_up_to_a_minute(clock: TurnedClock) -> None:
    line = Line(clock, *(ConnectionLost("cannot be reached") for _ in range(9)))
    await line.start()
    waits = []
    for _ in range(9):
        waits.append(await asleep(clock))
        clock.forward(waits[-1])
    await line.living(10)
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    await line.stop()
    await line.close()


async def test_a_connection_that_stood_long_is_tried_again_at_once(clock: TurnedClock) -> None:
    line = Line(clock, *(ConnectionLost("cannot be reached") for _ in range(5)))
    await line.start()
    for _ in range(5):
        clock.forward(await asleep(clock))
    await line.living(6)
    clock.forward(61)
    line.breaks.set()
    assert await asleep(clock) == 1
    await line.stop()
    await line.close()


async def test_what_breaks_off_is_ended_in_order_before_the_next_begins(clock: TurnedClock) -> None:
    line = Line(clock, RuntimeError(ADDRESS))
    await line.start()
    await asleep(clock)
    assert line.lives[0].steps == ["stop", "close"]
    clock.forward(1)
    await line.living(2)
    await line.stop()
    assert line.lives[1].steps == ["stop"]
    await line.close()
    await line.close()
    assert line.lives[1].steps == ["stop", "close"]


async def test_trouble_is_told_once_and_so_is_its_end(
    clock: TurnedClock, caplog: pytest.LogCaptureFixture
) -> None:
    line = Line(clock, *(ConnectionLost("cannot be reached") for _ in range(3)))
    await line.start()
    for _ in range(3):
        clock.forward(await asleep(clock))
    await line.living(4)
    assert told(caplog) == [
        "Somewhere: cannot be reached; trying again, at least once a minute",
        "Somewhere is there again, the bot goes on",
    ]
    await line.stop()


async def test_a_crash_is_told_by_its_kind_and_place_never_by_its_text(
    clock: TurnedClock, caplog: pytest.LogCaptureFixture
) -> None:
    line = Line(clock, RuntimeError(ADDRESS))
    await line.start()
    await asleep(clock)
    (crash,) = told(caplog, logging.ERROR)
    assert "RuntimeError (test_supervisor.py:" in crash
    assert "secret" not in caplog.text
    await line.stop()


async def test_a_refused_token_ends_its_own_platform_alone(
    clock: TurnedClock, caplog: pytest.LogCaptureFixture
) -> None:
    refused, other = Line(clock, TokenRefused("Somewhere refuses TOKEN", "copy it anew")), Line(clock)
    for line in (refused, other):
        await line.start()
    assert await refused.ended() == "Somewhere refuses TOKEN"
    assert told(caplog) == ["Somewhere refuses TOKEN: copy it anew"]
    assert refused.lives[0].steps == ["stop", "close"]
    await other.living(1)
    assert other.lives[0].steps == []
    assert clock.next_wake() is None
    for line in (refused, other):
        await line.stop()
        await line.close()


async def test_a_life_that_does_not_stop_is_left_within_its_time(
    clock: TurnedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ports.supervisor._STOPPING", 0.01)
    line = Line(clock)

    async def hangs() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(line, "stopping", hangs)
    await line.start()
    await line.living(1)
    async with asyncio.timeout(1):
        await line.stop()
        await line.close()
    assert line.lives[0].steps == ["stop", "close"]


async def test_a_program_that_ends_while_it_waits_to_try_again_tries_no_more(clock: TurnedClock) -> None:
    line = Line(clock, ConnectionLost("cannot be reached"))
    await line.start()
    await asleep(clock)
    await line.stop()
    await line.close()
    clock.forward(100)
    await asyncio.sleep(0)
    assert len(line.lives) == 1
