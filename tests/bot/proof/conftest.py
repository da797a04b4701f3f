"""A table that has ended, and one in the middle of its first deal."""

import pytest
from evening import play


@pytest.fixture
async def finished(world):
    await world.open("Anna", "Boris", "Vera", arguments="seats=3 deals=5")
    return await play(world)


@pytest.fixture
async def running(world):
    await world.open("Anna", "Boris", "Vera", arguments="seats=3 deals=5")
    return await play(world, moves=3)
