"""One evening as somebody sees it who follows what is stored and reckons for himself what had to come of it."""

import random
import secrets
import sqlite3
import sys
from collections import deque
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import structlog
from oracles import ORACLES
from reckoning import Course
from unreliable import Chat, FullDisk
from world import GROUP, World

from bot.cli.logs import set_up_logs
from bot.ports.requests import Place
from bot.screens.hands import phase_of
from bot.store import tables as stored_tables
from bot.store.values import read_time
from engine.game import Verb

PEOPLE = {"Anna": 5, "Boris": 40, "Vera": 12, "Gleb": 80, "Dora": 30, "Emil": 5}
PLACES = (GROUP, Place("chat", -1001557912345), Place("chat", GROUP.chat_id, thread=17))
RUBLES = 300
#: A board that arrives so soon after its turn began is in time.
IN_TIME = 2.0
#: Waiting for a screen or a line moves a deadline by this much at most (rules 5.4).
LONGEST_WAIT = 300.0


@dataclass
class Turn:
    """Whose time runs, since when it was told and able to move; `served` is what the program may count from."""

    what: tuple[object, ...]
    phase: tuple[str, int, str]
    begun: float
    served: float


@dataclass
class Kept:
    """A press whose answer was given: what a second delivery of it may not do again."""

    name: str
    key: str
    place: Place
    press_id: str


@dataclass
class Ballot:
    """Who has agreed to stop a table, as answered."""

    agreed: set[int] = field(default_factory=set)


