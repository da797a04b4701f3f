"""A real process whose log, lock or database is in trouble: what is stored is answered, what must end ends, in one line."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import BinaryIO

import pytest
from nursery import born
from process import PATIENCE, Page, Program, environment, running

FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="there is no full device on this system")
async def test_a_game_is_played_although_no_line_of_the_log_can_be_written(tmp_path: Path) -> None:
    database = tmp_path / "a.db"
    with to_nowhere() as nowhere:
        process = await born(
            "--no-browser",
            stdout=asyncio.subprocess.PIPE,
            stderr=nowhere,
            env=environment(database),
            cwd=tmp_path,
        )
    program = await Program(process, tmp_path / "none").listening()
    try:
        async with Page.open(program) as page:
            assert (await page.say(1, "/newtable blackjack seats=2 computers=1")).get("accepted")
            assert (await page.press(1, await shown(page, "start"))).get("accepted")
            answer = await page.press(1, await shown(page, "stand"))
            assert "nothing was changed" not in str(answer)
            assert answer["accepted"]
        assert await program.terminate() == 0
    finally:
        await program.kill()


def to_nowhere() -> BinaryIO:
    return FULL.open("wb")


async def shown(page: Page, verb: str) -> str:
    await page.until(lambda: page.key(verb) is not None)
    key = page.key(verb)
    assert key is not None
    return key


async def test_the_one_that_waits_says_so_and_hears_its_signal_and_a_lock_holds_no_end_up(
    tmp_path: Path,
) -> None:
    database = tmp_path / "a.db"
    async with running(database) as first:
        second = await Program.start(database)
        await said(second, "waiting for")
        async with asyncio.timeout(5):
            assert await second.terminate() == 0
        async with Page.open(first) as page:
            with closing(sqlite3.connect(database, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                for number in range(30):
                    await page.send({"t": "say", "as": 1 + number % 2, "text": "/newtable"})
                async with asyncio.timeout(5):
                    assert await first.terminate() == 0
    assert "Traceback" not in first.log.read_text()


async def said(program: Program, words: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while words not in program.log.read_text():
            await asyncio.sleep(0.02)


@pytest.mark.damaged
@pytest.mark.parametrize("how", ["removed", "replaced", "damaged"])
async def test_a_program_whose_database_is_gone_ends_with_one_line(tmp_path: Path, how: str) -> None:
    database = tmp_path / "a.db"
    async with running(database) as program, Page.open(program) as page:
        spoil(database, how)
        request = await page.send({"t": "say", "as": 1, "text": "/newtable seats=2"})
        await page.until(lambda: page.answer(request) is not None or page.socket.closed)
        assert not (page.answer(request) or {}).get("accepted")
        async with asyncio.timeout(PATIENCE):
            assert await program.process.wait() == 1
    lines = [line for line in program.log.read_text().splitlines() if line.startswith("twentyone: ")]
    assert len(lines) == 1
    assert how in lines[0]
    assert "Traceback" not in program.log.read_text()


def spoil(database: Path, how: str) -> None:
    match how:
        case "removed":
            database.unlink()
        case "replaced":
            shutil.copy(database, database.with_name("copy"))
            database.with_name("copy").replace(database)
        case "damaged":
            for file in (database, database.with_name(f"{database.name}-wal")):
                with file.open("r+b") as pages:
                    pages.seek(4096)
                    pages.write(b"\xa5" * max(0, file.stat().st_size - 4096))
