"""What the tests of the application share: a world of its own for each, and a log that may hold no fault."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from audits import audited
from structlog.testing import capture_logs
from structlog.typing import EventDict
from world import World

__all__ = ["audited", "logged", "world"]


@pytest.fixture(autouse=True)
def logged(request: pytest.FixtureRequest) -> Iterator[list[EventDict]]:
    """Every line of the log. A test fails on an error in it, unless it is marked with the events it brings about."""
    marker = request.node.get_closest_marker("faults")
    expected = set() if marker is None else set(marker.args)
    with capture_logs() as entries:
        yield entries
    faults = [e for e in entries if e["log_level"] in {"error", "critical"} and e["event"] not in expected]
    assert not faults


@pytest.fixture
async def world(folder: Path) -> AsyncIterator[World]:
    """A running program with an empty database and an empty chat."""
    running = await World(folder / "twentyone.db").start()
    yield running
    await running.stop()
