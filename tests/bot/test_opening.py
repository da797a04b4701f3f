"""How applications come to be: /newtable and «Again» (rules 2.1, 2.2, 5.3)."""

import asyncio
from dataclasses import replace

import pytest
from evening import PEOPLE, keys_shown, play_out, seat, sit_key
from waiting import ELSEWHERE, OTHER, THREAD, appear, key, names
from world import GROUP, World

from bot.model.options import Level, Options
from bot.model.rows import Status
from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.ports.screens import Loudness


async def test_without_arguments_the_defaults_count_and_the_opener_sits(world: World) -> None:
    answer = await world.command("Anna", "/newtable")
    assert answer.accepted
    session = world.session()
    assert session.options == Options(seats=4, seconds=60, deals=10, rated=True, level=Level.EVERYONE)
    assert names(session) == ["Anna"]
    assert session.row.seats[0].chips == 5


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ("ochko seats=3 timeout=15 deals=5 unrated", Options(seats=3, seconds=15, deals=5, rated=False)),
        ("timeout=600 deals=all", Options(seconds=600, deals=None)),
        ("SEATS=2 Sandbox", Options(seats=2, level=Level.SANDBOX)),
        ("level=sandbox rated deals=20", Options(level=Level.SANDBOX, deals=20)),
        ("очко deals=1", Options(deals=1)),
    ],
)
async def test_arguments_set_options(world: World, arguments: str, options: Options) -> None:
    assert (await world.command("Anna", f"/newtable {arguments}")).accepted
    assert world.session().options == options


@pytest.mark.parametrize(
    "arguments",
    [
        *(
            "seats=1",
            "seats=5",
            "seats=",
            "seats=²",
            "seats=３",
            "seats=-2",
            "seats",
            "timeout=14",
            "timeout=601",
        ),
        *("timeout=1e2", "deals=2", "deals=-1", "level=expert", "level=", "poker", "x=y", "=", "=3", "'; --"),
        *("advanced", "level=advanced", "seats=99999999999999999999", "{0}", "\u202e", "seats=3 seats=9"),
    ],
)
async def test_wrong_arguments_open_nothing_and_do_not_count_as_an_opening(
    world: World, arguments: str
) -> None:
    assert not (await world.command("Anna", f"/newtable {arguments}")).accepted
    assert world.app.tables.open_sessions() == []
    assert (await world.command("Anna", "/newtable")).accepted


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("seats=3 unrated seats=4", "“seats=3” and “seats=4” contradict each other"),
        ("stuk blackjack", "“stuk” and “blackjack” contradict"),
        ("RATED unrated", "“RATED” and “unrated” contradict"),
        ("computers=1 easy hard", "“easy” and “hard” contradict"),
        ("sandbox level=everyone", "“sandbox” and “level=everyone” contradict"),
        ("blackjack deals=5", "“deals=5” is an option of another game: Ochko"),
        ("ochko size=20", "“size=20” is an option of another game: Stuk"),
        ("stuk sandbox", "“sandbox” is an option of another game: Ochko"),
    ],
)
async def test_words_that_contradict_each_other_get_one_sentence(world: World, words: str, said: str) -> None:
    answer = await world.command("Anna", f"/newtable {words}")
    assert not answer.accepted
    assert said in answer.screen.text
    assert world.app.tables.open_sessions() == []


async def test_a_word_said_twice_contradicts_nothing(world: World) -> None:
    assert (await world.command("Anna", "/newtable очко seats=2 ochko seats=2")).accepted


@pytest.mark.parametrize("line", ["/newtable \u202e<b>", "/newtable \u200b", "/\u202efoo", "/\u2800"])
async def test_what_was_typed_is_repeated_without_marks_that_turn_or_hide_the_rest(
    world: World, line: str
) -> None:
    answer = await world.command("Anna", line)
    assert not answer.accepted
    assert not {"\u202e", "\u200b", "\u2800"} & set(answer.screen.text)


async def test_the_options_of_the_last_table_are_remembered_across_restarts(world: World) -> None:
    await world.command("Anna", "/newtable seats=2 timeout=30 deals=1 unrated")
    await world.command("Anna", "/leave")
    await world.restart()
    await world.turn(20)
    await world.command("Anna", "/newtable deals=5")
    assert world.session().options == Options(seats=2, seconds=30, deals=5, rated=False)


async def test_a_remembered_level_that_no_longer_fits_becomes_everyone(world: World) -> None:
    await world.command("Anna", "/newtable sandbox")
    await world.command("Anna", "/leave")
    await appear(world, "Anna", 12)
    await world.turn(20)
    assert (await world.command("Anna", "/newtable")).accepted
    assert world.session().options.level is Level.EVERYONE


async def test_a_second_newtable_points_to_the_one_that_waits(world: World) -> None:
    await world.command("Anna", "/newtable")
    answer = await world.command("Boris", "/newtable seats=2")
    assert not answer.accepted
    assert len(world.app.tables.open_sessions()) == 1
    [[button]] = answer.screen.rows
    assert (await world.press("Boris", button.key or "")).accepted
    assert names(world.session()) == ["Anna", "Boris"]


