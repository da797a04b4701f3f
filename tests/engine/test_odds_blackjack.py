"""The exact analysis of blackjack: against published values, a second count, and what is kept (docs/odds.md)."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from bot.cli.commands import command_line
from bot.cli.odds import blackjack_command
from engine.odds import shipped
from engine.odds.analysis import column_cells, column_hits, tables
from engine.odds.blackjack import Cell, Column, Easy, Play
from engine.odds.dealer import NATURAL, barred_value, ends, unseen_by
from engine.odds.rules import PRODUCT, OddsRules
from engine.odds.shoes import ACE, HANDS, TEN, TOTALS, TWO_CARDS, VALUES, Unseen, hand_of, of, shoe, total_of

EIGHT, NINE = VALUES.index("8"), VALUES.index("9")
shoes = st.tuples(*[st.integers(0, 24)] * 9, st.integers(8, 96)).filter(lambda counts: sum(counts) > 25)
ups = st.integers(0, 9)


class TestShoes:
    def test_there_are_3082_hands_that_are_not_bust(self):
        """And the empty one: counted by others as well."""
        assert len(HANDS) == 3083
        assert max(TOTALS) == 21

    @given(counts=shoes, up=ups, peek=st.booleans())
    @settings(max_examples=50)
    def test_the_chances_of_the_next_card_sum_to_1(self, counts, up, peek):
        unseen = Unseen(counts, barred_value(up) if peek else None)
        assert sum(unseen.chances()) == pytest.approx(1, abs=1e-12)
        assert unseen.chances() == pytest.approx([unseen.chance(value) for value in range(10)])

    @given(counts=shoes, value=ups)
    @settings(max_examples=50)
    def test_a_card_that_is_not_there_is_not_removed(self, counts, value):
        with pytest.raises(ValueError, match="not there"):
            Unseen(counts).without(of(value, counts[value] + 1))

    def test_a_hand_that_is_bust_is_none(self):
        with pytest.raises(KeyError):
            hand_of(TEN, TEN, TEN)


def dealt_out(counts, up, *, hit_soft_17):
    """The dealer's ends counted a second time: card by card, in fractions."""
    found = [Fraction(0)] * 7

    def draw(left, held, chance):
        total, soft = total_of(tuple(held))
        if sum(held) > 1 and total >= 17 and not (total == 17 and soft and hit_soft_17):
            natural = total == 21 and sum(held) == 2
            found[NATURAL if natural else 6 if total > 21 else total - 17] += chance
            return
        for value in range(10):
            if left[value]:
                share = chance * Fraction(left[value], sum(left))
                left[value] -= 1
                held[value] += 1
                draw(left, held, share)
                left[value] += 1
                held[value] -= 1

    draw(list(counts), list(of(up)), Fraction(1))
    return found


class TestDealer:
    @given(counts=shoes, up=ups, hit_soft_17=st.booleans(), peek=st.booleans())
    @settings(max_examples=50)
    def test_the_chances_of_his_ends_sum_to_1(self, counts, up, hit_soft_17, peek):
        unseen = Unseen(counts, barred_value(up) if peek else None)
        chances = ends(unseen, up, hit_soft_17=hit_soft_17)
        assert sum(chances) == pytest.approx(1, abs=1e-12)
        assert min(chances) >= 0
        assert chances[NATURAL] == 0 or barred_value(up) is not None

    @pytest.mark.parametrize("up", [ACE, EIGHT, TEN])
    @pytest.mark.parametrize("hit_soft_17", [False, True])
    def test_a_second_count_says_the_same(self, up, hit_soft_17):
        """Rules 4.10."""
        counts = (3, 0, 2, 0, 3, 2, 0, 1, 0, 6)
        expected = [float(chance) for chance in dealt_out(counts, up, hit_soft_17=hit_soft_17)]
        assert ends(Unseen(counts), up, hit_soft_17=hit_soft_17) == pytest.approx(expected, abs=1e-13)

    def test_after_a_look_nothing_is_left_of_the_natural(self):
        looked = ends(unseen_by(shoe(6), TEN, peek=True), TEN)
        plain = ends(unseen_by(shoe(6), TEN, peek=False), TEN)
        assert plain[NATURAL] == pytest.approx(24 / 311)
        assert looked[:NATURAL] == pytest.approx([one / (1 - 24 / 311) for one in plain[:NATURAL]])


