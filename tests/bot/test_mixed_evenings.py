"""Random evenings of all games, computers and trainings at once."""

import pytest
from mixed import Mixed
from world import World

STEPS = 120


@pytest.mark.parametrize("seed", [1, 5])
async def test_a_mixed_evening_ends_with_everybody_free_and_everything_proved(
    world: World, seed: int
) -> None:
    evening = Mixed(world, seed)
    for _ in range(STEPS):
        await evening.step()
    await evening.over()
