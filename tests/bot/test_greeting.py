"""The greeting of a chat, its open boards and its lists speak the chat's language, also when that changes."""

from dataclasses import replace

import pytest
from world import GROUP, World

from bot.ports.texts import LANGUAGES


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_greeting_and_open_boards_follow_a_choice_of_the_chats_language(
    world: World, language: str, restarted: bool
) -> None:
    await world.app.greet(GROUP, world.account("Anna"))
    await world.command("Anna", "/newtable seats=3")
    await world.settle()
    before = dict(world.chat.messages)
    assert {message.screen.language for message in before.values()} == {"en"}
    if restarted:
        await world.restart()
    assert (await world.command("Anna", f"/language chat {language}", admin=True)).accepted
    await world.turn(2)
    assert set(world.chat.messages) == set(before)  # edited, not sent once more
    assert {message.screen.language for message in world.chat.messages.values()} == {language}


async def test_who_speaks_for_all_before_one_screen_chooses_for_the_chat_too(world: World) -> None:
    request = world.request("Anna", "1:-:0:-:language:ru")
    assert (await world.app.press(replace(request, everybody=True))).accepted
    assert await world.app.language(GROUP) == "ru"
    await world.press("Boris", "1:-:0:-:language:hu")
    assert await world.app.language(GROUP) == "ru"
