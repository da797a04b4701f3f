"""A real process, killed with SIGKILL again and again in the middle of games: nothing acknowledged is lost."""

import asyncio
import json
import random
import sqlite3
from pathlib import Path

from process import Page, Program, running
from purse import RUBLES, endowed_locals, rubles
from steering import SIZE

from bot.cli.audit import audit_command
from bot.model.rows import Status, TableRow
from bot.ports.clock import SystemClock
from bot.store import tables as stored_tables
from bot.store.store import Store
from bot.tables.fold import fold
from engine.game import GameState

KILLS = 30
STUK_KILLS = 8
PEOPLE = (1, 2, 3)
MOVES = ("bet", "hit", "stand", "knock")


class Players:
    """Three people who press what they may, and remember each move that was acknowledged."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.acknowledged: list[tuple[str, str]] = []
        self._answered: set[tuple[str, int, str]] = set()

    async def play(self, page: Page, presses: int) -> None:
        """Press that many buttons, each after the answer to the one before, and on until a move was acknowledged."""
        before, pressed = len(self.acknowledged), 0
        while pressed < presses or len(self.acknowledged) == before:
            pressed += 1
            key, person = await self._next(page)
            answer = await page.press(person, key)
            outcome = (key, person, json.dumps(answer.get("screen")))
            if answer.get("accepted") and key.split(":")[4] in MOVES and outcome not in self._answered:
                # The same answer to the same key is the answer to a double tap: one move, whatever was pressed between.
                self.acknowledged.append((key.split(":")[1], key.split(":")[4]))
                self._answered.add(outcome)

    async def press_blindly(self, page: Page) -> None:
        """One more press whose answer nobody waits for."""
        key, person = await self._next(page)
        await page.send({"t": "press", "as": person, "key": key})

    async def _next(self, page: Page) -> tuple[str, int]:
        await page.until(lambda: bool(self._choices(page)))
        return self.chance.choice(self._choices(page))

    def _choices(self, page: Page) -> list[tuple[str, int]]:
        """What may be pressed now: the buttons of the newest message that has some, by those who may."""
        keys = page.keys()
        newest = keys[0].split(":")[4]
        if newest == "again":
            return [(keys[0], person) for person in PEOPLE]
        if newest in {"sit", "rules"} and (sit := page.key("sit")) is not None:
            return [(sit, person) for person in PEOPLE]
        moves = [key for key in keys if key.split(":")[4] in MOVES]
        return [(key, person) for key in moves for person in page.turn]


async def stored(database: Path) -> list[tuple[TableRow, GameState | None, list[str]]]:
    """Every table of the database with the state its moves fold to (the digests are checked on the way) and those moves."""
    store = await Store.open(database, SystemClock())
    try:
        with sqlite3.connect(database) as db:
            codes = [code for (code,) in db.execute("SELECT code FROM tables")]
        found = []
        for code in codes:
            row = await store.read(stored_tables.get, code)
            assert row is not None
            moves = await store.read(stored_tables.moves, code)
            state = fold(row, moves) if moves else None
            found.append((row, state, [move.text for move in moves]))
        return found
    finally:
        await store.close()


def chips(state: GameState) -> int:
    view = state.view(None)
    on_table = sum(hand.stake for seat in view.seats for hand in seat.hands if hand.result is None)
    return (view.bank or 0) + sum(seat.chips for seat in view.seats) + on_table


async def check(database: Path, players: Players) -> int:
    """Every acknowledged move is stored, every table folds, chips are what they were; returns the number of moves."""
    moves = 0
    for row, state, texts in await stored(database):
        verbs = [text.split(" ")[1] for text in texts if text != "deal"]
        for verb in MOVES:
            acknowledged = sum(entry == (row.code, verb) for entry in players.acknowledged)
            assert verbs.count(verb) >= acknowledged
        if state is not None:
            assert chips(state) == sum(seat.began for seat in state.view(None).seats)
            assert state.finished == (row.status is Status.FINISHED)
        moves += len(texts)
    return moves


async def test_thirty_kills_in_the_middle_of_games_lose_no_acknowledged_move_and_no_chip(
    tmp_path: Path,
) -> None:
    database = tmp_path / "twentyone.db"
    players = Players(seed=21)
    for number in range(KILLS):
        async with running(database) as program, Page.open(program) as page:
            if number == 0:
                await page.say(1, "/newtable seats=3 timeout=600 deals=1")
            await players.play(page, presses=players.chance.randint(1, 8))
            await players.press_blindly(page)
            await program.kill()
        if number % 10 == 9:
            await check(database, players)
    assert await check(database, players) >= len(players.acknowledged) >= KILLS
    async with running(database) as program, Page.open(program) as page:
        # And the evening goes on: the tables are there, and somebody can move.
        await players.play(page, presses=10)
        assert await program.terminate() == 0
        assert "Traceback" not in program.log.read_text()


async def test_after_a_kill_the_page_shows_the_game_where_it_was_and_the_turn_has_its_full_time(
    tmp_path: Path,
) -> None:
    database = tmp_path / "twentyone.db"
    async with running(database) as program, Page.open(program) as page:
        await page.say(1, "/newtable seats=2 timeout=60 deals=5")
        await page.press_when_shown(2, "sit")
        await page.until(lambda: page.key("bet") is not None)
        before = page.key("bet") or ""
        for person in (1, 2):
            await page.press(person, before)
        await page.until(lambda: page.key("stand") is not None)
        await program.kill()
    async with running(database) as program, Page.open(program) as page:
        await page.until(lambda: page.key("stand") is not None)
        answers = [await page.press(person, page.key("stand") or "") for person in (1, 2)]
        assert any(answer["accepted"] for answer in answers)
        assert await program.terminate() == 0


async def test_a_missed_move_is_forfeited_by_itself(tmp_path: Path) -> None:
    database = tmp_path / "twentyone.db"
    async with running(database) as program, Page.open(program) as page:
        await page.say(1, "/newtable seats=2 timeout=1 deals=1")
        await page.press_when_shown(2, "sit")
        await page.until(lambda: page.key("again") is not None)
        await program.kill()
    tables = await stored(database)
    assert [row.status for row, _, _ in tables] == [Status.FINISHED]
    assert any(text.endswith("timeout") for _, _, texts in tables for text in texts)


async def test_two_pages_see_the_same_chat_and_a_press_sent_twice_is_done_once(tmp_path: Path) -> None:
    database = tmp_path / "twentyone.db"
    async with running(database) as program, Page.open(program) as one, Page.open(program) as other:
        await one.say(1, "/newtable seats=2 timeout=60 deals=5")
        await other.press_when_shown(2, "sit")
        await one.until(lambda: one.key("bet") is not None)
        key = one.key("bet") or ""
        frame = {"t": "press", "key": key, "id": "00000000-0000-4000-8000-000000000001"}
        for person in (1, 2):
            await asyncio.gather(one.send({**frame, "as": person}), other.send({**frame, "as": person}))
        await one.until(lambda: one.key("stand") is not None)
        await other.until(lambda: other.key("stand") is not None)
        await program.kill()
    ((_, _, texts),) = await stored(database)
    assert sum("bet" in text for text in texts) == 1


async def test_a_program_with_a_page_open_stops_within_five_seconds(tmp_path: Path) -> None:
    program = await (await Program.start(tmp_path / "twentyone.db")).listening()
    async with Page.open(program) as page:
        await page.say(1, "/newtable seats=2 timeout=60")
        async with asyncio.timeout(5):
            assert await program.terminate() == 0


async def test_kills_in_the_middle_of_rated_stuk_lose_and_make_no_ruble(tmp_path: Path) -> None:
    """After each kill, from the first seat on, what the disk holds is balanced, and wallets and stakes are what they were."""
    database = tmp_path / "twentyone.db"
    await endowed_locals(database, "Anna", "Boris", "Vera")
    players = Players(seed=36)
    for number in range(STUK_KILLS):
        async with running(database) as program, Page.open(program) as page:
            if number == 0:
                await page.say(1, f"/newtable stuk rated size={SIZE} seats=3 timeout=600")
            await players.play(page, presses=players.chance.randint(2, 6))
            await players.press_blindly(page)
            await program.kill()
        assert sum(rubles(database).values()) + staked(database) == 3 * RUBLES
        assert audit_command(database, True) == 0
    assert await check(database, players) >= len(players.acknowledged) >= STUK_KILLS
    async with running(database) as program, Page.open(program) as page:
        await players.play(page, presses=3)
        assert await program.terminate() == 0
        assert "Traceback" not in program.log.read_text()


def staked(database: Path) -> float:
    """The rubles that lie at tables."""
    with sqlite3.connect(database) as db:
        (held,) = db.execute("SELECT coalesce(sum(held), 0) FROM escrow").fetchone()
    db.close()
    return float(held) / 100


async def test_a_second_program_on_the_same_database_takes_no_stake_twice(tmp_path: Path) -> None:
    """It waits for the first one, then goes on with that table and its stakes (two processes on one database)."""
    database = tmp_path / "twentyone.db"
    await endowed_locals(database, "Anna", "Boris")
    async with running(database) as first, Page.open(first) as page:
        assert (await page.say(1, f"/newtable stuk rated size={SIZE} seats=2 timeout=600"))["accepted"]
        second = await Program.start(database)
        try:
            assert (await page.press_when_shown(2, "sit"))["accepted"]
            assert second.process.returncode is None
            await first.kill()
            await second.listening()
            async with Page.open(second) as later:
                await later.until(lambda: later.key("bet") is not None)
                refused = await later.say(1, f"/newtable stuk rated size={SIZE} seats=2")
                assert not refused["accepted"]
            assert await second.terminate() == 0
        finally:
            await second.kill()
    assert set(rubles(database).values()) == {RUBLES - 3 * SIZE}
    assert staked(database) == 6 * SIZE
