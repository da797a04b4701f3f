"""One person and computers at a table."""

from collections.abc import Awaitable, Callable

import pytest
from lonely import Alone
from world import World


@pytest.fixture
def alone(world: World) -> Callable[..., Awaitable[Alone]]:
    """A table of Anna's with computers, started."""

    async def sit(arguments: str = "computers=1", *others: str) -> Alone:
        return await Alone(world).sit(arguments, *others)

    return sit
