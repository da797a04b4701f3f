"""Whole games by the real process: what people in a group see and press, to the result."""

import signal
import sqlite3

import pytest
from botapi.evening import Evening

RESULTS = {"ru": "рейтинг", "hu": "értékszám", "en": "rating"}


@pytest.mark.parametrize(("language", "seats"), [("en", 2), ("ru", 3), ("hu", 4)])
async def test_a_rated_game_is_played_to_its_result(api, program, language, seats):
    people = [api.telegram.user(name, language=language) for name in ("Anna", "Boris", "Вера", "Őze")[:seats]]
    chat = api.telegram.group(*people)
    bot = await program().start()
    evening = Evening(api, chat, people)

    await evening.open(f"seats={seats} deals=1")
    result = await evening.play()

    assert all(f"\u2068{user.first_name}\u2069" in result.text for user in people)
    assert all(press.text for press in evening.answers)
    assert all(call.status == 200 for call in api.calls if call.method != "getUpdates")
    assert await bot.stop(signal.SIGTERM) == 0
    with sqlite3.connect(bot.folder / "twentyone.db") as database:
        (rated,) = database.execute("SELECT count(*) FROM results").fetchone()
    database.close()
    assert rated == seats


async def test_killed_in_the_middle_and_started_again_the_game_goes_on(api, program):
    people = [api.telegram.user(name) for name in ("Anna", "Boris", "Vera")]
    chat = api.telegram.group(*people)
    first = await program().start()
    evening = Evening(api, chat, people)
    await evening.open("seats=3 deals=1")
    await evening.move()
    await evening.move()
    await api.until(lambda: evening.moves() is not None, what="the next turn is shown")
    board, keys = evening.moves()
    await first.kill()

    # Pressed while nobody was there: it waits with Telegram.
    evening.pressed.add(evening.turn(keys[0]))
    waiting = api.telegram.press(evening.mover(board), board, keys[-1])
    await program().start()
    await api.until(lambda: waiting.answer is not None, what="the waiting press is answered")
    result = await evening.play()

    assert "Boris" in result.text
    assert waiting.answer is not None
    assert len([m for m in evening.messages() if "1/1" in m.text and m.buttons]) == 0
