"""Who may look at a table, whatever the game."""

import pytest
from drivers import Game, Round, StukGame


@pytest.mark.parametrize("viewer", [-1, 2])
@pytest.mark.parametrize(
    "played", [Game(9, 9), StukGame(30, 30), Round(2)], ids=["ochko", "stuk", "blackjack"]
)
def test_there_is_no_view_for_a_seat_that_is_not_there(played, viewer):
    with pytest.raises(IndexError):
        played.state.view(viewer)
