"""Virtual rubles of people before the program starts, and everybody's rubles after it has ended, in a database file."""

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing, redirect_stdout
from io import StringIO
from pathlib import Path

from turned import TurnedClock

from bot.cli.audit import audit_command
from bot.ports.requests import Account
from bot.store import ledger
from bot.store.chatlog import StoredPeople
from bot.store.ledger import Currency
from bot.store.store import Store

RUBLES = 100


async def endowed(database: Path, *accounts: Account, rubles: int = RUBLES) -> None:
    """Let these people of a platform have so many rubles, in a database that nobody has open."""

    async def known(store: Store) -> list[int]:
        return [(await store.person(account)).id for account in accounts]

    await _endow(database, known, rubles)


async def endowed_locals(database: Path, *names: str, rubles: int = RUBLES) -> None:
    """Let the local page have these people, each with so many rubles."""

    async def known(store: Store) -> list[int]:
        people = StoredPeople(store)
        return [(await store.person(await people.add_local(name))).id for name in names]

    await _endow(database, known, rubles)


async def _endow(database: Path, known: Callable[[Store], Awaitable[list[int]]], rubles: int) -> None:
    clock = TurnedClock()
    store = await Store.open(database, clock, wait=0)
    try:
        for person in await known(store):
            await store.write(
                lambda db, person=person: ledger.book(
                    db,
                    person,
                    Currency.RUBLES,
                    rubles * 100,
                    source="gift",
                    source_id=str(person),
                    reason="test",
                    at=clock.now(),
                )
            )
    finally:
        await store.close()


def audited(database: Path) -> None:
    """The audit says that the database is balanced, every record played once more."""
    said = StringIO()
    with redirect_stdout(said):
        status = audit_command(database, True)
    assert (status, said.getvalue()) == (0, "balanced\n")


def rubles(database: Path) -> dict[tuple[str, int], float]:
    """What everybody's wallet holds, by name and by the platform's user id."""
    with closing(sqlite3.connect(database)) as db:
        rows = db.execute(
            "SELECT persons.name, accounts.user_id, persons.rubles FROM persons JOIN accounts ON person_id = persons.id"
        )
        return {(name, user): held / 100 for name, user, held in rows}
