"""Rubles at tables: every save of a table brings what lies there to what its row says (rules 3.1, 3.13, 5.6).

While a table waits or runs, each of its seats holds the stake until its result is booked: then its stack comes home, that
of a leaver at once, those of the others at the end. When the table is closed before its start all comes home as it went;
when it is stopped each of the others is paid the stack that its row says.
"""

import sqlite3

from bot.model.errors import NotEnough, Overdrawn, WalletFull
from bot.model.limits import CAP
from bot.model.rows import Change, Movement, Status, Wallet
from bot.store import ledger
from bot.store.ledger import Currency
from bot.store.values import read_row

#: The source of the ledger rows, and their reasons. The values are stored.
SOURCE = "stake"
BUY_IN, RETURN, CASH_OUT = "buy_in", "return", "cash_out"

#: The stacks of all seats of a table at most: what one of them may take home.
_MOST_STACKS = 6


def check(change: Change) -> None:
    """Refuse results and stacks of a staked table that would make or lose a ruble, before anything is written.

    Raises:
        ValueError: the stacks are not those of the seats or do not add up to their stakes, a result is not that of its
            stack or of its seat, or the game has ended with a seat that has none.
    """
    table = change.table
    if not table.stake:
        return
    stacks, seats = table.stacks, table.seats
    if table.status is Status.FINISHED and not all(seat.settled for seat in seats):
        raise ValueError(f"table {table.code}: a seat is left without its result")
    if stacks is None:
        if change.results:
            raise ValueError(f"table {table.code}: results without stacks")
        return
    if len(stacks) != len(seats) or min(stacks) < 0 or sum(stacks) != table.stake * len(seats):
        raise ValueError(f"table {table.code}: the stacks make or lose rubles")
    for result in change.results:
        seat = seats[result.seat] if 0 <= result.seat < len(seats) else None
        if seat is None or seat.person != result.person or not seat.settled:
            raise ValueError(f"table {table.code}: seat {result.seat} has no such result")
        if table.stake + result.rubles != stacks[result.seat]:
            raise ValueError(f"table {table.code}: the result of seat {result.seat} is not its stack")


def settle(db: sqlite3.Connection, change: Change) -> None:
    """Move the rubles that this step of a table moves, each movement with its ledger row.

    Raises:
        NotEnough: a wallet does not hold the stake.
        WalletFull: it could not hold what may come home.
    """
    table = change.table
    rows = db.execute(
        "SELECT person_id, held FROM escrow WHERE table_code = ? AND held > 0", (table.code,)
    ).fetchall()
    held = {int(row["person_id"]): int(row["held"]) for row in rows}
    for result in change.results if table.stake else ():
        stake = held.pop(result.person)
        _move(db, change, result.person, held=-stake, wallet=stake + result.rubles, reason=CASH_OUT)
    playing = table.status in {Status.LOBBY, Status.PLAYING}
    unsettled = [seat.person for seat in table.seats if not seat.settled]
    wanted = dict.fromkeys(unsettled, table.stake) if playing else {}
    stacks: dict[int, int] = {}
    if not playing and table.stacks is not None:
        stacks = {seat.person: stack for seat, stack in zip(table.seats, table.stacks, strict=True)}
    for person in sorted(held | wanted):
        more = wanted.get(person, 0) - held.get(person, 0)
        if more < 0:
            _move(db, change, person, held=more, wallet=stacks.get(person, -more), reason=RETURN)
        elif more > 0:
            _move(db, change, person, held=more, wallet=-more, reason=BUY_IN)
            if ledger.balance(db, person, Currency.RUBLES) > CAP - _MOST_STACKS * table.stake:
                raise WalletFull(table.stake, CAP)


def _move(
    db: sqlite3.Connection, change: Change, person: int, *, held: int, wallet: int, reason: str
) -> None:
    """Change what lies at the table by `held` and what the wallet holds by `wallet`, both in hundredths."""
    code = change.table.code
    number = db.execute(
        """
        INSERT INTO escrow (table_code, person_id, held, movements) VALUES (:code, :person, max(0, :held), 1)
        ON CONFLICT (table_code, person_id) DO UPDATE SET held = held + :held, movements = movements + 1
        RETURNING movements
        """,
        {"code": code, "person": person, "held": held},
    ).fetchone()["movements"]
    try:
        ledger.book(
            db,
            person,
            Currency.RUBLES,
            wallet,
            source=SOURCE,
            source_id=f"{code}:{number}",
            reason=reason,
            at=change.at,
        )
    except Overdrawn as error:  # what lies at this table already counts as there
        raise NotEnough(change.table.stake, error.balance + change.table.stake + wallet) from None


def wallet_of(db: sqlite3.Connection, person_id: int, newest: int = 10) -> Wallet:
    """What a person holds, what lies at tables, and the newest movements, the newest first."""
    row = db.execute(
        """
        SELECT rubles, (SELECT coalesce(sum(held), 0) FROM escrow WHERE person_id = :person) AS held
        FROM persons WHERE id = :person
        """,
        {"person": person_id},
    ).fetchone()
    rows = db.execute(
        """
        SELECT amount, source, source_id, reason, at FROM ledger
        WHERE person_id = ? AND currency = 'rubles' ORDER BY id DESC LIMIT ?
        """,
        (person_id, newest),
    )
    movements = tuple(read_row(Movement, moved) for moved in rows)
    return Wallet(int(row["rubles"]), int(row["held"]), movements) if row else Wallet(0, 0, ())


def balances(db: sqlite3.Connection, code: str) -> dict[int, int]:
    """What each wallet held (hundredths) when its stack had come home from a finished table, by seat."""
    rows = db.execute(
        """
        SELECT
            seats.position,
            (
                SELECT sum(earlier.amount) FROM ledger AS earlier
                WHERE earlier.person_id = home.person_id AND earlier.currency = 'rubles' AND earlier.id <= home.id
            ) AS balance
        FROM seats
        JOIN escrow ON escrow.table_code = seats.table_code AND escrow.person_id = seats.person_id
        JOIN ledger AS home
            ON home.person_id = seats.person_id AND home.currency = 'rubles' AND home.source = 'stake'
            AND home.source_id = seats.table_code || ':' || escrow.movements AND home.reason = 'cash_out'
        WHERE seats.table_code = ?
        """,
        (code,),
    )
    return {int(row["position"]): int(row["balance"]) for row in rows}
