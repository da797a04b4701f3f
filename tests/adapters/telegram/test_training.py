"""Training on Telegram: one message of the private chat, edited in place; from a group a link leads there."""

import pytest

from adapters.telegram.links import private_link


@pytest.fixture
def anna(api, inside):
    """The secret of her training is known: the first hands are no naturals."""
    inside.app.parts.trainer.secret = lambda: bytes(32)
    return api.telegram.user("Anna")


async def say(api, inside, user, chat, text):
    api.telegram.say(user, chat, text)
    await inside.settle()
    await inside.turn(3)


def key(message, what: str) -> str:
    return next(key for key in message.payloads() if f":train:{what}-" in key)


async def press(api, inside, user, message, what):
    pressed = api.telegram.press(user, message, key(message, what))
    await api.until(lambda: pressed.answer is not None, what=f"an answer to {what}")
    await inside.turn(2)
    return pressed


async def test_a_person_trains_in_the_private_chat_in_one_message(api, inside, anna):
    chat = api.telegram.private(anna)
    await say(api, inside, anna, chat, "/train")
    (board,) = chat.from_bot()
    assert "Hand 1/25" in board.text
    for number in range(2, 6):
        pressed = await press(api, inside, anna, board, "stand")
        assert pressed.answer["text"].startswith("Stand: ")
        assert f"Hand {number}/25" in board.text
    await press(api, inside, anna, board, "end")
    assert board.text.startswith("The training is over\n4 hands played")
    assert chat.from_bot() == [board]


async def test_a_group_is_shown_the_way_to_the_private_chat_and_no_hand(api, inside, anna):
    group = api.telegram.group(anna)
    await say(api, inside, anna, group, "/train")
    message = group.last()
    assert "Hand" not in message.text
    assert message.payloads() == []
    link = private_link("TwentyOneTestBot", "train")
    assert link in str(message.json())
    chat = api.telegram.private(anna)
    await say(api, inside, anna, chat, "/start train")
    assert "Hand 1/25" in chat.last().text
