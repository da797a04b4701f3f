"""What a decision of blackjack was worth: classes, costs, leads, the common chart beside it."""

import pytest

from engine.cards import parse_cards
from engine.game import Move, Verb
from engine.games import GAMES
from engine.odds import shipped
from engine.odds.analysis import tables
from engine.odds.blackjack import Column, Play
from engine.odds.leads import column_leads, hit_leads
from engine.odds.rules import PRODUCT
from engine.odds.shoes import HANDS, SIZES, TEN, TOTALS, VALUES, hand_of
from engine.rules import SeatStart, Setup
from engine.training import EQUAL, Grade, Spot, decision_of, grade_of


def decision(own: str, up: str, *moves: Verb):
    """The decision after these moves of a hand: two own cards and what is drawn to them, then the dealer's card."""
    first, second, *more = own.split()
    hidden = "2c"
    cards = parse_cards(" ".join([first, up, second, hidden, *more]))
    state = GAMES["blackjack"].start(Setup((SeatStart("trainee"),), {}, bytes(32), cards=(cards,)))
    state = state.apply(None, Move(Verb.DEAL)).state
    for move in moves:
        state = state.apply(0, Move(move)).state
    return decision_of(state.view(0))


def cell(hand: str, up: str) -> dict[str, float]:
    wanted = sorted(hand.split(","))
    return next(
        cell
        for cell in shipped.blackjack()["cells"]
        if sorted(cell["hand"].split(",")) == wanted and cell["up"] == up
    )


@pytest.mark.parametrize(
    ("cost", "grade"),
    [
        (0.0, Grade.BEST),
        (1e-9, Grade.BEST),
        (2e-9, Grade.CLOSE),
        (0.009999, Grade.CLOSE),
        (0.01, Grade.MISTAKE),
        (0.10, Grade.MISTAKE),
        (0.100001, Grade.BLUNDER),
    ],
)
def test_a_cost_has_its_class(cost, grade):
    assert grade_of(cost) is grade
    assert grade.wrong == (cost >= 0.01)


@pytest.mark.parametrize(
    ("own", "up", "hand", "best"),
    [
        ("As 7d", "9h", "A,7", Play.HIT),
        ("5c 6d", "6h", "5,6", Play.DOUBLE),
        ("8c 8d", "6h", "8,8", Play.SPLIT),
        ("Kc Qd", "6h", "T,T", Play.STAND),
    ],
)
def test_two_cards_are_judged_by_their_cell(own, up, hand, best):
    found, values = decision(own, up), cell(hand, up[0])
    assert found.best is best
    for play in found.worths:
        assert found.cost(play) == pytest.approx(values[best.value] - values[play.value], abs=1e-12)
    assert set(found.worths) == {play for play in Play if values[play.value] is not None}
    second = sorted(values[play.value] for play in found.worths)[-2]
    assert found.lead == pytest.approx(values[best.value] - second, abs=1e-12)


@pytest.mark.parametrize(("own", "up"), [("2c 3d Ts", "Th"), ("4c 5d 7s", "Th"), ("As 2c 4d", "6h")])
def test_three_cards_are_judged_by_what_is_left_of_the_shoe(own, up):
    found = decision(own, up, Verb.HIT)
    column = Column(PRODUCT, VALUES.index("T" if up[0] == "T" else up[0]))
    hand = hand_of(*(VALUES.index(card[0]) for card in own.split()))
    lead = column.hit(hand) - column.stand(hand)
    assert found.best is (Play.HIT if lead > 0 else Play.STAND)
    assert found.lead == pytest.approx(abs(lead), abs=EQUAL)
    assert found.cost(Play.HIT if lead < 0 else Play.STAND) == pytest.approx(abs(lead), abs=EQUAL)


def test_a_hand_of_a_split_is_judged_by_the_plays_it_has():
    """Rules 4.19: like the same cards unsplit; the fourth hand is not split again (4.8)."""
    found = decision("8c 8d 8h 8s 8c 2d", "6h", Verb.SPLIT, Verb.SPLIT, Verb.SPLIT)
    values = cell("8,8", "6")
    assert found.cards == ("8", "8")
    assert set(found.worths) == {Play.STAND, Play.HIT, Play.DOUBLE}
    assert found.cost(Play.STAND) == pytest.approx(0, abs=1e-12)
    assert found.cost(Play.HIT) == pytest.approx(values["stand"] - values["hit"], abs=1e-12)


@pytest.mark.parametrize(
    ("own", "up", "chart", "best"),
    [
        ("8c 8d", "Th", Play.SPLIT, Play.HIT),
        ("8c 8d", "Ah", Play.SPLIT, Play.HIT),
        ("Ac Ad", "Ah", Play.SPLIT, Play.HIT),
        ("6c 5d", "Kh", Play.DOUBLE, Play.HIT),
        ("6c 5d", "9h", Play.DOUBLE, Play.DOUBLE),
    ],
)
def test_the_common_chart_does_not_know_that_nobody_looks_under_the_dealers_card(own, up, chart, best):
    found = decision(own, up)
    assert (found.chart, found.best) == (chart, best)


def test_cards_in_any_order_are_one_spot():
    assert Spot.of(("7", "A"), "9") == Spot.of(("A", "7"), "9")
    assert Spot.of(("2", "T", "A"), "9").cards == ("A", "T", "2")
    assert Spot.of(("A", "7"), "9") != Spot.of(("A", "7"), "T")


class TestLeads:
    def test_a_column_worked_out_anew_is_the_one_that_is_kept(self):
        """`uv run poe odds` makes all ten."""
        assert column_leads(Column(PRODUCT, TEN)) == shipped.leads()["T"]

    @pytest.mark.parametrize("up", VALUES)
    def test_they_say_hit_where_the_player_hits(self, up):
        for hand, counts in enumerate(HANDS):
            if SIZES[hand] > 2 and TOTALS[hand] < 21:
                assert (hit_leads(counts, up) > 0) == tables().better_hit(counts, up)

    def test_two_cards_have_none(self):
        with pytest.raises(KeyError):
            hit_leads(HANDS[hand_of(1, 2)], "T")
