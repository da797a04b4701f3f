"""The exact odds of Очко: against a second count, and what is kept (docs/odds.md)."""

import json
from fractions import Fraction
from functools import cache

import pytest

from bot.cli.odds import ochko_command
from engine.odds import shipped
from engine.odds.equilibrium import equilibrium, solve
from engine.odds.ochko import (
    NAMES,
    THRESHOLDS,
    WORTH,
    against,
    chance,
    ends,
    value,
)

NONE = (0,) * 9


def second_count(bettor, banker):
    """The value of two thresholds counted card by card, in fractions (rules 2.7 to 2.11)."""

    def cards(left, points, size, aces):
        for rank, count in enumerate(left):
            if count:
                rest = tuple(n - (at == rank) for at, n in enumerate(left))
                yield Fraction(count, sum(left)), rest, points + WORTH[rank], size + 1, aces + (rank == 8)

    @cache
    def bettors(left, points, size, aces):
        if points == 21 or (size == 2 and aces == 2):
            return Fraction(1)
        if points > 21:
            return Fraction(-1)
        if size and (points >= bettor or size == 5):
            return bankers(left, points, 0, 0, 0)
        return sum(share * bettors(*rest) for share, *rest in cards(left, points, size, aces))

    @cache
    def bankers(left, waiting, points, size, aces):
        if points > 21 and not (size == 2 and aces == 2):
            return Fraction(1)
        if size and (points >= min(banker, 21) or size == 5):
            return Fraction(1 if waiting > points else -1)
        return sum(
            share * bankers(rest, waiting, *hand) for share, rest, *hand in cards(left, points, size, aces)
        )

    return bettors((4,) * 9, 0, 0, 0)


@pytest.mark.parametrize(("bettor", "banker"), [(13, 12), (12, 14)])
def test_a_second_count_says_the_same(bettor, banker):
    assert value(bettor, banker) == pytest.approx(float(second_count(bettor, banker)), abs=1e-12)


@pytest.mark.parametrize("threshold", THRESHOLDS)
def test_the_chances_of_all_ends_sum_to_1(threshold):
    for gone in (NONE, (4, 0, 0, 0, 0, 0, 0, 0, 1)):
        assert sum(chance(end, gone) for end in ends(threshold)) == pytest.approx(1, abs=1e-12)


def test_a_card_that_is_not_there_is_not_removed():
    with pytest.raises(ValueError, match="not there"):
        chance(ends(12)[0], (5, *NONE[1:]))


def test_equal_points_go_to_the_bank():
    """Rules 2.11: with more points a waiting hand is worth more, and 20 does not win for certain."""
    gone = (0, 0, 0, 0, 2, 0, 0, 0, 0)
    worths = [against(gone, points, 17) for points in range(12, 21)]
    assert worths == sorted(worths)
    assert worths[-1] < 1
    # Against a banker of 17 and more, 12 to 16 win by his bust, and by little else: five small cards.
    assert worths[0] < worths[4] < worths[0] + 0.01


def test_the_golden_point_wins_at_once_and_an_ace_more_is_bust():
    """Rules 1.2, 2.9."""
    golden = [end for end in ends(21) if end.counts == (*NONE[1:], 2)]
    assert [(end.decided, end.bust) for end in golden] == [(True, False)]
    assert all(end.bust for end in ends(21) if end.points > 21 and end not in golden)


class TestEquilibrium:
    def test_nobody_gains_by_another_threshold(self):
        values = {row: {int(c): v for c, v in of.items()} for row, of in shipped.ochko()["matrix"].items()}
        mixed = equilibrium(values)
        for own in THRESHOLDS:
            assert sum(p * values[str(own)][b] for b, p in mixed.banker.items()) <= mixed.value + 1e-12
            assert sum(p * values[b][own] for b, p in mixed.player.items()) >= mixed.value - 1e-12
        assert sum(mixed.player.values()) == pytest.approx(1)
        assert sum(mixed.banker.values()) == pytest.approx(1)

    @pytest.mark.parametrize(
        ("game", "worth"),
        [
            ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0),
            ([[2, 3], [1, 4]], 2),
            ([[1, -1], [-1, 1]], 0),
            ([[3, 0], [1, 2]], Fraction(3, 2)),
            ([[-5]], -5),
        ],
    )
    def test_known_games(self, game, worth):
        found, rows, columns = solve([[Fraction(entry) for entry in row] for row in game])
        assert found == worth
        assert sum(rows) == sum(columns) == 1
        for column in range(len(game[0])):
            assert sum(part * row[column] for part, row in zip(rows, game, strict=True)) >= worth


class TestKept:
    def test_part_of_the_matrix_worked_out_anew(self):
        """`uv run poe odds` makes all of it."""
        matrix = shipped.ochko()["matrix"]
        assert list(matrix) == list(matrix["12"]) == [str(threshold) for threshold in THRESHOLDS]
        for bettor, banker in ((15, 16), (16, 17), (12, 21)):
            assert value(bettor, banker) == pytest.approx(matrix[str(bettor)][str(banker)], abs=1e-12)

    def test_the_banks_advantage_is_not_below_one_percent(self):
        """What the first text says of it is not so with stakes of one size."""
        assert -0.14 < shipped.ochko()["equilibrium"]["value"] < -0.13

    def test_an_ace_and_a_ten_are_good_first_cards_and_no_other(self):
        first = shipped.ochko()["first_card"]
        assert [name for name in NAMES if first[name] > 0] == ["T", "A"]
        assert sum(first.values()) / 9 == pytest.approx(shipped.ochko()["equilibrium"]["value"], abs=1e-12)

    def test_best_answers_are_best(self):
        matrix, best = shipped.ochko()["matrix"], shipped.ochko()["best"]
        for at, own in best["player"].items():
            assert matrix[str(own)][at] == max(row[at] for row in matrix.values())
        for at, own in best["banker"].items():
            assert matrix[at][str(own)] == min(matrix[at].values())


def test_the_command(capsys):
    assert ochko_command(as_json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["matrix"]["16"]["17"] == pytest.approx(-0.13703, abs=1e-5)
    assert set(found["equilibrium"]) == {"player", "banker", "value"}
    assert ochko_command(as_json=False) == 0
    assert "Equilibrium, worth -0.130852" in capsys.readouterr().out