async def test_who_sits_is_told_where_and_opens_no_second_table(world: World) -> None:
    await world.command("Anna", "/newtable")
    for place in (GROUP, THREAD, OTHER):
        answer = await world.command("Anna", "/newtable", place=place)
        assert (answer.accepted, answer.loudness) == (False, Loudness.ALERT)
        assert world.session().row.tag in answer.screen.text
    assert len(world.app.tables.open_sessions()) == 1


async def test_newtable_counts_once_in_twenty_seconds(world: World) -> None:
    await world.command("Anna", "/newtable")
    await world.command("Anna", "/leave")
    assert not (await world.command("Anna", "/newtable")).accepted
    assert (await world.command("Boris", "/newtable", place=OTHER)).accepted
    await world.turn(19)
    assert not (await world.command("Anna", "/newtable")).accepted
    await world.turn(1)
    assert (await world.command("Anna", "/newtable")).accepted


async def test_two_tables_in_a_thread_and_four_in_a_chat(world: World) -> None:
    people = iter(f"P{n}" for n in range(40))
    for place in (GROUP, GROUP, THREAD, THREAD):
        first = next(people)
        assert (await world.command(first, "/newtable seats=2", place=place)).accepted
        sit = sit_key(world.session(first))
        assert (await world.press(next(people), sit, place=place)).accepted
    for place in (GROUP, THREAD, replace(GROUP, thread=18)):
        assert not (await world.command(next(people), "/newtable", place=place)).accepted
    assert (await world.command(next(people), "/newtable", place=OTHER)).accepted


async def test_two_who_open_in_the_same_instant_get_one_table(world: World) -> None:
    answers = await asyncio.gather(*(world.command(name, "/newtable") for name in PEOPLE))
    assert sum(answer.accepted for answer in answers) == 1
    assert len(world.app.tables.open_sessions()) == 1
    assert len(names(world.session())) == 1


async def test_one_person_who_opens_in_two_chats_at_once_gets_one_table(world: World) -> None:
    places = (GROUP, OTHER, ELSEWHERE)
    answers = await asyncio.gather(*(world.command("Anna", "/newtable", place=place) for place in places))
    assert sum(answer.accepted for answer in answers) == 1
    assert len(world.app.tables.open_sessions()) == 1


async def test_in_a_private_chat_no_table_for_several_is_opened(world: World) -> None:
    alone = Place("chat", 5, private=True)
    assert not (await world.command("Anna", "/newtable rated", place=alone)).accepted
    assert not (await world.press("Anna", str(Key("open", argument="3")), place=alone)).accepted
    assert world.app.tables.open_sessions() == []


# again


async def test_again_keeps_places_and_starts_when_all_have_pressed(world: World) -> None:
    await world.command("Anna", "/newtable seats=4 deals=1")
    session = world.session()
    for name in ("Boris", "Vera"):
        await world.press(name, sit_key(session))
    await world.press("Anna", key(session, "start"))
    await play_out(world, session, lambda keys: keys[0])
    [again] = keys_shown(world, {"again"})
    answers = await asyncio.gather(*(world.press(name, again) for name in ("Vera", "Anna")))
    assert [answer.accepted for answer in answers] == [True, True]
    following = world.session()
    assert sorted(names(following)) == ["Anna", "Vera"]
    assert following.options.deals == 1
    assert (await world.press("Gleb", sit_key(following))).accepted  # the fourth place is nobody's
    assert not (await world.press("Dora", sit_key(following))).accepted
    assert (await world.press("Boris", again)).accepted
    assert following.row.status is Status.PLAYING


async def test_again_starts_without_the_seats_that_nobody_had(world: World) -> None:
    await world.command("Anna", "/newtable seats=4 deals=1")
    session = world.session()
    await world.press("Boris", sit_key(session))
    await world.press("Anna", key(session, "start"))
    await play_out(world, session, lambda keys: keys[0])
    [again] = keys_shown(world, {"again"})
    await world.press("Boris", again)
    assert world.session().waiting
    await world.press("Anna", again)
    assert world.session().playing


async def test_a_kept_place_is_free_for_all_after_two_minutes(world: World) -> None:
    session = await seat(world, "Anna", "Boris", arguments="deals=1")
    await play_out(world, session, lambda keys: keys[0])
    [again] = keys_shown(world, {"again"})
    await world.press("Anna", again)
    following = world.session()
    assert not (await world.press("Vera", sit_key(following))).accepted
    await world.turn(120)
    assert (await world.press("Vera", sit_key(following))).accepted
    assert following.playing
    assert not (await world.press("Boris", again)).accepted or world.session("Boris") is not following


async def test_again_after_a_restart(world: World) -> None:
    session = await seat(world, "Anna", "Boris", arguments="deals=1")
    await play_out(world, session, lambda keys: keys[0])
    [again] = keys_shown(world, {"again"})
    await world.press("Anna", again)
    await world.restart()
    await world.press("Boris", again)
    assert world.session().playing
