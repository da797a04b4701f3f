"""At the cap of a balance: what is booked, what the result says and what the audit expects are the same (rules 5.2)."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from store_samples import NOON, application, people, result
from world import World

from bot.model.limits import CAP
from bot.model.rows import Change, Person, ResultRow, Status, TableRow
from bot.ports.texts import texts
from bot.screens.tally import Tally, capped_text
from bot.store import audit, limits, persons
from bot.store.archive import Archive
from bot.store.store import Store
from engine.game import SeatResult


def findings(path: Path) -> list[str]:
    with Archive.opened(path) as archive:
        return [str(finding) for finding in archive.read(audit.findings)]


def ended(code: str, person: Person) -> TableRow:
    """A table that is over, with its one result booked."""
    table = application(code, [person])
    return replace(
        table, status=Status.FINISHED, seats=tuple(replace(seat, settled=True) for seat in table.seats)
    )


async def test_what_was_cut_at_the_cap_is_balanced_also_when_the_balance_has_fallen_since(
    store: Store, path: Path
) -> None:
    (person,) = await people(store, 1)
    for code, units in (("FIRST1", CAP - 3), ("SECOND", 10), ("THIRD3", -50)):
        table = replace(ended(code, person), game="blackjack")
        booked = ResultRow(person.id, 0, 0, 0, 0, 0, units, won=False, forfeited=False, rounds=1, units=units)
        await store.save(Change(table, NOON, results=(booked,)))
    assert (await store.read(persons.many, [person.id]))[person.id].units == CAP - 50
    assert findings(path) == []


async def test_a_result_that_is_booked_short_of_the_cap_is_found(store: Store, path: Path) -> None:
    (person,) = await people(store, 1)
    table = replace(ended("FIRST1", person), game="ochko")
    await store.save(Change(table, NOON, results=(result(person, 0, rating=40, rubles=0),)))
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE ledger SET amount = 30 WHERE currency = 'rating'")
        db.execute("UPDATE persons SET rating = 30")
        db.commit()
    assert any(finding.startswith("results FIRST1:0") for finding in findings(path))


async def test_the_result_says_what_was_really_booked(store: Store) -> None:
    say = texts("en")
    (person,) = await people(store, 1)
    for code, rating in (("FIRST1", CAP - 300), ("SECOND", 1000)):
        table = replace(ended(code, person), game="ochko")
        await store.save(Change(table, NOON, results=(result(person, 0, rating=rating, rubles=0),)))
    tally = Tally(credited=await store.read(limits.credited, "SECOND"))
    said = capped_text(say, 0, SeatResult(1, 1, 1000, 0, 10, won=True, forfeited=False), tally)
    assert "3.00" in said
    assert str(CAP // 100) in said
    within = SeatResult(1, 1, 300, 0, 3, won=True, forfeited=False)
    assert capped_text(say, 0, within, tally) == ""


async def test_nobody_stakes_what_could_not_come_home(world: World) -> None:
    """A stack of the winner of six seats has to fit into his wallet."""
    await world.command("Anna", "/start")
    with closing(sqlite3.connect(world.path)) as db:
        (anna,) = db.execute("SELECT id FROM persons").fetchone()
        db.execute(
            """
            INSERT INTO ledger (person_id, currency, amount, source, source_id, reason, at)
            VALUES (?, 'rubles', ?, 'test', '1', 'gift', 0)
            """,
            (anna, CAP - 1000),
        )
        db.execute("UPDATE persons SET rubles = ?", (CAP - 1000,))
        db.commit()
    answer = await world.command("Anna", "/newtable stuk size=50 rated")
    assert not answer.accepted
    assert str(CAP // 100) in answer.screen.text
    assert (await world.store.read(persons.many, [anna]))[anna].rubles == CAP - 1000
    assert world.app.tables.open_sessions() == []
