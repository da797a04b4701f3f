"""The local page's chat and persons."""

import asyncio
from pathlib import Path

import pytest
from store_samples import TurnedClock, rows

from bot.ports.chatlog import ChatLog, Logged, People
from bot.ports.requests import Account, Place
from bot.store.chatlog import KEPT, StoredChatLog, StoredPeople
from bot.store.store import Store

ROOM = Place("web", 1)


async def test_messages_are_kept_in_order(store: Store) -> None:
    log: ChatLog = StoredChatLog(store)
    first = await log.append(ROOM, None, '{"text": "\\ud83d"}')
    second = await log.append(ROOM, 2, "half a pair: \ud83d")
    elsewhere = await log.append(Place("web", 2), 1, "elsewhere")
    assert first < second < elsewhere
    assert await log.recent(ROOM) == [
        Logged(first, None, '{"text": "\\ud83d"}'),
        Logged(second, 2, "half a pair: \ufffd"),
    ]
    assert await log.recent(ROOM, 1) == [Logged(second, 2, "half a pair: \ufffd")]
    assert await log.recent(ROOM, 0) == []
    assert await log.recent(ROOM, -1) == []


async def test_a_message_is_replaced_and_removed_in_its_own_chat(store: Store) -> None:
    log = StoredChatLog(store)
    message = await log.append(ROOM, None, "old")
    assert not await log.replace(Place("web", 2), message, "new")
    assert await log.replace(ROOM, message, "new")
    await log.remove(Place("web", 2), message)
    assert await log.recent(ROOM) == [Logged(message, None, "new")]
    await log.remove(ROOM, message)
    await log.remove(ROOM, message)
    assert not await log.replace(ROOM, message, "newer")
    assert await log.recent(ROOM) == []
    assert await log.append(ROOM, None, "next") > message


async def test_the_last_500_of_each_chat_are_kept(store: Store, path: Path) -> None:
    log = StoredChatLog(store)
    quiet = await log.append(Place("web", 2), None, "quiet")
    many = "INSERT INTO chat_log (platform, chat_id, body) SELECT 'web', 1, value FROM json_each(?)"
    await store.write(lambda db: db.execute(many, (str([*range(1, 500)]),)).rowcount)
    for number in (500, 501, 502):
        await log.append(ROOM, None, str(number))
    assert [message.body for message in await log.recent(ROOM, 1000)] == [str(n) for n in range(3, 503)]
    assert rows(path, "SELECT count(*) FROM chat_log WHERE chat_id = 1") == [(KEPT,)]
    assert [message.id for message in await log.recent(Place("web", 2))] == [quiet]


async def test_local_persons_are_numbered_as_they_come(store: Store) -> None:
    people: People = StoredPeople(store)
    assert await people.local() == []
    await store.person(Account("telegram", 99, "Somebody else"))
    added = await asyncio.gather(*(people.add_local(name) for name in ("Anna", "Anna", "\ud83d")))
    assert added == [Account("web", 1, "Anna"), Account("web", 2, "Anna"), Account("web", 3, "\ufffd")]
    assert await people.local() == added
    person = await store.person(added[1])
    assert person.account == added[1]


@pytest.mark.parametrize("name", ["", "a\0b", "x" * 1000])
async def test_local_persons_and_messages_survive_a_restart(
    path: Path, clock: TurnedClock, name: str
) -> None:
    store = await Store.open(path, clock)
    anna = await StoredPeople(store).add_local(name)
    message = await StoredChatLog(store).append(ROOM, anna.user_id, name)
    await store.close()
    store = await Store.open(path, clock)
    assert await StoredPeople(store).local() == [anna]
    assert await StoredChatLog(store).recent(ROOM) == [Logged(message, 1, name)]
    assert (await StoredPeople(store).add_local("next")).user_id == 2
    await store.close()