# From the tables at wizardofodds.com, blackjack, appendix 9, to six places: stand, hit, double.
PUBLISHED = [
    (OddsRules(packs=6, hit_soft_17=True), "A", "7,A", (-0.466029, -0.421285, -0.909374)),
    (OddsRules(packs=6, hit_soft_17=True), "A", "6,5", (-0.720879, -0.235772, -0.535879)),
    (OddsRules(packs=8, hit_soft_17=True), "A", "6,5", (-0.721201, -0.235977, -0.537869)),
    (OddsRules(packs=5, hit_soft_17=True, peek=True), "A", "6,5", (-0.594346, 0.109880, 0.128187)),
    (OddsRules(packs=5, hit_soft_17=True, peek=True), "A", "7,A", (-0.225295, -0.160941, -0.417747)),
    (OddsRules(packs=1, peek=True), "A", "6,5", (-0.634013, 0.172946, 0.240259)),
]


class Splitting(Easy):
    """Splits every pair and then plays as «easy» does."""

    def splits(self, value):
        return True


def split_out(counts, up, most):
    """The value of splitting eights, every hand played in its turn from one shoe, in fractions."""

    @cache
    def hands_worth(left, done, waiting, hands):
        """`done`: totals of the hands played; `waiting`: hands with one eight each."""
        if not waiting:
            return dealer_worth(left, done)
        worth = Fraction(0)
        for value in (EIGHT, NINE, TEN):
            if left[value]:
                share = Fraction(left[value], sum(left))
                rest = tuple(n - (at == value) for at, n in enumerate(left))
                if value == EIGHT and hands < most:
                    worth += share * hands_worth(rest, done, waiting + 1, hands + 1)
                else:
                    worth += share * drawn(rest, done, waiting - 1, hands, 8 + value + 1)
        return worth

    def drawn(left, done, waiting, hands, total):
        if total >= 17:
            return hands_worth(left, tuple(sorted((*done, total))), waiting, hands)
        return sum(
            Fraction(left[value], sum(left))
            * drawn(
                tuple(n - (at == value) for at, n in enumerate(left)), done, waiting, hands, total + value + 1
            )
            for value in (EIGHT, NINE, TEN)
            if left[value]
        )

    @cache
    def dealer_worth(left, done):
        worth = Fraction(0)
        for value in (EIGHT, NINE, TEN):
            dealer = up + 1 + value + 1
            for total in done:
                sign = -1 if total > 21 else (total > dealer) - (total < dealer)
                worth += Fraction(left[value], sum(left)) * sign
        return worth

    return hands_worth(counts, (), 2, 2)


