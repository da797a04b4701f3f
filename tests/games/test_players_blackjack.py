"""Computer players at a table of blackjack: rules 4.16 to 4.19."""

import pytest
from drivers import move_of
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.cards import PACK_52, format_cards, parse_cards
from engine.game import HandView, LegalMove, Phase, SeatView, Standing, Verb, View
from engine.hand52 import soft, total
from engine.odds import shipped
from engine.odds.blackjack import Column
from engine.odds.rules import PRODUCT
from engine.odds.shoes import VALUES, hand_of
from engine.players import PLAYERS, Level

LEVELS = PLAYERS["blackjack"]
ALL = tuple(LegalMove(verb) for verb in (Verb.HIT, Verb.STAND, Verb.DOUBLE, Verb.SPLIT))
PAIRLESS, LATER = ALL[:3], ALL[:2]


def seen(cards, up):
    """What a seat sees that holds these cards against an open card."""
    held = parse_cards(cards)
    hand = HandView(cards=held, points=total(held), stake=1, shown=True, soft=soft(held))
    dealer = HandView(cards=(*parse_cards(up), None), points=total(parse_cards(up)))
    seat = SeatView(0, 0, Standing.PLAYING, hands=(hand,))
    return View("blackjack", 0, 1, Phase.DRAW, (seat,), to_move=0, hand=0, legal=ALL, dealer=dealer)


def played(level, cards, up, legal=None):
    held = parse_cards(cards)
    pair = len(held) == 2 and total(held[:1]) == total(held[1:])
    if legal is None:
        legal = ALL if pair else PAIRLESS if len(held) == 2 else LATER
    return LEVELS[level](seen(cards, up), legal).verb.value


class TestEasy:
    @pytest.mark.parametrize(
        ("cards", "move"),
        [
            ("Ts 6s", "hit"),
            ("Ts 7s", "stand"),
            ("As 5s", "hit"),
            ("As 6s", "stand"),
            ("8s 8h", "hit"),
            ("5s 6s", "hit"),
            ("As Ah", "hit"),
            ("Ts Th", "stand"),
            ("As 6s Ts", "stand"),
            ("2s 3s 4s", "hit"),
        ],
    )
    def test_hits_below_17_and_never_doubles_or_splits(self, cards, move):
        """Rules 4.17: soft totals count as they are."""
        assert {played(Level.EASY, cards, up + "d") for up in "23456789TJQKA"} == {move}


class TestNormal:
    @pytest.mark.parametrize(
        ("cards", "row"),
        [
            ("2s 5s", "hhhhhhhhhh"),
            ("3s 5s", "hhhhhhhhhh"),
            ("4s 5s", "hddddhhhhh"),
            ("4s 6s", "ddddddddhh"),
            ("5s 5h", "ddddddddhh"),
            ("5s 6s", "dddddddddh"),
            ("Ts 2s", "hhssshhhhh"),
            ("Ts 3s", "ssssshhhhh"),
            ("9s 7s", "ssssshhhhh"),
            ("Ts 7s", "ssssssssss"),
            ("Ts 9s", "ssssssssss"),
            ("As 2s", "hhhddhhhhh"),
            ("As 3s", "hhhddhhhhh"),
            ("As 4s", "hhdddhhhhh"),
            ("As 5s", "hhdddhhhhh"),
            ("As 6s", "hddddhhhhh"),
            ("As 7s", "sddddsshhh"),
            ("As 8s", "ssssssssss"),
            ("As 9s", "ssssssssss"),
            ("As Ah", "pppppppppp"),
            ("2s 2h", "pppppphhhh"),
            ("3s 3h", "pppppphhhh"),
            ("4s 4h", "hhhpphhhhh"),
            ("6s 6h", "ppppphhhhh"),
            ("7s 7h", "pppppphhhh"),
            ("8s 8h", "pppppppppp"),
            ("9s 9h", "pppppsppss"),
            ("Ks Th", "ssssssssss"),
        ],
    )
    def test_plays_the_common_chart(self, cards, row):
        """Rules 4.18."""
        names = {"stand": "s", "hit": "h", "double": "d", "split": "p"}
        assert "".join(names[played(Level.NORMAL, cards, up + "d")] for up in "23456789TA") == row
        assert played(Level.NORMAL, cards, "Kd") == played(Level.NORMAL, cards, "Td")

    @pytest.mark.parametrize(
        ("cards", "up", "move"),
        [
            ("2s 3s 6s", "6d", "hit"),
            ("As 2s 4s", "5d", "hit"),
            ("As 3s 4s", "5d", "stand"),
            ("As 3s 4s", "9d", "hit"),
            ("2s 2h 4s", "6d", "hit"),
        ],
    )
    def test_hits_where_it_may_not_double_and_stands_on_a_soft_18(self, cards, up, move):
        """Rules 4.18."""
        assert played(Level.NORMAL, cards, up) == move

    @pytest.mark.parametrize(
        ("cards", "up", "move"),
        [("8s 8h", "Td", "hit"), ("8s 8h", "6d", "stand"), ("9s 9h", "6d", "stand"), ("As Ah", "6d", "hit")],
    )
    def test_plays_the_total_where_it_may_not_split(self, cards, up, move):
        """Rules 4.18."""
        assert played(Level.NORMAL, cards, up, PAIRLESS) == move


