"""Restarts: a table is the fold of its moves (rules 5.4)."""

import sqlite3

import pytest
from evening import (
    PEOPLE,
    carefully,
    chosen_by,
    keys_shown,
    moves,
    moves_of,
    play_out,
    seat,
    sit_key,
    to_move,
)
from world import World

from bot.model.rows import Status, digest
from bot.ports.screens import Screen
from bot.store import tables
from bot.tables.session import Session


def board(world: World) -> Screen:
    return world.chat.last().screen


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
async def test_after_every_move_a_restart_finds_the_same_table(world: World, seats: int, seed: int) -> None:
    session = await seat(world, *PEOPLE[:seats], arguments="deals=5")
    async for _ in moves(world, session, chosen_by(seed)):
        current = world.app.tables.live(session.code)
        assert current is not None
        assert current.state is not None
        before, rows, row = digest(current.state), board(world).rows, current.row
        await world.restart()
        again = await world.app.tables.find(session.code)
        assert again is not None
        await world.app.unfolding.unfold(again)
        assert again.state is not None
        assert digest(again.state) == before
        assert again.moved == current.moved
        assert board(world).rows == rows
        assert (again.row.seats, again.row.seq, again.row.status) == (row.seats, row.seq, row.status)
        session.row = again.row  # the driver looks here whether the game is over


@pytest.mark.parametrize("down", [5, 3600])
async def test_a_restart_before_or_after_the_deadline_gives_the_full_time(world: World, down: float) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name = to_move(session) or ""
    await world.turn(80)
    await world.stop()
    world.clock.forward(down)
    await world.start()
    session = world.session()
    await world.turn(89)
    assert to_move(session) == name
    await world.turn(1)
    assert to_move(session) != name


async def test_a_restart_is_told_once_on_the_board_and_only_until_the_next_turn(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    lines, messages = len(board(world).lines), len(world.chat.messages)
    await world.restart()
    assert len(board(world).lines) > lines
    assert len(world.chat.messages) == messages
    session = world.session()
    await world.press(to_move(session) or "", moves_of(world, session)[0])
    assert len(board(world).lines) <= lines + 1


async def test_nothing_is_sent_again_that_stands_there(world: World) -> None:
    session = await seat(world, "Anna", "Boris", arguments="deals=1")
    await play_out(world, session, carefully)
    await world.turn(20)
    await world.command("Vera", "/newtable")
    await world.press("Gleb", sit_key(world.session()))
    calls = list(world.chat.calls)
    for _ in range(3):
        await world.restart()
    assert world.chat.calls == calls


async def test_a_running_game_costs_one_edit_a_restart(world: World) -> None:
    await seat(world, "Anna", "Boris", "Vera")
    for _ in range(3):
        calls = len(world.chat.calls)
        await world.restart()
        assert len(world.chat.calls) == calls + 1


async def test_what_the_chat_has_missed_is_sent_after_the_start(world: World) -> None:
    session = await seat(world, "Anna", "Boris", arguments="deals=1")
    world.app.outbox.disconnect("chat")
    await play_out_unseen(world, session)
    assert not keys_shown(world, {"again"})
    await world.stop()
    world.clock.forward(50 * 60)
    await world.start()
    assert keys_shown(world, {"again"})
    assert not keys_shown(world, {"bet", "hit", "stand"})


async def test_a_result_lost_between_two_calls_is_sent_after_the_start(world: World) -> None:
    session = await seat(world, "Anna", "Boris", arguments="deals=1")
    await play_out(world, session, carefully)
    with sqlite3.connect(world.path) as db:
        db.execute("DELETE FROM boards WHERE slot = 'result'")
    db.close()
    del world.chat.messages[max(world.chat.messages)]
    await world.restart()
    assert keys_shown(world, {"again"})


async def test_a_game_that_ended_long_ago_is_not_sent(world: World) -> None:
    session = await seat(world, "Anna", "Boris", arguments="deals=1")
    world.app.outbox.disconnect("chat")
    await play_out_unseen(world, session)
    await world.stop()
    world.clock.forward(61 * 60)
    await world.start()
    assert not keys_shown(world, {"again"})


async def play_out_unseen(world: World, session: Session) -> None:
    """Let every move time out: nobody sees the buttons."""
    while session.row.status is Status.PLAYING:
        world.clock.forward(91)
        await world.app.upkeep.look(session.code)


@pytest.mark.damaged
@pytest.mark.faults("table.unfoldable")
@pytest.mark.parametrize(
    "tamper",
    [
        "UPDATE moves SET digest = x'0000000000000000' WHERE seq = 2",
        "UPDATE moves SET text = '9 stand' WHERE seq = 2",
        "UPDATE moves SET text = 'nonsense at all !' WHERE seq = 1",
    ],
)
async def test_a_changed_rule_voids_the_table_tells_the_chat_and_frees_everybody(
    world: World, tamper: str
) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name, key = to_move(session) or "", moves_of(world, session)[0]
    await world.press(name, key)
    messages = len(world.chat.messages)
    await world.stop()
    with sqlite3.connect(world.path) as db:
        db.execute(tamper)
    db.close()
    await world.start()
    stored = await world.store.read(tables.get, session.code)
    assert stored is not None
    assert (stored.status, stored.note) == (Status.VOID, "rules_changed")
    assert len(world.chat.messages) == messages + 1
    assert not keys_shown(world, {"bet", "hit", "stand"})
    assert not (await world.press(name, key)).accepted
    for who in ("Anna", "Boris", "Vera"):
        assert (await world.command(who, "/newtable", place=world.chat_place(ord(who[0])))).accepted
    await world.restart()
    assert len([m for m in world.chat.messages.values() if m.place == session.place]) == messages + 1


@pytest.mark.damaged
@pytest.mark.faults("table.unfoldable")
async def test_a_changed_rule_leaves_a_finished_game_as_it_was(world: World) -> None:
    session = await seat(world, "Anna", "Boris", arguments="deals=1")
    key = moves_of(world, session)[0]
    await play_out(world, session, carefully)
    await world.stop()
    with sqlite3.connect(world.path) as db:
        db.execute("UPDATE moves SET digest = x'0000000000000000' WHERE seq = 1")
    db.close()
    await world.start()
    assert not (await world.press("Anna", key)).accepted
    stored = await world.store.read(tables.get, session.code)
    assert stored is not None
    assert stored.status is Status.FINISHED
    assert (await world.press("Anna", world.key("again"))).accepted


async def test_finished_tables_leave_memory_after_an_hour_and_are_still_known_by_their_code(
    world: World,
) -> None:
    session = await seat(world, "Anna", "Boris", arguments="deals=1")
    key = moves_of(world, session)[0]
    await play_out(world, session, carefully)
    await world.turn(3590)
    world.app.deadlines.sweep()
    assert world.app.tables.live(session.code) is not None
    await world.turn(20)
    world.app.deadlines.sweep()
    assert world.app.tables.live(session.code) is None
    assert not (await world.press("Anna", key)).accepted
    assert (await world.press("Anna", world.key("again"))).accepted


async def test_a_stopped_program_answers_and_changes_nothing(world: World) -> None:
    session = await seat(world, "Anna", "Boris")
    row, name, key = session.row, to_move(session) or "", moves_of(world, session)[0]
    world.app.upkeep.closing = True
    assert not (await world.app.press(world.request(name, key, press_id="same"))).accepted
    assert session.row == row
    world.app.upkeep.closing = False
    assert (await world.press(name, key, press_id="same")).accepted
