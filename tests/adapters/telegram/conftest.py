"""A Bot API server per test, the product against it as a process or in this one; what went wrong unseen fails the test at its end."""

import logging
from collections.abc import AsyncIterator, Callable

import pytest
from botapi.evening import Evening
from botapi.inside import Inside
from botapi.program import Program
from botapi.server import BotApi, bot_api


@pytest.fixture
async def api() -> AsyncIterator[BotApi]:
    async with bot_api() as server:
        yield server


@pytest.fixture
async def program(api, tmp_path) -> AsyncIterator[Callable[..., Program]]:
    """Makes programs on one database; `await program().start()`."""
    made: list[Program] = []

    def make(**settings: str) -> Program:
        made.append(Program(api, tmp_path, **settings))
        return made[-1]

    yield make
    for one in made:
        if one.process is not None and one.process.returncode is None:
            await one.kill()
    for one in made:
        assert one.complaints() == []


@pytest.fixture
async def inside(api, tmp_path, caplog) -> AsyncIterator[Inside]:
    """The product in this process, its clock turned by the test."""
    caplog.set_level(logging.INFO)
    for name in ("httpx", "telegram"):
        caplog.set_level(logging.WARNING, name)
    world = await Inside(tmp_path / "twentyone.db", api).start()
    yield world
    await world.stop()
    swallowed = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert swallowed == []


@pytest.fixture
def three(api):
    return [api.telegram.user(name) for name in ("Anna", "Boris", "Vera")]


@pytest.fixture
def chat(api, three):
    return api.telegram.group(*three)


@pytest.fixture
async def evening(api, inside, chat, three) -> Evening:
    """Three people at a game of Очко in a group, its first turn begun."""
    evening = Evening(api, chat, three)
    await inside.open_table(evening, "seats=3 deals=5")
    await inside.turn(60)
    return evening
