"""Whole games, played by the buttons of the boards."""

import random

import pytest


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
@pytest.mark.parametrize("count", [2, 3, 4])
async def test_whole_games_in_every_language(server, language, count):
    names = ["Anna", "Boris", "Vera", "Gleb"][:count]
    await server.slash("Anna", "language", language=language)
    await server.open_table(*names, deals="1")
    chance = random.Random(count)
    await server.play_out(chance.choice)
    await server.turn(5)
    assert not server.app.tables.open_sessions()
    for name in names:
        assert name in server.shown()
