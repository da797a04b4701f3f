"""How long checking a proof takes: a game of 50 deals, four seats, against the floor of its hashes.

Run: `uv run python benchmarks/verify.py`. The floor is what no check can do without: one SHA-256 for each card dealt
and each cut. The aim is 100 ms for the whole check, reading included.
"""

import json
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from played import proof

from engine.proof import read_proof, verify

RUNS = 20
AIM = 0.100  # seconds


def best(work: Callable[[], object]) -> tuple[float, float]:
    """The shortest of a few runs, in seconds: of the processor's time, which other programs do not lengthen, and by the clock."""
    processor, clock = [], []
    for _ in range(RUNS):
        began = time.process_time(), time.perf_counter()
        work()
        processor.append(time.process_time() - began[0])
        clock.append(time.perf_counter() - began[1])
    return min(processor), min(clock)


def main() -> int:
    """Print the figures; exit status 1 if the aim is missed."""
    number, value = next(
        (number, value)
        for number in range(1, 200)
        if (value := proof(number, chips=(60, 40, 40, 40), deals=None))["record"]["moves"].count("deal") == 50
    )
    data = json.dumps(value).encode()
    verdict = verify(read_proof(data))
    if not verdict.holds:
        raise SystemExit("the proof does not hold")
    hashes = verdict.cards + verdict.shuffles

    def floor() -> None:
        for counter in range(hashes):
            sha256(data[:50] + counter.to_bytes(8, "big")).digest()

    least, by_clock = best(lambda: verify(read_proof(data)))
    ground, _ = best(floor)
    print(
        f"game {number}: 50 deals, {verdict.moves} moves, {verdict.cards} cards of {verdict.shuffles} shuffles"
    )
    print(
        f"verify: {least * 1000:.1f} ms of processor, {by_clock * 1000:.1f} ms by the clock (aim {AIM * 1000:.0f} ms)"
    )
    print(
        f"floor:  {hashes} hashes, {ground * 1000:.2f} ms of processor; verify is {least / ground:.0f} times that"
    )
    return 0 if least <= AIM else 1


if __name__ == "__main__":
    raise SystemExit(main())
