"""Standings: sums over counted results, and the pages of leaderboards over them."""

import sqlite3
from datetime import datetime, timedelta

from bot.model.rows import ResultRow, TableRow
from bot.model.standings import (
    ROWS,
    Career,
    Evening,
    LastGame,
    Metric,
    Page,
    Period,
    Row,
    Scope,
    Span,
    pages_of,
)
from bot.ports.requests import Place
from bot.store import chats
from bot.store.values import read_time, stored_time

_DAY = 86_400_000_000  # microseconds

_COUNTED = """
INSERT INTO counted (table_code, seat, person_id, chat, at, games, wins, rating, rubles)
VALUES (:code, :seat, :person, :chat, :at, :games, :wins, :rating, :rubles)
"""

# The six sums a result is part of: here and everywhere, in its week, its month and all time.
_SIX_SUMS = """
FROM persons
CROSS JOIN (SELECT 0 AS scope UNION ALL SELECT :chat) AS scopes
CROSS JOIN (SELECT 'all' AS period UNION ALL SELECT :month UNION ALL SELECT :week) AS periods
WHERE persons.id = :person
ON CONFLICT (person_id, scope, period) DO UPDATE SET
"""
_ADD = f"""
INSERT INTO standings (person_id, scope, period, name, games, wins, rating, rubles)
SELECT persons.id, scopes.scope, periods.period, persons.name, :games, :wins, :rating, :rubles
{_SIX_SUMS}
    games = games + excluded.games,
    wins = wins + excluded.wins,
    rating = rating + excluded.rating,
    rubles = rubles + excluded.rubles
"""

_COUNTED_ROUNDS = """
INSERT INTO counted_rounds (table_code, seat, person_id, chat, at, rounds, units)
VALUES (:code, :seat, :person, :chat, :at, :rounds, :units)
"""
_ADD_ROUNDS = f"""
INSERT INTO round_standings (person_id, scope, period, name, rounds, units)
SELECT persons.id, scopes.scope, periods.period, persons.name, :rounds, :units
{_SIX_SUMS}
    rounds = rounds + excluded.rounds,
    units = units + excluded.units
"""

# A page as of a position is what stands now, less what came after it. Only the persons with later games (`late`)
# are reckoned anew; all others come from the index of METRIC in its order, and the two are merged. Whoever had no
# game yet at that position has 0 games there. `mark` is a row of the index that cannot lie beyond the page's
# first: the index alone is walked up to it, which is quick; from there the rows are merged.
_MORE = """
    (SELECT count(*) FROM standings WHERE scope = :scope AND period = :period AND METRIC > LEAST)
    - (SELECT count(*) FROM late WHERE value_now > LEAST)
    + (SELECT count(*) FROM late WHERE value > LEAST AND games > 0)
"""
_PAGE = """
WITH late AS MATERIALIZED (
    SELECT
        now.person_id AS person_id,
        now.METRIC AS value_now,
        now.games AS games_now,
        now.METRIC - later.value AS value,
        now.games - later.games AS games,
        now.name AS name
    FROM (
        SELECT person_id, sum(METRIC) AS value, sum(games) AS games FROM counted NOT INDEXED
        WHERE id > :as_of AND (:scope = 0 OR chat = :scope) AND at >= :since AND at < :until
        GROUP BY person_id
    ) AS later
    CROSS JOIN standings AS now
        ON now.person_id = later.person_id AND now.scope = :scope AND now.period = :period
),
walked AS MATERIALIZED (SELECT max(0, :offset - (SELECT count(*) FROM late)) AS rows),
mark AS MATERIALIZED (
    SELECT METRIC AS value, games, name, person_id FROM standings
    WHERE scope = :scope AND period = :period
    ORDER BY ORDERED LIMIT 1 OFFSET (SELECT rows FROM walked)
),
skipped AS MATERIALIZED (
    SELECT :offset - walked.rows
        + (
            SELECT count(*) FROM late WHERE value_now > mark.value OR value_now = mark.value
                AND (games_now, name, person_id) < (mark.games, mark.name, mark.person_id)
        )
        - (
            SELECT count(*) FROM late WHERE games > 0 AND (value > mark.value OR value = mark.value
                AND (games, name, person_id) < (mark.games, mark.name, mark.person_id))
        ) AS rows
    FROM walked CROSS JOIN mark
),
page AS MATERIALIZED (
    SELECT person_id, METRIC AS value, games, name, 1 AS listed FROM standings
    WHERE scope = :scope AND period = :period AND METRIC <= (SELECT value FROM mark)
        AND (METRIC < (SELECT value FROM mark)
            OR (games, name, person_id) >= (SELECT games, name, person_id FROM mark))
        AND person_id NOT IN (SELECT person_id FROM late)
    UNION ALL
    SELECT person_id, value, games, name, 1 FROM late
    WHERE games > 0 AND (value < (SELECT value FROM mark) OR value = (SELECT value FROM mark)
        AND (games, name, person_id) >= (SELECT games, name, person_id FROM mark))
    ORDER BY ORDERED LIMIT :rows OFFSET (SELECT coalesce(max(rows), 0) FROM skipped)
),
own AS MATERIALIZED (
    SELECT person_id, METRIC AS value, games, name, 0 AS listed FROM standings
    WHERE person_id = :own AND scope = :scope AND period = :period
        AND person_id NOT IN (SELECT person_id FROM late)
    UNION ALL
    SELECT person_id, value, games, name, 0 FROM late WHERE person_id = :own AND games > 0
),
counts AS MATERIALIZED (
    SELECT
        (SELECT count(*) FROM standings WHERE scope = :scope AND period = :period)
            - (SELECT count(*) FROM late WHERE games = 0) AS total,
        MORE_THAN_PAGE AS before_page,
        MORE_THAN_OWN AS before_own
)
SELECT
    shown.person_id AS person_id,
    shown.value AS value,
    shown.games AS games,
    shown.name AS name,
    shown.listed AS listed,
    people.platform = '' AS forgotten,
    counts.total AS total,
    counts.before_page AS before_page,
    counts.before_own AS before_own
FROM (SELECT * FROM page UNION ALL SELECT * FROM own) AS shown
CROSS JOIN counts
JOIN people ON people.id = shown.person_id
ORDER BY listed, ORDERED
"""


