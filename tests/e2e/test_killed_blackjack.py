"""A real process, killed while a computer thinks, between two records of a table, in a training: everything goes on."""

import sqlite3
from contextlib import closing
from pathlib import Path

from process import Page, Program, running

from bot.audit import audit_command


def asked(database: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as db:
        return db.execute(query).fetchall()


async def killed(program: Program, database: Path) -> None:
    """Kill it; what the disk holds then adds up."""
    await program.kill()
    assert audit_command(database, True) == 0


async def stood(page: Page) -> None:
    """Stand with every hand of the turn in progress, whoever of the two persons it is."""
    await page.until(lambda: bool(page.turn) and page.key("stand") is not None)
    await page.press(page.turn[0], page.key("stand") or "")


async def test_a_table_with_a_computer_and_a_training_outlive_kills(tmp_path: Path) -> None:
    database = tmp_path / "twentyone.db"
    async with running(database) as program, Page.open(program) as page:
        opened = await page.say(1, "/newtable blackjack seats=3 computers=1 timeout=4")
        assert opened["accepted"], opened
        await page.until(lambda: page.key("start") is not None)
        assert (await page.press(1, page.key("start") or ""))["accepted"]
        # Somebody comes with the next round, so that a record follows this one.
        await page.until(lambda: page.key("stand") is not None or page.key("sit") is not None)
        assert (await page.press(2, page.key("sit") or ""))["accepted"]
        trained = await page.say(1, "/train")
        await killed(program, database)  # in the round, or with a computer to move
    assert trained["accepted"]
    async with running(database) as program, Page.open(program) as page:
        key = _keys(trained)[0]
        assert (await page.press(1, key))["accepted"]
        await killed(program, database)
    for _ in range(3):
        async with running(database) as program, Page.open(program) as page:
            await page.until(lambda: bool(page.turn))
            await stood(page)
            await killed(program, database)  # a computer's turn, or the pause before the next record
    async with running(database) as program, Page.open(program) as page:
        await page.until(lambda: bool(page.turn))
        await stood(page)
        assert await program.terminate() == 0
        assert "Traceback" not in program.log.read_text()
    assert audit_command(database, True) == 0
    assert [link for (link,) in asked(database, "SELECT link FROM tables ORDER BY link")][:2] == [0, 1]
    assert asked(database, "SELECT count(*) FROM tables WHERE status = 'playing'") == [(1,)]
    assert asked(database, "SELECT count(*) FROM trainings") == [(1,)]


def _keys(answer: dict) -> list[str]:
    rows = answer["screen"]["rows"]
    return [button["key"] for row in rows for button in row if "key" in button]
