"""Plays rounds of blackjack through the real engine and sets what came of them against the exact odds.

    uv run python tools/simulate.py exact 10000000        the best play of every hand (rules 4.19)
    uv run python tools/simulate.py chart 10000000        the best chart by totals
    uv run python tools/simulate.py easy 10000000         the easy computer player (rules 4.17)

A third number, 0 if left out, is the first seed: runs with other seeds add up.
"""

import json
import sys
from collections.abc import Callable
from math import sqrt

from engine.game import GameState, Move, Phase, SeatStart, Setup, Step, Verb
from engine.games.blackjack import BLACKJACK, Blackjack
from engine.games.blackjack.table import Hand
from engine.odds import kept
from engine.odds.analysis import tables
from engine.odds.blackjack import Play
from engine.odds.shoes import VALUES
from engine.totals import WORTH

#: A table is one chain of so many rounds; then another with another seed.
ROUNDS = 500

_NAMES = {rank: "A" if worth == 1 else "T" if worth == 10 else str(worth) for rank, worth in WORTH.items()}
_MOVES = {verb.value: Move(verb) for verb in (Verb.HIT, Verb.STAND, Verb.DOUBLE, Verb.SPLIT)}

Policy = Callable[[Hand, str, bool], str]


def exact(hand: Hand, up: str, may_split: bool) -> str:  # noqa: FBT001 - the shape of a policy
    """The best play by own cards and up card."""
    held = [_NAMES[card.rank] for card in hand.cards]
    counts = tuple(held.count(value) for value in VALUES)
    if len(held) > 2:
        return "hit" if tables().better_hit(counts, up) else "stand"
    values = tables().cell(counts, up).values()
    return max((play for play in values if play is not Play.SPLIT or may_split), key=values.__getitem__).value


def chart(hand: Hand, up: str, may_split: bool) -> str:  # noqa: FBT001 - the shape of a policy
    """The best chart by totals."""
    rows = kept.blackjack()["chart"]
    if may_split and rows["pair"][_NAMES[hand.cards[0].rank]][up] == "split":
        return "split"
    play: str = rows["soft" if hand.soft else "hard"][str(hand.total)][up]
    if play == "double" and len(hand.cards) > 2:
        return "stand" if hand.soft and hand.total >= 18 else "hit"
    return play


def easy(hand: Hand, up: str, may_split: bool) -> str:  # noqa: ARG001, FBT001 - the shape of a policy
    """Hits below 17."""
    return "hit" if hand.total < 17 else "stand"


def a_table(policy: Policy, seed: int) -> tuple[int, int]:
    """The sum of the results of `ROUNDS` rounds in half units, and the sum of their squares."""
    begun = BLACKJACK.start(Setup((SeatStart("-"),), {}, seed.to_bytes(32, "big")))
    state: Blackjack | None = None
    total = squares = 0
    for _ in range(ROUNDS):
        state = made(state or begun, None, Move(Verb.DEAL))
        while state.table.phase is Phase.DRAW:
            table = state.table
            hands = table.seats[0].hands
            hand = hands[table.hand or 0]
            choice = policy(hand, _NAMES[table.dealer[0].rank], hand.pair and len(hands) < 4)
            state = made(state, 0, _MOVES[choice])
        result = sum(hand.halves for hand in state.table.seats[0].hands)
        total += result
        squares += result * result
    return total, squares


def made(state: GameState, seat: int | None, move: Move) -> Blackjack:
    """The state after a move that has to be legal."""
    step = state.apply(seat, move)
    if not isinstance(step, Step) or not isinstance(step.state, Blackjack):
        raise TypeError(f"{move} was refused")
    return step.state


def main(kind: str, rounds: int, seed: int = 0) -> None:
    """Play and print."""
    policy = {"exact": exact, "chart": chart, "easy": easy}[kind]
    total = squares = played = 0
    while played < rounds:
        one, square = a_table(policy, seed)
        total, squares, played, seed = total + one, squares + square, played + ROUNDS, seed + 1
    mean = total / played / 2
    error = sqrt(squares / played / 4 - mean * mean) / sqrt(played)
    expected = kept.blackjack()["ev"][kind]
    found = {"play": kind, "rounds": played, "mean": mean, "error": error, "exact": expected}
    print(json.dumps({**found, "apart_in_errors": (mean - expected) / error}))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