class TestHard:
    @pytest.mark.parametrize("up", VALUES)
    def test_never_plays_a_move_that_the_cells_call_worse(self, up):
        """Rules 4.19, and where splitting is not legal any more. A natural is asked nothing (4.6)."""
        cells = [
            cell for cell in shipped.blackjack()["cells"] if cell["up"] == up and cell["hit"] is not None
        ]
        assert len(cells) == 54
        for cell in cells:
            first, second = cell["hand"].split(",")
            cards = f"{first}s {second}h"
            assert played(Level.HARD, cards, f"{up}d") == cell["best"]
            move = played(Level.HARD, cards, f"{up}d", PAIRLESS)
            assert cell[move] >= max(cell[play] for play in ("stand", "hit", "double")) - 1e-9

    @pytest.mark.parametrize(
        ("cards", "up", "move"),
        [("Ts 6s", "Td", "hit"), ("Ts 4s 2s", "Td", "stand"), ("5s 6s", "Td", "hit"), ("As Ah", "Ad", "hit")],
    )
    def test_plays_this_variant_and_by_its_own_cards(self, cards, up, move):
        """Rules 4.19: not a table for other rules; 16 of three cards is another 16."""
        assert played(Level.HARD, cards, up) == move

    def test_of_three_cards_it_plays_what_the_shoe_without_them_says(self):
        """Rules 4.19."""
        column = Column(PRODUCT, VALUES.index("T"))
        for cards in ("Ts 4s 2s", "9s 5s 2s", "8s 6s 2s", "As 2s 5s", "7s 5s 4s", "As 6s 9s"):
            hand = hand_of(
                *(VALUES.index("T" if card.rank in "JQK" else card.rank) for card in parse_cards(cards))
            )
            better = "hit" if column.hit(hand) > column.stand(hand) else "stand"
            assert played(Level.HARD, cards, "Td") == better


@pytest.mark.parametrize("level", Level)
def test_a_player_moves_for_the_seat_to_move_only(level):
    """Rules 4.16."""
    for viewer in (None, 1):
        view = seen("Ts 6s", "Td")
        with pytest.raises(ValueError, match="seat to move"):
            LEVELS[level](
                type(view)(**{**{f: getattr(view, f) for f in view.__slots__}, "viewer": viewer}), ALL
            )


@pytest.mark.parametrize("level", Level)
@given(seats=st.integers(1, 6), seed=st.binary(min_size=32, max_size=32))
@settings(max_examples=15)
def test_computer_players_play_rounds_to_their_end(table, level, seats, seed):
    """Rules 4.16: legal moves only, so nobody ever times out."""
    played_ = table(seats, seed=seed)
    for _ in range(3):
        played_("deal")
        while not played_.view.finished:
            played_(move_of(played_, level))


@given(
    seats=st.integers(1, 4),
    seed=st.binary(min_size=32, max_size=32),
    moves=st.integers(0, 8),
    hidden=st.sampled_from(PACK_52),
)
@settings(max_examples=40)
def test_what_is_hidden_changes_no_move(table, seats, seed, moves, hidden):
    """Rules 4.16: two tables that differ in the face-down card and the shoe only."""
    one = table(seats, seed=seed)("deal")
    for _ in range(moves):
        if one.view.finished:
            break
        one(move_of(one, Level.NORMAL))
    assume(not one.view.finished)
    cards = list(one.state.dealt()[0])
    assume(cards.count(hidden) < 6)
    cards[2 * seats + 1] = hidden
    other = table(seats, format_cards(tuple(cards)), bytes(32))
    for text in one.moves:
        other(text)
    for level in Level:
        assert move_of(one, level) == move_of(other, level)
