"""Rounds of blackjack a second: the engine by its full rules, and gymnasium's Blackjack-v1, in one run.

    uv run --group benchmarks python benchmarks/blackjack_rounds.py [rounds]

The ratio is how many rounds the engine plays in the time of one of gymnasium's. Both play one seat by random legal
moves. The engine has splits, doubles, six packs shuffled for every round from a seed, and checks; gymnasium
has hit and stand and an endless pack.
"""

import random
import sys
from statistics import median
from time import process_time

import gymnasium

from engine.game import Move, Step, Verb
from engine.games.blackjack import BLACKJACK
from engine.rules import SeatStart, Setup


def ours(rounds: int) -> float:
    """Seconds of the processor for so many rounds, in chains of 20 as tables are."""
    chance = random.Random(1)  # noqa: S311 - a benchmark wants the same moves each time
    moves = {verb: Move(verb) for verb in Verb}
    began = process_time()
    for number in range(rounds):
        if number % 20 == 0:
            state = BLACKJACK.start(Setup((SeatStart("-"),), {}, number.to_bytes(32, "big")))
        step = state.apply(None, moves[Verb.DEAL])
        while isinstance(step, Step) and (legal := step.state.legal()):
            step = step.state.apply(0, moves[legal[chance.randrange(len(legal))].verb])
        state = step.state
    return process_time() - began


def theirs(rounds: int) -> float:
    """Seconds of the processor for so many rounds of Blackjack-v1."""
    chance = random.Random(1)  # noqa: S311 - as above
    table = gymnasium.make("Blackjack-v1")
    table.reset(seed=1)
    began = process_time()
    for _ in range(rounds):
        table.reset()
        over = False
        while not over:
            _, _, over, _, _ = table.step(chance.randrange(2))
    return process_time() - began


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    batches = [
        (ours(count // 20), theirs(count // 20)) for _ in range(20)
    ]  # in turn: both meet the same machine
    mine, other = (sum(one) for one in zip(*batches, strict=True))
    ratio = median(theirs_ / ours_ for ours_, theirs_ in batches)
    print(f"engine {count / mine:.0f} rounds/s, Blackjack-v1 {count / other:.0f} rounds/s, ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
