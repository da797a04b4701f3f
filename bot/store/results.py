"""Results of finished tables, with what they pay."""

import sqlite3

from bot.model.errors import StoreFailed
from bot.model.limits import CAP
from bot.model.rows import Change, ResultRow
from bot.store import ledger, limits, standings
from bot.store.ledger import Currency
from bot.store.values import columns, insertion, read_row
from engine.games import GAMES

_COLUMNS = ("seat", "games", "wins", "rating", "rubles", "net", "won", "forfeited", "rounds", "units")


def check(change: Change) -> None:
    """Refuse what no game can pay, before anything is written.

    Raises:
        ValueError: an amount below zero (but rubles that were staked) or above the cap, or more wins than games.
    """
    least = -CAP if change.table.stake else 0
    for result in change.results:
        if not (0 <= result.rating <= CAP and least <= result.rubles <= CAP):
            raise ValueError(
                f"seat {result.seat}: rating {result.rating}, rubles {result.rubles} are out of range"
            )
        if result.rounds < 0 or abs(result.units or 0) > CAP:
            raise ValueError(f"seat {result.seat}: {result.units} halves in {result.rounds} rounds")
        if not 0 <= result.wins <= result.games <= 1:
            raise ValueError(f"seat {result.seat}: {result.wins} wins in {result.games} games")


def book(db: sqlite3.Connection, change: Change) -> None:
    """Keep the results of a table, and pay them: ledger, balances, games and wins, standings.

    Rubles that were staked are not paid here: they have come home with the stacks (`bot.store.escrow`).
    """
    at = change.table.ended_at or change.at
    for result in change.results:
        values = columns(result, _COLUMNS) | {"table_code": change.table.code, "person_id": result.person}
        db.execute(insertion("results", values), values)
        if result.rounds and result.units is not None:  # apart from all else for ever (rules 4.13)
            units = _pay(db, change, result, Currency.UNITS, result.units)
            db.execute("UPDATE persons SET rounds = rounds + ? WHERE id = ?", (result.rounds, result.person))
            standings.count_rounds(db, change.table, result, at, units=units)
        payable = result.rubles
        if not GAMES[change.table.game].staked:  # rules 5.5; the rating counts on
            payable = min(payable, limits.rubles_left(db, result.person, at))
        rating = _pay(db, change, result, Currency.RATING, result.rating)
        rubles = payable if change.table.stake else _pay(db, change, result, Currency.RUBLES, payable)
        counted = db.execute(
            "UPDATE persons SET games = games + ?, wins = wins + ? WHERE id = ?",
            (result.games, result.wins, result.person),
        ).rowcount
        if counted != 1:
            raise StoreFailed(f"no person {result.person} to count for")
        standings.count(db, change.table, result, at, rating=rating, rubles=rubles)


def _pay(db: sqlite3.Connection, change: Change, result: ResultRow, currency: Currency, amount: int) -> int:
    """Book what a result brings; what of it was really booked."""
    if not amount:
        return 0
    source_id = f"{change.table.code}:{result.seat}"
    return ledger.book(
        db,
        result.person,
        currency,
        amount,
        source="table",
        source_id=source_id,
        reason="result",
        at=change.at,
    )


def of_table(db: sqlite3.Connection, code: str) -> list[ResultRow]:
    """The results of a table, by seat."""
    rows = db.execute("SELECT * FROM results WHERE table_code = ? ORDER BY seat", (code,))
    return [read_row(ResultRow, row, person=row["person_id"]) for row in rows]
