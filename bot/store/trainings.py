"""Trainings in the store: secrets, hands, moves, decisions, lessons, and what they add up to."""

import sqlite3
from datetime import datetime

from bot.model.course import Hand, Judged, Step, Training
from bot.model.figures import (
    LAST,
    LEAST_DECISIONS,
    LEAST_SITUATIONS,
    Costly,
    Ranked,
    Ranking,
    Summary,
    Trainee,
)
from bot.model.lessons import Lesson
from bot.model.standings import ROWS, pages_of
from bot.store.values import columns, insertion, read_row, read_time, stored_time
from engine.training import EQUAL, Spot

#: Kinds of hands that a summary names.
_LEARN = 3

_DAY = 86_400_000_000  # microseconds

# The number stands in the texts, or SQLite could not use the index of those who have so many.
_RANKED = f"decisions >= {LEAST_DECISIONS} AND situations >= {LEAST_SITUATIONS}"
_COUNTED = f"FROM trainees WHERE {_RANKED}"
_TOTAL = f"SELECT count(*) {_COUNTED}"
_BEFORE = f"SELECT count(*) {_COUNTED} AND share > ?"
_NAMED = f"""
SELECT trainees.*, persons.name AS name FROM trainees CROSS JOIN persons ON persons.id = trainees.person_id
WHERE {_RANKED}
"""  # noqa: S608 - a number of the program's own
_LEADING = f"{_NAMED} ORDER BY share DESC, decisions, name, person_id LIMIT ? OFFSET ?"
_OWN = f"{_NAMED} AND person_id = ?"

Stored = tuple[Training, tuple[Hand, ...], Judged | None]


def running(db: sqlite3.Connection, person: int) -> Stored | None:
    """The training that this person has not ended: its hands since the last decision, that decision."""
    row = db.execute("SELECT * FROM trainings WHERE person_id = ? AND ended_at IS NULL", (person,)).fetchone()
    if row is None:
        return None
    training = read_row(Training, row, person=row["person_id"])
    found = db.execute(
        "SELECT * FROM decisions WHERE training_id = ? ORDER BY hand DESC, turn DESC LIMIT 1", (training.id,)
    ).fetchone()
    last = None if found is None else _judged(found)
    hands = db.execute(
        "SELECT * FROM training_hands WHERE training_id = ? AND number >= ? ORDER BY number",
        (training.id, 1 if last is None else last.hand),
    )
    return training, tuple(_hand(db, hand) for hand in hands.fetchall()), last


def computers(db: sqlite3.Connection, person: int) -> int:
    """How many computers this person's newest training was set to; 0 before the first."""
    row = db.execute(
        "SELECT computers FROM trainings WHERE person_id = ? ORDER BY id DESC LIMIT 1", (person,)
    ).fetchone()
    return 0 if row is None else int(row["computers"])


def _judged(row: sqlite3.Row) -> Judged:
    return read_row(Judged, row, cards=tuple(row["cards"].split(",")))


def _hand(db: sqlite3.Connection, row: sqlite3.Row) -> Hand:
    moves = db.execute(
        "SELECT text, digest FROM training_moves WHERE training_id = ? AND hand = ? ORDER BY seq",
        (row["training_id"], row["number"]),
    )
    made = tuple((move[0], move[1]) for move in moves)
    return read_row(Hand, row, moves=made)


def begin(db: sqlite3.Connection, training: Training, step: Step) -> int:
    """Keep a new training with its first hand; returns its number."""
    made = step.course.training
    added = db.execute(
        "INSERT INTO trainings (person_id, secret, began_at, hand, hinted, computers) VALUES (?, ?, ?, ?, ?, ?)",
        (made.person, made.secret, stored_time(made.began_at), made.hand, made.hinted, made.computers),
    ).lastrowid
    assert added is not None  # noqa: S101 - a row was inserted
    _put_hands(db, added, step, training.began_at)
    return added


def save(db: sqlite3.Connection, step: Step, at: datetime) -> None:
    """Keep what one press has made of a training."""
    training = step.course.training
    db.execute(
        "UPDATE trainings SET hand = ?, hinted = ?, computers = ? WHERE id = ?",
        (training.hand, training.hinted, training.computers, training.id),
    )
    _put_hands(db, training.id, step, at)
    if step.judged is not None:
        _judge(db, training, step.judged)
    if step.lesson is not None:
        lesson = step.lesson
        db.execute(
            """
            INSERT INTO lessons (person_id, spot, up, cards, correct, due_at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (person_id, spot, up) DO UPDATE SET correct = excluded.correct, due_at = excluded.due_at
            """,
            (
                training.person,
                ",".join(lesson.spot.cards),
                lesson.up,
                ",".join(lesson.cards),
                lesson.right,
                stored_time(lesson.due_at),
            ),
        )
    if step.learned is not None:
        db.execute(
            "DELETE FROM lessons WHERE person_id = ? AND spot = ? AND up = ?",
            (training.person, ",".join(step.learned.cards), step.learned.up),
        )


def _put_hands(db: sqlite3.Connection, training: int, step: Step, at: datetime) -> None:
    old = step.old
    for hand in step.hands:
        db.execute(
            """
            INSERT INTO training_hands (training_id, number, given, halves, computers) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (training_id, number) DO UPDATE SET halves = excluded.halves
            """,
            (training, hand.number, hand.given, hand.halves, hand.computers),
        )
        for seq, (text, digest) in enumerate(hand.moves[old:], old + 1):
            db.execute(
                """
                INSERT INTO training_moves (training_id, hand, seq, text, digest, at) VALUES (?, ?, ?, ?, ?, ?)
                """,
                (training, hand.number, seq, text, digest, stored_time(at)),
            )
        old = 0


