"""What a day may bring (rules 5.5): rubles per person, rated games between the same two; of accounts, also when they are forgotten."""

import hmac
import json
import secrets
import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from bot.model.limits import CAP, DAY_RUBLES
from bot.model.rows import Change, Credited, Status
from bot.ports.requests import Account
from bot.store.values import stored_time
from engine.games import GAMES

_KEY_BYTES = 32
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAY = timedelta(days=1)

# All persons that the account of one was on that day: itself, unless somebody was forgotten.
_OWN = """
own (id) AS (
    SELECT :person
    UNION
    SELECT kin.person_id FROM day_accounts AS it
    JOIN day_accounts AS kin ON kin.day = it.day AND kin.account = it.account
    WHERE it.day = :day AND it.person_id = :person
)
"""

# Open-ended games are left out: nobody wins of another person there. The status is asked for twice for the index of open tables.
_PAIRS = f"""
WITH {_OWN},
met (other, code) AS (
    SELECT other_id, table_code FROM encounters
    WHERE person_id IN (SELECT id FROM own) AND at >= :from AND at < :until
    UNION
    SELECT b.person_id, tables.code
    FROM tables
    JOIN seats AS a ON a.table_code = tables.code AND a.person_id IN (SELECT id FROM own)
    JOIN seats AS b ON b.table_code = tables.code
    WHERE tables.status IN ('application', 'playing') AND tables.status = 'playing'
        AND tables.game IN (SELECT value FROM json_each(:games)) AND json_extract(tables.options, '$.rated')
)
SELECT coalesce(kin.person_id, met.other) AS other, count(DISTINCT met.code) AS games
FROM met
LEFT JOIN day_accounts AS it ON it.day = :day AND it.person_id = met.other
LEFT JOIN day_accounts AS kin ON kin.day = it.day AND kin.account = it.account
WHERE met.other NOT IN (SELECT id FROM own)
GROUP BY 1
"""  # noqa: S608 - texts of ours

_RUBLES = f"""
WITH {_OWN}
SELECT coalesce(sum(counted.rubles), 0) AS had
FROM counted JOIN tables ON tables.code = counted.table_code
WHERE counted.person_id IN (SELECT id FROM own) AND tables.game IN (SELECT value FROM json_each(:games))
    AND counted.at >= :from AND counted.at < :until
"""  # noqa: S608 - texts of ours

# A game counts for every two who were dealt a card in it: all seats of one that has begun, since all have chips then.
_MET = """
INSERT INTO encounters (person_id, at, other_id, table_code)
SELECT DISTINCT a.person_id, :at, b.person_id, :code
FROM seats AS a JOIN seats AS b ON b.table_code = a.table_code AND b.person_id <> a.person_id
WHERE a.table_code = :code AND (
    EXISTS (SELECT 1 FROM results WHERE table_code = :code AND games > 0)
    OR EXISTS (
        SELECT 1 FROM seats JOIN ledger
            ON ledger.person_id = seats.person_id AND ledger.currency = 'rubles' AND ledger.source = 'stake'
            AND ledger.source_id > :code || ':' AND ledger.source_id < :code || ';'
        WHERE seats.table_code = :code GROUP BY seats.person_id HAVING sum(ledger.amount) <> 0
    )
)
"""


def _number(moment: datetime) -> int:
    """A UTC day, counted from 1970-01-01."""
    return (moment.astimezone(UTC) - _EPOCH) // _DAY


def _of_day(person: int, moment: datetime, games: Iterable[str]) -> dict[str, int | str]:
    """What a question about a person's day asks with; of these games alone."""
    start = _EPOCH + _number(moment) * _DAY
    return {
        "person": person,
        "day": _number(moment),
        "from": stored_time(start),
        "until": stored_time(start + _DAY),
        "games": json.dumps(list(games)),
    }


def rubles_left(db: sqlite3.Connection, person: int, at: datetime) -> int:
    """How many hundredths of a ruble that UTC day may still bring the person from games where none are staked."""
    asked = _of_day(person, at, (name for name, rules in GAMES.items() if not rules.staked))
    return max(0, DAY_RUBLES - int(db.execute(_RUBLES, asked).fetchone()["had"]))


def pair_games(db: sqlite3.Connection, person: int, at: datetime) -> dict[int, int]:
    """With whom the person has how many rated games that UTC day: those that ended, however, and those running now.

    One that ended without any result and without a ruble moved is none.
    """
    asked = _of_day(person, at, (name for name, rules in GAMES.items() if not rules.open_ended))
    return {int(row["other"]): int(row["games"]) for row in db.execute(_PAIRS, asked)}


def note_encounters(db: sqlite3.Connection, change: Change) -> None:
    """Keep who met whom in a rated game that ends with this change. Call it when its results and stakes are booked."""
    table = change.table
    if table.status not in {Status.FINISHED, Status.VOID} or not table.seq or GAMES[table.game].open_ended:
        return
    if json.loads(table.options).get("rated"):
        db.execute(_MET, {"code": table.code, "at": stored_time(table.ended_at or change.at)})


def credited(db: sqlite3.Connection, code: str) -> dict[int, Credited]:
    """What a finished table has really brought, by seat."""
    rows = db.execute(
        """
        SELECT seat, counted.rating, counted.rubles, persons.rating >= :cap OR persons.rubles >= :cap AS full
        FROM counted JOIN persons ON persons.id = counted.person_id WHERE table_code = :code
        """,
        {"code": code, "cap": CAP},
    )
    return {row["seat"]: Credited(row["rating"], row["rubles"], bool(row["full"])) for row in rows}


# accounts over /forget


def remember(db: sqlite3.Connection, account: Account, person: int, at: datetime) -> None:
    """Keep for the rest of the day that this account, which is about to be cut off, was that person."""
    day = _number(at)
    db.execute(
        "INSERT INTO day_keys (day, key) VALUES (?, ?) ON CONFLICT (day) DO NOTHING",
        (day, secrets.token_bytes(_KEY_BYTES)),
    )
    db.execute(
        "INSERT INTO day_accounts (day, account, person_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (day, _hash(db, account, day), person),
    )


def recognize(db: sqlite3.Connection, account: Account, person: int, at: datetime) -> None:
    """Keep that a new person is an account that was forgotten earlier that day, if it was."""
    day = _number(at)
    hashed = _hash(db, account, day)
    if hashed is not None:
        db.execute(
            """
            INSERT INTO day_accounts (day, account, person_id)
            SELECT :day, :account, :person WHERE EXISTS (SELECT 1 FROM day_accounts WHERE day = :day AND account = :account)
            """,
            {"day": day, "account": hashed, "person": person},
        )


def _hash(db: sqlite3.Connection, account: Account, day: int) -> bytes | None:
    """The account under the key of that day; None if nobody was forgotten on it."""
    row = db.execute("SELECT key FROM day_keys WHERE day = ?", (day,)).fetchone()
    if row is None:
        return None
    return hmac.digest(row["key"], f"{account.platform}:{account.user_id}".encode(), "sha256")


def drop_before(db: sqlite3.Connection, moment: datetime) -> None:
    """Delete the keys of the days before the one of `moment`, what they hashed, and encounters that no limit looks at."""
    db.execute("DELETE FROM day_keys WHERE day < ?", (_number(moment),))
    db.execute("DELETE FROM encounters WHERE at < ?", (stored_time(moment - 2 * _DAY),))
