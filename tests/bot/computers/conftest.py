"""One person and computers at a table."""

import random
import secrets
from collections.abc import Awaitable, Callable

import pytest
from lonely import Alone
from world import World


@pytest.fixture(autouse=True)
def chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The secrets of tables, by the name of the test: its cards are the same each time."""
    monkeypatch.setattr(secrets, "token_bytes", random.Random(request.node.name).randbytes)


@pytest.fixture
def alone(world: World) -> Callable[..., Awaitable[Alone]]:
    """A table of Anna's with computers, started."""

    async def sit(arguments: str = "computers=1", *others: str) -> Alone:
        return await Alone(world).sit(arguments, *others)

    return sit
