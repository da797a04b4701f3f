"""Training on Discord: in a server a message that the person alone sees, in a private chat one that is edited."""

import pytest
from server import Server, buttons, custom_id, text_of
from simcord.results import to_discord_message

from bot.ports.keys import Key


@pytest.fixture(autouse=True)
def _cards(server: Server) -> None:
    """The secret is known: the first hands are no naturals."""
    server.app.parts.trainer.secret = lambda: bytes(32)


def argument(message, what: str) -> str:
    """The argument of a training's button."""
    keys = [Key.parse(key) for _, key in buttons(message)]
    return next(key.argument for key in keys if key and key.argument and key.argument.startswith(f"{what}-"))


async def press(server: Server, what: str) -> None:
    message = server.hand("Anna")
    await server.click("Anna", message, "train", argument(message, what))


@pytest.mark.parametrize("restarted", [False, True])
async def test_in_a_server_a_person_trains_in_a_message_of_his_own(server, restarted):
    result = await server.slash("Anna", "train")
    assert result.response.ephemeral
    for number in range(1, 4):
        assert f"Hand {number}/25" in text_of(server.hand("Anna"))
        if restarted:
            await server.restart()
        await press(server, "stand")
    assert text_of(server.hand("Anna")).startswith("**Stand: ")
    await press(server, "end")
    assert text_of(server.hand("Anna")).startswith("**The training is over**\n3 hands played")
    assert server.private("Anna").count("Hand") == 0  # the one message was edited
    assert server.messages() == []


async def test_computers_are_an_option_of_the_command(server):
    await server.slash("Anna", "train", computers=2)
    shown = text_of(server.hand("Anna"))
    assert ["Computer 1: " in shown, "Computer 2: " in shown, "Computer 3: " in shown] == [True, True, False]


async def test_in_a_private_chat_one_message_is_edited(server):
    anna = server.env.create_user("Anna")
    await anna.slash("train")
    await server.turn(3)
    channel = anna.dm_channel
    for number in range(1, 4):
        (stored,) = server.messages(channel)
        assert f"Hand {number}/25" in text_of(stored)
        shown = to_discord_message(server.env, stored)
        await anna.click(shown, custom_id=custom_id(shown, "train", argument(stored, "stand")))
        await server.turn(3)
    (stored,) = server.messages(channel)
    assert "Hand 4/25" in text_of(stored)