def _page_query(metric: Metric) -> str:
    # `games` is the value itself there; naming it twice would hide that the index is in this order.
    ordered = (
        "value DESC, name, person_id" if metric is Metric.GAMES else "value DESC, games, name, person_id"
    )
    query = _PAGE.replace("MORE_THAN_PAGE", _MORE.replace("LEAST", "(SELECT max(value) FROM page)"))
    query = query.replace("MORE_THAN_OWN", _MORE.replace("LEAST", "(SELECT value FROM own)"))
    query = query.replace("ORDERED", ordered).replace("METRIC", metric.value)
    if metric is Metric.UNITS:  # they have tables of their own, and rounds in place of games
        query = query.replace("counted", "counted_rounds").replace("standings", "round_standings")
        query = query.replace("games", "rounds")
    return query


_PAGES = {metric: _page_query(metric) for metric in Metric}


def count(
    db: sqlite3.Connection, table: TableRow, result: ResultRow, at: datetime, *, rating: int, rubles: int
) -> None:
    """Add a counted result to the standings; one that counts no game changes nothing (rules 2.19).

    `rating` and `rubles` are what was really booked, in hundredths; `at` is the end of the game.
    """
    if result.games == 0:
        return
    values = _values(db, table, result, at)
    values |= {"games": result.games, "wins": result.wins, "rating": rating, "rubles": rubles}
    db.execute(_COUNTED, values)
    db.execute(_ADD, values)


def count_rounds(
    db: sqlite3.Connection, table: TableRow, result: ResultRow, at: datetime, *, units: int
) -> None:
    """Add the rounds of a link to the standings of units; `units` is what was really booked, in halves (rules 4.13)."""
    values = _values(db, table, result, at) | {"rounds": result.rounds, "units": units}
    db.execute(_COUNTED_ROUNDS, values)
    db.execute(_ADD_ROUNDS, values)


def _values(
    db: sqlite3.Connection, table: TableRow, result: ResultRow, at: datetime
) -> dict[str, int | str | None]:
    chat = chats.find(db, table.place) or chats.find_or_create(db, table.place, None)
    return {
        "code": table.code,
        "seat": result.seat,
        "person": result.person,
        "chat": chat.id,
        "at": stored_time(at),
        "week": Period.of(Span.WEEK, at).label,
        "month": Period.of(Span.MONTH, at).label,
    }


