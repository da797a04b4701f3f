"""How many ways there are to play a deal of Очко on one order of cards: kept as numbers, like perft in chess.

A second count, made without the engine, says the same: it knows nothing but the points of the cards in order.
"""

import pytest

from engine.cards import parse_cards
from engine.game import Phase

#: Points of ranks, for the count without the engine.
WORTH = {"6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "J": 2, "Q": 3, "K": 4, "A": 11}

PLAIN = "Ts 6s 7s 8s 9s Js Qs Ks As 6h 7h 8h 9h Th Jh Qh Kh Ah"
SMALL = "Js Jh Jd Jc Qs Qh Qd Qc Ks Kh Kd Kc 6s 6h 6d 6c 7s 7h 7d 7c"
ACES = "As Ah Ad Ac 6s 7s 8s 9s Ts Js Qs Ks 6h 7h 8h 9h Th Jh"


def playouts(game):
    """Courses of stakes, cards and standing to the end of the deal, through the engine."""
    if game.view.phase in {Phase.PAUSE, Phase.OVER}:
        return 1
    state, total = game.state, 0
    for move in game.options():
        if not move.endswith(("leave", "timeout")):
            total += playouts(game(move))
            game.state = state
    return total


def endings(hand, cards):
    """For one hand: how many cards it takes and whether it waits, in every way it may be played."""
    points, taken, waits = WORTH[hand], 0, []
    while True:
        waits.append((taken, True))
        points, taken = points + WORTH[cards[taken]], taken + 1
        if points >= 21:
            return [*waits, (taken, False)]
        if taken == 4:
            return [*waits, (taken, True)]


def without_engine(order, bettors):
    """The same count for one stake each, from ranks alone."""
    ranks = [card[0] for card in order.split()]
    first, banker, rest = ranks[:bettors], ranks[bettors], ranks[bettors + 1 :]

    def count(hands, used, waiting):
        if hands:
            return sum(
                count(hands[1:], used + taken, waiting or waits)
                for taken, waits in endings(hands[0], rest[used:])
            )
        return len(endings(banker, rest[used:])) if waiting else 1

    return count(first, 0, False)


@pytest.mark.parametrize(
    ("order", "bettors", "number"),
    [
        (PLAIN, 1, 7),
        (PLAIN, 2, 47),
        (PLAIN, 3, 167),
        (SMALL, 1, 25),
        (SMALL, 2, 125),
        (SMALL, 3, 615),
        (ACES, 1, 3),
        (ACES, 2, 12),
        (ACES, 3, 74),
    ],
)
def test_playouts_of_a_deal_with_one_chip_each(game, order, bettors, number):
    """Rules 2.7 to 2.10."""
    assert len(set(parse_cards(order))) == len(parse_cards(order))
    begun = game(*[1] * (bettors + 1), cards=order, deals=1)("deal")
    assert playouts(begun) == number
    assert without_engine(order, bettors) == number


@pytest.mark.parametrize(("bank", "chips", "ways"), [(5, 9, 3), (2, 9, 2), (9, 1, 1)])
def test_stakes_multiply_the_playouts_of_two_seats(game, bank, chips, ways):
    """Rules 2.8: the least, the middle and the most, as far as they differ."""
    assert playouts(game(bank, chips, cards=PLAIN, deals=1)("deal")) == 7 * ways
