"""A person alone with the bot on Telegram: one press from /start to the cards, a whole game at the private chat's pace."""

from itertools import pairwise

import pytest
from botapi.evening import Evening


@pytest.mark.usefixtures("fourth")
@pytest.mark.parametrize("game", ["ochko", "half"])
async def test_one_press_in_the_private_chat_deals_and_the_game_is_played_to_its_end(api, inside, game):
    anna = api.telegram.user("Anna")
    chat = api.telegram.private(anna)
    evening = Evening(api, chat, [anna])
    api.telegram.say(anna, chat, "/start")
    await inside.settle()
    await inside.turn(2)
    welcome, key = evening.key(f"1:-:0:-:alone:{game}")
    assert f"{game.capitalize()} with the computer" in [button["text"] for button in welcome.buttons]
    await evening.press(anna, welcome, key)
    await inside.turn(3)
    session = inside.session_in(chat)
    assert session.playing
    started, board = chat.from_bot()[1:3]
    assert "deck seal" in started.text
    assert "Computer 1" in board.text

    for _ in range(300):
        if not session.playing:
            break
        await inside.turn(2)
        if session.awaited is not None and inside.stands(chat, session):
            await inside.tap(chat, session)
    await inside.turn(5)
    result = evening.result()
    assert result is not None
    assert "Computer 1" in result.text
    sent = [call for call in api.calls if call.method in {"sendMessage", "editMessageText"}]
    assert {call.status for call in sent} == {200}
    moments = [call.at for call in sent]
    assert all(later - sooner >= 1 for sooner, later in pairwise(moments))
    mentions = {e["user"]["id"] for m in chat.from_bot() for e in m.entities if e["type"] == "text_mention"}
    assert mentions <= {anna.id}


async def test_newtable_in_private_waits_for_one_press(api, inside):
    anna = api.telegram.user("Anna")
    chat = api.telegram.private(anna)
    evening = Evening(api, chat, [anna])
    api.telegram.say(anna, chat, "/newtable stuk computers=2 easy")
    await inside.settle()
    await inside.turn(3)
    app, start = evening.key(".*:a:start")
    assert "Computer 2" in app.text
    assert "easy" in app.text
    assert evening.with_key(".*:a:sit") is None
    await evening.press(anna, app, start)
    await inside.settle()
    await inside.turn(3)
    assert inside.session_in(chat).playing
