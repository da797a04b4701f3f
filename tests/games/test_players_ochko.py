"""Computer players at a table of Очко: rules 2.8 to 2.10, 4.16."""

import pytest
from drivers import move_of

from engine.odds import shipped
from engine.players import Level
from engine.players.player import part_at


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_computer_players_play_games_to_their_end(game, level, seats):
    """Rules 4.16: legal moves only, stakes within the limits of 2.8."""
    for number in range(6):
        played = game(*[7] * seats, banker=None, seed=bytes(31) + bytes([number]), deals=5)
        while not played.view.finished:
            played("deal" if played.view.to_move is None else move_of(played, level))


@pytest.mark.parametrize(
    ("level", "points", "move"),
    [
        (Level.EASY, "Ts 6s", "hit"),
        (Level.EASY, "Ts 7s", "stand"),
        (Level.NORMAL, "9s 6s", "hit"),
        (Level.NORMAL, "Ts 6s", "stand"),
        (Level.HARD, "8s 6s", "hit"),
        (Level.HARD, "Ts 6s", "stand"),
    ],
)
def test_a_bettor_draws_below_its_number(game, level, points, move):
    first, second = points.split()
    played = game(9, 9, cards=f"{first} 8h {second} Jh")("deal", "1 bet 1", "1 hit")
    assert move_of(played, level) == f"1 {move}"


@pytest.mark.parametrize(
    ("level", "points", "move"),
    [
        (Level.EASY, "Ts 6s", "hit"),
        (Level.NORMAL, "Ts 6s", "hit"),
        (Level.NORMAL, "Ts 7s", "stand"),
        (Level.HARD, "9s 6s", "hit"),
        (Level.HARD, "Ts 7s", "stand"),
    ],
)
def test_a_banker_draws_below_his(game, level, points, move):
    first, second = points.split()
    played = game(9, 9, cards=f"8h {first} {second} Jh")("deal", "1 bet 1", "1 stand", "0 hit")
    assert move_of(played, level) == f"0 {move}"


def test_with_one_chip_in_the_bank_everybody_stakes_it(game):
    """Rules 2.8."""
    for level in Level:
        assert move_of(game(1, 9)("deal"), level) == "1 bet 1"


def test_the_hard_player_mixes_its_thresholds_as_often_as_it_should():
    mixture = shipped.ochko()["equilibrium"]["player"]
    lots = [number / 1000 for number in range(1000)]
    share = sum(part_at(mixture, lot) == "15" for lot in lots) / 1000
    assert share == pytest.approx(mixture["15"], abs=0.002)
    assert part_at(mixture, 1.0) == "16"


def test_no_number_that_hard_draws_below_is_worse_than_the_best_by_1e_9():
    """Each is a best answer to the other side's mixture."""
    matrix, mixed = shipped.ochko()["matrix"], shipped.ochko()["equilibrium"]
    bettors = {
        own: sum(part * row[at] for at, part in mixed["banker"].items()) for own, row in matrix.items()
    }
    bankers = {at: sum(part * matrix[own][at] for own, part in mixed["player"].items()) for at in matrix}
    assert all(bettors[own] >= max(bettors.values()) - 1e-9 for own in mixed["player"])
    assert all(bankers[at] <= min(bankers.values()) + 1e-9 for at in mixed["banker"])
