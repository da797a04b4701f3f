"""A store in a folder of its own, and a clock that stands still until it is turned."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store.store import Store

# No packages under tests: what these tests and their child processes share is found by its folder.
sys.path.append(str(Path(__file__).parent))

from store_samples import TurnedClock


@pytest.fixture(autouse=True)
def audited() -> None:
    """Nothing is audited here: these changes are made up, statement by statement, and follow from no game."""


@pytest.fixture
def clock() -> TurnedClock:
    """A clock of the test's own."""
    return TurnedClock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database of the test lies; its folder does not exist yet."""
    return tmp_path / "data" / "twentyone.db"


@pytest_asyncio.fixture
async def store(path: Path, clock: TurnedClock) -> AsyncIterator[Store]:
    """An open store, empty."""
    opened = await Store.open(path, clock, wait=0)
    yield opened
    await opened.close()
