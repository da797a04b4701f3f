"""One guard at every way to open a table, to sit down, to have somebody called; places are held by playing."""

from dataclasses import replace

import pytest
from evening import carefully, play_out, seat, sit_key
from world import GROUP, World

from bot.model.rows import Status
from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.ports.screens import Answer
from bot.tables.session import Session

THREAD = replace(GROUP, thread=17)
ALONE = str(Key("alone", argument="ochko"))


def of(session: Session, verb: str, argument: str | None = None, phase: str = "a") -> str:
    return str(Key(verb, session.code, 0, phase, argument))


async def over(world: World, *names: str, arguments: str = "deals=1") -> Session:
    """A game that has ended by its rules."""
    session = await seat(world, *names, arguments=arguments)
    await play_out(world, session, carefully)
    assert session.row.status is Status.FINISHED
    return session


# opening


async def pressed(world: World, door: str) -> Answer:
    """Anna tries to open a table by that door."""
    known = world.app.tables._sessions.values()
    match door:
        case "newtable":
            return await world.command("Anna", "/newtable")
        case "open":
            return await world.press("Anna", str(Key("open", argument="3u")))
        case "alone":
            return await world.press("Anna", ALONE)
        case "reopen":
            [closed] = [s for s in known if s.row.status is Status.CLOSED][-1:]
            return await world.press("Anna", str(Key("reopen", closed.code)))
        case _:
            [game] = [s for s in known if s.row.note == "stopped"][-1:]
            return await world.press("Anna", str(Key("again", game.code)))


async def opened_by(world: World, door: str) -> bool:
    """Whether a door opens for Anna; what she has open then is closed at once."""
    answer = await pressed(world, door)
    if answer.accepted:
        assert (await world.command("Anna", "/stop")).accepted
    return answer.accepted


DOORS = ("newtable", "open", "alone", "reopen", "again")


@pytest.mark.parametrize("first", DOORS)
async def test_whatever_door_was_used_all_of_them_are_closed_for_twenty_seconds(
    world: World, first: str
) -> None:
    """«Again» and /stop in turn opened 50 tables; only /newtable was counted."""
    await seat(world, "Anna", "Boris", arguments="unrated deals=1")
    assert (await world.command("Anna", "/stop")).accepted
    await world.turn(20)
    await world.command("Anna", "/newtable")
    await world.command("Anna", "/stop")
    await world.turn(20)
    assert await opened_by(world, first)
    for door in DOORS:
        assert not await opened_by(world, door), door
    await world.turn(20)
    assert await opened_by(world, first)


async def test_again_is_free_once_after_a_game_that_ended_by_its_rules(world: World) -> None:
    session = await over(world, "Anna", "Boris")
    again = str(Key("again", session.code))
    await world.turn(20)
    await world.command("Anna", "/newtable")
    await world.command("Anna", "/stop")
    assert (await world.press("Anna", again)).accepted  # though she opened one just now
    await world.command("Anna", "/stop")
    assert not (await world.press("Anna", again)).accepted
    await world.turn(20)
    assert (await world.press("Anna", again)).accepted


async def test_a_stock_of_old_results_is_no_stock_of_openings(world: World) -> None:
    games = []
    for _ in range(4):
        games.append(await over(world, "Anna", "Boris"))
        await world.turn(20)
    opened = []
    for session in games:
        opened.append((await world.press("Anna", str(Key("again", session.code)))).accepted)
        await world.command("Anna", "/stop")
    # The first by the clock, the newest by its game.
    assert opened == [True, False, False, True]


async def test_a_game_over_for_an_hour_has_no_free_again(world: World) -> None:
    session = await over(world, "Anna", "Boris")
    await world.turn(3700)
    await world.command("Anna", "/newtable")
    await world.command("Anna", "/stop")
    assert not (await world.press("Anna", str(Key("again", session.code)))).accepted


@pytest.mark.parametrize("door", ["newtable", "open", "alone", "again"])
async def test_who_sits_opens_nothing_by_any_door(world: World, door: str) -> None:
    await seat(world, "Anna", "Boris", arguments="unrated deals=1")
    await world.command("Anna", "/stop")
    await world.turn(20)
    await seat(world, "Anna", "Vera", arguments="unrated")
    await world.turn(20)
    before = len(world.app.tables.open_sessions())
    answer = await pressed(world, door)
    assert not answer.accepted
    assert len(world.app.tables.open_sessions()) == before


# kept places


async def test_a_stranger_takes_no_kept_place_by_pressing_again_himself(world: World) -> None:
    session = await over(world, "Anna", "Boris")
    answer = await world.press("Vera", str(Key("again", session.code)))
    assert not answer.accepted
    assert "kept" in answer.screen.text
    assert world.app.tables.open_sessions() == []
    assert (await world.press("Anna", str(Key("again", session.code)))).accepted
    follower = world.session("Anna")
    for key in (str(Key("again", session.code)), sit_key(follower)):
        assert not (await world.press("Vera", key)).accepted


async def test_a_kept_place_is_kept_while_the_table_runs_already(world: World) -> None:
    """Blackjack may start with one of them: the others still have their two minutes, over a change of records too."""
    await world.command("Anna", "/newtable blackjack seats=3 unrated")
    first = world.session("Anna")
    for name in ("Boris", "Vera"):
        await world.press(name, sit_key(first))
    assert (await world.command("Anna", "/stop")).accepted
    await world.turn(20)
    again = world.key("again")
    assert (await world.press("Anna", again)).accepted
    follower = world.session("Anna")
    await world.press("Anna", of(follower, "start"))
    assert world.session("Anna").playing
    assert not (await world.press("Gleb", sit_key(follower))).accepted
    assert (await world.press("Boris", sit_key(follower))).accepted
    await world.turn(60)
    assert not (await world.press("Gleb", sit_key(follower))).accepted
    await world.turn(70)
    assert (await world.press("Gleb", sit_key(follower))).accepted


