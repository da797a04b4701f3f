"""How to begin each game by hand, and Hypothesis without a clock."""

import pytest
from drivers import Game, Round, StukGame
from hypothesis import HealthCheck, settings

# No deadline: how long an example takes says something about the machine, not about the rules.
settings.register_profile("steady", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


@pytest.fixture(scope="session")
def game():
    """How to begin a game: `game(10, 6, 6, banker=0, cards="9s 7s 8s")`."""
    return Game


@pytest.fixture(scope="session")
def stuk():
    """How to begin a table of Стук: `stuk(30, 30, 30, cards="9s 7s 6s")`."""
    return StukGame


@pytest.fixture(scope="session")
def table():
    """How to open a table of blackjack: `table(2, "Ts 9s 6s Th 8s 7s")`."""
    return Round
