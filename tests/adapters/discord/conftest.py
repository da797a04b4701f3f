"""A Discord per test; what went wrong unseen fails the test at its end."""

import logging
from collections.abc import AsyncIterator

import pytest
import simcord
from server import Server


@pytest.fixture
async def server(tmp_path, caplog, request) -> AsyncIterator[Server]:
    caplog.set_level(logging.INFO)
    world = await Server(tmp_path / "twentyone.db").start()
    yield world
    await world.stop()
    expected = request.node.get_closest_marker("faults")
    swallowed = [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]
    assert [line for line in swallowed if expected is None or line not in expected.args] == []


@pytest.fixture(autouse=True)
def env(request) -> simcord.Env | None:
    """simcord's plugin looks for it, so that the test's own time is simcord's as well."""
    return request.getfixturevalue("server").env if "server" in request.fixturenames else None
