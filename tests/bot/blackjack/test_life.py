"""Restarts, faults of the disk and /stop in all parts of a round (rules 4.15, 5.4)."""

import sqlite3
from contextlib import closing

import pytest
from bank import balanced
from evening import sit_key
from rounds import (
    close,
    live,
    move,
    play_on,
    rows,
    standing,
    table,
    to_pause,
    units,
    view_of,
)
from world import World

from bot.model.rows import Status
from bot.ports.keys import Key
from bot.store import limits, results


async def test_a_restart_in_a_round_gives_the_move_its_full_time_again(world: World) -> None:
    await table(world, "Anna", "Boris", seats=3)
    await move(world, live(world), standing)
    await world.press("Vera", world.key("sit"))
    await world.turn(40)
    await world.restart()
    session = live(world)
    board = next(text for text in reversed(world.chat.texts()) if "round 1" in text)
    assert "full time again" in board.replace("\n", " ")
    assert "\u2068Vera\u2069" in board
    await world.turn(89)
    assert session.state is not None
    assert session.state.to_move == 1
    await to_pause(world)
    await world.turn(8)
    assert [seat.account.name for seat in live(world).row.seats] == ["Anna", "Boris", "Vera"]
    await close(world)
    balanced(world)


async def test_a_restart_in_the_pause_ends_in_the_next_round(world: World) -> None:
    session = await table(world, "Anna", seats=2)
    await world.press("Boris", sit_key(session))
    await to_pause(world)
    calls = len(world.chat.calls)
    await world.turn(5)
    await world.restart()
    assert len(world.chat.calls) == calls
    await world.turn(7)
    assert live(world).code == session.code
    await world.turn(1)
    assert live(world).code != session.code
    assert view_of(live(world)).deal == 1


async def test_a_restart_after_a_change_of_records_goes_on_in_the_new_one(world: World) -> None:
    first = await table(world, "Anna", seats=2)
    await play_on(world, rounds=2)
    await world.press("Boris", sit_key(first))
    await world.turn(8)
    await world.restart()
    second = live(world)
    assert second.code != first.code
    calls = len(world.chat.calls)
    if second.state is not None and second.state.to_move == 0:
        assert second.full_time(second.state) == 30  # Anna has moved before, in the first record
    await to_pause(world)
    assert world.chat.calls[calls:].count(("send", calls)) == 0
    brought = units(world)["Anna"] + view_of(second).seats[0].halves
    text = world.chat.last().screen.text
    await close(world)
    assert units(world)["Anna"] == brought
    assert "round 3" in text
    assert not any("over" in shown for shown in world.chat.texts()[:-1])


@pytest.mark.parametrize("failing", ["results", "seats", "moves"])
async def test_a_change_of_records_that_cannot_be_written_happens_later_and_once(
    world: World, failing: str
) -> None:
    first = await table(world, "Anna", seats=2)
    await world.press("Boris", sit_key(first))
    await to_pause(world)
    table_of = "NEW.table_code = (SELECT code FROM tables WHERE link = 1)"
    when = "1" if failing == "results" else table_of
    with closing(sqlite3.connect(world.path)) as db, db:
        db.execute(
            f"CREATE TRIGGER fault BEFORE INSERT ON {failing} WHEN {when} "
            "BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
    world.clock.forward(8)
    world.app.deadlines.sweep()
    await world.settle()
    assert live(world) is first
    assert rows(world, "SELECT count(*) FROM tables") == [(1,)]
    assert rows(world, "SELECT count(*) FROM results") == [(0,)]
    assert world.app.tables.of_person(2) is first
    with closing(sqlite3.connect(world.path)) as db, db:
        db.execute("DROP TRIGGER fault")
    await world.turn(2 + 8)  # the pause begins anew when it could be stored
    assert [seat.account.name for seat in live(world).row.seats] == ["Anna", "Boris"]
    assert rows(world, "SELECT count(*) FROM tables") == [(2,)]
    balanced(world)


async def test_stopped_between_two_rounds_the_table_closes_with_its_result(world: World) -> None:
    session = await table(world, "Anna", seats=2)
    await play_on(world, rounds=2)
    assert (await world.command("Gleb", "/stop", admin=True)).accepted
    assert session.row.status is Status.FINISHED
    assert "2 rounds" in world.chat.last().screen.text
    balanced(world)


async def test_a_chat_that_is_gone_after_a_restart_has_its_finished_rounds(world: World) -> None:
    session = await table(world, "Anna", seats=1)
    await play_on(world, rounds=1)
    brought = view_of(session).seats[0].halves
    await world.restart()
    world.app.upkeep.chat_gone(session.place)
    await world.settle()
    assert not world.app.tables.open_sessions()
    assert units(world) == {"Anna": brought}


async def test_a_question_whether_to_stop_ends_where_the_seats_change(world: World) -> None:
    session = await table(world, "Anna", "Boris", seats=3)
    await world.press("Vera", sit_key(session))
    await to_pause(world)
    await world.command("Anna", "/stop")
    (asked,) = (text for text in world.chat.texts() if "stop the game?" in text)
    assert "closes after this round" in " ".join(asked.split())
    await world.turn(8)
    assert not any("stop the game?" in text for text in world.chat.texts())
    assert not (await world.press("Boris", str(Key("agree", session.code)))).accepted
    assert live(world).playing


async def test_an_unrated_table_counts_nothing_and_shows_what_was_played(world: World) -> None:
    session = await table(world, "Anna", seats=1, arguments="unrated")
    await play_on(world, rounds=3)
    played = view_of(session).seats[0].halves
    await close(world)
    assert rows(world, "SELECT units, rounds, games FROM persons") == [(0, 0, 0)]
    assert [
        (row.net, row.rounds, row.units) for row in await world.store.read(results.of_table, session.code)
    ] == [(played, 3, None)]
    result = world.chat.last().screen.text
    assert "3 rounds" in result
    assert "Unrated" in result
    balanced(world)


async def test_again_opens_the_same_table_once_more_without_a_score(world: World) -> None:
    await table(world, "Anna", "Boris", seats=2)
    await play_on(world, rounds=1)
    await close(world)
    await world.turn(20)
    assert (await world.press("Anna", world.key("again"))).accepted
    assert (await world.press("Boris", world.key("again"))).accepted
    assert live(world).playing
    assert live(world).options.series == ()
    assert not any("series" in text for text in world.chat.texts())


async def test_the_same_two_may_play_as_much_blackjack_as_they_like(world: World) -> None:
    for _ in range(11):
        await table(world, "Anna", "Boris", seats=2)
        await close(world)
        await world.turn(30)
    assert await world.store.read(limits.pair_games, 1, world.clock.now()) == {}
    opened = await world.command("Anna", "/newtable ochko seats=2")
    assert opened.accepted
    assert (await world.press("Boris", world.key("sit"))).accepted
