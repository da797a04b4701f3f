"""A group's evening on the page: five games by «Again», all boards, a replay and a proof, one person forgotten; the figures agree."""

import random
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from process import PATIENCE, Page, environment, running

from engine.proof import read_proof, verify
from engine.replay import output, replay

PEOPLE = (1, 2, 3)
GAMES = 5


def tool(database: Path, *arguments: str) -> str:
    """What a subcommand of the program prints."""
    finished = subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        env=environment(database),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
        cwd=database.parent,
    )
    return finished.stdout


def hundredths(text: str) -> int:
    whole, _, part = text.partition(".")
    return int(whole) * 100 + int(part)


def over(page: Page) -> bool:
    """Whether the newest message with buttons offers another game."""
    return page.keys()[0].split(":")[4] == "again"


def moves(page: Page) -> list[str]:
    """The move buttons shown, while it is somebody's turn."""
    return [key for key in page.keys() if page.turn and key.split(":")[4] in {"bet", "hit", "stand"}]  # noqa: SIM118 - a method of a page


async def play(page: Page, chance: random.Random) -> None:
    """One game, to the message that offers another one."""
    while not over(page):
        await page.press(page.turn[0], chance.choice(moves(page)))
        await page.until(lambda: over(page) or bool(moves(page)))


@pytest.mark.parametrize("language", ["en", "ru", "hu"])
async def test_an_evening_of_five_games_and_everything_that_is_looked_at_after_it(
    tmp_path: Path, language: str
) -> None:
    database, chance = tmp_path / "twentyone.db", random.Random(5)
    async with running(database) as program, Page.open(program, language) as page:
        await page.say(1, "/newtable seats=3 timeout=600 deals=1")
        await page.until(lambda: page.key("sit") is not None)
        for person in (2, 3):
            await page.press(person, page.key("sit") or "")
        await page.until(lambda: bool(moves(page)))
        await play(page, chance)
        for _ in range(GAMES - 1):
            again = page.key("again") or ""
            for person in PEOPLE:
                answer = await page.press(person, again)
                assert answer["accepted"], (person, str(answer["screen"])[:300])
            await page.until(lambda: bool(moves(page)))
            await play(page, chance)
            await page.until(lambda old=again: page.key("again") not in {None, old})
        code = page.key("again").split(":")[1]
        for command in (
            "/leaderboard",
            "/leaderboard week wins",
            "/profile",
            "/mydata",
            f"/verify {code}",
            f"/replay {code}",
        ):
            answer = await page.say(2, command)
            assert answer["accepted"], (command, answer)
            assert answer["screen"]["language"] == language
        assert (await page.say(3, "/forget"))["accepted"] in {True, False}
        forget = [
            button["key"]
            for frame in page.frames
            if frame["t"] == "answer" and frame["screen"]
            for row in frame["screen"]["rows"]
            for button in row
            if button.get("key", "").split(":")[4:5] == ["forget"]
        ]
        assert (await page.press(3, forget[-1]))["accepted"]
        assert await program.terminate() == 0
        assert "Traceback" not in program.log.read_text()

    with closing(sqlite3.connect(database)) as db:
        codes = [row[0] for row in db.execute("SELECT code FROM tables WHERE status = 'finished'")]
        seats = db.execute("SELECT table_code, position, person_id FROM seats").fetchall()
        figures = db.execute("SELECT id, games, wins, rating, rubles FROM persons").fetchall()
        standing = db.execute(
            "SELECT person_id, games, wins, rating, rubles FROM standings WHERE scope = 0 AND period = 'all'"
        ).fetchall()
        names = {row[0] for row in db.execute("SELECT name FROM persons")}
    assert len(codes) == GAMES
    assert len(names) == len(PEOPLE)
    who = {(table, position): person for table, position, person in seats}
    sums: dict[int, Counter[str]] = {person: Counter() for person in PEOPLE}
    for table in codes:
        proof = read_proof(tool(database, "export", table, "--proof").encode())
        assert not verify(proof).findings
        printed = output(replay(proof.record))
        for position, result in enumerate(printed["results"]):
            person = sums[who[table, position]]
            person.update(games=result["games"], wins=result["wins"])
            person.update(rating=hundredths(result["rating"]), rubles=hundredths(result["rubles"]))
    agreed = sorted((p, s["games"], s["wins"], s["rating"], s["rubles"]) for p, s in sums.items())
    assert agreed == sorted(figures) == sorted(standing)