class Witness:
    """Follows one seeded evening: every table, everybody's time, all that is stored."""

    def __init__(self, path: Path, seed: int) -> None:
        self.seed = seed
        self.chance = random.Random(seed)
        self.world = World(path)
        self.people = list(PEOPLE)[: self.chance.choice([3, 4, 6])]
        self.places = list(PLACES)
        self.chat = Chat(self.world)
        self.world.chat = self.chat
        self.story: deque[str] = deque(maxlen=40)
        self.steps = 0
        self.faults: list[str] = []
        self.courses: dict[str, Course] = {}
        self.status: dict[str, tuple[str, str]] = {}
        self.turns: dict[str, Turn] = {}
        self.ballots: dict[str, Ballot] = {}
        self.voided_by_admin: set[str] = set()
        self.gone: set[str] = set()
        self.unfoldable: set[str] = set()
        self.troubles = [0.0]
        self.lines: list[tuple[float, float]] = []  # from when to when no press could come
        self.endowed: dict[int, int] = {}
        self.account_of: dict[int, str] = {}
        self.asked: deque[Kept] = deque(maxlen=12)
        self.log = FullDisk()
        self.hit = False  # a save has really failed
        self.failing = False
        self.days_mixed = False
        self.counts: dict[str, int] = {}
        self.kills = 0
        self.pressed: dict[tuple[str, str], float] = {}
        self.judged: set[str] = set()
        self.judging: sqlite3.Connection | None = None

    # life

    async def __aenter__(self) -> Self:
        self._structlog = structlog.get_config()
        # What the program draws by itself follows from the seed too, so that an evening can be had again.
        self._drawn = secrets.token_bytes, secrets.choice
        secrets.token_bytes, secrets.choice = (
            random.Random(self.seed).randbytes,
            random.Random(self.seed).choice,
        )
        stderr, sys.stderr = sys.stderr, self.log
        try:
            set_up_logs()
        finally:
            sys.stderr = stderr
        await self.world.start()
        for name, appearance in PEOPLE.items():
            await self.world.command(name, "/help")
            self.sql("UPDATE persons SET appearance = ? WHERE name = ?", appearance, name)
        self.endow()
        await self.world.restart()  # what persons look like is kept in memory too
        self.look()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.log.full = False
        try:
            await self.world.stop()
        finally:
            structlog.configure(**self._structlog)
            secrets.token_bytes, secrets.choice = self._drawn

    def connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.world.path, isolation_level=None, timeout=5)
        db.row_factory = sqlite3.Row
        return db

    def sql(self, statement: str, *values: object) -> list[sqlite3.Row]:
        db = self.judging or self.connect()
        try:
            return db.execute(statement, values).fetchall()
        finally:
            if db is not self.judging:
                db.close()

    def now(self) -> float:
        return self.world.clock.monotonic()

    def endow(self) -> None:
        """Whoever is new has won something some time ago."""
        for row in self.sql("SELECT person_id, user_id FROM accounts WHERE platform = 'chat'"):
            person = row["person_id"]
            name = next((n for n, a in self.world.accounts.items() if a.user_id == row["user_id"]), "")
            self.account_of[person] = name
            if person in self.endowed or name not in PEOPLE:
                continue
            self.endowed[person] = RUBLES * 100
            self.sql("UPDATE persons SET rubles = rubles + ? WHERE id = ?", RUBLES * 100, person)
            self.sql(
                "INSERT INTO ledger (person_id, currency, amount, source, source_id, reason, at) "
                "VALUES (?, 'rubles', ?, 'gift', ?, 'test', 0)",
                person,
                RUBLES * 100,
                f"gift {person}",
            )

    # looking

    def complain(self, sentence: str) -> None:
        self.faults.append(sentence)

    def moment(self, at: int) -> float:
        """A stored moment on the clock that nobody can set."""
        return self.world.clock.at(read_time(at))

    def look(self) -> None:
        """Follow what has been stored since the last look."""
        with closing(self.connect()) as db:
            db.execute("BEGIN")
            for row in db.execute("SELECT code, status, note, seq FROM tables").fetchall():
                code = row["code"]
                if row["seq"] and code not in self.courses:
                    table = stored_tables.get(db, code)
                    assert table is not None
                    self.courses[code] = Course(table)
                course = self.courses.get(code)
                if course is not None and course.seq < row["seq"]:
                    for move in db.execute(
                        "SELECT text, at, person_id FROM moves WHERE table_code = ? AND seq > ? ORDER BY seq",
                        (code, course.seq),
                    ).fetchall():
                        self.follow(code, course, move["text"], self.moment(move["at"]), move["person_id"])
                self.status[code] = (row["status"], row["note"])

    def follow(self, code: str, course: Course, text: str, at: float, person: int | None) -> None:
        before, turn = course.view.to_move, self.turns.get(code)
        moved = set(course.moved) if not (course.row.link and course.row.link.number) else None
        seat, move = course.follow(text)
        self.counts[move.verb.value] = self.counts.get(move.verb.value, 0) + 1
        if seat is not None and person is None and course.row.seats[seat].account.platform == "chat":
            by_clock = move.verb in {Verb.TIMEOUT, Verb.LEAVE}
            if by_clock and seat == before and turn is not None and code not in self.gone:
                self.served(code, course, turn, at, seat=seat, moved=moved, text=text)
        if course.turn != (turn and turn.what) or (seat is not None and seat == before):
            view = course.view
            key = (code, view.deal, phase_of(view))
            self.turns[code] = Turn(course.turn, key, at, at)

    def served(
        self,
        code: str,
        course: Course,
        turn: Turn,
        at: float,
        *,
        seat: int,
        moved: set[int] | None,
        text: str,
    ) -> None:
        """No `timeout` comes before its served time (rules 5.4)."""
        seconds = course.options.seconds
        full = float(seconds)
        if moved is not None and seat not in moved:
            full = seconds * 6 if seconds < 15 else max(seconds, 90)
        trouble = max(moment for moment in self.troubles if moment <= at)
        least = max(turn.served, trouble) + full
        latest = max(turn.served, trouble) + full + LONGEST_WAIT
        for down, up in self.lines:
            if up - down > 3 and trouble <= up and turn.begun <= up <= at:
                least = max(least, min(up + full, latest))
        if not self.chat.line:
            least = max(least, latest)
        arrived = self.chat.arrived.get(turn.phase)
        if arrived is None:
            least = max(least, turn.begun + full + LONGEST_WAIT)
        elif arrived > turn.begun + IN_TIME:
            least = max(least, min(arrived + full, turn.begun + full + LONGEST_WAIT))
        if at < least - 0.01:
            told = "never" if arrived is None else f"{arrived - turn.begun:.1f} s after it"
            self.complain(
                f"{course.game} {code}: `{text}` {at - turn.begun:.1f} s after the turn of seat {seat} began, "
                f"{least - at:.1f} s too early (full time {full:.0f} s, its board came {told}, "
                f"last trouble ended {at - trouble:.1f} s before)"
            )

    def disturbed(self) -> None:
        """A trouble of the program is over now: every move has its full time from here (rules 5.4)."""
        self.troubles.append(self.now())

    # telling

    def tell(self, line: str) -> None:
        self.story.append(f"{self.steps}: {line}")

    def person(self, name: str) -> int:
        rows = self.sql(
            "SELECT person_id FROM accounts WHERE platform = 'chat' AND user_id = ?",
            self.world.account(name).user_id,
        )
        return int(rows[0]["person_id"]) if rows else 0

    def made(self, name: str) -> int:
        """How many moves that person has made in all."""
        rows = self.sql("SELECT count(*) AS n FROM moves WHERE person_id = ?", self.person(name))
        return int(rows[0]["n"])

    async def turn(self, seconds: float) -> None:
        await self.world.turn(seconds)

    async def pass_time(self, seconds: float) -> None:
        self.tell(f"{seconds} s pass")
        await self.turn(seconds)

    def judge(self) -> None:
        """Let every oracle look."""
        with closing(self.connect()) as self.judging:  # opening is most of a question's time
            for oracle in ORACLES:
                self.faults += oracle(self)
        self.judging = None
        if self.faults:
            told = "\n".join(self.story)
            raise AssertionError(
                f"seed {self.seed}, step {self.steps}:\n"
                + "\n".join(self.faults)
                + f"\n--- before it:\n{told}"
            )
