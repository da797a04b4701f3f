"""What has to be true after each step of an evening, each a function of its own that returns its sentences."""

from contextlib import redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING

from mixed import proved
from reckoning import NOTHING, RUBLE, Due

from bot.cli.audit import audit_command

if TYPE_CHECKING:
    from witness import Witness

#: Rules 5.5, in hundredths of a ruble.
DAY_RUBLES = 50_000
DAY_GAMES = 10
_DAY = 86_400_000_000


def chips_are_kept(evening: "Witness") -> list[str]:
    """Chips never appear or vanish (rules 2.14)."""
    return [
        f"{course.game} {code}: {course.chips()} chips, began with {sum(course.began)}"
        for code, course in evening.courses.items()
        if course.game != "blackjack" and course.chips() != sum(course.began)
    ]


def owed(evening: "Witness", code: str) -> list[Due]:
    """What a table must have brought each of its seats by now; a record of blackjack that cannot be folded any more brings nothing."""
    course = evening.courses[code]
    if code in evening.unfoldable and course.game == "blackjack":
        return [NOTHING for _ in course.persons]
    return course.dues(ended=evening.status[code][0] != "playing")


def dues(evening: "Witness") -> dict[int, Due]:
    """What all tables must have brought each person by now."""
    total: dict[int, Due] = {}
    for code in evening.status:
        course = evening.courses.get(code)
        if course is None:
            continue
        for person, due in zip(course.persons, owed(evening, code), strict=True):
            if due != NOTHING:
                total[person] = total.get(person, NOTHING) + due
    for row in evening.sql(
        "SELECT seats.person_id, tables.stake FROM tables JOIN seats ON seats.table_code = tables.code "
        "WHERE tables.status = 'application' AND tables.stake > 0"
    ):
        total[row["person_id"]] = total.get(row["person_id"], NOTHING) + Due(stake=-int(row["stake"]))
    return total


def everything_lies_where_it_must(evening: "Witness") -> list[str]:
    """Games, wins, rating, rubles, units of every person (rules 2.19–2.23, 3.15, 4.13, 5.6)."""
    want = dues(evening)
    paid = {
        row["person_id"]: int(row["paid"])
        for row in evening.sql(
            "SELECT person_id, sum(amount) AS paid FROM ledger "
            "WHERE currency = 'rubles' AND source = 'table' GROUP BY person_id"
        )
    }
    found = []
    for row in evening.sql("SELECT id, name, games, wins, rating, rubles, units FROM persons"):
        due, person = want.get(row["id"], NOTHING), row["id"]
        wallet = evening.endowed.get(person, 0) + due.stake + paid.get(person, 0)
        must = {
            "games": due.games,
            "wins": due.wins,
            "rating": due.rating,
            "rubles": wallet,
            "units": due.units,
        }
        found += [
            f"person {person} ({row['name']}) has {row[what]} {what}, must have {must[what]}; tables: {where(evening, person)}"
            for what in must
            if row[what] != must[what]
        ]
    return found


def where(evening: "Witness", person: int) -> str:
    """The tables of a person, the last ones, for a message."""
    codes = []
    for code, course in evening.courses.items():
        if person in course.persons and course.options.rated:
            dues = course.dues(ended=evening.status[code][0] != "playing")
            codes.append(f"{course.game} {code} {evening.status[code]} {dues[course.persons.index(person)]}")
    return "; ".join(codes[-3:])


