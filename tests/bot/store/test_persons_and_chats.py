"""Persons and chats: found or made by their platform's ids, changed by named columns only."""

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from store_samples import NOON, TurnedClock, application, moves, rows, saved, settlement, step

from bot.model.errors import PressRepeated, StoreFailed
from bot.model.rows import BoardRow, Change
from bot.ports.requests import Account, Place
from bot.store import boards, chats, persons, privacy, tables
from bot.store.store import Store

ANNA = Account("telegram", 5134861499, "Anna", "hu")


async def test_a_new_person_has_what_the_rules_give(store: Store) -> None:
    person = await store.person(ANNA)
    assert person.account == ANNA
    assert person.name == "Anna"
    assert (person.appearance, person.rating, person.rubles, person.games, person.wins) == (5, 0, 0, 0, 0)
    assert (person.language, person.client_language) == (None, "hu")


async def test_starting_again_resets_nothing(store: Store) -> None:
    person = await store.person(ANNA)
    await store.write(persons.set_language, person.id, "ru")
    await store.write(persons.remember_options, person.id, "ochko", '{"bank": 30}')
    table = application("ABCDEF", [person])
    await store.save(Change(table, NOON))
    await store.save(settlement(table, [person]))
    again = await store.person(replace(ANNA, name="Anna the Great", language="en"))
    assert again == replace(
        person,
        account=replace(ANNA, name="Anna the Great", language="en"),
        language="ru",
        client_language="en",
        rating=101,
        rubles=505,
        games=1,
        wins=1,
    )
    assert await store.read(persons.last_options, person.id, "ochko") == '{"bank": 30}'


async def test_an_unchanged_person_costs_no_write(store: Store, path: Path) -> None:
    person = await store.person(ANNA)
    changes = "SELECT total_changes()"
    before = await store.write(lambda db: db.execute(changes).fetchone()[0])
    assert await store.person(ANNA) == person
    assert await store.person(replace(ANNA, language=None)) == person
    assert await store.write(lambda db: db.execute(changes).fetchone()[0]) == before


async def test_the_same_id_on_two_platforms_is_two_persons(store: Store) -> None:
    first, second = await store.person(ANNA), await store.person(replace(ANNA, platform="discord"))
    assert first.id != second.id
    assert await store.read(persons.many, [second.id, first.id, 999]) == {first.id: first, second.id: second}


async def test_twenty_first_presses_at_once_make_one_person(store: Store, path: Path) -> None:
    found = await asyncio.gather(*(store.person(ANNA) for _ in range(20)))
    assert len({person.id for person in found}) == 1
    assert rows(path, "SELECT count(*) FROM persons") == [(1,)]
    assert rows(path, "SELECT count(*) FROM accounts") == [(1,)]


@pytest.mark.parametrize(
    "name", ["", "a\0b", "\ud83d", "x" * 10_000, "'; DROP TABLE persons; --", "\u202eАня"]
)
async def test_any_name_is_kept(store: Store, name: str) -> None:
    person = await store.person(replace(ANNA, name=name))
    assert person.name == name.replace("\ud83d", "\ufffd")
    assert await store.person(replace(ANNA, name=name)) == person


async def test_choices_can_be_taken_back_and_need_their_owner(store: Store) -> None:
    person = await store.person(ANNA)
    await store.write(persons.set_language, person.id, "ru")
    await store.write(persons.set_language, person.id, None)
    assert (await store.person(ANNA)).language is None
    with pytest.raises(LookupError):
        await store.write(persons.set_language, 999, "ru")
    with pytest.raises(LookupError):
        await store.write(chats.set_language, 999, "ru")
    with pytest.raises(StoreFailed, match="FOREIGN KEY"):
        await store.write(persons.remember_options, 999, "ochko", "{}")


async def test_options_are_remembered_by_game(store: Store) -> None:
    person = await store.person(ANNA)
    assert await store.read(persons.last_options, person.id, "ochko") is None
    for game, options in (("ochko", "1"), ("stuk", "2"), ("ochko", "3")):
        await store.write(persons.remember_options, person.id, game, options)
    assert await store.read(persons.last_options, person.id, "ochko") == "3"
    assert await store.read(persons.last_options, person.id, "stuk") == "2"


async def test_a_chat_keeps_its_first_language_and_its_choice(store: Store) -> None:
    place = Place("telegram", -1002234567890, 3, language="en")
    silent = await store.chat(place, None)
    assert (silent.platform, silent.chat_id, silent.language, silent.first_language) == (
        *place.chat,
        None,
        None,
    )
    first = await store.chat(replace(place, thread=None), "hu")
    assert first == replace(silent, first_language="hu")
    await store.write(chats.set_language, first.id, "ru")
    assert await store.chat(place, "en") == replace(first, language="ru")
    assert (await store.chat(replace(place, platform="discord"), "en")).id != first.id


