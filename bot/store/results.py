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
    code = change.table.code
    for result in change.results:
        values = columns(result, _COLUMNS) | {"table_code": code, "person_id": result.person}
        db.execute(insertion("results", values), values)
        if result.rounds and result.units is not None:
            _book_units(db, change, result, result.units)
        booked = {Currency.RATING: 0, Currency.RUBLES: 0}
        rubles = result.rubles
        if not GAMES[change.table.game].staked:  # rules 5.5; the rating counts on
            rubles = min(rubles, limits.rubles_left(db, result.person, change.table.ended_at or change.at))
        if change.table.stake:
            booked[Currency.RUBLES], rubles = rubles, 0
        for currency, amount in ((Currency.RATING, result.rating), (Currency.RUBLES, rubles)):
            if amount:
                booked[currency] = ledger.book(
                    db,
                    result.person,
                    currency,
                    amount,
                    source="table",
                    source_id=f"{code}:{result.seat}",
                    reason="result",
                    at=change.at,
                )
        counted = db.execute(
            "UPDATE persons SET games = games + ?, wins = wins + ? WHERE id = ?",
            (result.games, result.wins, result.person),
        ).rowcount
        if counted != 1:
            raise StoreFailed(f"no person {result.person} to count for")
        standings.count(
            db,
            change.table,
            result,
            change.table.ended_at or change.at,
            rating=booked[Currency.RATING],
            rubles=booked[Currency.RUBLES],
        )


def _book_units(db: sqlite3.Connection, change: Change, result: ResultRow, units: int) -> None:
    """Book half units: apart from rubles, rating, games and wins for ever (rules 4.13)."""
    if units:
        units = ledger.book(
            db,
            result.person,
            Currency.UNITS,
            units,
            source="table",
            source_id=f"{change.table.code}:{result.seat}",
            reason="result",
            at=change.at,
        )
    db.execute("UPDATE persons SET rounds = rounds + ? WHERE id = ?", (result.rounds, result.person))
    standings.count_rounds(db, change.table, result, change.table.ended_at or change.at, units=units)


def of_table(db: sqlite3.Connection, code: str) -> list[ResultRow]:
    """The results of a table, by seat."""
    rows = db.execute("SELECT * FROM results WHERE table_code = ? ORDER BY seat", (code,))
    return [read_row(ResultRow, row, person=row["person_id"]) for row in rows]
