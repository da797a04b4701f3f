"""Both tokens in one process: Telegram and Discord are served side by side, and what happens to one changes nothing for the other."""

import asyncio
import signal
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import gateway
import pytest
from botapi.evening import Evening
from botapi.program import Program
from botapi.server import BotApi, bot_api
from channel_evening import ChannelEvening
from gateway import Gateway


@pytest.fixture
async def api() -> AsyncIterator[BotApi]:
    async with bot_api() as server:
        yield server


@pytest.fixture
async def discord() -> AsyncIterator[Gateway]:
    async with gateway.serving() as server:
        yield server


@pytest.fixture
async def program(api: BotApi, discord: Gateway, tmp_path: Path) -> AsyncIterator[Program]:
    one = Program(
        api,
        tmp_path,
        DISCORD_TOKEN=gateway.TOKEN,
        DISCORD_API_URL=f"http://{discord.url}/api/v10",
        DISCORD_GATEWAY_URL=f"ws://{discord.url}/gateway",
    )
    yield one
    if one.process is not None and one.process.returncode is None:
        await one.kill()
    assert gateway.TOKEN not in one.written()
    assert one.complaints() == []


async def test_one_process_plays_a_rated_game_on_each_though_both_break_off(
    api: BotApi, discord: Gateway, program: Program
) -> None:
    people = [api.telegram.user(name) for name in ("Anna", "Boris")]
    telegram = Evening(api, api.telegram.group(*people), people)
    channel = ChannelEvening(discord, [1, 2])
    api.fault("getMe", times=1, drop=True)
    await program.start()
    await discord.until(lambda: discord.identified)
    await asyncio.gather(telegram.open("seats=2 deals=1"), channel.open(deals="1"))
    await channel.move()

    # The library takes this for the end; the platform itself begins anew, the other one plays meanwhile.
    assert discord.socket is not None
    await discord.socket.close(code=4011)
    results = [(await telegram.play()).text]
    await discord.until(lambda: discord.identified == 2)
    results.append(await channel.play())

    begun = time.monotonic()
    assert await program.stop(signal.SIGTERM) == 0
    assert time.monotonic() - begun < 5
    assert all(name in results[0] for name in ("Anna", "Boris"))
    assert all(name in results[1] for name in ("Player 1", "Player 2"))
    with closing(sqlite3.connect(program.folder / "twentyone.db")) as database:
        rated = database.execute("SELECT platform FROM people WHERE games = 1")
        assert sorted(row[0] for row in rated) == ["discord", "discord", "telegram", "telegram"]
    for line in (
        "Telegram: cannot be reached (NetworkError)",
        "Telegram is there again",
        "Discord: the connection ended (closed with 4011)",
        "Discord is there again",
    ):
        assert program.written().count(line) == 1


async def test_a_platform_that_refuses_its_token_says_so_in_one_line_and_the_other_is_served(
    api: BotApi, discord: Gateway, program: Program
) -> None:
    discord.refuses = True
    person = api.telegram.user("Anna")
    chat = api.telegram.group(person)
    await program.start()
    await discord.until(lambda: "refuses" in program.written())
    api.telegram.say(person, chat, "/newtable")
    await api.until(lambda: Evening(api, chat, [person]).with_key(r".*:a:sit"), what="an application")

    assert await program.stop(signal.SIGTERM) == 0
    lines = [line for line in program.written().splitlines() if "refuses" in line]
    assert len(lines) == 1
    assert "Discord refuses DISCORD_TOKEN: copy it anew" in lines[0]
