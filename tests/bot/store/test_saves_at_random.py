"""Whatever is saved in whatever order: sums, seats and moves stay whole."""

import asyncio
import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from store_samples import NOON, TurnedClock, application, moves, people, result, rows, step

from bot.model.errors import Outdated, PressRepeated, SeatTaken
from bot.model.limits import CAP
from bot.model.rows import Change, Person, SeatRow, Status, TableRow
from bot.store import tables
from bot.store.store import Store

PERSONS = 4
AMOUNTS = st.one_of(st.integers(0, 10_000), st.integers(CAP - 2, CAP))


class Saves(RuleBasedStateMachine):
    """Tables opened, joined, left, moved, settled; beside the store, what it must hold."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "twentyone.db"
        self.store: Store = self.runner.run(Store.open(self.path, TurnedClock(), wait=0))
        self.seated: list[Person] = self.runner.run(people(self.store, PERSONS))
        self.tables: dict[str, TableRow] = {}
        self.at: dict[int, str] = {}  # person: table with his open seat
        self.rubles = dict.fromkeys((person.id for person in self.seated), 0)
        self.presses = 0

    def teardown(self) -> None:
        self.runner.run(self.store.close())
        self.runner.close()
        self.folder.cleanup()

    def save(self, change: Change) -> type[Exception] | None:
        """Save; the type of the refusal, if it is one."""
        self.presses += 1
        try:
            self.runner.run(self.store.save(replace(change, press=f"press {self.presses}")))
        except (Outdated, PressRepeated, SeatTaken) as refusal:
            return type(refusal)
        self.tables[change.table.code] = change.table
        return None

    def running(self, pick: int) -> TableRow:
        """One of the tables that have not ended."""
        found = [table for table in self.tables.values() if table.status is Status.LOBBY]
        return found[pick % len(found)]

    @rule(who=st.integers(0, PERSONS - 1))
    def open(self, who: int) -> None:
        person = self.seated[who]
        table = application(f"TABL{len(self.tables):02}", [person])
        refusal = self.save(Change(table, NOON))
        assert refusal is (SeatTaken if person.id in self.at else None)
        self.at.setdefault(person.id, table.code)

    @precondition(lambda self: any(t.status is Status.LOBBY for t in self.tables.values()))
    @rule(who=st.integers(0, PERSONS - 1), pick=st.integers(0, 9), count=st.integers(0, 3))
    def join(self, who: int, pick: int, count: int) -> None:
        person, table = self.seated[who], self.running(pick)
        new = step(table, count, seats=(*table.seats, SeatRow(person.id, person.account, 50)))
        refusal = self.save(Change(new, NOON, moves(new, count)))
        assert refusal is (SeatTaken if person.id in self.at else None)
        self.at.setdefault(person.id, table.code)

    @precondition(lambda self: any(t.status is Status.LOBBY for t in self.tables.values()))
    @rule(pick=st.integers(0, 9))
    def all_leave(self, pick: int) -> None:
        table = self.running(pick)
        assert self.save(Change(step(table, seats=()), NOON)) is None
        self.at = {person: code for person, code in self.at.items() if code != table.code}

    @precondition(lambda self: any(t.status is Status.LOBBY for t in self.tables.values()))
    @rule(pick=st.integers(0, 9), amounts=st.lists(AMOUNTS, min_size=PERSONS, max_size=PERSONS))
    def settle(self, pick: int, amounts: list[int]) -> None:
        table = self.running(pick)
        new = step(table, status=Status.FINISHED, ended_at=NOON)
        seats = [(n, seat.person) for n, seat in enumerate(table.seats)]
        persons = {person.id: person for person in self.seated}
        paid = tuple(result(persons[p], n, amounts[n], amounts[n], won=True) for n, p in seats)
        assert self.save(Change(new, NOON, results=paid)) is None
        assert self.save(Change(new, NOON, results=paid)) is Outdated
        self.at = {person: code for person, code in self.at.items() if code != table.code}
        for booked in paid:
            self.rubles[booked.person] = min(self.rubles[booked.person] + booked.rubles, CAP)

    @precondition(lambda self: self.tables)
    @rule(pick=st.integers(0, 9))
    def stale(self, pick: int) -> None:
        table = list(self.tables.values())[pick % len(self.tables)]
        assert self.save(Change(table, NOON)) is Outdated

    @rule()
    def restart(self) -> None:
        self.runner.run(self.store.close())
        self.store = self.runner.run(Store.open(self.path, TurnedClock(), wait=0))

    @invariant()
    def balances_are_the_sums_of_the_ledger(self) -> None:
        for currency in ("rating", "rubles"):
            sql = f"""
                SELECT p.id, p.{currency}, typeof(p.{currency}), coalesce(sum(l.amount), 0), max(typeof(l.amount))
                FROM persons p LEFT JOIN ledger l ON l.person_id = p.id AND l.currency = '{currency}' GROUP BY p.id
            """  # noqa: S608 — names of ours
            for person, balance, kind, total, kinds in rows(self.path, sql):
                assert balance == total == self.rubles[person]
                assert 0 <= balance <= CAP
                assert (kind, kinds) in {("integer", "integer"), ("integer", "null")}

    @invariant()
    def one_open_seat_per_person(self) -> None:
        assert dict(rows(self.path, "SELECT person_id, table_code FROM seats WHERE open = 1")) == self.at

    @invariant()
    def tables_are_as_last_saved(self) -> None:
        saved = [table for table in self.tables.values() if table.status is Status.LOBBY]
        assert self.runner.run(self.store.read(tables.all_open)) == saved


Saves.TestCase.settings = settings(
    max_examples=8,
    stateful_step_count=14,
    deadline=None,  # a disk may be slow
    suppress_health_check=[HealthCheck.too_slow],
)
TestSaves = Saves.TestCase
