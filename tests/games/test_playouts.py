"""How many ways there are to play a deal on one order of cards: kept as numbers, like perft in chess.

A second count, made without the engine, says the same: it knows nothing but the points of the cards in order.
"""

import pytest

from engine.cards import PACK_36, format_cards, parse_cards
from engine.game import Phase

#: Points of ranks, for the count without the engine.
WORTH = {"6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "J": 2, "Q": 3, "K": 4, "A": 11}

PLAIN = "Ts 6s 7s 8s 9s Js Qs Ks As 6h 7h 8h 9h Th Jh Qh Kh Ah"
SMALL = "Js Jh Jd Jc Qs Qh Qd Qc Ks Kh Kd Kc 6s 6h 6d 6c 7s 7h 7d 7c"
SOME_ACES = "As Ah Ad Ac 6s 7s 8s 9s Ts Js Qs Ks 6h 7h 8h 9h Th Jh"
NEW = format_cards(PACK_36)
BACK = format_cards(PACK_36[::-1])
PICTURES = format_cards(tuple(sorted(PACK_36, key=lambda card: (WORTH[card.rank], card.suit))))
ACES = format_cards(tuple(sorted(PACK_36, key=lambda card: (card.rank != "A", card.suit))))


def playouts(played):
    """Courses of stakes, cards and standing to the end of the round, through the engine."""
    if played.view.phase in {Phase.PAUSE, Phase.OVER}:
        return 1
    state, total = played.state, 0
    for move in played.options():
        if not move.endswith(("leave", "timeout")):
            total += playouts(played(move))
            played.state = state
    return total


def ochko_endings(hand, cards):
    """For one hand: how many cards it takes and whether it waits, in every way it may be played."""
    points, taken, waits = WORTH[hand], 0, []
    while True:
        waits.append((taken, True))
        points, taken = points + WORTH[cards[taken]], taken + 1
        if points >= 21:
            return [*waits, (taken, False)]
        if taken == 4:
            return [*waits, (taken, True)]


def ochko_without_engine(order, bettors):
    """The same count for one stake each, from ranks alone."""
    ranks = [card[0] for card in order.split()]
    first, banker, rest = ranks[:bettors], ranks[bettors], ranks[bettors + 1 :]

    def count(hands, used, waiting):
        if hands:
            return sum(
                count(hands[1:], used + taken, waiting or waits)
                for taken, waits in ochko_endings(hands[0], rest[used:])
            )
        return len(ochko_endings(banker, rest[used:])) if waiting else 1

    return count(first, 0, False)


def stuk_endings(hand, cards):
    """Every way to play one hand: how many cards it takes, and what it is worth then (0: bust)."""
    held, taken, found = hand, 0, []
    while True:
        worth = sum(WORTH[rank] for rank in held)
        if worth >= 21:
            return [*found, (taken, worth if worth == 21 or held == "AA" else 0)]
        found.append((taken, worth))
        held, taken = held + cards[taken], taken + 1


def stuk_without_engine(order, bettors, bank):
    """The same count for stakes of one chip, from ranks alone."""
    ranks = "".join(card[0] for card in order.split())
    up = ranks[bettors]

    def count(hands, used, chips):
        if not hands or not chips:
            return 1
        total = 0
        for taken, worth in stuk_endings(hands[0], ranks[used:]):
            if not worth:
                total += count(hands[1:], used + taken, chips + 1)
                continue
            for drawn, against in stuk_endings(up, ranks[used + taken :]):
                after = chips - 1 if worth > against else chips + 1
                total += count(hands[1:], used + taken + drawn, after)
        return total

    return count(ranks[:bettors], bettors + 1, bank)


@pytest.mark.parametrize(
    ("order", "bettors", "number"),
    [
        (PLAIN, 1, 7),
        (PLAIN, 2, 47),
        (PLAIN, 3, 167),
        (SMALL, 1, 25),
        (SMALL, 2, 125),
        (SMALL, 3, 615),
        (SOME_ACES, 1, 3),
        (SOME_ACES, 2, 12),
        (SOME_ACES, 3, 74),
    ],
)
def test_playouts_of_a_deal_with_one_chip_each(game, order, bettors, number):
    """Rules 2.7 to 2.10."""
    assert len(set(parse_cards(order))) == len(parse_cards(order))
    begun = game(*[1] * (bettors + 1), cards=order, deals=1)("deal")
    assert playouts(begun) == number
    assert ochko_without_engine(order, bettors) == number


@pytest.mark.parametrize(("bank", "chips", "ways"), [(5, 9, 3), (2, 9, 2), (9, 1, 1)])
def test_stakes_multiply_the_playouts_of_two_seats_of_ochko(game, bank, chips, ways):
    """Rules 2.8: the least, the middle and the most, as far as they differ."""
    assert playouts(game(bank, chips, cards=PLAIN, deals=1)("deal")) == 7 * ways


@pytest.mark.parametrize(
    ("order", "bettors", "bank", "number"),
    [
        (NEW, 1, 1, 7),
        (NEW, 2, 1, 68),
        (NEW, 3, 1, 423),
        (NEW, 3, 2, 886),
        (BACK, 1, 1, 13),
        (BACK, 2, 1, 41),
        (BACK, 2, 2, 90),
        (PICTURES, 1, 1, 50),
        (PICTURES, 2, 1, 730),
        (ACES, 1, 1, 4),
        (ACES, 2, 1, 15),
        (ACES, 3, 2, 312),
    ],
)
def test_playouts_of_a_round_with_one_chip_each(stuk, order, bettors, bank, number):
    """Rules 3.4 to 3.10: a bank of 1 is broken by the first hand that wins."""
    assert len(set(parse_cards(order))) == 36
    begun = stuk(bank, *[1] * bettors, size=bank, cards=order, cut=35)("deal")
    assert playouts(begun) == number
    assert stuk_without_engine(order, bettors, bank) == number


@pytest.mark.parametrize(("bank", "chips", "ways"), [(10, 30, 3), (2, 9, 2), (10, 1, 1), (1, 9, 1)])
def test_stakes_multiply_the_playouts_of_two_seats_of_stuk(stuk, bank, chips, ways):
    """Rules 3.5: the least, the middle and the most, as far as they differ."""
    one = playouts(stuk(1, 1, size=1, cards=NEW, cut=35)("deal"))
    assert playouts(stuk(bank, chips, size=bank, cards=NEW, cut=35)("deal")) == one * ways
