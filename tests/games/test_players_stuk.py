"""Computer players at a table of Стук: rules 3.5 to 3.11, 4.16."""

from dataclasses import replace

import pytest
from drivers import move_of

from engine.game import Verb
from engine.odds import shipped
from engine.players import KNOCKS, PLAYERS, Level

LEVELS = PLAYERS["stuk"]
KNOCKING = KNOCKS["stuk"]


def between_rounds(played, level):
    """What comes while it is nobody's move."""
    banker = played.view.banker
    knocks = banker is not None and played.state.may_knock(banker)
    if knocks and level in KNOCKING and KNOCKING[level](played.state.view(banker)):
        return f"{banker} knock"
    return "deal"


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_computer_players_play_tables_to_their_end(stuk, level, seats):
    """Rules 4.16: legal moves only, stakes within the limits of 3.5."""
    played = stuk(*[30] * seats, seed=bytes(31) + bytes([seats]))
    while not played.view.finished:
        played(between_rounds(played, level) if played.view.to_move is None else move_of(played, level))
        assert played.total() == 30 * seats


@pytest.mark.parametrize(
    ("level", "up", "points", "move"),
    [
        (Level.EASY, "Ah", "Ts 6s", "hit"),
        (Level.EASY, "6h", "Ts 7s", "stand"),
        (Level.NORMAL, "Ah", "9s 6s", "hit"),
        (Level.NORMAL, "Ah", "Ts 6s", "stand"),
        (Level.NORMAL, "7h", "9s 6s", "hit"),
        (Level.NORMAL, "Kh", "9s 6s", "stand"),
        (Level.NORMAL, "Kh", "Ts Ks", "hit"),
        (Level.HARD, "Kh", "Ts Ks", "stand"),
        (Level.HARD, "Jh", "Ts Ks", "hit"),
        (Level.HARD, "Jh", "9s 6s", "stand"),
        (Level.HARD, "Jh", "Ts 7s", "stand"),
    ],
)
def test_a_bettor_draws_by_his_points_and_the_open_card(stuk, level, up, points, move):
    first, second = points.split()
    played = stuk(30, 30, cards=f"{first} {up} {second}")("deal", "1 bet 1", "1 hit")
    assert move_of(played, level) == f"1 {move}"


@pytest.mark.parametrize(
    ("level", "bettor", "drawn", "move"),
    [
        (Level.EASY, "Ts", "6h", "hit"),
        (Level.EASY, "Ts Qs", "7h", "stand"),
        (Level.NORMAL, "Ts Qs", "6h", "hit"),
        (Level.NORMAL, "Ts Qs", "7h", "stand"),
        (Level.HARD, "Ts Qs", "Kh", "hit"),
        (Level.HARD, "Ts Qs", "7h", "stand"),
    ],
)
def test_the_banker_draws_from_his_open_card(stuk, level, bettor, drawn, move):
    """Rules 3.7; the banker plays by the cards he drew against this bettor."""
    first, *more = bettor.split()
    cards = " ".join([first, "Th", *more, drawn])
    played = stuk(30, 30, cards=cards)("deal", "1 bet 1", *["1 hit"] * len(more), "1 stand", "0 hit")
    assert move_of(played, level) == f"0 {move}"


def test_the_normal_banker_stands_on_16_with_a_picture_open(stuk):
    played = stuk(30, 30, cards="Ts Kh Qs Th Jh")("deal", "1 bet 1", "1 hit", "1 stand", "0 hit", "0 hit")
    assert move_of(played, Level.NORMAL) == "0 stand"


@pytest.mark.parametrize(("up", "move"), [("Ah", "stand"), ("Th", "hit")])
def test_a_good_banker_needs_no_more_than_11_against_one_card(stuk, up, move):
    """Rules 3.8: equal hands go to the banker; how many cards a bettor holds lies open."""
    played = stuk(30, 30, cards=f"9s {up}")("deal", "1 bet 1", "1 stand")
    for level in (Level.NORMAL, Level.HARD):
        assert move_of(played, level) == f"0 {move}"


class TestHard:
    """It plays the equilibrium that is kept (docs/odds.md)."""

    @pytest.mark.parametrize(
        ("first", "second", "points"),
        [("Ts", "Ks", 14), ("9s", "6s", 15), ("Ts", "6s", 16), ("Ts", "7s", 17)],
    )
    @pytest.mark.parametrize("up", ["6h", "Jh", "Ah"])
    def test_a_bettor_draws_as_often_as_the_equilibrium(self, stuk, first, second, points, up):
        view = stuk(30, 30, cards=f"{first} {up} {second}")("deal", "1 bet 1", "1 hit").state.view(1)
        # The lot is another one in every deal.
        moves = [LEVELS[Level.HARD](replace(view, deal=deal), view.legal) for deal in range(200)]
        often = sum(move.verb is Verb.HIT for move in moves) / 200
        expected = shipped.stuk()["up"][up[0]]["draws"]["player"][str(points)]
        assert often == pytest.approx(expected, abs=0.12)
        assert (often in {0, 1}) == (expected < 1e-9 or expected > 1 - 1e-9)

    def test_no_plan_it_plays_is_worse_than_the_best_by_1e_9(self):
        """Every way it plays is a best answer to the other side's mixture."""
        for odds in shipped.stuk()["up"].values():
            mixed, matrix = odds["equilibrium"], odds["matrix"]
            for plan in set(mixed["player"]) & set(matrix):
                worth = sum(part * matrix[plan][at] for at, part in mixed["banker"].items())
                assert worth == pytest.approx(mixed["value"], abs=1e-9)
            for row in matrix.values():
                assert sum(part * row[at] for at, part in mixed["banker"].items()) <= mixed["value"] + 1e-9

    def test_it_stakes_the_most_on_a_card_that_wins_and_the_least_on_any_other(self, stuk):
        for up, odds in shipped.stuk()["up"].items():
            for first, worth in odds["first_card"].items():
                played = stuk(60, 60, size=20, cards=f"{first}s {up}h")("deal")
                assert move_of(played, Level.HARD) == f"1 bet {20 if worth > 0 else 2}"


def test_who_has_less_than_the_least_stakes_all_he_has(stuk):
    """Rules 3.5."""
    for level in Level:
        assert move_of(stuk(60, 1, size=20)("deal"), level) == "1 bet 1"


def test_a_tripled_bank_is_knocked_home_by_normal_and_played_on_by_easy(stuk):
    """Rules 3.11."""
    played = stuk(10, 60, cards="6s Ts 6h 6d 7s")("deal", "1 bet 10", "1 stand", "0 stand")
    view = played.state.view(0)
    assert not view.may_knock
    assert not KNOCKING[Level.NORMAL](view)
    played("deal", "1 bet 20", "1 stand", "0 hit", "0 stand")
    view = played.state.view(0)
    assert view.may_knock
    assert KNOCKING[Level.NORMAL](view)
    assert KNOCKING[Level.HARD](view)
    assert Level.EASY not in KNOCKING
    assert not KNOCKING[Level.NORMAL](played.state.view(1))