class TestColumn:
    @pytest.mark.parametrize(("rules", "up", "hand", "values"), PUBLISHED)
    def test_published_cells(self, rules, up, hand, values):
        first, second = (VALUES.index(name) for name in hand.split(","))
        cell = Column(rules, VALUES.index(up)).cell(first, second)
        assert (cell.stand, cell.hit, cell.double) == pytest.approx(values, abs=6e-7)

    @pytest.mark.skipif("TWENTYONE_SLOW" not in os.environ, reason="takes minutes; set TWENTYONE_SLOW=1")
    def test_published_values_of_a_round(self):
        root = Path(__file__).parents[2]
        done = subprocess.run([sys.executable, "-m", "engine.odds", "--validate"], cwd=root, check=False)
        assert done.returncode == 0

    @pytest.mark.parametrize("most", [2, 3, 4])
    def test_split_values_are_those_of_hands_played_one_after_another(self, most):
        """Rules 4.8, 4.19: a small shoe of eights, nines and tens, counted to its end."""
        left = tuple({EIGHT: 5, NINE: 4, TEN: 4}.get(value, 0) for value in range(10))
        column = Column(OddsRules(hands=most), TEN)
        column._unseen = Unseen(tuple(n + (2 if at == EIGHT else 0) for at, n in enumerate(left)))
        assert column.split(EIGHT, Splitting(), again=True) == pytest.approx(
            float(split_out(left, TEN, most)), abs=1e-12
        )

    def test_a_shoe_without_more_of_a_pair_is_split_too(self):
        column = Column(OddsRules(packs=1), EIGHT)
        assert -1 < column.split(EIGHT, Splitting(), again=True) < 1

    def test_a_natural_loses_nothing_to_a_natural(self):
        """Rules 4.11."""
        against_ace, against_nine = (Column(PRODUCT, up).natural() for up in (ACE, NINE))
        assert against_nine == 1.5
        assert against_ace == pytest.approx(1.5 * (1 - 95 / 309))

    def test_what_the_rules_allow_is_worth_more(self):
        """Splitting aces again, and more hands of eights against a six."""
        six = VALUES.index("6")
        aces = [
            Column(OddsRules(resplit_aces=again), six).split(ACE, Splitting(), again=True)
            for again in (False, True)
        ]
        assert aces[0] < aces[1]
        eights = [
            Column(OddsRules(hands=most), six).split(EIGHT, Splitting(), again=True) for most in (2, 3, 4)
        ]
        assert len(set(eights)) == 3
        assert Column(OddsRules(natural_pays=1.2), six).natural() == pytest.approx(1.2)

    def test_of_equal_plays_the_first_is_best(self):
        """Rules 4.19."""
        assert Cell(0.5, 0.5, 0.5, 0.5).best is Play.STAND
        assert Cell(0.1, 0.5, 0.5, None).best is Play.HIT


class TestKept:
    def test_every_cell_is_there_once(self):
        cells = shipped.blackjack()["cells"]
        assert len({(frozenset(cell["hand"].split(",")), cell["up"]) for cell in cells}) == len(cells) == 550

    def test_what_is_not_legal_is_null(self):
        """Rules 4.6 to 4.8."""
        for cell in shipped.blackjack()["cells"]:
            first, second = cell["hand"].split(",")
            natural = {first, second} == {"A", "T"}
            assert (cell["hit"] is None) == (cell["double"] is None) == natural
            assert (cell["split"] is None) == (first != second)
            values = {
                play: cell[play] for play in ("stand", "hit", "double", "split") if cell[play] is not None
            }
            assert cell["best"] == max(values, key=values.get)

    def test_the_value_of_a_round_is_the_mean_of_its_cells(self):
        """4.19; the chances of all deals sum to 1."""
        chances = value = 0.0
        for up in range(10):
            for first, second, chance in Column(PRODUCT, up).deals():
                chances += chance
                value += chance * tables().cells[hand_of(first, second), VALUES[up]].value
        assert chances == pytest.approx(1, abs=1e-12)
        assert value == pytest.approx(shipped.blackjack()["ev"]["exact"], abs=1e-12)

    def test_exact_play_beats_the_chart_and_the_chart_beats_easy(self):
        ev = shipped.blackjack()["ev"]
        assert ev["exact"] > ev["chart"] > ev["easy"]

    def test_a_column_worked_out_anew_is_the_one_that_is_kept(self):
        """`uv run poe odds` makes all ten."""
        column = Column(PRODUCT, TEN)
        old = [cell for cell in shipped.blackjack()["cells"] if cell["up"] == "T"]
        for made, cell in zip(column_cells(column), old, strict=True):
            assert (made["hand"], made["best"]) == (cell["hand"], cell["best"])
            for play in ("stand", "hit", "double", "split"):
                assert made[play] == pytest.approx(cell[play], abs=1e-12)
        assert column_hits(column) == shipped.blackjack()["hits"]["T"]

    @pytest.mark.parametrize("peek", [False, True])
    def test_a_column_of_one_pack_has_no_hand_that_the_pack_cannot_hold(self, peek):
        column = Column(OddsRules(packs=1, peek=peek), ACE)
        hits = int(column_hits(column), 16)
        asked = [hand for hand in range(len(HANDS)) if hits >> hand & 1]
        assert asked  # 2 2 2 against an ace is hit
        for hand in asked:
            counts = HANDS[hand]
            assert counts[ACE] <= 3
            assert all(count <= 4 for count in counts[1:TEN])

    def test_the_chart_has_a_play_for_every_total_and_pair(self):
        chart = shipped.blackjack()["chart"]
        assert list(chart["hard"]) == [str(total) for total in range(4, 21)]
        assert list(chart["soft"]) == [str(total) for total in range(12, 21)]
        assert list(chart["pair"]) == list(VALUES)
        for row in (row for kind in chart.values() for row in kind.values()):
            assert set(row) == set(VALUES)

    def test_where_this_variant_differs_from_the_common_chart(self):
        """Nobody looks for a natural (rules 4.3): no doubling of 11 and no splitting of eights against a ten."""
        chart = shipped.blackjack()["chart"]
        assert chart["hard"]["11"]["T"] == "hit"
        assert [chart["pair"]["8"][up] for up in "9TA"] == ["split", "hit", "hit"]
        assert [chart["pair"]["A"][up] for up in "9TA"] == ["split", "split", "hit"]


