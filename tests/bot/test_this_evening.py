"""«This evening»: the games of a chat or thread are told of once, when it has become quiet there or a player says so."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from evening import carefully, keys_shown, moves_of, sit_key, to_move
from world import GROUP, Message, World

from bot.history.pastgame import past_game
from bot.ports.channel import Unreachable
from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.ports.texts import LANGUAGES
from bot.store import results as stored_results
from bot.store import tables as stored_tables
from bot.tables.session import Session

HALF_AN_HOUR = 1800
FINISH = str(Key("finish"))
OLD, NEW = Place("chat", -555), Place("chat", -1001557912345)


async def game(
    world: World, *names: str, place: Place = GROUP, arguments: str = "deals=1", over: bool = True
) -> Session:
    """A game of these people, played to its end unless it is to go on."""
    await world.turn(20)  # so soon after the last one nobody opens a table
    opened = await world.command(names[0], f"/newtable {arguments} seats={len(names)}", place=place)
    assert opened.accepted, opened.screen.text
    session = world.session(names[0])
    for name in names[1:]:
        assert (await world.press(name, sit_key(session), place=place)).accepted
    while over and session.playing:
        if (name := to_move(session)) is None:
            await world.turn(8)
        else:
            await world.press(name, carefully(moves_of(world, session)), place=place)
            await world.turn(2)
    await sweep(world)
    return session


async def sweep(world: World) -> None:
    """Two looks: the first one takes up what has ended, and begins to listen for quiet."""
    for _ in range(2):
        world.app.deadlines.sweep()
        await world.settle()


async def pass_by(world: World, seconds: float) -> None:
    await world.turn(seconds)
    await sweep(world)


def told(world: World) -> list[Message]:
    """The messages about evenings."""
    return [one for one in world.chat.messages.values() if one.screen.text.startswith("This evening")]


def plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


async def test_two_games_and_half_an_hour_of_silence_are_told_of_once(world: World) -> None:
    for _ in range(2):
        await game(world, "Anna", "Boris")
    await pass_by(world, HALF_AN_HOUR - 60)
    assert told(world) == []
    await pass_by(world, 120)
    (message,) = told(world)
    assert "2 games" in message.screen.text
    assert not message.mentions
    await pass_by(world, 3 * HALF_AN_HOUR)
    await world.restart()
    await pass_by(world, 3 * HALF_AN_HOUR)
    assert told(world) == [message]


async def test_one_game_is_no_evening_and_the_next_evening_does_not_count_it(world: World) -> None:
    await game(world, "Anna", "Boris")
    await pass_by(world, 2 * HALF_AN_HOUR)
    assert told(world) == []
    for _ in range(2):
        await game(world, "Anna", "Boris")
    await pass_by(world, 2 * HALF_AN_HOUR)
    (message,) = told(world)
    assert "2 games" in message.screen.text


async def test_whoever_asks_anything_keeps_the_evening_going_and_so_does_a_game(world: World) -> None:
    await game(world, "Anna", "Boris")
    for _ in range(3):
        await pass_by(world, HALF_AN_HOUR - 60)
        await world.command("Vera", "/help")
    await game(world, "Anna", "Boris")
    running = await game(world, "Anna", "Boris", arguments="deals=20 timeout=600", over=False)
    await pass_by(world, 500)
    assert running.playing
    await pass_by(world, 6 * HALF_AN_HOUR)  # whoever is to move forfeits, and then it is quiet
    assert not running.playing
    (message,) = told(world)
    assert "3 games" in message.screen.text


async def test_who_has_played_finishes_it_and_nobody_else_and_once(world: World) -> None:
    await game(world, "Anna", "Boris")
    assert keys_shown(world, {"finish"}) == []
    refused = await world.press("Anna", FINISH)
    assert not refused.accepted
    await game(world, "Anna", "Boris")
    (key,) = keys_shown(world, {"finish"})
    assert not (await world.press("Vera", key)).accepted
    assert told(world) == []
    press = await world.press("Boris", key)
    assert press.accepted
    assert len(told(world)) == 1
    assert not (await world.press("Anna", key)).accepted
    await pass_by(world, 2 * HALF_AN_HOUR)
    assert len(told(world)) == 1


async def test_it_is_not_finished_under_a_game_that_runs(world: World) -> None:
    for _ in range(2):
        await game(world, "Anna", "Boris")
    await game(world, "Anna", "Boris", over=False)
    assert not (await world.press("Anna", FINISH)).accepted
    assert told(world) == []


@pytest.mark.parametrize("after", [60.0, HALF_AN_HOUR - 60.0])
async def test_a_restart_keeps_it(world: World, after: float) -> None:
    await game(world, "Anna", "Boris")
    await world.restart()
    await game(world, "Anna", "Boris")
    await world.turn(after)
    await world.restart()
    await pass_by(world, HALF_AN_HOUR + 60)
    (message,) = told(world)
    assert "2 games" in message.screen.text


async def test_killed_before_its_message_is_out_it_is_sent_by_the_next_start(world: World) -> None:
    for _ in range(2):
        await game(world, "Anna", "Boris")
    world.chat.failures = [Unreachable()] * 500
    await pass_by(world, HALF_AN_HOUR + 60)
    assert told(world) == []
    world.chat.failures = []
    await world.restart()
    assert len(told(world)) == 1
    await world.restart()
    assert len(told(world)) == 1


async def test_what_is_long_over_is_not_told_of(world: World) -> None:
    for _ in range(2):
        await game(world, "Anna", "Boris")
    await world.stop()
    world.clock.set(world.clock.monotonic() + 13 * 3600)
    await world.start()
    await pass_by(world, 2 * HALF_AN_HOUR)
    assert told(world) == []


async def test_threads_and_chats_have_evenings_of_their_own(world: World) -> None:
    threads = [replace(GROUP, thread=number) for number in (7, 8)]
    for place in (*threads, threads[0]):
        await game(world, "Anna", "Boris", place=place)
    await pass_by(world, 2 * HALF_AN_HOUR)
    (message,) = told(world)
    assert message.place == threads[0]


async def test_it_goes_with_a_chat_that_gets_another_id(world: World) -> None:
    await game(world, "Anna", "Boris", place=OLD)
    world.chat.became[OLD.chat_id] = NEW.chat_id
    world.app.moved(OLD, NEW.chat_id)
    await world.settle()
    await game(world, "Anna", "Boris", place=NEW)
    await pass_by(world, HALF_AN_HOUR + 60)
    (message,) = told(world)
    assert message.place.chat_id == NEW.chat_id


async def test_who_is_forgotten_has_no_name_in_it(world: World) -> None:
    for _ in range(2):
        await game(world, "Anna", "Boris")
    asked = await world.command("Boris", "/forget")
    await world.press("Boris", asked.screen.rows[0][0].key or "")
    await pass_by(world, HALF_AN_HOUR + 60)
    (message,) = told(world)
    assert "Anna" in message.screen.text
    assert "Boris" not in message.screen.text


async def test_its_figures_are_those_of_results_and_records(world: World) -> None:
    sessions = [
        *[await game(world, "Anna", "Boris", "Vera", arguments="deals=5") for _ in range(2)],
        await game(world, "Anna", "Vera", arguments="deals=5 unrated"),
        await game(world, "Boris", "Vera", arguments="stuk unrated size=10"),
    ]
    await pass_by(world, HALF_AN_HOUR + 60)
    (message,) = told(world)
    text = plain(message.screen.text)
    assert "4 games" in text
    for rated in (True, False):
        nets: dict[str, int] = {}
        for session in sessions:
            if session.options.rated is rated:
                for result in await world.store.read(stored_results.of_table, session.code):
                    name = session.row.seats[result.seat].account.name
                    nets[name] = nets.get(name, 0) + result.net
        for name, net in nets.items():
            sign = "+" if net > 0 else "−" if net < 0 else "±"
            assert f"{sign}{abs(net)} {name}" in text
    golden = knocks = broken = 0
    for session in sessions:
        found = await world.store.read(stored_tables.with_moves, session.code)
        assert found is not None
        for view in past_game(*found).deals:
            golden += sum(hand.golden for one in view.seats for hand in one.hands)
            knocks += view.last_round
            broken += view.bank_ending == "broken" or view.ending == "bank_broken"
    for count, words in ((golden, "golden points: "), (knocks, "knocks: "), (broken, "banks broken: ")):
        assert (f"{words}{count}" in text) == bool(count)
    with closing(sqlite3.connect(world.path)) as db:
        for name, rubles in db.execute("SELECT name, rubles FROM persons"):
            if rubles:
                assert f"virtual rubles {rubles / 100:.2f}" in next(
                    line for line in text.splitlines() if name in line
                )


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_speaks_the_language_of_the_chat(world: World, language: str) -> None:
    await world.app.persons.choose_chat_language(GROUP, language)
    for _ in range(2):
        await game(world, "Anna", "Boris")
    assert (await world.press("Anna", FINISH)).accepted
    heading = {"en": "This evening", "ru": "Этот вечер", "hu": "Ez az este"}[language]
    assert world.chat.last().screen.text.startswith(heading)
