"""What the store's tests are made of: a clock, persons, tables, a look at the bare file."""

import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.model.rows import Change, MoveRow, Person, ResultRow, SeatRow, Status, TableRow
from bot.ports.requests import Account, Place
from bot.store.store import Store

NOON = datetime(2026, 3, 8, 12, 0, 0, 123457, tzinfo=UTC)
PLACE = Place("telegram", -1002234567890, 7, private=False, language="hu")


class TurnedClock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.moment = NOON

    def now(self) -> datetime:
        return self.moment

    def turn(self, **by: float) -> None:
        self.moment += timedelta(**by)

    def monotonic(self) -> float:
        return (self.moment - NOON).total_seconds()

    async def sleep_until(self, moment: float) -> None:
        self.moment = max(self.moment, NOON + timedelta(seconds=moment))


async def people(store: Store, count: int, first: int = 1) -> list[Person]:
    """Persons of their own names, with accounts from number `first` on."""
    return [
        await store.person(Account("telegram", n, f"Person {n}", "hu")) for n in range(first, first + count)
    ]


def application(code: str, seated: Sequence[Person], place: Place = PLACE) -> TableRow:
    """A new application where these persons sit; the first has opened it."""
    return TableRow(
        code=code,
        tag="7",
        place=place,
        game="stuk",
        options='{"bank": 20}',
        status=Status.LOBBY,
        opener=seated[0].id,
        secret=bytes(range(32)),
        created_at=NOON,
        touched_at=NOON,
        seats=tuple(SeatRow(person.id, person.account, 50) for person in seated),
        joins=tuple((person.id, f"join {code} {person.id}") for person in seated),
        revision=1,
    )


async def saved(store: Store, count: int = 1, press: str | None = None) -> tuple[list[Person], TableRow]:
    """So many persons, and the application ABCDEF where they sit, as it was stored."""
    seated = await people(store, count)
    table = application("ABCDEF", seated)
    await store.save(Change(table, NOON, press=press))
    return seated, table


def step(table: TableRow, moves: int = 0, **changes: Any) -> TableRow:
    """The table one save later, `moves` moves longer."""
    return replace(table, revision=table.revision + 1, seq=table.seq + moves, **changes)


def moves(table: TableRow, count: int, person: int | None = None) -> tuple[MoveRow, ...]:
    """The last `count` moves of a table."""
    numbers = range(table.seq - count + 1, table.seq + 1)
    return tuple(MoveRow(n, f"draw {n}", n.to_bytes(8), NOON, person) for n in numbers)


def result(person: Person, seat: int, rating: int = 0, rubles: int = 0, *, won: bool = False) -> ResultRow:
    """What a person took from a rated game."""
    return ResultRow(person.id, seat, 1, int(won), rating, rubles, 5, won, forfeited=False)


def settlement(table: TableRow, seated: Sequence[Person]) -> Change:
    """The end of a rated game: a last move, and everybody is paid after his seat: 101, 102, … and five times as many rubles."""
    end = step(table, 1, status=Status.FINISHED, ended_at=NOON)
    paid = tuple(result(p, n, 101 + n, 505 + 5 * n, won=True) for n, p in enumerate(seated))
    return Change(end, NOON, moves(end, 1), f"end {table.code}", paid)


def rows(path: Path, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
    """The rows of a query, read past the store."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute(sql, parameters).fetchall()


#: Every table that a save may change.
SAVED = ("presses", "tables", "seats", "joins", "moves", "results", "ledger", "persons")


def everything(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All that saves may change, read past the store."""
    return {name: rows(path, f"SELECT * FROM {name} ORDER BY 1, 2") for name in SAVED}  # noqa: S608 — names of ours


class Child:
    """A process of its own that runs one of `store_children.py`."""

    def __init__(self, name: str, path: Path, *more: object) -> None:
        command = [sys.executable, str(Path(__file__).with_name("store_children.py")), name, path, *more]
        pipe = subprocess.PIPE
        self.errors = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - closed by `end`
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=pipe, stdout=pipe, stderr=self.errors, text=True
        )

    def line(self) -> str:
        """The next thing it says; empty when it has ended."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip()

    def release(self) -> None:
        """Let it go on that waits until told."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def end(self, seconds: float = 20) -> tuple[int, list[str], str]:
        """Wait for its end: exit code, what it still said, its errors. One that does not end in time fails the test."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        finally:
            # Not by `communicate`: it would pass over the lines that reading the first ones has taken in already.
            out = self.process.stdout.read()
            self.process.stdout.close()
            self.errors.seek(0)
            errors = self.errors.read()
            self.errors.close()
        return self.process.returncode, out.splitlines(), errors


def put(path: Path, content: bytes) -> None:
    """A file with this content, in a folder of its own."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)


def content(path: Path) -> bytes:
    """What is in a file."""
    return path.read_bytes()
