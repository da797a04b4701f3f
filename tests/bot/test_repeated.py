"""One request, one effect: delivered twice, cut short, or with a disk that fails."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from evening import banker, carefully, moves_of, play_out, seat, sit_key, to_move
from world import World

from bot.ports.keys import Key
from bot.ports.requests import Command
from bot.store import tables
from bot.store.store import Store


async def test_a_press_delivered_twice_in_a_row_in_parallel_and_after_a_restart(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name, key = to_move(session) or "", moves_of(world, session)[0]
    answers = [await world.press(name, key, press_id="same") for _ in range(2)]
    await world.turn(5)
    answers += await asyncio.gather(*(world.press(name, key, press_id="same") for _ in range(3)))
    assert all(answer == answers[0] for answer in answers)
    assert session.row.seq == 2
    await world.restart()
    await world.press(name, key, press_id="same")
    assert world.session().row.seq == 2


async def test_a_draw_delivered_again_after_a_restart_draws_nothing(world: World) -> None:
    session = await seat(world, "Anna", "Boris")
    await world.press(to_move(session) or "", moves_of(world, session)[0])
    await world.turn(2)
    name = to_move(session) or ""
    [hit] = [key for key in moves_of(world, session) if key.endswith(":hit")]
    await world.press(name, hit, press_id="same")
    seq = session.row.seq
    await world.restart()
    await world.press(name, hit, press_id="same")
    assert world.session().row.seq == seq


async def test_a_newtable_delivered_twice_at_once_opens_one_table_and_is_answered_the_same(
    world: World,
) -> None:
    answers = await asyncio.gather(*(world.command("Anna", "/newtable", press_id="same") for _ in range(3)))
    assert all(answer == answers[0] and answer.accepted for answer in answers)
    assert len(world.app.tables.open_sessions()) == 1


async def test_the_answer_kept_for_one_person_is_not_given_to_another(world: World) -> None:
    session = await seat(world, "Anna", "Boris")
    cards = f"1:{session.code}:0:-:cards"
    own = [await world.press(name, cards, press_id="same") for name in ("Anna", "Boris")]
    assert own[0] != own[1]
    assert not (await world.press("Vera", cards, press_id="same")).accepted


@contextmanager
def locked(world: World) -> Iterator[None]:
    """Somebody else writes to the database for longer than the program waits."""
    other = sqlite3.connect(world.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


class Hasty(World):
    """A world whose store gives up quickly."""

    async def start(self) -> World:
        opened = Store.open
        try:
            Store.open = lambda path, clock, wait=0: opened(path, clock, wait=0, busy=0.05)
            return await super().start()
        finally:
            Store.open = opened


@pytest.fixture
async def hasty(folder):
    running = await Hasty(folder / "twentyone.db").start()
    yield running
    await running.stop()


async def test_a_move_that_cannot_be_saved_is_answered_and_changes_nothing(hasty: World) -> None:
    session = await seat(hasty, "Anna", "Boris")
    name, key = to_move(session) or "", moves_of(hasty, session)[0]
    row, state, calls = session.row, session.state, list(hasty.chat.calls)
    with locked(hasty):
        answer = await hasty.press(name, key, press_id="same")
        assert not answer.accepted
        assert (session.row, session.state, hasty.chat.calls) == (row, state, calls)
    assert (await hasty.press(name, key, press_id="same")).accepted
    assert session.row.seq == 2


async def test_an_application_that_cannot_be_saved_is_not_there_and_may_be_opened_at_once(
    hasty: World,
) -> None:
    await hasty.command("Anna", "/help")
    with locked(hasty):
        assert not (await hasty.command("Anna", "/newtable")).accepted
        assert hasty.app.tables.open_sessions() == []
    assert (await hasty.command("Anna", "/newtable seats=2")).accepted
    await hasty.command("Boris", "/help")
    with locked(hasty):
        assert not (await hasty.press("Boris", sit_key(hasty.session()))).accepted
    assert (await hasty.press("Boris", sit_key(hasty.session()))).accepted
    await play_out(hasty, hasty.session(), carefully)


async def test_a_newcomer_whom_the_store_cannot_take_is_answered(hasty: World) -> None:
    with locked(hasty):
        assert not (await hasty.command("Anna", "/newtable")).accepted
        assert await hasty.panel("Anna") is None
        assert await hasty.type("Anna", "5") is None
    assert (await hasty.command("Anna", "/newtable")).accepted


async def test_a_forfeit_that_cannot_be_saved_is_none(hasty: World) -> None:
    session = await seat(hasty, "Anna", "Boris", "Vera")
    name = to_move(session)
    hasty.clock.forward(91)
    with locked(hasty):
        hasty.app.deadlines.sweep()
        await hasty.app.upkeep.settle()
    await hasty.turn(2 + 89)
    assert (to_move(session), session.row.seq) == (name, 1)  # its full time began when it could be stored
    await hasty.turn(1)
    assert (to_move(session) == name, session.row.seq) == (False, 2)


async def test_six_moves_that_a_locked_database_refuses_cost_nobody_his_turn(hasty: World) -> None:
    session = await seat(hasty, "Anna", "Boris", "Vera")
    other = await seat(hasty, "Gleb", "Dora", arguments="timeout=15")
    name, key, waits = to_move(session) or "", moves_of(hasty, session)[0], to_move(other)
    with locked(hasty):
        for _ in range(6):
            hasty.clock.forward(20)
            assert not (await hasty.press(name, key)).accepted
        assert (to_move(session), to_move(other)) == (name, waits)
    revisions = session.row.revision, other.row.revision
    await hasty.turn(2)
    # The next thing that is stored of each table in play is its time, which begins anew.
    assert (session.row.revision, other.row.revision) == (revisions[0] + 1, revisions[1] + 1)
    assert (session.row.seq, other.row.seq) == (1, 1)
    stored = [await hasty.store.read(tables.get, table.code) for table in (session, other)]
    assert [row and row.deadline for row in stored] == [session.row.deadline, other.row.deadline]
    await hasty.turn(88)
    assert (await hasty.press(name, key)).accepted
    await hasty.turn(2)
    assert to_move(other) != waits


async def test_a_move_that_is_the_first_thing_stored_brings_the_new_time_with_it(hasty: World) -> None:
    session = await seat(hasty, "Anna", "Boris", "Vera")
    name = to_move(session) or ""
    with locked(hasty):
        hasty.clock.forward(80)
        assert not (await hasty.press(name, moves_of(hasty, session)[0])).accepted
    leaver = next(who for who in ("Anna", "Boris", "Vera") if who not in {name, banker(session)})
    await hasty.command(leaver, "/leave")
    await hasty.press(leaver, str(Key("leave", session.code)))
    assert (session.row.seq, to_move(session)) == (2, name)
    assert session.due == hasty.clock.monotonic() + 90


async def test_a_board_that_cannot_be_noted_stops_no_other(hasty: World) -> None:
    session = await seat(hasty, "Anna", "Boris")
    key, name = moves_of(hasty, session)[0], to_move(session) or ""
    held = asyncio.Event()
    send, edit = hasty.chat.send, hasty.chat.edit

    async def slow_edit(place, message, screen):
        await held.wait()
        await edit(place, message, screen)

    hasty.chat.edit = slow_edit
    await hasty.app.press(hasty.request(name, key))
    with locked(hasty):
        held.set()
        await hasty.settle()
    hasty.chat.edit, hasty.chat.send = edit, send
    await hasty.turn(2)
    await play_out(hasty, session, carefully)


async def test_a_caller_cut_short_at_any_step_leaves_one_effect_or_none(world: World) -> None:
    for steps in range(0, 24, 2):
        session = await seat(world, f"A{steps}", f"B{steps}", arguments="deals=1")
        name, key = to_move(session) or "", moves_of(world, session)[0]
        task = asyncio.create_task(world.app.press(world.request(name, key)))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await world.settle()
        assert session.row.seq in {1, 2}
        assert len(await world.store.read(tables.moves, session.code)) == session.row.seq
        await world.turn(2)
        await play_out(world, session, carefully)


async def test_an_opener_cut_short_at_any_step_finds_a_whole_table_or_none(world: World) -> None:
    for steps in range(0, 30, 3):
        name = f"P{steps}"
        request = Command(world.account(name), world.chat_place(steps), world.press_id(), name="newtable")
        task = asyncio.create_task(world.app.command(request))
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await world.settle()
        if not [s for s in world.app.tables.open_sessions() if s.row.seats[0].account.name == name]:
            answer = await world.command(name, "/newtable", place=request.place)
            assert answer.accepted
