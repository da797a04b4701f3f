"""Очко: who is out, has left or forfeited has his result then, but not before the first deal is finished (rules 2.17, 5.6)."""

import random
import secrets
import sqlite3

import pytest
from bank import balanced
from evening import banker, carefully, moves, moves_of, phase, play_out, seat, to_move
from world import World

from bot.model.rows import Status
from bot.ports.keys import Key
from bot.store import results, tables
from bot.tables.session import Session

THREE = ("Anna", "Boris", "Vera")


@pytest.fixture(autouse=True)
def chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The secrets of tables: the cards are the same each time, and such that somebody wins early."""
    monkeypatch.setattr(secrets, "token_bytes", random.Random(3).randbytes)


def booked(world: World) -> dict[str, tuple[int, int, int]]:
    """Games, wins and rating (hundredths) of everybody who has any, as the leaderboard has them."""
    with sqlite3.connect(world.path) as db:
        rows = db.execute(
            "SELECT name, games, wins, rating FROM standings WHERE scope = 0 AND period = 'all'"
        ).fetchall()
        persons = db.execute("SELECT name, games, wins, rating FROM persons WHERE games > 0").fetchall()
    assert set(rows) == set(persons)
    db.close()
    return {name: (games, wins, rating) for name, games, wins, rating in rows}


def bettors(session: Session) -> list[str]:
    return [name for name in THREE if name != banker(session)]


async def to_pause(world: World, session: Session, deal: int = 1) -> None:
    async for _ in moves(world, session, carefully):
        if phase(session)[:2] == (deal, "pause"):
            return
    raise AssertionError("the game ended before")


def brought(session: Session, name: str) -> int:
    """What a bettor has won from the bank so far (rules 2.20), in hundredths."""
    assert session.state is not None
    number = next(n for n, row in enumerate(session.row.seats) if row.account.name == name)
    return 100 * sum(session.state.view(None).seats[number].won)


async def test_who_leaves_after_the_first_deal_keeps_his_rating_whatever_the_others_agree(
    world: World,
) -> None:
    """Game and rating at once, no win; the vote needs him no more; nothing of the others counts (rules 2.17, 5.6)."""
    session = await seat(world, *THREE, arguments="deals=10")
    await to_pause(world, session)
    leaver = max(bettors(session), key=lambda name: brought(session, name))
    others = [name for name in THREE if name != leaver]
    had = brought(session, leaver)
    assert had > 0
    assert (await world.command(leaver, "/leave")).accepted
    assert booked(world) == {leaver: (1, 0, had)}
    balanced(world)
    await world.restart()
    session = world.session(others[0])
    await world.command(others[0], "/stop")
    assert set(world.chat.last().mentions) == {world.account(others[1]).user_id}
    assert (await world.press(others[1], world.key("agree"))).accepted
    assert session.row.status is Status.VOID
    assert booked(world) == {leaver: (1, 0, had)}
    assert any("nothing more is counted" in " ".join(text.split()) for text in world.chat.texts())
    balanced(world)


async def test_at_the_end_each_is_booked_once(world: World) -> None:
    """Leaver and stayers, over a restart; the result says who was booked when he left (rules 5.6)."""
    session = await seat(world, *THREE, arguments="deals=5")
    await to_pause(world, session)
    leaver = bettors(session)[0]
    await world.command(leaver, "/leave")
    before = booked(world)[leaver]
    await world.restart()
    session = world.session(next(name for name in THREE if name != leaver))
    await play_out(world, session, carefully)
    stored = await world.store.read(tables.get, session.code)
    assert stored is not None
    assert stored.status is Status.FINISHED
    assert booked(world)[leaver] == before
    assert {games for games, _, _ in booked(world).values()} == {1}
    assert len(await world.store.read(results.of_table, session.code)) == 3
    assert world.chat.last().screen.text.count("booked on leaving") == 1
    balanced(world)


async def test_in_the_first_deal_nobody_is_booked_before_it_is_finished(world: World) -> None:
    """Who forfeits there has his game when the deal is finished; until then his word is needed to stop (rules 2.17, 5.6)."""
    session = await seat(world, *THREE, arguments="deals=10")
    leaver = to_move(session) or ""
    await world.command(leaver, "/leave")
    assert (await world.press(leaver, str(Key("leave", session.code)))).accepted
    assert booked(world) == {}
    asker, other = (name for name in THREE if name != leaver)
    await world.command(asker, "/stop")
    assert set(world.chat.last().mentions) == {world.account(name).user_id for name in (leaver, other)}
    assert (await world.press(other, world.key("agree"))).accepted
    assert session.playing
    await to_pause(world, session)
    assert booked(world) == {leaver: (1, 0, 0)}
    # The one whose word was missing is settled: all whom it concerns have agreed.
    await world.turn(1)
    assert session.row.status is Status.VOID
    assert booked(world) == {leaver: (1, 0, 0)}
    balanced(world)


async def test_stopped_in_the_first_deal_nobody_has_a_game_not_even_who_forfeited(world: World) -> None:
    """Rules 2.17, 5.6; who has left is asked, and may agree."""
    session = await seat(world, *THREE, arguments="deals=10")
    leaver = to_move(session) or ""
    await world.command(leaver, "/leave")
    await world.press(leaver, str(Key("leave", session.code)))
    asker, other = (name for name in THREE if name != leaver)
    assert not (await world.command(leaver, "/stop", admin=True)).accepted
    await world.command(asker, "/stop")
    await world.press(other, world.key("agree"))
    assert session.playing
    assert (await world.press(leaver, world.key("agree"))).accepted
    assert session.row.status is Status.VOID
    assert booked(world) == {}
    balanced(world)


async def test_a_bankers_forfeit_in_the_first_deal_is_his_game_alone(world: World) -> None:
    """The others have no game and no rating, also who forfeited before him (rules 2.17)."""
    session = await seat(world, *THREE, arguments="deals=10")
    leaver = to_move(session) or ""
    for name in (leaver, banker(session)):
        await world.command(name, "/leave")
        await world.press(name, str(Key("leave", session.code)))
    assert session.row.status is Status.FINISHED
    assert booked(world) == {banker(session): (1, 0, 0)}
    balanced(world)


async def test_a_time_out_after_the_first_deal_is_booked_as_a_forfeit_at_once(world: World) -> None:
    """The game and nothing else, whatever was won before (rules 2.17, 2.19)."""
    session = await seat(world, *THREE, arguments="deals=10")
    await to_pause(world, session)
    await world.turn(8)
    absent = to_move(session) or ""
    assert absent != banker(session)
    assert moves_of(world, session)
    await world.turn(91)
    assert booked(world)[absent] == (1, 0, 0)
    assert session.playing
    balanced(world)
