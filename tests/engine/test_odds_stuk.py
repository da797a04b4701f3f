"""The exact odds of Стук: against a second count, and what is kept (docs/odds.md)."""

import json
from fractions import Fraction
from functools import cache

import pytest

from bot.cli.odds import ochko_command, stuk_command
from engine.odds import shipped
from engine.odds.ochko import NAMES, THRESHOLDS, WORTH
from engine.odds.stuk import (
    PLANS,
    THRESHOLD_PLANS,
    against,
    chances,
    draws,
    first_chance,
    name_of,
    sets,
    values,
)

ACE = NAMES.index("A")
NONE = (0,) * 9


def second_count(up, first, draws_at, banker):
    """The value of one way to play against one threshold, card by card, in fractions (rules 3.6 to 3.8)."""

    def cards(left, points, size, aces):
        for rank, count in enumerate(left):
            if count:
                rest = tuple(n - (at == rank) for at, n in enumerate(left))
                yield Fraction(count, sum(left)), rest, points + WORTH[rank], size + 1, aces + (rank == ACE)

    def golden(size, aces):
        return size == aces == 2

    @cache
    def bettors(left, points, size, aces):
        if points > 21 and not golden(size, aces):
            return Fraction(-1)
        if points < 12 or points in draws_at:
            return sum(share * bettors(*rest) for share, *rest in cards(left, points, size, aces))
        return bankers(left, points, WORTH[up], 1, int(up == ACE))

    @cache
    def bankers(left, waiting, points, size, aces):
        if points > 21 and not golden(size, aces):
            return Fraction(1)
        if points >= banker:
            return Fraction(1 if waiting > points else -1)
        return sum(
            share * bankers(rest, waiting, *hand) for share, rest, *hand in cards(left, points, size, aces)
        )

    left = tuple(4 - (rank == up) - (rank == first) for rank in range(9))
    return bettors(left, WORTH[first], 1, int(first == ACE))


@pytest.mark.parametrize(
    ("up", "first", "plan", "banker"),
    [
        ("9", "T", (12,), 13),
        ("T", "9", (12, 13), 12),
        ("A", "A", (12, 13, 14, 15, 17), 17),
        ("T", "A", (12, 14), 14),
    ],
)
def test_a_second_count_says_the_same(up, first, plan, banker):
    up, first = NAMES.index(up), NAMES.index(first)
    found = values(up, first, plan)[banker]
    assert found == pytest.approx(float(second_count(up, first, plan, banker)), abs=1e-12)


@pytest.mark.parametrize("up", range(9))
def test_the_chances_of_all_ends_of_the_banker_sum_to_1(up):
    gone = tuple(int(at in {3, up}) for at in range(9))
    sums = [0.0] * (len(THRESHOLDS) + 1)
    for one, weight in zip(sets(up), chances(sets(up), gone), strict=True):
        for least, end, orders in one.stops:
            sums[least] += weight * orders
            sums[end] -= weight * orders
    total = 0.0
    for step in sums[:-1]:
        total += step
        assert total == pytest.approx(1, abs=1e-12)


def test_a_card_that_is_not_there_is_not_removed():
    with pytest.raises(ValueError, match="not there"):
        against(0, (4, *NONE[1:]))


def test_two_golden_points_go_to_the_bank_and_one_beats_21():
    """Rules 3.8: with an ace open a golden hand loses to the banker's golden point alone."""
    golden = (*NONE[1:], 2)
    assert against(0, golden) == pytest.approx([1.0] * len(THRESHOLDS))
    # One of the 33 cards left is an ace, and that is the banker's golden point.
    assert against(ACE, golden) == pytest.approx([1 - 2 / 33] * len(THRESHOLDS))


def test_plans_are_named_by_what_they_draw_below_and_what_else_they_draw_at():
    assert [name_of(plan) for plan in THRESHOLD_PLANS.values()] == [str(number) for number in THRESHOLDS]
    assert name_of((12, 13, 14, 17)) == "15+17"
    for plan in PLANS:
        assert [points for points in range(12, 21) if draws(name_of(plan), points)] == list(plan)


