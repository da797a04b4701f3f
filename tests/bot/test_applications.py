"""Applications: joined, left, changed, started, closed (rules 2.2 to 2.5, 5.3)."""

import asyncio

import pytest
from evening import PEOPLE, keys_shown, seat, sit_key
from waiting import OTHER, appear, key, names
from world import World

from bot.model.options import Level, Options
from bot.model.rows import Status
from bot.ports.keys import Key

# seats


async def test_a_person_sits_once_however_often_he_presses(world: World) -> None:
    await world.command("Anna", "/newtable")
    session = world.session()
    answers = await asyncio.gather(*(world.press("Boris", sit_key(session)) for _ in range(5)))
    assert all(answer.accepted for answer in answers)
    assert names(session) == ["Anna", "Boris"]


async def test_a_person_sits_at_one_table_over_all_chats(world: World) -> None:
    await world.command("Anna", "/newtable")
    await world.command("Boris", "/newtable", place=OTHER)
    here, there = world.session("Anna"), world.session("Boris")
    answers = await asyncio.gather(
        world.press("Vera", sit_key(here)), world.press("Vera", sit_key(there), place=OTHER)
    )
    assert sorted(answer.accepted for answer in answers) == [False, True]
    assert sum(names(session).count("Vera") for session in (here, there)) == 1
    assert not (await world.press("Boris", sit_key(here))).accepted


async def test_a_key_of_another_chat_seats_nobody(world: World) -> None:
    await world.command("Anna", "/newtable")
    session = world.session()
    assert not (await world.press("Boris", sit_key(session), place=OTHER)).accepted
    assert names(session) == ["Anna"]


