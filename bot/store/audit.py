"""What has to add up in the database: wallets, stakes at tables, ledger, results, standings, moves (rules 2.14, 3.13, 5.2)."""

import sqlite3
from dataclasses import dataclass

from bot.model.limits import CAP
from engine.training import EQUAL


@dataclass(frozen=True, slots=True)
class Finding:
    """A row that does not add up: the table and key it has, and what is wrong with it."""

    row: str
    what: str

    def __str__(self) -> str:
        return f"{self.row}: {self.what}"


# Whether a ledger row was cut because its balance was full then: what a person has now says nothing of that.
_AT_THE_CAP = f"""
    {{row}}.amount IS NOT NULL AND {CAP} = (
        SELECT abs(sum(earlier.amount)) FROM ledger AS earlier
        WHERE earlier.person_id = {{row}}.person_id AND earlier.currency = {{row}}.currency AND earlier.id <= {{row}}.id
    )
"""  # noqa: S608 - the cap is a number of ours

# What the ledger says of a result, by currency.
_BOOKED = """LEFT JOIN ledger AS {row} ON {row}.person_id = results.person_id AND {row}.currency = '{row}'
        AND {row}.source = 'table' AND {row}.source_id = results.table_code || ':' || results.seat
        AND {row}.reason = 'result'"""