@pytest.fixture
def odds():
    """What is kept, by the open card."""
    return shipped.stuk()["up"]


class TestKept:
    def test_part_of_it_worked_out_anew(self, odds):
        """`uv run poe odds` makes all of it."""
        assert list(odds) == list(NAMES)
        for up, own in (("K", 14), ("A", 16)):
            matrix, rank = odds[up]["matrix"], NAMES.index(up)
            assert list(matrix) == list(matrix["12"]) == [str(number) for number in THRESHOLDS]
            found = [values(rank, first, THRESHOLD_PLANS[own]) for first in range(9)]
            for banker in THRESHOLDS:
                mean = sum(first_chance(first, rank) * row[banker] for first, row in enumerate(found))
                assert mean == pytest.approx(matrix[str(own)][str(banker)], abs=1e-12)

    def test_nobody_gains_by_another_threshold(self, odds):
        for one in odds.values():
            mixed, matrix = one["equilibrium"], one["matrix"]
            assert sum(mixed["player"].values()) == pytest.approx(1)
            assert sum(mixed["banker"].values()) == pytest.approx(1)
            for row in matrix.values():
                assert sum(part * row[at] for at, part in mixed["banker"].items()) <= mixed["value"] + 1e-12
            if set(mixed["player"]) <= set(matrix):
                for at in matrix:
                    worth = sum(part * matrix[own][at] for own, part in mixed["player"].items())
                    assert worth >= mixed["value"] - 1e-12

    def test_with_an_ace_open_no_way_to_draw_by_points_gains(self, odds):
        """There thresholds alone are not best: nothing makes 16 into 21, and 17 wants a king."""
        mixed = odds["A"]["equilibrium"]
        for plan in PLANS:
            found = [values(ACE, first, plan) for first in range(9)]
            worth = sum(
                first_chance(first, ACE) * part * row[int(at)]
                for first, row in enumerate(found)
                for at, part in mixed["banker"].items()
            )
            assert worth <= mixed["value"] + 1e-9

    def test_first_cards_make_up_the_value(self, odds):
        for rank, (up, one) in enumerate(odds.items()):
            mean = sum(first_chance(at, rank) * one["first_card"][name] for at, name in enumerate(NAMES))
            assert mean == pytest.approx(one["equilibrium"]["value"], abs=1e-12), up
        whole = sum(one["equilibrium"]["value"] for one in odds.values()) / 9
        assert shipped.stuk()["value"] == pytest.approx(whole, abs=1e-12)

    def test_draws_are_the_chances_of_the_plans(self, odds):
        assert odds["J"]["draws"]["player"] == {str(at): float(at < 15) for at in range(12, 21)}
        assert odds["6"]["draws"]["banker"]["16"] == odds["6"]["equilibrium"]["banker"]["17"]

    def test_best_answers_are_best(self, odds):
        for one in odds.values():
            matrix = one["matrix"]
            for at, own in one["best"]["player"].items():
                assert matrix[str(own)][at] == max(row[at] for row in matrix.values())
            for at, own in one["best"]["banker"].items():
                assert matrix[at][str(own)] == min(matrix[at].values())

    def test_large_stakes_win_also_against_a_banker_who_knows_what_they_are_made_on(self, odds):
        for up, one in odds.items():
            stakes, rank = one["sized"], NAMES.index(up)
            assert stakes["cards"] == [name for name in NAMES if one["first_card"][name] > 0]
            share = sum(first_chance(NAMES.index(name), rank) for name in stakes["cards"])
            assert stakes["share"] == pytest.approx(share)
            assert stakes["small"]["value"] < 0
            assert stakes["large"] is None if up in "TA" else stakes["large"]["value"] > 0.06


def test_the_commands(capsys):
    assert ochko_command(as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["stuk"] == shipped.stuk()
    assert stuk_command(as_json=True) == 0
    assert json.loads(capsys.readouterr().out) == {"stuk": shipped.stuk()}
    assert stuk_command(as_json=False) == 0
    shown = capsys.readouterr().out
    assert "worth -0.152112 to the bettor" in shown
    assert "15 and at 17 with 0.3725" in shown