def the_day_has_its_limit(evening: "Witness") -> list[str]:
    """At most 500 rubles of Очко a UTC day and account, all of it up to there (rules 5.5)."""
    if evening.days_mixed:
        return []
    found, had = [], {}
    rows = evening.sql(
        "SELECT id, person_id, amount, source_id, at FROM ledger "
        "WHERE currency = 'rubles' AND source = 'table' ORDER BY id"
    )
    for row in rows:
        code, _, seat = row["source_id"].partition(":")
        course = evening.courses[code]
        due = course.dues(ended=evening.status[code][0] != "playing")[int(seat)]
        day = (evening.account_of.get(row["person_id"], f"#{row['person_id']}"), int(row["at"]) // _DAY)
        left = DAY_RUBLES - had.get(day, 0)
        if row["amount"] != min(due.rubles, left):
            found.append(
                f"{course.game} {row['source_id']} paid {row['amount']} hundredths, won {due.rubles}, "
                f"{left} of the day were left to {day[0]}"
            )
        had[day] = had.get(day, 0) + int(row["amount"])
    return found


def pairs_have_their_limit(evening: "Witness") -> list[str]:
    """Between the same two accounts at most 10 rated games of Очко and Стук begin on a UTC day (rules 5.5)."""
    if evening.days_mixed:
        return []
    rows = evening.sql(
        "SELECT code, started_at, coalesce(ended_at, started_at) AS at, status FROM tables "
        "WHERE game <> 'blackjack' AND seq > 0 ORDER BY started_at"
    )
    found, games = [], {}
    for row in rows:
        course = evening.courses[row["code"]]
        if not course.options.rated or not _counts(evening, row["code"]):
            continue
        names = sorted({evening.account_of.get(person, f"#{person}") for person in course.persons})
        for one in names:
            for other in names:
                if one < other:
                    pair = (one, other, int(row["at"]) // _DAY)
                    games[pair] = games.get(pair, 0) + 1
    for (one, other, day), many in games.items():
        if many > DAY_GAMES:
            found.append(f"{one} and {other} have {many} rated games on day {day}")
    return found


def _counts(evening: "Witness", code: str) -> bool:
    """Whether a game ended, or runs, in a way that counts for a pair: any result, or any ruble moved."""
    course, status = evening.courses[code], evening.status[code][0]
    return status == "playing" or any(due != NOTHING for due in course.dues(ended=True))


def no_ruble_is_made_or_lost(evening: "Witness") -> list[str]:
    """What the ledger has taken to a table is what lies there in stacks, stakes and bank; nothing once it has ended (rules 5.6)."""
    found = []
    for row in evening.sql(
        "SELECT tables.code, -sum(ledger.amount) AS lies FROM tables JOIN ledger ON ledger.source = 'stake' "
        "AND substr(ledger.source_id, 1, 6) = tables.code WHERE tables.status <> 'application' GROUP BY tables.code"
    ):
        code, must = row["code"], 0
        course = evening.courses.get(code)
        if course is not None and evening.status[code][0] == "playing":
            seats = range(len(course.persons))
            must = sum(course.stack(seat) for seat in seats if seat not in course.fixed) * RUBLE
        if row["lies"] != must:
            found.append(
                f"at {evening.status[code]} {code} lie {row['lies']} hundredths by the ledger, must lie {must}"
            )
    return found


def seats_bind_once(evening: "Witness") -> list[str]:
    """Who is bound is bound once, to an open table; what is stored is what is in memory (rules 5.3)."""
    sessions = evening.sessions()
    stored = {
        (r["code"], r["status"], r["seq"])
        for r in evening.sql("SELECT code, status, seq FROM tables WHERE ended_at IS NULL")
    }
    known = {(s.code, s.row.status.value, s.row.seq) for s in sessions}
    found = [f"stored but not so in memory: {one}" for one in stored ^ known]
    bound = {
        (r["person_id"], r["table_code"])
        for r in evening.sql("SELECT person_id, table_code FROM seats WHERE open = 1")
    }
    here = {(seat.person, s.code) for s in sessions for seat in (*s.row.seats, *s.row.coming) if seat.open}
    found += [f"bound in one of memory and store only: {one}" for one in bound ^ here]
    persons = [person for person, _ in bound]
    found += [f"person {person} sits twice" for person in persons if persons.count(person) > 1]
    found += [f"table {s.code} waits for nothing" for s in sessions if s.row.deadline is None]
    return found


def who_is_out_is_free(evening: "Witness") -> list[str]:
    """Who has left or is out is not bound (rules 2.17, 3.14)."""
    return [
        f"{course.game} {code}: seat {seat} is out and still bound"
        for code, course in evening.courses.items()
        if evening.status[code][0] == "playing" and course.game != "blackjack"
        for seat, player in enumerate(course.view.seats)
        if player.standing.value != "playing"
        and evening.sql("SELECT 1 FROM seats WHERE table_code = ? AND position = ? AND open = 1", code, seat)
    ]


def stops_were_agreed(evening: "Witness") -> list[str]:
    """A game without its end was stopped by an admin who does not sit, or by all whose result was open; or the chat is gone (5.6)."""
    found = []
    for code, course in evening.courses.items():
        status, note = evening.status[code]
        if status in {"playing", "application"} or not course.options.rated or code in evening.judged:
            continue
        evening.judged.add(code)
        if course.over or code in evening.voided_by_admin | evening.gone | evening.unfoldable:
            continue
        agreed = evening.ballots.get(code)
        missing = course.open_results() - (agreed.agreed if agreed else set())
        if course.game == "blackjack":
            found.append(f"blackjack {code} ended ({status}, {note}) in the middle of a rated round")
        elif missing:
            found.append(
                f"{course.game} {code} was stopped ({note}) without the word of persons {sorted(missing)}"
            )
    return found


def nothing_failed(evening: "Witness") -> list[str]:
    """The log tells of no fault."""
    found = [f"the log says: {line[:300]}" for line in evening.log.faults()]
    evening.log.lines.clear()
    return found


#: Looked at after each step, what is cheap and what explains most first.
ORACLES = (
    chips_are_kept,
    everything_lies_where_it_must,
    the_day_has_its_limit,
    pairs_have_their_limit,
    no_ruble_is_made_or_lost,
    seats_bind_once,
    who_is_out_is_free,
    stops_were_agreed,
    nothing_failed,
)


def at_the_end(evening: "Witness") -> list[str]:
    """When nobody has acted for hours: no table is open, the audit is content, every proof holds."""
    found = [f"table {s.code} is still open" for s in evening.sessions()]
    said = StringIO()
    with redirect_stdout(said):
        status = audit_command(evening.world.path, True)
    if status:
        found.append(f"audit: {said.getvalue()[:600]}")
    proved(evening.world.path)
    return found
