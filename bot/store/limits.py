"""What a day may bring (rules 5.5): rubles per person, rated games between the same two."""

import sqlite3
from datetime import datetime, timedelta

from bot.store import ledger
from bot.store.rows import Credited
from bot.store.values import stored_time

#: At most so many hundredths of a ruble a UTC day from Очко.
DAY_RUBLES = 50_000

#: At most so many rated games a UTC day between the same two persons, all games together.
DAY_PAIR_GAMES = 10


def _day(moment: datetime) -> dict[str, int]:
    start = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    return {"from": stored_time(start), "until": stored_time(start + timedelta(days=1))}


def rubles_left(db: sqlite3.Connection, person: int, at: datetime) -> int:
    """How many hundredths of a ruble that UTC day may still bring the person from Очко."""
    row = db.execute(
        """
        SELECT coalesce(sum(counted.rubles), 0) AS had
        FROM counted JOIN tables ON tables.code = counted.table_code
        WHERE counted.person_id = :person AND tables.game = 'ochko'
            AND counted.at >= :from AND counted.at < :until
        """,
        {"person": person, **_day(at)},
    ).fetchone()
    return max(0, DAY_RUBLES - int(row["had"]))


def pair_games(db: sqlite3.Connection, person: int, at: datetime) -> dict[int, int]:
    """With whom the person has how many rated games that UTC day: those counted, and those running now."""
    rows = db.execute(
        """
        SELECT other, count(*) AS games FROM (
            SELECT b.person_id AS other
            FROM counted AS a JOIN counted AS b ON b.table_code = a.table_code
            WHERE a.person_id = :person AND b.person_id <> :person AND a.at >= :from AND a.at < :until
            UNION ALL
            SELECT b.person_id
            FROM tables
            JOIN seats AS a ON a.table_code = tables.code AND a.person_id = :person
            JOIN seats AS b ON b.table_code = tables.code AND b.person_id <> :person
            WHERE tables.status = 'playing' AND tables.game <> 'blackjack'
                AND json_extract(tables.options, '$.rated')
        ) GROUP BY other
        """,
        {"person": person, **_day(at)},
    )
    return {int(row["other"]): int(row["games"]) for row in rows}


def credited(db: sqlite3.Connection, code: str) -> dict[int, Credited]:
    """What a finished table has really brought, by seat."""
    rows = db.execute(
        """
        SELECT seat, counted.rating, counted.rubles, persons.rating >= :cap OR persons.rubles >= :cap AS full
        FROM counted JOIN persons ON persons.id = counted.person_id WHERE table_code = :code
        """,
        {"code": code, "cap": ledger.CAP},
    )
    return {row["seat"]: Credited(row["rating"], row["rubles"], bool(row["full"])) for row in rows}
