"""The ledger: the one way balances change."""

import sqlite3
from datetime import datetime
from enum import StrEnum

from bot.model.errors import Overdrawn, StoreFailed
from bot.model.limits import CAP
from bot.store.values import stored_time


class Currency(StrEnum):
    """What is booked. The values are stored."""

    RATING = "rating"
    RUBLES = "rubles"
    UNITS = "units"  # halves; the one balance that may be below zero (rules 4.13)


def _booking(balance: str, amount: str, least: str) -> tuple[str, str]:
    """The statement that writes what is booked, and the one that adds it to the balance.

    They are for a transaction that holds the write lock from its start.
    """
    return (
        f"""
        INSERT INTO ledger (person_id, currency, amount, source, source_id, reason, at)
        SELECT id, '{balance}', {amount}, :source, :source_id, :reason, :at FROM persons WHERE id = :person
        RETURNING amount
        """,  # noqa: S608 - texts of ours
        f"""
        UPDATE persons SET {balance} = {balance} + :booked
        WHERE id = :person AND {balance} + :booked BETWEEN {least} AND :cap
        """,  # noqa: S608 - texts of ours
    )


_BOOK = {
    Currency.RATING: _booking("rating", "min(:amount, :cap - rating)", "0"),
    Currency.RUBLES: _booking("rubles", "min(:amount, :cap - rubles)", "0"),
    Currency.UNITS: _booking("units", "max(min(:amount, :cap - units), -:cap - units)", "-:cap"),
}


def book(
    db: sqlite3.Connection,
    person: int,
    currency: Currency,
    amount: int,
    *,
    source: str,
    source_id: str,
    reason: str,
    at: datetime,
) -> int:
    """Book `amount` hundredths, or half units (below zero: take them), once for each (person, currency, source, source id, reason).

    Returns what was really booked: a credit that would pass the cap is booked up to the cap.

    Raises:
        StoreFailed: there is no such person.
        Overdrawn: the balance would fall below zero.
        sqlite3.IntegrityError: this was booked before.
    """
    insert, update = _BOOK[currency]
    values = {
        "person": person,
        "amount": amount,
        "cap": CAP,
        "source": source,
        "source_id": source_id,
        "reason": reason,
        "at": stored_time(at),
    }
    row = db.execute(insert, values).fetchone()
    if row is None:
        raise StoreFailed(f"no person {person} to book for")
    booked = int(row["amount"])
    if db.execute(update, {"person": person, "booked": booked, "cap": CAP}).rowcount != 1:
        raise Overdrawn(person, balance(db, person, currency))
    return booked


def balance(db: sqlite3.Connection, person: int, currency: Currency) -> int:
    """What a person has, in hundredths or half units."""
    row = db.execute("SELECT rating, rubles, units FROM persons WHERE id = ?", (person,)).fetchone()
    return int(row[currency.value])
