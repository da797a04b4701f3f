"""A table that has ended, and one in the middle of its first deal."""

import pytest
from played_out import play


@pytest.fixture(autouse=True)
def one_secret(monkeypatch):
    """The same secret for every table, so that a game has the same deals each time."""
    monkeypatch.setattr("bot.tables.opening.secrets.token_bytes", lambda count: bytes([21] * count))


@pytest.fixture
async def finished(world):
    await world.open("Anna", "Boris", "Vera", arguments="seats=3 deals=5")
    return await play(world)


@pytest.fixture
async def running(world):
    await world.open("Anna", "Boris", "Vera", arguments="seats=3 deals=5")
    return await play(world, moves=3)
