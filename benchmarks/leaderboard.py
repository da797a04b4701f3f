"""A page of a leaderboard over 1,000,000 results of 50,000 persons: p99 on one core, and as a ratio to a floor.

The database is made in the form of version 1 and comes to its sums by the program's own migration. The floor is
one person looked up by account through the same connection and thread, measured in the same run.

    uv run python benchmarks/leaderboard.py [results] [persons]
"""

import asyncio
import os
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.model.standings import Metric, Period, Scope, Span, pages_of
from bot.ports.requests import Account, Place
from bot.store import persons as stored_persons
from bot.store import standings
from bot.store.migrations import migrate, shipped
from bot.store.store import Store

NOW = datetime(2026, 11, 18, 21, 0, tzinfo=UTC)
DAYS = 400
CHATS = 500
SEATS = 4
PAGES = 3000
LIMIT = 50.0  # milliseconds at p99


def main() -> int:
    results, persons = [int(word) for word in sys.argv[1:3]] or [1_000_000, 50_000]
    with suppress(AttributeError):  # not on every system
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "benchmark.db"
        begun = time.perf_counter()
        fill(path, results, persons)
        print(f"{results} results of {persons} persons made in {time.perf_counter() - begun:.1f} s")
        return asyncio.run(measure(path, persons))


def fill(path: Path, results: int, persons: int) -> None:
    """A database of version 1 with that many results; some persons play much more often than others."""
    chance = random.Random(21)  # noqa: S311 - made-up data, the same at every run
    first = int((NOW - timedelta(days=DAYS)).timestamp() * 1e6)
    span = DAYS * 86_400 * 1_000_000
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        migrate(db, shipped()[:1], path)
        db.execute("PRAGMA synchronous = OFF")
        db.execute("BEGIN")
        db.executemany(
            "INSERT INTO persons (id, name) VALUES (?, ?)",
            ((n, f"Name {n % 9973}") for n in range(1, persons + 1)),
        )
        db.executemany("INSERT INTO accounts VALUES ('chat', ?, ?)", ((n, n) for n in range(1, persons + 1)))
        db.executemany(
            "INSERT INTO chats (id, platform, chat_id) VALUES (?, 'chat', ?)",
            ((n, n) for n in range(1, CHATS + 1)),
        )
        games = results // SEATS
        for game in range(games):
            at = first + span * game // games
            code = f"{game:06d}"
            chat = min(int(chance.paretovariate(0.7)), CHATS)
            db.execute(
                """
                INSERT INTO tables VALUES (?, 'K7', 'chat', ?, NULL, 0, NULL, 'ochko', '{}', 'finished', 1, x'00',
                    ?, ?, 0, 1, NULL, NULL, ?, ?, '')
                """,
                (code, chat, at, at, at, at),
            )
            for seat in range(SEATS):
                # Every person once, then more of the keen ones.
                number = game * SEATS + seat
                person = number % persons + 1 if number < persons else int(persons * chance.random() ** 2) + 1
                rating = chance.choice((0, 0, 100, 200, 300, 833))
                db.execute(
                    "INSERT INTO results VALUES (?, ?, ?, 1, ?, ?, ?, 0, ?, 0)",
                    (code, seat, person, rating > 200, rating, rating * 5, rating > 200),
                )
                if rating:
                    db.executemany(
                        """
                        INSERT INTO ledger (person_id, currency, amount, source, source_id, reason, at)
                        VALUES (?, ?, ?, 'table', ?, 'result', ?)
                        """,
                        (
                            (person, "rating", rating, f"{code}:{seat}", at),
                            (person, "rubles", rating * 5, f"{code}:{seat}", at),
                        ),
                    )
        db.execute("COMMIT")


class Standing:
    """A clock that stands still at the moment the data is made for."""

    def now(self) -> datetime:
        return NOW

    def monotonic(self) -> float:
        return 0.0

    async def sleep_until(self, moment: float) -> None:
        raise NotImplementedError(moment)  # a page is read: nothing in it waits


async def measure(path: Path, persons: int) -> int:
    begun = time.perf_counter()
    store = await Store.open(path, Standing(), wait=0)
    await store.write(standings.drop_old, store.clock.now())  # as at every start of the program
    print(f"brought from version 1 to its sums in {time.perf_counter() - begun:.1f} s")
    chance = random.Random(7)  # noqa: S311 - as above
    newest = (
        await store.ask(
            standings.page, Place("chat", 1), Scope.EVERYWHERE, Period.of(Span.ALL, NOW), Metric.GAMES, own=1
        )
    ).as_of
    try:

        async def person() -> None:
            account = Account("chat", chance.randint(1, persons), "")
            await store.read(stored_persons.find, account)

        floor = await timed(person)
        least = report("floor: a person by account", floor)
        worst, slowest = 0.0, ""
        for scope in Scope:
            for span in Span:
                times = await pages(store, chance, persons, newest, scope=scope, span=span)
                p99 = report(f"{scope.value}, {span.value}", times)
                if p99 > worst:
                    worst, slowest = p99, f"{scope.value}, {span.value}"
        print(
            f"slowest: {slowest}: p99 {worst:.2f} ms, {worst / least:.0f} times the floor; at most {LIMIT:.0f} ms are allowed"
        )
        return 0 if worst <= LIMIT else 1
    finally:
        await store.close()


async def pages(
    store: Store, chance: random.Random, persons: int, newest: int, *, scope: Scope, span: Span
) -> list[tuple[float, float]]:
    """Pages anywhere on the boards, in half of the cases as of some hundred results ago."""
    period = Period.of(span, NOW)
    place = Place("chat", 1)
    first = await store.ask(standings.page, place, scope, period, Metric.RATING, own=1)
    last = pages_of(first.total) - 1

    async def page() -> None:
        as_of = newest - chance.randint(1, 1000) if chance.random() < 0.5 else None
        await store.ask(
            standings.page,
            place,
            scope,
            period,
            chance.choice(list(Metric)),
            own=chance.randint(1, persons),
            number=chance.choice((0, last, chance.randint(0, last))),
            as_of=as_of,
        )

    return await timed(page)


async def timed(work: Callable[[], Awaitable[None]]) -> list[tuple[float, float]]:
    """How long each of many calls took, in milliseconds: by the clock, and of the processor in all threads."""
    taken: list[tuple[float, float]] = []
    for _ in range(PAGES // 6):
        begun, worked = time.perf_counter(), time.process_time()
        await work()
        taken.append(((time.perf_counter() - begun) * 1000, (time.process_time() - worked) * 1000))
    return taken


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(int(len(times) * share), len(times) - 1)]


def report(what: str, times: list[tuple[float, float]]) -> float:
    """Print both; returns the p99 of the processor's time, which other programs on the machine do not lengthen."""
    passed, worked = [list(column) for column in zip(*times, strict=True)]
    p99 = percentile(worked, 0.99)
    print(
        f"{what:26} processor p50 {percentile(worked, 0.5):6.2f} p99 {p99:6.2f} ms,"
        f" clock p50 {percentile(passed, 0.5):6.2f} p99 {percentile(passed, 0.99):6.2f} ms"
    )
    return p99


if __name__ == "__main__":
    sys.exit(main())