# calls


async def test_who_wants_to_be_called_is_called_once_a_minute_whoever_opens(world: World) -> None:
    for name in ("Vera", "Gleb"):
        await world.command(name, "/notify")
    called = 0
    for name in ("Anna", "Boris", "Dora"):
        await world.command(name, "/newtable")
        called += len(world.chat.last().mentions)
        await world.command(name, "/stop")
    assert called == 2
    await world.turn(60)
    await world.command("Anna", "/newtable")
    assert len(world.chat.last().mentions) == 2
    # Alone for a minute: they may be called once more.
    await world.turn(61)
    assert len(world.chat.last().mentions) == 2


# places


async def test_tables_of_one_person_hold_no_place_of_several(world: World) -> None:
    for name in ("Anna", "Boris"):
        assert (await world.press(name, ALONE)).accepted
    assert not (await world.press("Vera", ALONE)).accepted
    assert "one person" in (await world.press("Vera", ALONE)).screen.text
    for n, place in enumerate((GROUP, GROUP, THREAD, THREAD)):
        assert (await world.command(f"O{n}", "/newtable seats=2", place=place)).accepted
        assert (await world.press(f"S{n}", sit_key(world.session(f"O{n}")), place=place)).accepted
    assert not (await world.command("Gleb", "/newtable", place=replace(GROUP, thread=18))).accepted
    assert (await world.command("Gleb", "/newtable", place=Place("chat", -777))).accepted


async def test_an_application_that_one_starts_alone_needs_a_place_of_that_kind(world: World) -> None:
    for name in ("Anna", "Boris"):
        await world.press(name, ALONE)
    await world.command("Vera", "/newtable blackjack seats=3")
    session = world.session("Vera")
    refused = await world.press("Vera", of(session, "start"))
    assert not refused.accepted
    assert "one person" in refused.screen.text
    assert session.waiting
    assert not (await world.press("Vera", of(session, "set", "computers=2"))).accepted
    assert (await world.press("Gleb", sit_key(session))).accepted
    assert (await world.press("Vera", of(session, "start"))).accepted


async def test_a_second_person_at_a_running_table_needs_a_place_of_several(world: World) -> None:
    await world.command("Anna", "/newtable blackjack seats=3")
    lone = world.session("Anna")
    await world.press("Anna", of(lone, "start"))
    for n in range(2):
        await seat(world, f"O{n}", f"S{n}")
    assert not (await world.press("Boris", sit_key(lone))).accepted
    session = world.session("O0")
    await world.command("O0", "/leave")
    await world.command("S0", "/leave")
    for name in ("O0", "S0"):
        if session.playing:
            await world.press(name, of(session, "leave", phase="-"))
    assert not session.playing
    assert (await world.press("Boris", sit_key(lone))).accepted


async def test_options_do_not_turn_a_table_of_one_into_one_of_several_where_there_is_no_room(
    world: World,
) -> None:
    for n in range(2):
        await seat(world, f"O{n}", f"S{n}")
    assert not (await world.command("Anna", "/newtable seats=2")).accepted
    assert (await world.command("Anna", "/newtable seats=2 computers=1")).accepted
    session = world.session("Anna")
    assert not (await world.press("Anna", of(session, "set", "computers=0"))).accepted
    assert (await world.press("Anna", of(session, "set", "deals=5"))).accepted


async def test_an_application_is_not_kept_open_by_its_opener_s_presses_alone(world: World) -> None:
    """Touched every nine minutes it held a place for twelve hours."""
    await world.command("Anna", "/newtable")
    session = world.session()
    presses = 0
    while session.waiting:
        await world.turn(9 * 60)
        presses += (await world.press("Anna", of(session, "menu"))).accepted
        assert presses < 5
    assert presses == 3
    assert "nobody joined" in world.chat.last().screen.text
    assert world.app.tables.open_sessions() == []  # And everybody is free
    assert (await world.command("Anna", "/newtable")).accepted


async def test_somebody_who_sits_down_gives_it_another_half_hour(world: World) -> None:
    await world.command("Anna", "/newtable")
    session = world.session()
    for _ in range(2):
        await world.turn(9 * 60)
        await world.press("Anna", of(session, "menu"))
    await world.press("Boris", sit_key(session))
    await world.press("Boris", of(session, "leave"))
    for _ in range(3):
        await world.turn(9 * 60)
        assert (await world.press("Anna", of(session, "menu"))).accepted
    await world.turn(3 * 60 + 1)
    assert session.row.status is Status.CLOSED


async def test_a_wall_clock_that_is_set_neither_opens_nor_closes_a_door(world: World) -> None:
    await world.command("Anna", "/newtable")
    await world.command("Anna", "/stop")
    world.clock.step(3600)
    assert not (await world.command("Anna", "/newtable")).accepted
    world.clock.step(-7200)
    await world.turn(20)
    assert (await world.command("Anna", "/newtable")).accepted
    session = world.session()
    world.clock.step(86400)
    await world.turn(9 * 60)
    assert session.waiting
