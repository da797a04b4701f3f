"""A world with tables that are played to their end."""

import random

import pytest
from world import World

from engine.game import Verb


@pytest.fixture
async def world(tmp_path):
    world = await World(tmp_path / "twentyone.db").start()
    yield world
    await world.stop()


async def play(world, *, dice, moves=10_000):
    """Play the open table on by its buttons, as the dice say; to its end, or so many moves."""
    session = world.session()
    while session.playing and moves:
        name = world.mover()
        if name is None:
            await world.turn(8)
            continue
        legal = session.state.legal()[0]
        if legal.verb is Verb.BET:
            await world.command(name, f"/bet {dice.randint(legal.min, min(3, legal.max))}")
        else:
            points = session.state.view(session.state.to_move).seats[session.state.to_move].hands[0].points
            await world.press(name, world.key("hit" if points < 15 else "stand"))
        await world.turn(2)  # the same button within a second is a double tap
        moves -= 1
    return session


@pytest.fixture
async def finished(world):
    """A finished table of three."""
    await world.open("Anna", "Boris", "Vera", arguments="seats=3 deals=5")
    return await play(world, dice=random.Random(3))


@pytest.fixture
async def running(world):
    """A table of three in the middle of its first deal."""
    await world.open("Anna", "Boris", "Vera", arguments="seats=3 deals=5")
    return await play(world, dice=random.Random(3), moves=3)
