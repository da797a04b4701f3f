"""The cards of these tests are the same each time: a natural in the first round would leave nothing to press."""

import random
import secrets

import pytest


@pytest.fixture(autouse=True)
def chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The secrets of tables, by the name of the test."""
    monkeypatch.setattr(secrets, "token_bytes", random.Random(request.node.name).randbytes)
