"""/leave and /stop (rules 2.17)."""

import pytest
from evening import banker, carefully, keys_shown, moves_of, phase, play_out, seat, to_move
from world import World

from bot.model.rows import Status
from bot.ports.keys import Key
from bot.store import persons as stored_persons
from bot.store import results
from bot.tables.session import Session


def standing(session: Session, name: str) -> str:
    assert session.state is not None
    number = next(n for n, row in enumerate(session.row.seats) if row.account.name == name)
    return session.state.view(None).seats[number].standing.value


def leave_key(session: Session) -> str:
    return str(Key("leave", session.code))


async def agree(world: World, name: str, verb: str = "agree") -> bool:
    return (await world.press(name, world.key(verb))).accepted


@pytest.mark.parametrize("number", [None, 1])
async def test_leaving_with_a_hand_in_play_names_its_price_and_is_asked_twice(
    world: World, number: int | None
) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name, seq = to_move(session) or "", session.row.seq
    place = session.place if number is None else world.chat_place(number)
    asked = await world.command(name, "/leave", place=place)
    assert not asked.accepted
    [[button]] = asked.screen.rows
    assert session.row.seq == seq
    await world.turn(20)
    assert (await world.press(name, button.key or "", place=place)).accepted
    assert standing(session, name) == "forfeited"
    assert to_move(session) not in {name, None}
    assert (await world.command(name, "/newtable", place=world.chat_place(9))).accepted


async def test_a_confirmation_after_twenty_seconds_asks_again(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name = banker(session)
    await world.command(name, "/leave")
    await world.turn(21)
    assert not (await world.press(name, leave_key(session))).accepted
    assert standing(session, name) == "playing"
    assert (await world.press(name, leave_key(session))).accepted
    assert standing(session, name) == "forfeited"


async def test_a_confirmation_counts_for_the_one_who_asked(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    await world.command("Anna", "/leave")
    assert not (await world.press("Boris", leave_key(session))).accepted
    assert not (await world.press("Gleb", leave_key(session))).accepted
    assert [standing(session, name) for name in ("Anna", "Boris", "Vera")] == ["playing"] * 3


async def test_leaving_between_deals_is_free_for_a_bettor_and_at_once(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera", arguments="deals=5")
    while session.playing and phase(session)[1] != "pause":
        await world.press(to_move(session) or "", carefully(moves_of(world, session)))
        await world.turn(2 if to_move(session) is not None else 0)
    if not session.playing:
        return
    free = [
        n for n in ("Anna", "Boris", "Vera") if n != banker(session) and standing(session, n) == "playing"
    ]
    assert not (await world.command(banker(session), "/leave")).accepted
    assert (await world.command(free[0], "/leave")).accepted
    assert standing(session, free[0]) == "left"


async def test_who_sits_nowhere_leaves_nothing(world: World) -> None:
    session = await seat(world, "Anna", "Boris")
    row = session.row
    await world.command("Gleb", "/leave")
    assert session.row == row


# /stop


async def test_a_rated_game_stops_when_every_other_seat_agrees(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    assert (await world.command("Anna", "/stop")).accepted
    users = {world.account(name).user_id for name in ("Boris", "Vera")}
    assert set(world.chat.last().mentions) == users
    assert not await agree(world, "Anna")
    assert not await agree(world, "Gleb")
    assert await agree(world, "Boris")
    assert session.playing
    assert (await world.command("Vera", "/stop")).accepted
    assert session.row.status is Status.VOID
    persons = await world.store.read(stored_persons.many, [row.person for row in session.row.seats])
    assert {(p.games, p.rating, p.rubles) for p in persons.values()} == {(0, 0, 0)}
    await world.turn(20)
    assert (await world.command("Anna", "/newtable")).accepted
    assert not keys_shown(world, {"agree", "playon", "bet", "hit", "stand"})


async def test_one_who_wants_to_play_on_ends_the_question(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    await world.command("Anna", "/stop")
    assert not (await world.press("Gleb", world.key("playon"))).accepted
    agree_key = world.key("agree")
    assert await agree(world, "Boris", "playon")
    assert not keys_shown(world, {"agree"})
    assert not (await world.press("Vera", agree_key)).accepted
    assert session.playing


async def test_silence_for_a_minute_plays_on(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    await world.command("Anna", "/stop")
    key = world.key("agree")
    await world.turn(60)
    assert not keys_shown(world, {"agree"})
    assert not (await world.press("Boris", key)).accepted
    assert session.playing


async def test_a_question_does_not_outlive_its_game(world: World) -> None:
    session = await seat(world, "Anna", "Boris", arguments="deals=1")
    await world.command("Anna", "/stop")
    key = world.key("agree")
    await play_out(world, session, carefully)
    assert session.row.status is Status.FINISHED
    for name in ("Anna", "Boris"):
        assert not (await world.press(name, key)).accepted
        assert not (await world.press(name, str(Key("playon", session.code)))).accepted
    assert session.row.status is Status.FINISHED
    assert not keys_shown(world, {"agree"})
    assert await world.store.read(results.of_table, session.code)


async def test_an_admin_who_does_not_sit_stops_at_once_one_who_sits_asks(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    assert not (await world.command("Gleb", "/stop")).accepted
    assert (await world.command("Boris", "/stop", admin=True)).accepted
    assert session.playing
    assert (await world.command("Gleb", "/stop", admin=True)).accepted
    assert session.row.status is Status.VOID


async def test_an_admin_of_another_chat_stops_nothing(world: World) -> None:
    session = await seat(world, "Anna", "Boris")
    key, away = str(Key("stop", session.code)), world.chat_place(1)
    assert not (await world.press("Gleb", key, place=away, admin=True)).accepted
    assert not (await world.command("Gleb", f"/stop {session.code}", place=away, admin=True)).accepted
    assert session.playing


async def test_an_unrated_game_is_stopped_by_its_opener_or_an_admin(world: World) -> None:
    for who, admin in (("Anna", False), ("Boris", True), ("Gleb", True)):
        session = await seat(world, "Anna", "Boris", arguments="unrated")
        assert not (await world.command("Boris", "/stop")).accepted
        assert (await world.command(who, "/stop", admin=admin)).accepted
        assert session.row.status is Status.VOID
        await world.turn(20)


async def test_an_application_is_closed_by_its_opener_or_an_admin(world: World) -> None:
    for who, admin in (("Anna", False), ("Gleb", True)):
        await world.command("Anna", "/newtable")
        session = world.session()
        await world.press("Boris", str(Key("sit", session.code, 0, "a")))
        for guest in ("Boris", "Vera"):
            assert not (await world.command(guest, "/stop")).accepted
        assert (await world.command(who, "/stop", admin=admin)).accepted
        assert session.row.status is Status.CLOSED
        await world.turn(20)


async def test_with_two_tables_it_is_asked_which_one(world: World) -> None:
    one, two = await seat(world, "Anna", "Boris"), await seat(world, "Vera", "Gleb")
    for command in ("/stop", "/table"):
        asked = await world.command("Boss", command, admin=True)
        assert len(asked.screen.rows) == 2
    assert (await world.command("Boss", f"/stop {two.row.tag.lower()}", admin=True)).accepted
    assert (one.row.status, two.row.status) == (Status.PLAYING, Status.VOID)