class TestCommand:
    def test_json_has_the_keys_of_the_format(self, capsys):
        assert blackjack_command(as_json=True) == 0
        found = json.loads(capsys.readouterr().out)
        assert list(found) == ["rules", "ev", "chart", "cells"]
        assert list(found["ev"]) == ["exact", "chart", "easy"]
        assert list(found["cells"][0]) == ["hand", "up", "stand", "hit", "double", "split", "best"]
        assert found["rules"]["packs"] == 6

    def test_people_get_the_chart_and_the_values(self, capsys):
        assert blackjack_command(as_json=False) == 0
        out = capsys.readouterr().out
        assert "best play of each hand -0.0051" in out
        assert "Pairs        2  3  4" in out
        assert len(out.splitlines()) > 600

    def test_other_rules_are_worked_out(self, capsys, monkeypatch):
        asked = []

        def worked_out(rules):
            asked.append(rules)
            return shipped.blackjack()

        monkeypatch.setattr("engine.odds.analysis.analyse", worked_out)
        arguments = ["--packs", "8", "--hit-soft-17", "--peek", "--no-double-after-split", "--json"]
        arguments += ["--resplit-aces", "--hands", "3", "--natural-pays", "1.2"]
        done = run_command("blackjack", *arguments)
        assert done.exit_code == 0
        assert asked == [OddsRules(8, True, True, False, True, 3, 1.2)]

    def test_the_programs_rules_are_answered_from_what_is_kept(self, monkeypatch):
        monkeypatch.delattr("engine.odds.analysis.analyse")
        done = run_command("blackjack", "--json", "--packs", "6", "--double-after-split")
        assert json.loads(done.stdout)["ev"] == shipped.blackjack()["ev"]
        assert json.loads(run_command("ochko", "--json").stdout) == shipped.ochko() | {"stuk": shipped.stuk()}

    @pytest.mark.parametrize(
        "wrong",
        [["--packs", "9"], ["--packs", "0"], ["--hands", "5"], ["--shoes", "1"], ["--natural-pays", "nan"]],
    )
    def test_rules_that_cannot_be_are_refused(self, wrong):
        assert run_command("blackjack", *wrong).exit_code == 2


def run_command(*words):
    return CliRunner().invoke(command_line(lambda *_: 1), ["odds", *words])


def test_two_cards_are_55_hands():
    assert len(TWO_CARDS) == 55
