"""Thousands of random steps over all games, and all that can go wrong: nothing is taken or given that must not be (rules 5.3–5.6).

More seeds by hand: `TURMOIL=100:200 STEPS=600 uv run pytest -n 2 tests/bot/test_everything_at_random.py`.
"""

import os
from pathlib import Path

import pytest
from turmoil import Turmoil

FIRST, _, LAST = os.environ.get("TURMOIL", "1:4").partition(":")
STEPS = int(os.environ.get("STEPS", "500"))


@pytest.mark.parametrize("seed", range(int(FIRST), int(LAST)))
async def test_an_evening_to_which_everything_happens_adds_up(folder: Path, seed: int) -> None:
    async with Turmoil(folder / "twentyone.db", seed) as evening:
        await evening.evening(STEPS)
