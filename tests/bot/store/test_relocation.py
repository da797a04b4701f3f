"""A chat gets another id: what names it is found by the schema, and the move is one transaction."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from store_samples import NOON, PLACE, application, people, rows

from bot.model.rows import BoardRow, Change, Person, ResultRow, Status, TableRow
from bot.ports.requests import Account, Place
from bot.store import boards, callers, chats, relocation, tables
from bot.store import relocation as stored_relocation
from bot.store.schema import references
from bot.store.store import Store

OLD, NEW = Place("telegram", -555), Place("telegram", -1001557912345)

#: Columns that may say which chat something is of, and what the move does about each.
_NEW_ID = {(table, "chat_id") for table in ("callers", "chat_log", "evenings", "tables")}
_BY_ROW = {("counted", "chat"), ("counted_rounds", "chat")}
_ADDED_UP = {("standings", "scope"), ("round_standings", "scope")}
_DROPPED = {("boards", "slot"), ("boards", "message"), ("lists", "slot"), ("lists", "message")}
_APART = {("chats", "chat_id"), ("chat_aliases", "chat_id"), ("chat_aliases", "became")}
_NO_CHAT = {("tables", "thread"), ("evenings", "thread"), ("tables", "place_language")}


async def test_every_column_that_may_name_a_chat_is_decided_about(store: Store, path: Path) -> None:
    known = rows(
        path,
        """
        SELECT schema.name, columns.name FROM sqlite_schema AS schema
        JOIN pragma_table_info(schema.name) AS columns
        WHERE schema.type = 'table' AND (
            columns.name LIKE '%chat%' OR columns.name LIKE '%scope%' OR columns.name LIKE '%slot%'
            OR columns.name LIKE '%message%' OR columns.name LIKE '%place%' OR columns.name LIKE '%thread%'
            OR columns.name LIKE '%became%'
        )
        """,
    )
    assert set(known) == _NEW_ID | _BY_ROW | _ADDED_UP | _DROPPED | _APART | _NO_CHAT
    assert set(await store.read(relocation.renamed)) == {table for table, _ in _NEW_ID}
    by_row = await store.read(lambda db: references(db, "chats"))
    assert {(table, column) for table, columns in by_row.items() for column in columns} == _BY_ROW
    sums = {table for table, _ in _ADDED_UP}
    assert set(relocation.SUMS) == sums
    for table in sums:
        columns = {name for (name,) in rows(path, "SELECT name FROM pragma_table_info(?)", table)}
        assert columns == {"person_id", "scope", "period", "name", *relocation.SUMS[table]}


async def booked(store: Store, code: str, place: Place, *seats: tuple[Person, int, int]) -> TableRow:
    """A finished table whose seats took this rating and these half units."""
    table = replace(
        application(code, [person for person, _, _ in seats], place),
        game="ochko",
        status=Status.FINISHED,
        started_at=NOON,
        ended_at=NOON,
        revision=1,
    )
    results = tuple(
        ResultRow(person.id, n, 1, 1, rating, rating * 5, 3, True, False, 2, units)
        for n, (person, rating, units) in enumerate(seats)
    )
    await store.save(Change(table, NOON, results=results))
    return table


def sums(path: Path, chat: int) -> list[tuple[object, ...]]:
    return rows(
        path,
        """
        SELECT standings.person_id, standings.period, standings.games, standings.rating, standings.rubles, rounds, units
        FROM standings JOIN round_standings USING (person_id, scope, period)
        WHERE scope = ? ORDER BY 1, 2
        """,
        chat,
    )


async def test_two_rows_of_one_chat_become_one_with_their_sums(store: Store, path: Path) -> None:
    anna, boris, vera = await people(store, 3)
    before = await store.chat(OLD, "hu")
    await store.write(chats.set_language, before.id, "ru")
    after = await store.chat(NEW, "en")
    other = await booked(store, "AAAAA9", PLACE, (anna, 900, 8))
    await booked(store, "AAAAA2", OLD, (anna, 100, 2), (boris, 200, -4))
    await booked(store, "AAAAA3", NEW, (anna, 300, 6), (vera, 400, 1))
    for person, place in ((anna, OLD), (boris, OLD), (anna, NEW)):
        await store.write(callers.toggle, person.id, place)
    await store.write(boards.shown, "-", BoardRow(f"leaders:{before.id}:0", 5, 0, NOON))
    await store.write(boards.shown, "-", BoardRow(f"leaders:{after.id + 100}:0", 6, 0, NOON))
    everywhere = sums(path, 0)

    assert await store.write(stored_relocation.move, "telegram", OLD.chat_id, NEW.chat_id)

    for place in (OLD, NEW):
        chat = await store.chat(place)
        assert (chat.id, chat.chat_id, chat.language, chat.first_language) == (
            before.id,
            NEW.chat_id,
            "ru",
            "hu",
        )
    assert rows(path, "SELECT count(*) FROM chats WHERE id = ?", after.id) == [(0,)]
    of_all_time = [row for row in sums(path, before.id) if row[1] == "all"]
    assert of_all_time == [
        (anna.id, "all", 2, 400, 2000, 4, 8),
        (boris.id, "all", 1, 200, 1000, 2, -4),
        (vera.id, "all", 1, 400, 2000, 2, 1),
    ]
    assert sums(path, after.id) == []
    assert sums(path, 0) == everywhere
    assert [caller.user_id for caller in await store.read(callers.of_chat, OLD)] == [
        caller.user_id for caller in await store.read(callers.of_chat, NEW)
    ]
    assert len(await store.read(callers.of_chat, NEW)) == 2
    assert rows(path, "SELECT slot FROM lists") == [(f"leaders:{after.id + 100}:0",)]
    found = dict(rows(path, "SELECT code, chat_id FROM tables"))
    assert found == {"AAAAA2": NEW.chat_id, "AAAAA3": NEW.chat_id, other.code: PLACE.chat_id}


async def test_the_choice_made_in_the_new_chat_counts_more(store: Store) -> None:
    before, after = await store.chat(OLD, "hu"), await store.chat(NEW)
    await store.write(chats.set_language, before.id, "ru")
    await store.write(chats.set_language, after.id, "en")
    await store.write(stored_relocation.move, "telegram", OLD.chat_id, NEW.chat_id)
    assert (await store.chat(NEW)).language == "en"


async def test_the_move_is_made_once_and_never_back(store: Store, path: Path) -> None:
    (anna,) = await people(store, 1)
    await store.chat(OLD, "hu")
    await store.write(callers.toggle, anna.id, OLD)
    assert await store.write(stored_relocation.move, "telegram", -554, OLD.chat_id)
    assert await store.write(stored_relocation.move, "telegram", OLD.chat_id, NEW.chat_id)
    stored = rows(path, "SELECT * FROM chats"), rows(path, "SELECT * FROM callers")
    for old, new in ((OLD.chat_id, NEW.chat_id), (NEW.chat_id, OLD.chat_id), (OLD.chat_id, -77), (-9, -9)):
        assert not await store.write(stored_relocation.move, "telegram", old, new)
    assert (rows(path, "SELECT * FROM chats"), rows(path, "SELECT * FROM callers")) == stored
    # An id that had led to the old one leads to the new one.
    assert await store.read(stored_relocation.aliases) == {
        ("telegram", -554): NEW.chat_id,
        ("telegram", OLD.chat_id): NEW.chat_id,
    }


async def test_a_platform_s_ids_are_its_own(store: Store) -> None:
    mine = await store.chat(Place("discord", OLD.chat_id), "hu")
    await store.write(stored_relocation.move, "telegram", OLD.chat_id, NEW.chat_id)
    assert (await store.chat(Place("discord", OLD.chat_id))).id == mine.id
    assert (await store.chat(Place("discord", OLD.chat_id))).chat_id == OLD.chat_id


async def test_a_save_that_knows_the_old_id_writes_the_new_one(store: Store) -> None:
    anna, boris = await people(store, 2)
    opened = replace(application("AAAAA2", [anna], OLD), revision=1)
    await store.save(Change(opened, NOON))
    await store.write(stored_relocation.move, "telegram", OLD.chat_id, NEW.chat_id)
    await store.save(Change(replace(opened, revision=2, touched_at=NOON), NOON))
    await store.save(Change(replace(application("AAAAA3", [boris], OLD), revision=1), NOON))
    assert {row.place.chat_id for row in await store.read(tables.all_open)} == {NEW.chat_id}
    assert {row.code for row in await store.read(tables.open_in_chat, OLD)} == {"AAAAA2", "AAAAA3"}


async def test_messages_of_the_old_chat_are_never_edited_in_the_new_one(store: Store, path: Path) -> None:
    anna, boris = await people(store, 2)
    await store.save(Change(replace(application("AAAAA2", [anna], OLD), revision=1), NOON))
    over = await booked(store, "AAAAA3", OLD, (boris, 100, 1))
    elsewhere = await booked(store, "AAAAA4", PLACE, (boris, 100, 1))
    for code, slot in (
        ("AAAAA2", "application"),
        (over.code, "result"),
        (over.code, f"replay:7:telegram:{PLACE.chat_id}:0"),
        (elsewhere.code, f"replay:7:telegram:{OLD.chat_id}:0"),
        (elsewhere.code, "result"),
    ):
        await store.write(boards.shown, code, BoardRow(slot, 9, 1, NOON))
    await store.write(stored_relocation.move, "telegram", OLD.chat_id, NEW.chat_id)
    assert rows(path, "SELECT table_code, slot, message FROM boards ORDER BY 1, 2") == [
        (over.code, f"replay:7:telegram:{PLACE.chat_id}:0", 9),
        (over.code, "result", 0),
        (elsewhere.code, "result", 9),
    ]


async def test_a_move_that_fails_half_way_has_changed_nothing(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (anna,) = await people(store, 1)
    await store.chat(OLD, "hu")
    await store.write(callers.toggle, anna.id, OLD)
    before = rows(path, "SELECT * FROM chats"), rows(path, "SELECT * FROM callers")
    with sqlite3.connect(path) as db:
        db.execute(
            "CREATE TRIGGER no_alias BEFORE INSERT ON chat_aliases BEGIN SELECT raise(ABORT, 'no'); END"
        )
    db.close()
    with pytest.raises(Exception, match="no"):
        await store.write(stored_relocation.move, "telegram", OLD.chat_id, NEW.chat_id)
    assert (rows(path, "SELECT * FROM chats"), rows(path, "SELECT * FROM callers")) == before
    assert await store.person(Account("telegram", 1, "Person 1", "hu"))
