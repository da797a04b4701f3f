"""Somebody who trains."""

import pytest
from trainee import Trainee


@pytest.fixture
def anna(world) -> Trainee:
    """She trains with a secret that is known, so that the cards are."""
    world.app.parts.trainer.secret = lambda: bytes(32)
    return Trainee(world)
