"""A person alone with the bot on Discord: /newtable in the private chat seats a computer, one press starts."""

import pytest
from server import Server, custom_id, text_of


@pytest.mark.usefixtures("fourth")
@pytest.mark.parametrize("game", ["ochko", "half"])
async def test_a_private_chat_plays_a_game_with_a_computer_to_its_end(server: Server, game: str):
    anna = server.env.create_user("Anna")
    await anna.slash("newtable", game=game, computers=1, skill="easy")
    await server.turn(3)
    channel = anna.dm_channel
    (app,) = server.messages(channel)
    assert "Computer 1" in text_of(app)
    assert "easy" in text_of(app)
    (session,) = server.app.tables.open_sessions()

    async def press(verb: str) -> None:
        message = server.board(verb, channel=channel)
        await anna.click(message, custom_id=custom_id(message, verb))
        await server.turn(2)

    await press("start")
    assert session.playing
    for _ in range(200):
        if not session.playing:
            break
        await server.turn(2)
        if session.awaited is not None:
            await server.turn(2)  # the board follows as fast as the channel's pace allows
            verbs = {move.verb.value for move in session.state.legal()}
            await press("bet" if "bet" in verbs else "stand")
    await server.turn(5)
    assert not session.playing
    assert "Computer 1" in text_of(server.messages(channel)[-1])