def position(db: sqlite3.Connection, metric: Metric = Metric.RATING) -> int:
    """The position of the newest counted result of that kind; 0 if there is none."""
    counted = "counted_rounds" if metric is Metric.UNITS else "counted"
    return int(db.execute(f"SELECT coalesce(max(id), 0) FROM {counted}").fetchone()[0])  # noqa: S608 - names of ours


def page(
    db: sqlite3.Connection,
    place: Place,
    scope: Scope,
    period: Period,
    metric: Metric,
    *,
    own: int,
    number: int = 0,
    as_of: int | None = None,
) -> Page:
    """A page of the leaderboard as it stood at a position (None: now); beyond the last page: the last one.

    Pages of one position never share a row and together have every row, whatever is booked meanwhile.
    """
    newest = position(db, metric)
    at = newest if as_of is None else min(as_of, newest)
    chat = chats.find(db, place) if scope is Scope.CHAT else None
    if scope is Scope.CHAT and chat is None:
        return Page(0, (), 0, None, at)
    values = {
        "scope": 0 if chat is None else chat.id,
        "period": period.label,
        "as_of": at,
        "since": -(2**63) if period.since is None else stored_time(period.since),
        "until": 2**63 - 1 if period.until is None else stored_time(period.until),
        "own": own,
        "rows": ROWS,
    }
    found = _read(db, metric, number, values)
    if not found.rows and number > 0:
        # The page has no rows: who has a row of his own brings the total with it, else page 0 does.
        total = found.total or _read(db, metric, 0, values).total
        found = _read(db, metric, pages_of(total) - 1, values)
    return found


def _read(db: sqlite3.Connection, metric: Metric, number: int, values: dict[str, object]) -> Page:
    asked = values | {"offset": number * ROWS}
    rows: list[Row] = []
    own: Row | None = None
    total = 0
    for row in db.execute(_PAGES[metric], asked):
        total = row["total"]
        if not row["listed"]:
            own = _row(row, row["before_own"] + 1)
        elif rows and rows[-1].value == row["value"]:
            rows.append(_row(row, rows[-1].rank))
        else:
            # The first row may share the rank of rows on the page before.
            rows.append(_row(row, number * ROWS + len(rows) + 1 if rows else row["before_page"] + 1))
    return Page(number, tuple(rows), total, own, int(str(values["as_of"])))


def _row(row: sqlite3.Row, rank: int) -> Row:
    # The third column is called games, or rounds.
    return Row(rank, row["person_id"], row["name"], row["value"], row[2], bool(row["forgotten"]))


def drop_old(db: sqlite3.Connection, now: datetime) -> None:
    """Drop the sums of weeks and months before the last ones: nobody can ask for them."""
    for span in (Span.WEEK, Span.MONTH):
        running = Period.of(span, now)
        if running.since is not None:
            last = Period.of(span, running.since - timedelta(days=1))
            between = (span.value[0], last.label)
            db.execute("DELETE FROM standings WHERE period >= ? AND period < ?", between)
            db.execute("DELETE FROM round_standings WHERE period >= ? AND period < ?", between)


def career(db: sqlite3.Connection, person: int, games: int = 5) -> Career:
    """A person's best day and last `games` counted games, the newest first. Of equal days the first is best."""
    best = db.execute(
        """
        SELECT at / :day * :day AS day, sum(rating) AS rating FROM counted WHERE person_id = :person
        GROUP BY 1 HAVING sum(rating) > 0 ORDER BY 2 DESC, 1 LIMIT 1
        """,
        {"person": person, "day": _DAY},
    ).fetchone()
    last = db.execute(
        "SELECT table_code, at, wins, rating FROM counted WHERE person_id = ? ORDER BY id DESC LIMIT ?",
        (person, games),
    )
    return Career(
        best=None if best is None else Evening(read_time(int(best["day"])), best["rating"]),
        last=tuple(
            LastGame(row["table_code"], read_time(int(row["at"])), row["wins"] > 0, row["rating"])
            for row in last
        ),
    )