def _judge(db: sqlite3.Connection, training: Training, judged: Judged) -> None:
    values = columns(judged, ("hand", "turn", "up", "play", "best", "chart", "cost", "hinted"))
    values |= {"training_id": training.id, "cards": ",".join(judged.cards)}
    db.execute(insertion("decisions", values), values)
    db.execute(
        """
        INSERT INTO trainees (person_id, decisions, best, situations) VALUES (?, 1, ?, ?)
        ON CONFLICT (person_id) DO UPDATE SET
            decisions = decisions + 1, best = best + excluded.best, situations = excluded.situations
        """,
        (training.person, _best(judged), _situations(db, training.person)),
    )


def _best(judged: Judged) -> bool:
    """Whether it was the best move, found without help."""
    return not judged.hinted and judged.cost <= EQUAL


def _situations(db: sqlite3.Connection, person: int) -> int:
    """How many different situations the person's last decisions were about."""
    rows = db.execute(
        """
        SELECT decisions.cards, decisions.up FROM decisions JOIN trainings ON trainings.id = decisions.training_id
        WHERE trainings.person_id = ?
        ORDER BY decisions.training_id DESC, decisions.hand DESC, decisions.turn DESC LIMIT ?
        """,
        (person, LAST),
    )
    return len({Spot.of(tuple(row["cards"].split(",")), row["up"]) for row in rows})


def end(db: sqlite3.Connection, training: Training, at: datetime) -> None:
    """Keep that a training has ended."""
    db.execute("UPDATE trainings SET ended_at = ? WHERE id = ?", (stored_time(at), training.id))


def lessons(
    db: sqlite3.Connection, person: int, now: datetime, spot: Spot | None = None
) -> tuple[Lesson | None, Lesson | None]:
    """The lesson of a spot, and another one that has been due the longest."""
    asked = "" if spot is None else ",".join(spot.cards)
    up = "" if spot is None else spot.up
    known = db.execute(
        "SELECT * FROM lessons WHERE person_id = ? AND spot = ? AND up = ?", (person, asked, up)
    ).fetchone()
    due = db.execute(
        """
        SELECT * FROM lessons WHERE person_id = ? AND due_at <= ? AND NOT (spot = ? AND up = ?)
        ORDER BY due_at, spot, up LIMIT 1
        """,
        (person, stored_time(now), asked, up),
    ).fetchone()
    return _lesson(known), _lesson(due)


def _lesson(row: sqlite3.Row | None) -> Lesson | None:
    if row is None:
        return None
    return Lesson(tuple(row["cards"].split(",")), row["up"], read_time(int(row["due_at"])), row["correct"])


def summary(db: sqlite3.Connection, training: Training) -> Summary:
    """What a training has come to."""
    hands = db.execute(
        "SELECT count(halves) AS hands, coalesce(sum(halves), 0) AS halves FROM training_hands WHERE training_id = ?",
        (training.id,),
    ).fetchone()
    counted = db.execute("SELECT * FROM decisions WHERE training_id = ? ORDER BY hand, turn", (training.id,))
    decisions = [_judged(row) for row in counted]
    due = db.execute(
        "SELECT due_at / :day * :day AS day, count(*) AS n FROM lessons WHERE person_id = :person GROUP BY 1 ORDER BY 1",
        {"person": training.person, "day": _DAY},
    )
    return Summary(
        hands=hands["hands"],
        decisions=len(decisions),
        best=sum(map(_best, decisions)),
        lost=sum(judged.cost for judged in decisions),
        halves=hands["halves"],
        learn=_costliest(decisions),
        due=tuple((read_time(int(row["day"])), row["n"]) for row in due),
    )


def _costliest(decisions: list[Judged]) -> tuple[Costly, ...]:
    """The kinds of hands that cost most in all; the play named is the costliest of its kind."""
    kinds: dict[Spot, list[Judged]] = {}
    for judged in decisions:
        if judged.cost > EQUAL:
            kinds.setdefault(judged.spot, []).append(judged)
    found = []
    for spot, judgeds in kinds.items():
        worst = max(judgeds, key=lambda judged: judged.cost)
        cost = sum(judged.cost for judged in judgeds)
        found.append(Costly(spot.cards, spot.up, worst.play, worst.best, cost))
    return tuple(sorted(found, key=lambda costly: -costly.cost)[:_LEARN])


def trainee(db: sqlite3.Connection, person: int) -> Trainee | None:
    """A person's decisions; None if there are none."""
    row = db.execute("SELECT decisions, best FROM trainees WHERE person_id = ?", (person,)).fetchone()
    return None if row is None else Trainee(row["decisions"], row["best"])


def ranking(db: sqlite3.Connection, own: int, number: int) -> Ranking:
    """A page of who leads; beyond the last page: the last one."""
    total: int = db.execute(_TOTAL).fetchone()[0]
    number = min(max(number, 0), pages_of(total) - 1)
    rows: list[Ranked] = []
    share = None
    for place, row in enumerate(db.execute(_LEADING, (ROWS, number * ROWS)).fetchall(), number * ROWS + 1):
        # The first row may share the rank of rows on the page before.
        rank = _rank(db, row) if not rows else rows[-1].rank if row["share"] == share else place
        share = row["share"]
        rows.append(_ranked(row, rank))
    found = db.execute(_OWN, (own,)).fetchone()
    return Ranking(number, tuple(rows), total, None if found is None else _ranked(found, _rank(db, found)))


def _rank(db: sqlite3.Connection, row: sqlite3.Row) -> int:
    before: int = db.execute(_BEFORE, (row["share"],)).fetchone()[0]
    return before + 1


def _ranked(row: sqlite3.Row, rank: int) -> Ranked:
    return Ranked(rank, row["person_id"], row["name"], Trainee(row["decisions"], row["best"]))
