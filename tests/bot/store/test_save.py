"""One step of a table: everything of it, or nothing."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from store_samples import (
    NOON,
    PLACE,
    SAVED,
    Child,
    TurnedClock,
    application,
    everything,
    moves,
    people,
    result,
    rows,
    saved,
    settlement,
    step,
)

from bot.model.errors import Outdated, PressRepeated, SeatTaken, StoreFailed
from bot.model.limits import CAP
from bot.model.rows import Change, SeatRow, Status
from bot.store import ledger, persons
from bot.store import results as stored_results
from bot.store import tables as stored_tables
from bot.store.store import Store


async def test_a_table_is_read_as_it_was_saved(store: Store) -> None:
    seated = await people(store, 3)
    later = NOON + timedelta(minutes=5, microseconds=1)
    table = replace(
        application("ABCDEF", seated[:1]), deadline=later, second_at=later, started_at=later, note="a «note»"
    )
    assert await store.read(stored_tables.get, "ABCDEF") is None
    assert not await store.read(stored_tables.used, "ABCDEF")
    await store.save(Change(table, NOON, press="p1"))
    assert await store.read(stored_tables.get, "ABCDEF") == table
    assert await store.read(stored_tables.used, "ABCDEF")
    more = step(
        table, 2, seats=application("ABCDEF", seated[::-1]).seats, status=Status.PLAYING, deadline=None
    )
    new_moves = (replace(moves(more, 1)[0], seq=1, person=seated[1].id), *moves(more, 1))
    await store.save(Change(more, NOON, new_moves, "p2"))
    assert await store.read(stored_tables.get, "ABCDEF") == more
    assert await store.read(stored_tables.moves, "ABCDEF") == list(new_moves)
    assert [await store.read(stored_tables.seat_of, person.id) for person in seated] == ["ABCDEF"] * 3
    assert await store.read(stored_results.of_table, "ABCDEF") == []


async def test_times_of_any_zone_come_back_as_the_same_moment_in_utc(store: Store) -> None:
    (person,) = await people(store, 1)
    budapest = datetime(2026, 3, 8, 13, 0, tzinfo=timezone(timedelta(hours=1)))
    await store.save(Change(replace(application("ABCDEF", [person]), deadline=budapest), NOON))
    table = await store.read(stored_tables.get, "ABCDEF")
    assert table is not None
    assert table.deadline == budapest
    assert table.deadline.tzinfo is UTC
    with pytest.raises(ValueError, match="time zone"):
        await store.save(Change(step(table, deadline=NOON.replace(tzinfo=None)), NOON))


async def test_open_and_ended_tables_are_told_apart(store: Store) -> None:
    seated = await people(store, 5)
    tables = [application(f"TABLE{n}", [person]) for n, person in enumerate(seated)]
    tables[3] = replace(tables[3], place=replace(PLACE, thread=None))
    tables[4] = replace(tables[4], place=replace(PLACE, chat_id=5))
    for table in tables:
        await store.save(Change(table, NOON))
    closed = step(tables[0], status=Status.CLOSED, ended_at=NOON)
    playing = step(tables[1], status=Status.PLAYING, started_at=NOON)
    void = step(tables[2], status=Status.VOID, ended_at=NOON + timedelta(hours=1))
    for table in (closed, playing, void):
        await store.save(Change(table, NOON))
    assert await store.read(stored_tables.all_open) == [playing, tables[3], tables[4]]
    assert await store.read(stored_tables.open_in_chat, PLACE) == [playing, tables[3]]
    assert [table.code for table in await store.read(stored_tables.ended_since, NOON)] == ["TABLE0", "TABLE2"]
    assert [
        t.code for t in await store.read(stored_tables.ended_since, NOON + timedelta(microseconds=1))
    ] == ["TABLE2"]


async def test_a_press_has_its_effect_once(store: Store, path: Path) -> None:
    _, table = await saved(store, press="update 1")
    before = everything(path)
    with pytest.raises(PressRepeated):
        await store.save(Change(step(table), NOON, press="update 1"))
    with pytest.raises(PressRepeated):
        await store.save(Change(table, NOON, press="update 1"))
    assert everything(path) == before


async def test_only_the_next_revision_is_taken(store: Store, path: Path) -> None:
    (person,) = await people(store, 1)
    table = application("ABCDEF", [person])
    with pytest.raises(Outdated):
        await store.save(Change(step(table), NOON, press="p1"))
    await store.save(Change(table, NOON))
    before = everything(path)
    for wrong in (table, step(step(table))):
        with pytest.raises(Outdated):
            await store.save(Change(wrong, NOON, press="p2"))
    with pytest.raises(ValueError, match="revision"):
        await store.save(Change(replace(table, revision=0), NOON))
    assert everything(path) == before


async def test_of_twenty_saves_at_once_one_wins(store: Store, path: Path) -> None:
    _, table = await saved(store)
    new = [step(table, 1, note=f"{n}") for n in range(20)]
    done = await asyncio.gather(
        *(store.save(Change(t, NOON, moves(t, 1), f"press {t.note}")) for t in new), return_exceptions=True
    )
    assert [type(error) for error in done if error] == [Outdated] * 19
    winner = done.index(None)
    assert await store.read(stored_tables.get, "ABCDEF") == new[winner]
    assert rows(path, "SELECT press_id FROM presses") == [(f"press {winner}",)]


async def test_tables_in_many_chats_save_at_once(store: Store) -> None:
    seated = await people(store, 20)
    tables = [application(f"TABL{n:02}", [person]) for n, person in enumerate(seated)]
    await asyncio.gather(*(store.save(Change(table, NOON)) for table in tables))
    news = [step(table, 1) for table in tables]
    await asyncio.gather(*(store.save(Change(new, NOON, moves(new, 1), new.code)) for new in news))
    assert await store.read(stored_tables.all_open) == news


@pytest.mark.parametrize(("first", "second", "seq"), [(2, 3, 3), (1, 3, 3), (1, 1, 2), (1, 2, 3), (0, 1, 1)])
async def test_moves_follow_each_other(store: Store, path: Path, first: int, second: int, seq: int) -> None:
    _, table = await saved(store)
    before = everything(path)
    one, two = moves(step(table, 2), 2)
    wrong = (replace(one, seq=first), replace(two, seq=second))
    with pytest.raises(ValueError, match="moves"):
        await store.save(Change(step(table, seq), NOON, wrong, "p"))
    assert everything(path) == before


async def test_one_open_seat_per_person(store: Store, path: Path) -> None:
    anna, bence, cili = await people(store, 3)
    first, second = application("FIRST1", [anna, bence]), application("SECOND", [cili])
    await store.save(Change(first, NOON))
    await store.save(Change(second, NOON))
    before = everything(path)
    both = application("SECOND", [cili, anna])
    with pytest.raises(SeatTaken) as taken:
        await store.save(Change(replace(step(second), seats=both.seats, joins=both.joins), NOON, press="p"))
    assert taken.value.code == "FIRST1"
    with pytest.raises(SeatTaken) as taken:
        await store.save(Change(step(second, seats=(second.seats[0], second.seats[0])), NOON))
    assert taken.value.code == "SECOND"
    assert everything(path) == before
    # A seat that is not open binds nobody: onlookers of old games, training.
    shut = SeatRow(anna.id, anna.account, open=False)
    await store.save(Change(step(second, seats=(*second.seats, shut)), NOON))
    assert await store.read(stored_tables.seat_of, anna.id) == "FIRST1"


async def test_twenty_joins_at_once_are_one_seat(store: Store, path: Path) -> None:
    anna, *others = await people(store, 21)
    tables = [application(f"TABL{n:02}", [other]) for n, other in enumerate(others)]
    for table in tables:
        await store.save(Change(table, NOON))
    joined = [step(t, seats=(*t.seats, SeatRow(anna.id, anna.account, 50))) for t in tables]
    done = await asyncio.gather(*(store.save(Change(t, NOON)) for t in joined), return_exceptions=True)
    winner = tables[done.index(None)].code
    assert [error.code for error in done if isinstance(error, SeatTaken)] == [winner] * 19
    assert rows(path, "SELECT table_code FROM seats WHERE person_id = ?", anna.id) == [(winner,)]


@pytest.mark.parametrize("end", [Status.FINISHED, Status.CLOSED, Status.VOID])
async def test_the_end_of_a_table_frees_its_seats(store: Store, end: Status) -> None:
    seated = await people(store, 2)
    table = application("FIRST1", seated)
    await store.save(Change(table, NOON))
    await store.save(Change(step(table, status=end, ended_at=NOON), NOON))
    stored = await store.read(stored_tables.get, "FIRST1")
    assert stored is not None
    assert [(seat.person, seat.chips, seat.open) for seat in stored.seats] == [
        (p.id, 50, False) for p in seated
    ]
    assert [await store.read(stored_tables.seat_of, person.id) for person in seated] == [None, None]
    await store.save(Change(application("SECOND", seated), NOON))


async def test_the_first_join_stays(store: Store) -> None:
    anna, bence = await people(store, 2)
    table = application("ABCDEF", [anna, bence])
    await store.save(Change(table, NOON))
    left = step(table, seats=table.seats[:1], joins=table.joins[:1])
    await store.save(Change(left, NOON))
    back = step(left, seats=table.seats, joins=((bence.id, "a later press"), table.joins[0]))
    await store.save(Change(back, NOON))
    stored = await store.read(stored_tables.get, "ABCDEF")
    assert stored is not None
    assert stored.joins == table.joins


async def test_a_settlement_pays_each_once(store: Store, path: Path) -> None:
    seated, table = await saved(store, 5)
    change = settlement(table, seated)
    done = await asyncio.gather(*(store.save(change) for _ in range(20)), return_exceptions=True)
    assert done.count(None) == 1
    assert await store.read(stored_results.of_table, "ABCDEF") == list(change.results)
    paid = await store.read(persons.many, [person.id for person in seated])
    assert [(p.rating, p.rubles, p.games, p.wins) for p in paid.values()] == [
        (101 + n, 505 + 5 * n, 1, 1) for n in range(5)
    ]
    assert rows(path, "SELECT count(*), count(DISTINCT person_id) FROM ledger") == [(10, 5)]
    # The same results once more, as a new step: refused by their own key.
    ended = change.table
    before = everything(path)
    with pytest.raises(StoreFailed, match="UNIQUE"):
        await store.save(Change(step(ended), NOON, results=change.results))
    assert everything(path) == before


async def test_an_unrated_result_changes_nothing(store: Store, path: Path) -> None:
    (person,), table = await saved(store)
    unrated = replace(result(person, 0), games=0)
    await store.save(Change(step(table, status=Status.FINISHED), NOON, results=(unrated,)))
    assert await store.read(stored_results.of_table, "ABCDEF") == [unrated]
    assert await store.read(persons.many, [person.id]) == {person.id: person}
    assert rows(path, "SELECT * FROM ledger") == []


async def test_ten_thousand_kopeks_are_a_hundred_rubles(store: Store, path: Path) -> None:
    (person,) = await people(store, 1)
    for n in range(20):
        table = application(f"TABL{n:02}", [person])
        results = tuple(result(person, seat, rubles=1) for seat in range(500))
        await store.save(Change(replace(table, status=Status.FINISHED), NOON, results=results))
    assert (await store.read(persons.many, [person.id]))[person.id].rubles == 100_00
    assert rows(path, "SELECT sum(amount), count(*), typeof(sum(amount)) FROM ledger") == [
        (10_000, 10_000, "integer")
    ]


async def test_a_credit_beyond_the_cap_is_booked_up_to_it(store: Store, path: Path) -> None:
    (person,) = await people(store, 1)
    for code, rubles in (("FIRST1", CAP - 3), ("SECOND", 10), ("THIRD3", 10)):
        table = replace(application(code, [person]), status=Status.FINISHED)
        await store.save(Change(table, NOON, results=(result(person, 0, rubles=rubles),)))
    assert (await store.read(persons.many, [person.id]))[person.id].rubles == CAP
    assert rows(path, "SELECT amount FROM ledger ORDER BY id") == [(CAP - 3,), (3,), (0,)]
    assert [r.rubles for r in await store.read(stored_results.of_table, "SECOND")] == [10]


@pytest.mark.parametrize(
    "wrong",
    [
        {"rating": -1},
        {"rubles": -1},
        {"rating": CAP + 1},
        {"rubles": 2**63},
        {"rubles": 10**20},
        {"wins": 2},
        {"games": -1},
    ],
)
async def test_a_result_out_of_range_is_refused(store: Store, path: Path, wrong: dict[str, int]) -> None:
    (person,) = await people(store, 1)
    table = replace(application("ABCDEF", [person]), status=Status.FINISHED)
    before = everything(path)
    with pytest.raises(ValueError, match="seat 0"):
        await store.save(Change(table, NOON, press="p", results=(replace(result(person, 0), **wrong),)))
    assert everything(path) == before


async def test_no_balance_falls_below_zero(store: Store, path: Path) -> None:
    (person,) = await people(store, 1)
    with pytest.raises(StoreFailed, match="does not take"):
        await store.write(
            lambda db: ledger.book(
                db, person.id, ledger.Currency.RUBLES, -1, source="test", source_id="1", reason="x", at=NOON
            )
        )
    assert rows(path, "SELECT * FROM ledger") == []
    with closing(sqlite3.connect(path)) as db, pytest.raises(sqlite3.IntegrityError, match="CHECK"):
        db.execute("UPDATE persons SET rubles = rubles - 1")


@pytest.mark.parametrize("name", SAVED)
async def test_an_error_at_any_table_undoes_all(store: Store, path: Path, name: str) -> None:
    seated, table = await saved(store, 2)
    (late,) = await people(store, 1, first=9)
    change = settlement(table, seated)
    change = replace(change, table=replace(change.table, joins=((late.id, "late"),)))
    before = everything(path)
    verb = "UPDATE" if name in {"tables", "persons"} else "INSERT"
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"CREATE TRIGGER stop BEFORE {verb} ON {name} BEGIN SELECT RAISE(ABORT, 'stop'); END")
    with pytest.raises(StoreFailed, match="stop"):
        await store.save(change)
    assert everything(path) == before
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TRIGGER stop")
    await store.save(change)
    assert len(rows(path, "SELECT * FROM ledger")) == 4


async def test_another_process_that_holds_the_lock_is_waited_for(store: Store) -> None:
    (person,) = await people(store, 1)
    child = Child("hold_lock", store.path)
    assert child.line() == "held"
    saving = asyncio.create_task(store.save(Change(application("ABCDEF", [person]), NOON)))
    assert await asyncio.wait({saving}, timeout=0.3) == (set(), {saving})
    assert await store.read(persons.many, [person.id])  # readers do not wait
    child.release()
    await saving
    assert child.end() == (0, [], "")
    assert await store.read(stored_tables.used, "ABCDEF")


async def test_a_lock_held_for_too_long_fails_and_the_next_write_works(
    path: Path, clock: TurnedClock
) -> None:
    store = await Store.open(path, clock, busy=0.1)
    try:
        (person,) = await people(store, 1)
        child = Child("hold_lock", path)
        assert child.line() == "held"
        change = Change(application("ABCDEF", [person]), NOON, press="p")
        with pytest.raises(StoreFailed, match="SQLITE_BUSY"):
            await store.save(change)
        child.release()
        assert child.end() == (0, [], "")
        assert not await store.read(stored_tables.used, "ABCDEF")
        await store.save(change)
        assert await store.read(stored_tables.used, "ABCDEF")
    finally:
        await store.close()
