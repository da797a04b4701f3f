"""Everything of a training fits a phone, in every language, and nothing hidden is in it."""

import random
import re

import pytest
from phone import assert_fits
from trainee import Trainee, values
from world import World

from bot.ports.texts import LANGUAGES

#: Kinds of hands whose lines are the longest: differences from the chart, many cards, splits.
LESSONS = (
    ("8 8", "T"),
    ("A A", "A"),
    ("6 5", "T"),
    ("2 2 2 2 3 3", "T"),
    ("8 8", "6"),
    ("T T", "6"),
    ("A A", "6"),
)


@pytest.fixture(params=LANGUAGES)
async def spoken(folder, request):
    """A program that speaks one language, and somebody who trains there."""
    running = await World(folder / "twentyone.db", language=request.param).start()
    running.app.parts.trainer.secret = lambda: bytes(32)
    yield Trainee(running)
    await running.stop()


async def test_every_screen_fits_whatever_is_pressed(spoken):
    chance = random.Random(7)
    for cards, up in LESSONS:
        await spoken.lesson(cards, up)
    await spoken.train()
    shown = 0
    while "more" not in spoken.offered:
        assert_fits(spoken.world.chat.last(spoken.place).screen)
        plays = [what for what in spoken.offered if what != "end"]
        answer = await spoken.press("split" if "split" in plays else chance.choice(plays))
        assert len(answer.screen.text) <= 200
        shown += 1
    assert shown > 25
    assert_fits(spoken.world.chat.last(spoken.place).screen)
    await spoken.press("end")
    assert_fits(spoken.world.chat.last(spoken.place).screen)
    await spoken.world.command("Anna", "/leaderboard training", place=spoken.place)
    assert_fits(spoken.world.chat.last(spoken.place).screen)


async def test_of_the_dealers_hand_one_card_is_told_until_all_is_played(anna):
    """Rules 4.3; keys hold numbers of the training only."""
    await anna.train()
    for _ in range(10):
        at = next(n for n, line in enumerate(anna.lines) if line.startswith("Hand "))
        dealer = anna.lines[at + 1]
        assert dealer.startswith("dealer:")
        assert dealer.endswith("and one face down")
        assert len(values(dealer)) == 1
        assert all(
            re.fullmatch(r"1:-:0:-:train:[a-z]+[0-5]?(-[0-9a-z]+){3}", key) for key in anna.offered.values()
        )
        await anna.press("stand")