# Each query finds the rows that do not add up: the row's name, what is wrong with it.
_LOOKS = (
    # A balance is the sum of its ledger rows.
    """
    WITH sums AS (
        SELECT
            person_id,
            sum(CASE currency WHEN 'rating' THEN amount ELSE 0 END) AS rating,
            sum(CASE currency WHEN 'rubles' THEN amount ELSE 0 END) AS rubles,
            sum(CASE currency WHEN 'units' THEN amount ELSE 0 END) AS units
        FROM ledger GROUP BY person_id
    )
    SELECT
        'persons ' || id,
        'rating ' || persons.rating || ', rubles ' || persons.rubles || ', units ' || persons.units
            || ' in halves, ledger ' || coalesce(sums.rating, 0) || ', ' || coalesce(sums.rubles, 0)
            || ', ' || coalesce(sums.units, 0)
    FROM persons LEFT JOIN sums ON sums.person_id = persons.id
    WHERE persons.rating <> coalesce(sums.rating, 0) OR persons.rubles <> coalesce(sums.rubles, 0)
        OR persons.units <> coalesce(sums.units, 0)
    """,
    # Games and wins are those of the results.
    """
    WITH sums AS (SELECT person_id, sum(games) AS games, sum(wins) AS wins FROM results GROUP BY person_id)
    SELECT
        'persons ' || id,
        games || ' games and ' || wins || ' wins, results ' || had || ' and ' || won
    FROM (
        SELECT persons.id, persons.games, persons.wins,
            coalesce(sums.games, 0) AS had, coalesce(sums.wins, 0) AS won
        FROM persons LEFT JOIN sums ON sums.person_id = persons.id
    ) WHERE games <> had OR wins <> won
    """,
    # What lies at a table is what its ledger rows took there, each with its number, until it has come home: as the stack
    # of a booked result, or of a game that was stopped; who has neither has got his buy-in back.
    f"""
    WITH moved AS (
        SELECT substr(source_id, 1, instr(source_id, ':') - 1) AS code, person_id,
            -sum(amount) AS held, count(*) AS movements
        FROM ledger WHERE source = 'stake' GROUP BY 1, 2
    )
    SELECT
        'escrow ' || escrow.table_code || ' of person ' || escrow.person_id,
        'holds ' || escrow.held || ' after ' || escrow.movements || ' movements, ledger '
            || coalesce(moved.held, 0) || ' after ' || coalesce(moved.movements, 0)
    FROM escrow
    JOIN tables ON tables.code = escrow.table_code
    LEFT JOIN seats ON seats.table_code = escrow.table_code AND seats.person_id = escrow.person_id
    LEFT JOIN moved ON moved.code = escrow.table_code AND moved.person_id = escrow.person_id
    LEFT JOIN results ON tables.stake > 0
        AND results.table_code = escrow.table_code AND results.person_id = escrow.person_id
    WHERE escrow.movements <> coalesce(moved.movements, 0)
        OR NOT EXISTS (
            SELECT 1 FROM ledger
            WHERE ledger.source = 'stake' AND ledger.person_id = escrow.person_id
                AND ledger.source_id = escrow.table_code || ':' || escrow.movements AND {_AT_THE_CAP.format(row="ledger")}
        ) AND escrow.held <> coalesce(moved.held, 0) + coalesce(
            results.rubles,
            CASE tables.status WHEN 'void' THEN json_extract(tables.stacks, '$[' || seats.position || ']') - tables.stake END,
            0
        )
    UNION ALL
    SELECT 'ledger stake ' || moved.code || ' of person ' || moved.person_id, 'has no row in escrow'
    FROM moved LEFT JOIN escrow ON escrow.table_code = moved.code AND escrow.person_id = moved.person_id
    WHERE escrow.movements IS NULL
    """,  # noqa: S608 - the cap is a number of ours
    # Every seat of an open table whose result is not booked holds the stake; nothing lies anywhere else.
    """
    SELECT
        'escrow ' || escrow.table_code || ' of person ' || escrow.person_id,
        'holds ' || escrow.held || ' at a table that is ' || tables.status || ' with a stake of ' || tables.stake
    FROM escrow
    JOIN tables ON tables.code = escrow.table_code
    LEFT JOIN seats ON seats.table_code = escrow.table_code AND seats.person_id = escrow.person_id
    WHERE escrow.held <> CASE
        WHEN tables.status IN ('application', 'playing') AND seats.settled = 0 THEN tables.stake ELSE 0 END
    UNION ALL
    SELECT 'seats ' || seats.table_code || ':' || seats.position, 'holds no stake'
    FROM tables JOIN seats ON seats.table_code = tables.code
    LEFT JOIN escrow ON escrow.table_code = seats.table_code AND escrow.person_id = seats.person_id
    WHERE tables.status IN ('application', 'playing') AND tables.stake > 0 AND escrow.held IS NULL
    """,
    # Cash-outs and returns equal the buy-ins of every table that has ended (rules 5.6), but for what a full balance cut off.
    f"""
    SELECT 'tables ' || tables.code, 'has paid out ' || moved.amount || ' hundredths more than was brought'
    FROM (
        SELECT substr(source_id, 1, instr(source_id, ':') - 1) AS code, sum(amount) AS amount
        FROM ledger WHERE source = 'stake' GROUP BY 1
    ) AS moved
    JOIN tables ON tables.code = moved.code
    WHERE tables.status IN ('closed', 'finished', 'void') AND moved.amount <> 0 AND NOT EXISTS (
        SELECT 1 FROM ledger
        WHERE ledger.source = 'stake' AND ledger.source_id > moved.code || ':' AND ledger.source_id < moved.code || ';'
            AND {_AT_THE_CAP.format(row="ledger")}
    )
    """,  # noqa: S608 - the cap is a number of ours
    # The stacks of a staked game, its results among them, make and lose nothing.
    """
    SELECT 'tables ' || code, 'its stacks add up to ' || had || ', its stakes to ' || brought
    FROM (
        SELECT tables.code,
            (SELECT sum(value) FROM json_each(tables.stacks)) AS had,
            (SELECT count(*) * tables.stake FROM seats WHERE seats.table_code = tables.code) AS brought
        FROM tables WHERE tables.stacks IS NOT NULL
    ) WHERE had <> brought
    UNION ALL
    SELECT 'tables ' || tables.code, 'its results add up to ' || sum(results.rubles) || ' rubles in hundredths'
    FROM tables JOIN results ON results.table_code = tables.code
    WHERE tables.stake > 0 AND tables.status = 'finished' GROUP BY tables.code HAVING sum(results.rubles) <> 0
    UNION ALL
    SELECT 'results ' || results.table_code || ':' || results.seat,
        'rubles ' || results.rubles || ' for a net of ' || results.net || ' chips'
    FROM tables JOIN results ON results.table_code = tables.code
    WHERE tables.stake > 0 AND (
        results.rubles <> results.net * 100
        OR results.rubles <> json_extract(tables.stacks, '$[' || results.seat || ']') - tables.stake
    )
    """,
    # A seat is settled when it has a result, and has one when it is settled.
    """
    SELECT 'seats ' || seats.table_code || ':' || seats.position,
        CASE seats.settled WHEN 1 THEN 'is settled without a result' ELSE 'has a result and is not settled' END
    FROM seats LEFT JOIN results
        ON results.table_code = seats.table_code AND results.seat = seats.position
    WHERE seats.settled <> (results.seat IS NOT NULL)
    """,
    # A result is booked as it is, rubles up to the day's limit; staked rubles have come home with the stacks.
    f"""
    SELECT
        'results ' || results.table_code || ':' || results.seat,
        'rating ' || results.rating || ' and rubles ' || results.rubles || ', ledger '
            || coalesce(rating.amount, 0) || ' and ' || coalesce(rubles.amount, 0)
    FROM results
    JOIN tables ON tables.code = results.table_code
    {_BOOKED.format(row="rating")}
    {_BOOKED.format(row="rubles")}
    WHERE coalesce(rubles.amount, 0)
            NOT BETWEEN 0 AND CASE WHEN tables.stake > 0 THEN 0 ELSE results.rubles END
        OR (coalesce(rating.amount, 0) <> results.rating AND NOT ({_AT_THE_CAP.format(row="rating")}))
    UNION ALL
    SELECT 'ledger ' || ledger.id, 'books a result of ' || ledger.source_id || ' that is not there'
    FROM ledger LEFT JOIN results
        ON results.table_code = substr(ledger.source_id, 1, instr(ledger.source_id, ':') - 1)
        AND results.seat = CAST(substr(ledger.source_id, instr(ledger.source_id, ':') + 1) AS INTEGER)
        AND results.person_id = ledger.person_id
    WHERE ledger.source = 'table' AND ledger.reason = 'result' AND results.seat IS NULL
    """,  # noqa: S608 - the cap is a number of ours
    # Standings are the sums of what was counted, and that is what was booked.
    """
    WITH sums AS (
        SELECT person_id, sum(games) AS games, sum(wins) AS wins, sum(rating) AS rating, sum(rubles) AS rubles
        FROM counted GROUP BY person_id
    )
    SELECT 'standings of person ' || sums.person_id, 'are not the sums of the counted results'
    FROM sums LEFT JOIN standings
        ON standings.person_id = sums.person_id AND standings.scope = 0 AND standings.period = 'all'
    WHERE (sums.games, sums.wins, sums.rating, sums.rubles)
        IS NOT (standings.games, standings.wins, standings.rating, standings.rubles)
    UNION ALL
    SELECT 'results ' || results.table_code || ':' || results.seat, 'is counted otherwise'
    FROM results LEFT JOIN counted
        ON counted.table_code = results.table_code AND counted.seat = results.seat
    WHERE results.games <> coalesce(counted.games, 0) OR results.wins <> coalesce(counted.wins, 0)
    """,
    # Units that count are what was won, and are booked and counted as that; they never become rubles.
    f"""
    SELECT
        'results ' || results.table_code || ':' || results.seat,
        'units ' || results.units || ' in halves, net ' || results.net || ', ledger ' || coalesce(units.amount, 0)
            || ', counted ' || coalesce(counted_rounds.units, 0)
    FROM results
    {_BOOKED.format(row="units")}
    LEFT JOIN counted_rounds
        ON counted_rounds.table_code = results.table_code AND counted_rounds.seat = results.seat
    WHERE coalesce(results.units, results.net) <> results.net
        OR (coalesce(units.amount, 0) <> coalesce(results.units, 0) AND NOT ({_AT_THE_CAP.format(row="units")}))
        OR coalesce(counted_rounds.units, 0) <> coalesce(units.amount, 0)
        OR coalesce(counted_rounds.rounds, 0) <> CASE WHEN results.units IS NULL THEN 0 ELSE results.rounds END
    """,  # noqa: S608 - the cap is a number of ours
    """
    WITH sums AS (
        SELECT person_id, sum(rounds) AS rounds, sum(units) AS units FROM counted_rounds GROUP BY person_id
    )
    SELECT 'persons ' || persons.id, persons.rounds || ' rounds, counted ' || coalesce(sums.rounds, 0)
    FROM persons LEFT JOIN sums ON sums.person_id = persons.id
    WHERE persons.rounds <> coalesce(sums.rounds, 0)
    UNION ALL
    SELECT 'round_standings of person ' || sums.person_id, 'are not the sums of the counted rounds'
    FROM sums LEFT JOIN round_standings
        ON round_standings.person_id = sums.person_id AND round_standings.scope = 0
        AND round_standings.period = 'all'
    WHERE (sums.rounds, sums.units) IS NOT (round_standings.rounds, round_standings.units)
    """,
    # The moves of a table are as many as it says.
    """
    WITH made AS (SELECT table_code, count(*) AS moves, max(seq) AS last FROM moves GROUP BY table_code)
    SELECT 'tables ' || tables.code, tables.seq || ' moves, stored ' || coalesce(made.moves, 0)
    FROM tables LEFT JOIN made ON made.table_code = tables.code
    WHERE tables.seq <> coalesce(made.moves, 0) OR tables.seq <> coalesce(made.last, 0)
    """,
    # Who leads in training goes by sums over the decisions; one after a hint is no best move.
    f"""
    WITH sums AS (
        SELECT trainings.person_id AS person_id, count(*) AS decisions, sum(NOT decisions.hinted AND decisions.cost <= {EQUAL}) AS best
        FROM decisions JOIN trainings ON trainings.id = decisions.training_id
        GROUP BY 1
    )
    SELECT
        'trainees ' || person_id,
        best || ' best moves of ' || decisions || ', decisions say ' || was_best || ' of ' || were
    FROM (
        SELECT trainees.*, coalesce(sums.decisions, 0) AS were, coalesce(sums.best, 0) AS was_best
        FROM trainees LEFT JOIN sums ON sums.person_id = trainees.person_id
    ) WHERE decisions <> were OR best <> was_best
    UNION ALL
    SELECT 'decisions of person ' || sums.person_id, 'are in no sum'
    FROM sums LEFT JOIN trainees ON trainees.person_id = sums.person_id WHERE trainees.person_id IS NULL
    """,  # noqa: S608 - the bound is a number of ours
)


def findings(db: sqlite3.Connection) -> list[Finding]:
    """The rows that do not add up; none if the database is balanced."""
    return [Finding(*row) for look in _LOOKS for row in db.execute(look)]


def codes(db: sqlite3.Connection, newest: int) -> list[str]:
    """The tables whose records are played once more: all that run, and the newest that have ended with a result.

    Not those that could not be played on: why they were stopped is that their moves lead nowhere.
    """
    rows = db.execute(
        """
        SELECT code FROM tables WHERE status = 'playing'
        UNION ALL
        SELECT code FROM (
            SELECT code FROM tables WHERE seq > 0 AND (
                status = 'finished'
                OR status = 'void' AND note <> 'rules_changed' AND code IN (SELECT table_code FROM results)
            ) ORDER BY ended_at DESC LIMIT ?
        )
        """,
        (newest,),
    )
    return [str(row["code"]) for row in rows]
