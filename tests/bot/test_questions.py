"""One person's question stops nobody: what walks many rows has connections and threads of its own."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from evening import chosen_by, play_out, seat
from world import GROUP, World

import bot.screens.privacy
import bot.tables
from bot.model.standings import Metric, Period, Scope, Span
from bot.store import escrow, privacy, standings, trainings
from bot.store.connection import Connection
from bot.store.privacy import stored_of

ANNA, BORIS = "Anna", "Boris"


@asynccontextmanager
async def busy(*connections: Connection) -> AsyncIterator[None]:
    """These connections are at work on something that does not end by itself."""
    done = threading.Event()
    working = [asyncio.create_task(connection.run(lambda _: done.wait())) for connection in connections]
    await asyncio.sleep(0)
    try:
        yield
    finally:
        done.set()
        await asyncio.gather(*working)


async def test_questions_do_not_stand_in_the_line_of_presses(world: World) -> None:
    await play_out(world, await seat(world, ANNA, BORIS, arguments="deals=1"), chosen_by(1))
    person = await world.store.person(world.account(ANNA))
    period = Period.of(Span.ALL, world.clock.now())
    questions = [
        lambda: world.store.ask(standings.page, GROUP, Scope.CHAT, period, Metric.RATING, own=person.id),
        lambda: world.store.ask(standings.career, person.id),
        lambda: world.store.ask(escrow.wallet_of, person.id),
        lambda: world.store.ask_apart(privacy.stored_of, person.id),
        lambda: world.store.ask(trainings.ranking, person.id, 0),
        lambda: world.store.ask(trainings.trainee, person.id),
    ]
    async with busy(world.store._reader, world.store._writer):
        for question in questions:
            async with asyncio.timeout(20):
                await question()


async def test_presses_do_not_wait_for_questions(world: World) -> None:
    database = world.store
    asked = threading.Event()

    def long(_: sqlite3.Connection) -> None:
        asked.wait()

    apart = asyncio.create_task(database.ask_apart(long))
    async with busy(database._asker), asyncio.timeout(60):
        session = await seat(world, ANNA, BORIS, arguments="deals=1 unrated")
        await play_out(world, session, chosen_by(2))
    asked.set()
    await apart


async def test_a_long_question_has_a_thread_of_its_own(world: World) -> None:
    database = world.store
    threads = {
        await ask(lambda _: threading.get_ident())
        for ask in (database.write, database.read, database.ask, database.ask_apart)
    }
    assert len(threads | {threading.get_ident()}) == 5


async def test_what_is_stored_is_read_and_told_off_the_loop(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    lines = bot.screens.privacy.data_file

    def noting(*arguments: object) -> object:
        told.append(threading.get_ident())
        return lines(*arguments)

    monkeypatch.setattr("bot.persons.privacy.data_file", noting)
    assert (await world.command(ANNA, "/mydata")).accepted
    assert told
    assert threading.get_ident() not in told


async def test_mydata_asks_as_often_for_many_games_as_for_one(world: World) -> None:
    statements: list[str] = []
    counts: list[int] = []
    for games in (1, 4):
        for number in range(games):
            await world.turn(60)
            await play_out(world, await seat(world, ANNA, BORIS, arguments="deals=1"), chosen_by(number))
        person = await world.store.person(world.account(ANNA))

        def counted(db: sqlite3.Connection, person: int = person.id) -> int:
            statements.clear()
            db.set_trace_callback(statements.append)
            stored_of(db, person)
            db.set_trace_callback(None)
            return len(statements)

        counts.append(await world.store.read(counted))
    assert counts[0] == counts[1]


async def test_a_long_game_is_folded_off_the_loop(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await seat(world, ANNA, BORIS)
    folded: list[int] = []
    fold = bot.tables.unfolding.fold

    def noting(*arguments: object) -> object:
        folded.append(threading.get_ident())
        return fold(*arguments)

    monkeypatch.setattr(bot.tables.unfolding, "fold", noting)
    monkeypatch.setattr(bot.tables.unfolding, "_FOLDED_AT_ONCE", 1)
    await world.restart()
    assert world.mover() is not None
    assert folded
    assert threading.get_ident() not in folded