@pytest.mark.parametrize(
    ("user", "chat", "thread", "message"),
    [
        (5134861499, -1002234567890, 3895315077, 2**31),
        (2**52 - 1, -(2**52), 2**52 + 1, 2**53 + 1),
        (1509019418979760223, 1509019418979760223, 1509019418979760224, 1509019418979760225),
        (2**63 - 1, -(2**63), 2**63 - 1, 2**63 - 1),
    ],
)
async def test_ids_are_read_as_they_were_stored(
    store: Store, user: int, chat: int, thread: int, message: int
) -> None:
    person = await store.person(replace(ANNA, user_id=user))
    assert person.account.user_id == user
    place = Place("discord", chat, thread, private=True)
    assert (await store.chat(place, None)).chat_id == chat
    table = application("ABCDEF", [person], place)
    await store.save(Change(table, NOON))
    assert await store.read(tables.get, "ABCDEF") == table
    assert await store.read(tables.open_in_chat, place) == [table]
    await store.write(boards.shown, "ABCDEF", BoardRow("result", message, 1, NOON))
    assert await store.read(boards.of_table, "ABCDEF") == [BoardRow("result", message, 1, NOON)]


async def test_an_id_beyond_64_bits_is_an_error_and_leaves_nothing(store: Store, path: Path) -> None:
    with pytest.raises(OverflowError):
        await store.person(replace(ANNA, user_id=2**63))
    person = await store.person(ANNA)
    with pytest.raises(OverflowError):
        await store.save(Change(application("ABCDEF", [person], Place("discord", 2**63)), NOON, press="a"))
    assert rows(path, "SELECT count(*) FROM presses") == [(0,)]
    await store.save(Change(application("ABCDEF", [person]), NOON, press="a"))


async def test_boards_are_kept_by_slot(store: Store) -> None:
    _, table = await saved(store)
    await store.save(Change(step(table, 1), NOON, moves(step(table, 1), 1)))
    await store.write(boards.shown, "ABCDEF", BoardRow("application", 10, 1, NOON))
    await store.write(boards.shown, "ABCDEF", BoardRow("deal:1", 11, 2, NOON))
    await store.write(boards.shown, "ABCDEF", BoardRow("application", 12, 2, NOON))
    assert await store.read(boards.of_table, "ABCDEF") == [
        BoardRow("application", 12, 2, NOON),
        BoardRow("deal:1", 11, 2, NOON),
    ]
    await store.write(boards.gone, "ABCDEF", "deal:1")
    await store.write(boards.gone, "ABCDEF", "deal:1")
    assert [board.slot for board in await store.read(boards.of_table, "ABCDEF")] == ["application"]
    with pytest.raises(StoreFailed, match="FOREIGN KEY"):
        await store.write(boards.shown, "NOBODY", BoardRow("result", 1, 1, NOON))


async def test_a_press_is_marked_once_until_it_is_dropped(store: Store, clock: TurnedClock) -> None:
    assert not await store.press_seen("update 1")
    done = await asyncio.gather(
        *(store.effect("update 1", lambda _db: None) for _ in range(20)),
        return_exceptions=True,
    )
    assert [type(error) for error in done if error] == [PressRepeated] * 19
    assert await store.press_seen("update 1")
    first = clock.now()
    clock.turn(days=1)
    await store.effect("update 2", lambda _db: None)
    await store.drop_old_presses(first, keep=0)
    assert await store.press_seen("update 1")
    await store.drop_old_presses(clock.now(), keep=2)  # the last ones stay: a calendar may be wrong
    assert await store.press_seen("update 1")
    await store.drop_old_presses(clock.now(), keep=1)
    assert not await store.press_seen("update 1")
    assert await store.press_seen("update 2")


async def test_a_person_that_is_known_is_read_anew_once_he_has_changed(store: Store) -> None:
    anna = await store.person(Account("telegram", 1, "Anna"))
    assert await store.person(anna.account) is await store.person(anna.account)

    await store.write(persons.remember_options, anna.id, "ochko", "{}")
    await store.write(lambda db: db.execute("UPDATE persons SET rubles = 700"))
    richer = await store.person(anna.account)
    await store.write(privacy.forget, anna.id, store.clock.now())

    assert richer.rubles == 700
    assert (await store.person(anna.account)).id != anna.id


async def test_what_was_read_while_a_person_changed_is_not_kept(store: Store) -> None:
    anna = await store.person(Account("telegram", 1, "Anna"))

    for rubles in range(100, 2000, 100):
        await asyncio.gather(
            store.person(anna.account),
            store.write(sqlite3.Connection.execute, "UPDATE persons SET rubles = ?", (rubles,)),
            store.person(anna.account),
        )
        assert (await store.person(anna.account)).rubles == rubles
