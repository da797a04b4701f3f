"""A real process, killed while a computer thinks, between two records of a table, in a training: everything goes on."""

import sqlite3
from contextlib import closing
from pathlib import Path

from process import Frame, Page, Program, running

from bot.cli.audit import audit_command


def asked(database: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as db:
        return db.execute(query).fetchall()


async def killed(program: Program, database: Path) -> None:
    """Kill it; what the disk holds then adds up."""
    await program.kill()
    assert audit_command(database, True) == 0


async def stood(page: Page) -> None:
    """Wait for a turn of a person, and stand with the hand in play."""
    await page.until(lambda: bool(page.turn) and page.key("stand") is not None)
    await page.press(page.turn[0], page.key("stand") or "")


async def test_a_table_with_a_computer_and_a_training_outlive_kills(tmp_path: Path) -> None:
    database = tmp_path / "twentyone.db"
    async with running(database) as program, Page.open(program) as page:
        assert (await page.say(1, "/newtable blackjack seats=3 computers=1 timeout=2"))["accepted"]
        assert (await page.press_when_shown(1, "start"))["accepted"]
        await page.until(lambda: bool(page.turn) and page.key("sit") is not None)
        # Somebody comes with the next round, so that a record follows this one.
        assert (await page.press(2, page.key("sit") or ""))["accepted"]
        trained = await page.say(1, "/train")
        assert trained["accepted"]
        await stood(page)
        await killed(program, database)  # the computer thinks, or all is played
    async with running(database) as program, Page.open(program) as page:
        assert (await page.press(1, _keys(trained)[0]))["accepted"]
        await page.until(lambda: _records(database) == 2)
        await killed(program, database)  # the next record has just begun
    async with running(database) as program, Page.open(program) as page:
        await stood(page)
        assert await program.terminate() == 0
        assert "Traceback" not in program.log.read_text()
    assert audit_command(database, True) == 0
    assert asked(database, "SELECT count(*) FROM tables WHERE status = 'playing' AND link > 0") == [(1,)]
    assert asked(database, "SELECT count(*) FROM trainings") == [(1,)]


def _records(database: Path) -> int:
    ((found,),) = asked(database, "SELECT count(*) FROM tables")
    assert isinstance(found, int)
    return found


def _keys(answer: Frame) -> list[str]:
    rows = answer["screen"]["rows"]
    return [button["key"] for row in rows for button in row if "key" in button]