async def test_the_last_seat_starts_the_game(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    assert session.row.status is Status.PLAYING
    assert not (await world.press("Gleb", sit_key(session))).accepted
    assert not keys_shown(world, {"sit", "start", "menu"})


async def test_two_who_want_the_last_seat_at_once(world: World) -> None:
    await world.command("Anna", "/newtable seats=2")
    session = world.session()
    answers = await asyncio.gather(*(world.press(name, sit_key(session)) for name in PEOPLE[1:]))
    assert sum(answer.accepted for answer in answers) == 1
    assert session.row.status is Status.PLAYING
    assert len(names(session)) == 2


async def test_leaving_before_the_start_is_free_and_the_next_becomes_the_opener(world: World) -> None:
    await world.command("Anna", "/newtable seats=4")
    session = world.session()
    for name in ("Boris", "Vera"):
        await world.press(name, sit_key(session))
    assert (await world.press("Anna", key(session, "leave"))).accepted
    assert names(session) == ["Boris", "Vera"]
    assert not (await world.press("Vera", key(session, "close"))).accepted
    assert (await world.press("Anna", sit_key(session))).accepted
    assert names(session) == ["Boris", "Vera", "Anna"]
    assert not (await world.press("Anna", key(session, "start"))).accepted
    assert (await world.press("Boris", key(session, "start"))).accepted
    assert session.row.status is Status.PLAYING


async def test_an_empty_application_closes_and_everybody_is_free(world: World) -> None:
    await world.command("Anna", "/newtable")
    session = world.session()
    await world.press("Boris", sit_key(session))
    for name in ("Anna", "Boris"):
        assert (await world.command(name, "/leave", place=OTHER)).accepted
    assert session.row.status is Status.CLOSED
    assert (await world.command("Boris", "/newtable")).accepted


async def test_the_first_join_press_of_a_person_stays_his(world: World) -> None:
    await world.command("Anna", "/newtable seats=3")
    session = world.session()
    await world.press("Boris", sit_key(session), press_id="first")
    await world.press("Boris", key(session, "leave"))
    await world.turn(2)
    await world.press("Boris", sit_key(session), press_id="second")
    person = session.row.seats[1].person
    assert dict(session.row.joins)[person] == "first"
    await world.restart()
    assert dict(world.session().row.joins)[person] == "first"


# start


async def test_the_opener_starts_with_two_and_others_only_after_a_minute(world: World) -> None:
    await world.command("Anna", "/newtable seats=4")
    session = world.session()
    assert not (await world.press("Anna", key(session, "start"))).accepted
    await world.press("Boris", sit_key(session))
    await world.turn(30)
    await world.press("Vera", sit_key(session))
    assert not (await world.press("Gleb", key(session, "start"))).accepted
    await world.turn(29)
    for name in ("Boris", "Vera"):
        assert not (await world.press(name, key(session, "start"))).accepted
    await world.turn(1)
    assert not (await world.press("Gleb", key(session, "start"))).accepted
    assert (await world.press("Vera", key(session, "start"))).accepted
    assert session.row.status is Status.PLAYING
    assert len(names(session)) == 3


async def test_the_minute_begins_anew_when_fewer_than_two_sit(world: World) -> None:
    await world.command("Anna", "/newtable seats=4")
    session = world.session()
    await world.press("Boris", sit_key(session))
    await world.press("Boris", key(session, "leave"))
    await world.turn(100)
    await world.press("Vera", sit_key(session))
    assert not (await world.press("Vera", key(session, "start"))).accepted
    await world.turn(60)
    assert (await world.press("Vera", key(session, "start"))).accepted


async def test_chips_are_the_appearance_rating_as_it_is_at_the_start(world: World) -> None:
    await world.command("Anna", "/newtable seats=2")
    session = world.session()
    await appear(world, "Anna", 23)
    await world.press("Boris", sit_key(session))
    assert session.state is not None
    assert [player.began for player in session.state.view(None).seats] == [23, 5]


async def test_an_appearance_of_nothing_still_is_one_chip(world: World) -> None:
    await world.command("Anna", "/newtable seats=2")
    session = world.session()
    await appear(world, "Anna", 0)
    await world.press("Boris", sit_key(session))
    assert session.state is not None
    assert session.state.view(None).seats[0].began == 1


async def test_who_no_longer_fits_the_level_is_taken_out_at_the_start(world: World) -> None:
    await world.command("Anna", "/newtable seats=4 sandbox")
    session = world.session()
    for name in ("Boris", "Vera"):
        await world.press(name, sit_key(session))
    await appear(world, "Boris", 10)
    assert (await world.press("Anna", key(session, "start"))).accepted
    assert names(session) == ["Anna", "Vera"]
    assert (await world.command("Boris", "/newtable", place=OTHER)).accepted


async def test_nothing_starts_when_too_few_fit(world: World) -> None:
    await world.command("Anna", "/newtable seats=2 sandbox")
    session = world.session()
    await appear(world, "Anna", 11)
    assert not (await world.press("Boris", sit_key(session))).accepted
    assert (names(session), session.row.status) == (["Boris"], Status.LOBBY)
    assert (await world.press("Boris", key(session, "close"))).accepted


async def test_an_application_whose_players_all_misfit_closes(world: World) -> None:
    await world.command("Anna", "/newtable seats=3 sandbox")
    session = world.session()
    await world.press("Boris", sit_key(session))
    for name in ("Anna", "Boris"):
        await appear(world, name, 40)
    assert not (await world.press("Anna", key(session, "start"))).accepted
    assert session.row.status is Status.CLOSED


async def test_the_level_keeps_others_out(world: World) -> None:
    await world.command("Anna", "/newtable sandbox")
    session = world.session()
    await world.command("Boris", "/help")
    await appear(world, "Boris", 10)
    assert not (await world.press("Boris", sit_key(session))).accepted
    assert names(session) == ["Anna"]


# options


async def test_only_the_opener_changes_options_and_only_while_nobody_else_sits(world: World) -> None:
    await world.command("Anna", "/newtable")
    session = world.session()
    assert not (await world.press("Boris", key(session, "menu"))).accepted
    assert not (await world.press("Boris", key(session, "set", "seats=2"))).accepted
    assert (await world.press("Anna", key(session, "menu"))).accepted
    for word in ("seats=2", "timeout=30", "deals=all", "unrated"):
        assert (await world.press("Anna", key(session, "set", word))).accepted
    assert session.options == Options(seats=2, seconds=30, deals=None, rated=False)
    assert not (await world.press("Boris", key(session, "done"))).accepted
    assert keys_shown(world, {"done"})
    assert (await world.press("Anna", key(session, "done"))).accepted
    assert not keys_shown(world, {"done"})
    await world.press("Anna", key(session, "set", "seats=4"))
    await world.press("Boris", sit_key(session))
    for verb, word in (("menu", None), ("set", "seats=3"), ("done", None)):
        assert not (await world.press("Anna", key(session, verb, word))).accepted
    assert session.options.seats == 4


async def test_every_option_button_goes_round_its_choices(world: World) -> None:
    await world.command("Anna", "/newtable")
    session = world.session()
    await world.press("Anna", key(session, "menu"))
    seen = set()
    for _ in range(8):
        for button in keys_shown(world, {"set"})[:5]:
            await world.press("Anna", button)
        seen.add(session.options)
    assert {options.seats for options in seen} == {2, 3, 4}
    assert {options.deals for options in seen} == {1, 5, 10, 20, None}
    assert len({options.seconds for options in seen}) == 6


async def test_a_level_that_the_opener_does_not_fit_is_neither_offered_nor_taken(world: World) -> None:
    await world.command("Anna", "/newtable")
    session = world.session()
    await world.press("Anna", key(session, "menu"))
    assert not [shown for shown in keys_shown(world, {"set"}) if "advanced" in shown]
    assert not (await world.press("Anna", key(session, "set", "advanced"))).accepted
    assert session.options.level is Level.EVERYONE


@pytest.mark.parametrize("word", ["seats=7", "timeout=1", "xyz", "level=advanced", "deals=3", "a=b"])
async def test_a_made_up_option_key_changes_nothing(world: World, word: str) -> None:
    await world.command("Anna", "/newtable")
    session = world.session()
    assert not (await world.press("Anna", key(session, "set", word))).accepted
    assert session.options == Options()


# closing


async def test_a_silent_application_closes_after_ten_minutes_and_offers_to_open_again(world: World) -> None:
    await world.command("Anna", "/newtable seats=3 deals=5")
    session = world.session()
    await world.turn(9 * 60)
    await world.press("Boris", sit_key(session))
    await world.turn(10 * 60 - 1)
    assert session.waiting
    await world.turn(1)
    assert session.row.status is Status.CLOSED
    [again] = keys_shown(world)
    assert (await world.press("Vera", again)).accepted
    opened = world.session()
    assert (names(opened), opened.options.seats, opened.options.deals) == (["Vera"], 3, 5)
    assert (await world.press("Boris", again)).screen.rows  # pointed to the one that waits now


async def test_every_press_in_an_application_keeps_it_open(world: World) -> None:
    await world.command("Anna", "/newtable")
    session = world.session()
    for verb, word in (("menu", None), ("set", "seats=3"), ("done", None)):
        await world.turn(9 * 60)
        assert (await world.press("Anna", key(session, verb, word))).accepted
    await world.turn(2 * 60)
    assert session.waiting


async def test_a_press_at_the_very_end_finds_the_application_closed(world: World) -> None:
    await world.command("Anna", "/newtable seats=2")
    session = world.session()
    world.clock.forward(10 * 60)
    assert not (await world.press("Boris", sit_key(session))).accepted
    assert session.row.status is Status.CLOSED


async def test_a_closed_application_reopens_nothing_that_runs(world: World) -> None:
    session = await seat(world, "Anna", "Boris")
    for verb in ("again", "reopen"):
        assert not (await world.press("Vera", str(Key(verb, session.code)))).accepted
    assert world.app.tables.open_sessions() == [session]
