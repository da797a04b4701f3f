"""A person's first chair anywhere: its number, his share and the lesson of that game, whole, in one alert."""

import pytest

from bot.ports.screens import Loudness
from bot.ports.texts import LANGUAGES
from bot.screens.lines import SHORT


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "needs"), [("ochko", "A 11"), ("stuk", "A 11"), ("blackjack", "17|10")])
async def test_the_first_lesson_is_of_its_game_and_fits_with_number_and_share(world, language, game, needs):
    await world.command("Anna", f"/language {language}")
    answer = await world.command("Anna", f"/newtable {game} unrated seats=2")
    text = answer.screen.text
    assert answer.loudness is Loudness.ALERT
    assert "21" in text
    assert any(need in text for need in needs.split("|"))
    assert len(text) <= SHORT
    assert not text.endswith("…")
    (_, share) = world.session().row.joins[0]
    assert share
    again = await world.command("Boris", "/tables")
    assert again.loudness is not Loudness.ALERT
