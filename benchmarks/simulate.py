"""Plays rounds of blackjack through the real engine and sets what came of them against the exact odds.

    uv run python benchmarks/simulate.py 10000000

Three ways to play meet the same deals: the best play of every hand (rules 4.19), the best chart by totals, and the easy
computer player (rules 4.17). Where they agree a move is made once, which changes no result and takes half the time.
A second number, 0 if left out, is the first seed: runs with other seeds add up.
"""

import json
import sys
from collections.abc import Callable
from functools import cache
from math import sqrt

from engine.game import GameState, Move, Phase, Step, Verb
from engine.games.blackjack import BLACKJACK, Blackjack
from engine.games.blackjack.state import MOST_HANDS
from engine.hand52 import WORTH
from engine.odds import shipped
from engine.odds.analysis import tables
from engine.odds.blackjack import Play
from engine.odds.shoes import VALUES
from engine.rules import SeatStart, Setup

#: A table is one chain of so many rounds; then another with another seed.
ROUNDS = 500

_NAMES = {rank: "A" if worth == 1 else "T" if worth == 10 else str(worth) for rank, worth in WORTH.items()}
_MOVES = {verb.value: Move(verb) for verb in (Verb.HIT, Verb.STAND, Verb.DOUBLE, Verb.SPLIT)}

#: By the cards of the hand, the dealer's card, and whether the hand may be split: a play.
Policy = Callable[[tuple[str, ...], str, bool], str]


@cache
def exact(held: tuple[str, ...], up: str, may_split: bool) -> str:  # noqa: FBT001 - the shape of a policy
    """The best play by own cards and up card."""
    counts = tuple(held.count(value) for value in VALUES)
    if len(held) > 2:
        return "hit" if tables().better_hit(counts, up) else "stand"
    values = tables().cell(counts, up).values()
    return max((play for play in values if play is not Play.SPLIT or may_split), key=values.__getitem__).value


@cache
def chart(held: tuple[str, ...], up: str, may_split: bool) -> str:  # noqa: FBT001 - the shape of a policy
    """The best chart by totals."""
    rows = shipped.blackjack()["chart"]
    if may_split and rows["pair"][held[0]][up] == "split":
        return "split"
    total, soft = _total(held)
    play: str = rows["soft" if soft else "hard"][str(total)][up]
    if play == "double" and len(held) > 2:
        return "stand" if soft and total >= 18 else "hit"
    return play


@cache
def easy(held: tuple[str, ...], up: str, may_split: bool) -> str:  # noqa: ARG001, FBT001 - the shape of a policy
    """Hits below 17."""
    return "hit" if _total(held)[0] < 17 else "stand"


def _total(held: tuple[str, ...]) -> tuple[int, bool]:
    """The total, and whether an ace counts as 11 in it."""
    hard = sum({"A": 1, "T": 10}.get(name) or int(name) for name in held)
    return (hard + 10, True) if "A" in held and hard <= 11 else (hard, False)


POLICIES: dict[str, Policy] = {"exact": exact, "chart": chart, "easy": easy}


def a_table(seed: int) -> dict[str, tuple[int, int]]:
    """For each policy the sum of the results of `ROUNDS` rounds in half units, and the sum of their squares."""
    state: GameState = BLACKJACK.start(Setup((SeatStart("-"),), {}, seed.to_bytes(32, "big")))
    totals, squares = dict.fromkeys(POLICIES, 0), dict.fromkeys(POLICIES, 0)
    for _ in range(ROUNDS):
        dealt = made(state, None, Move(Verb.DEAL))
        known: dict[tuple[str, ...], Blackjack] = {}
        for name, policy in POLICIES.items():
            played = played_out(dealt, policy, known)
            result = sum(hand.halves for hand in played.seats[0].hands)
            totals[name] += result
            squares[name] += result * result
            state = played  # the next deal is the seed's own, whoever played this one
    return {name: (totals[name], squares[name]) for name in POLICIES}


def played_out(state: Blackjack, policy: Policy, known: dict[tuple[str, ...], Blackjack]) -> Blackjack:
    """The round played by a policy; `known` holds what other policies made of the same moves."""
    moves: tuple[str, ...] = ()
    while state.phase is Phase.DRAW:
        hands = state.seats[0].hands
        hand = hands[state.hand or 0]
        held = tuple(_NAMES[card.rank] for card in hand.cards)
        choice = policy(held, _NAMES[state.dealer[0].rank], hand.pair and len(hands) < MOST_HANDS)
        moves = (*moves, choice)
        if moves not in known:
            known[moves] = made(state, 0, _MOVES[choice])
        state = known[moves]
    return state


def made(state: GameState, seat: int | None, move: Move) -> Blackjack:
    """The state after a move that has to be legal."""
    step = state.apply(seat, move)
    if not isinstance(step, Step) or not isinstance(step.state, Blackjack):
        raise TypeError(f"{move.verb} was refused")
    return step.state


def main(rounds: int, seed: int = 0) -> None:
    """Play and print."""
    totals, squares, played = dict.fromkeys(POLICIES, 0), dict.fromkeys(POLICIES, 0), 0
    while played < rounds:
        for name, (total, square) in a_table(seed).items():
            totals[name] += total
            squares[name] += square
        played, seed = played + ROUNDS, seed + 1
    for name in POLICIES:
        mean = totals[name] / played / 2
        error = sqrt(squares[name] / played / 4 - mean * mean) / sqrt(played)
        expected = shipped.blackjack()["ev"][name]
        found = {"play": name, "rounds": played, "mean": mean, "error": error, "exact": expected}
        print(json.dumps({**found, "apart_in_errors": (mean - expected) / error}))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
