"""The program as a process of its own against REST and gateway on loopback."""

import asyncio
import signal
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing

import pytest
from channel_evening import ChannelEvening
from gateway import THREAD, TOKEN, Gateway, serving
from nursery import born
from process import environment


@pytest.fixture
async def discord() -> AsyncIterator[Gateway]:
    async with serving() as gateway:
        yield gateway


class Running:
    def __init__(self, folder, gateway: Gateway) -> None:
        self.folder, self.gateway = folder, gateway

    async def __aenter__(self):
        settings = environment(
            self.folder / "twentyone.db",
            DISCORD_TOKEN=TOKEN,
            DISCORD_API_URL=f"http://{self.gateway.url}/api/v10",
            DISCORD_GATEWAY_URL=f"ws://{self.gateway.url}/gateway",
        )
        self.log = (self.folder / "log.txt").open("ab")
        self.process = await born(cwd=self.folder, env=settings, stdout=self.log, stderr=self.log)
        await self.gateway.until(lambda: self.gateway.identified)
        return self

    async def __aexit__(self, *_) -> None:
        if self.process.returncode is None:
            self.process.kill()
            await self.process.wait()
        self.log.close()
        written = (self.folder / "log.txt").read_text()
        assert TOKEN not in written
        assert "Traceback" not in written

    async def stop(self) -> float:
        begun = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(5):
            assert await self.process.wait() == 0
        return time.monotonic() - begun


async def deal(discord: Gateway, **options: int) -> None:
    """A table of two in the middle of its first deal."""
    await discord.command(1, "newtable", seats=2, **options)
    message, sit = await discord.until(lambda: discord.button("sit"))
    await discord.press(2, message, sit)
    await discord.until(lambda: discord.button("bet"))


async def bet(discord: Gateway) -> None:
    """Whoever is to stake does; who is not is refused, and finds no button once the other one has staked."""
    for user in (1, 2):
        if (found := discord.button("bet")) is not None:
            await discord.press(user, *found)
    await discord.until(lambda: discord.button("stand"))


async def test_rated_games_run_to_the_end_in_a_channel_and_in_a_thread_and_the_program_ends_within_5_s(
    discord, tmp_path
):
    """With nothing but DISCORD_TOKEN."""
    places = (ChannelEvening(discord, [1, 2]), ChannelEvening(discord, [3, 4], THREAD))
    async with Running(tmp_path, discord) as program:
        for evening in places:
            await evening.open(deals="1")
        results = await asyncio.gather(*(evening.play() for evening in places))
        assert await program.stop() < 5
    for evening, result in zip(places, results, strict=True):
        assert all(f"Player {user}" in result for user in evening.people)
    assert rated(tmp_path) == {("Player 1",), ("Player 2",), ("Player 3",), ("Player 4",)}


def rated(folder) -> set[tuple[str]]:
    """Whose results are booked as rated ones."""
    with closing(sqlite3.connect(folder / "twentyone.db")) as database:
        return set(
            database.execute(
                "SELECT name FROM results JOIN persons ON persons.id = person_id WHERE persons.games = 1"
            )
        )


async def test_a_pause_of_4_s_is_kept_and_the_board_comes_then(discord, tmp_path):
    async with Running(tmp_path, discord):
        discord.refuse.append(4.0)
        begun = time.monotonic()
        await discord.command(1, "newtable", seats=2)
        await discord.until(lambda: discord.button("sit"))
        assert time.monotonic() - begun >= 4
        assert sum(status == 429 for _, _, status in discord.calls) == 1


async def test_a_connection_lost_in_the_middle_of_a_deal_is_resumed(discord, tmp_path):
    async with Running(tmp_path, discord) as program:
        await deal(discord)
        await discord.socket.close(code=1001)
        await discord.until(lambda: discord.resumed)
        assert discord.identified == 1
        await bet(discord)
        assert await program.stop() < 5


async def test_a_move_runs_out_when_the_gateway_has_acknowledged_a_heartbeat(discord, tmp_path):
    """What is due asks the line for a sign of life (rules 5.4)."""
    async with Running(tmp_path, discord) as program:
        await deal(discord, timeout=1)
        asked = discord.heartbeats
        await discord.until(lambda: discord.button("bet") is None)
        assert discord.heartbeats == asked + 1
        assert await program.stop() < 5
