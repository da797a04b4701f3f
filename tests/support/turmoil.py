"""Evenings of all games at once to which everything happens that can: people, disks, lines, clocks, logs, kills.

One seed is one evening. After each step every oracle (`oracles.py`) looks at what is stored; its sentence names what is wrong.
"""

import asyncio
import os
import random
import re
import secrets
import shutil
import sqlite3
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from io import StringIO
from pathlib import Path

import structlog
from evening import name_of, sit_key
from oracles import ORACLES, at_the_end
from reckoning import Course
from world import GROUP, ChatTwin, World

from bot.cli.logs import set_up_logs
from bot.model.phases import phase_of
from bot.ports.channel import PerhapsDelivered, RetryAfter, Unreachable
from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.ports.screens import Answer, Post, Screen
from bot.store import tables as stored_tables
from bot.store.values import read_time
from bot.tables.session import Session
from engine.game import Verb

PEOPLE = {"Anna": 5, "Boris": 40, "Vera": 12, "Gleb": 80, "Dora": 30, "Emil": 5}
PLACES = (GROUP, Place("chat", -1001557912345), Place("chat", GROUP.chat_id, thread=17))
RUBLES = 300
MOVES = {"bet", "hit", "stand", "double", "split", "knock", "deal"}
#: A board that arrives so soon after its turn began is in time.
IN_TIME = 2.0
#: The same button sooner after the answer is a double tap (design 3.4).
TAP = float(os.environ.get("TAP", "0.45"))
WITHOUT = os.environ.get("WITHOUT", "").split()
#: Waiting for a screen or a line moves a deadline by this much at most (rules 5.4; design 3.6).
LONGEST_WAIT = 300.0


class Chat(ChatTwin):
    """A platform that can be out of reach for a while, and tells when a board named a turn for the first time."""

    def __init__(self, world: World) -> None:
        super().__init__(breaks=True)
        self.world = world
        self.line = True
        self.down_until = 0.0
        self.dead = False
        self.doubted = ""
        self.arrived: dict[tuple[str, int, str], float] = {}

    async def send(self, place: Place, post: Post) -> int:
        try:
            number = await super().send(place, post)
        except PerhapsDelivered:
            self._doubt(post.screen)
            raise
        self._note(post.screen)
        return number

    async def edit(self, place: Place, message: int, screen: Screen) -> None:
        try:
            await super().edit(place, message, screen)
        except PerhapsDelivered:
            self._doubt(screen)
            raise
        self._note(screen)

    def _doubt(self, screen: Screen) -> None:
        """Whether it has arrived nobody knows; the second time it probably has."""
        if self.doubted == screen.text:
            self._note(screen)
        self.doubted = screen.text

    def prove(self) -> None:
        super().prove()
        if self.line:
            asyncio.get_running_loop().call_soon(self.world.app.line_alive, self.platform)

    def _fail(self, place: Place) -> None:
        if self.dead or self.world.clock.monotonic() < self.down_until:
            raise Unreachable
        super()._fail(place)

    def _note(self, screen: Screen) -> None:
        for button in (button for row in screen.rows for button in row):
            key = Key.parse(button.key or "")
            if key is not None and key.code is not None and key.verb in MOVES:
                self.arrived.setdefault((key.code, key.deal, key.phase), self.world.clock.monotonic())


_ERROR = re.compile(r"^.{0,60}\b(error|critical)\b", re.IGNORECASE)


class FullDisk(StringIO):
    """Where the log goes; it can be full."""

    def __init__(self) -> None:
        super().__init__()
        self.full = False
        self.lines: list[str] = []

    def write(self, text: str) -> int:
        if self.full:
            raise OSError(28, "No space left on device")
        self.lines.append(text)
        return len(text)

    def flush(self) -> None:
        if self.full:
            raise OSError(28, "No space left on device")

    def faults(self) -> list[str]:
        """The lines that tell of a fault."""
        return [line for line in self.lines if _ERROR.match(line) and "table.unfoldable" not in line]


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


class Turmoil:
    """One seeded evening."""

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

    # life

    async def __aenter__(self) -> "Turmoil":
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

    def sql(self, statement: str, *values: object) -> list[sqlite3.Row]:
        db = sqlite3.connect(self.world.path, isolation_level=None, timeout=5)
        db.row_factory = sqlite3.Row
        try:
            return db.execute(statement, values).fetchall()
        finally:
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
        db = sqlite3.connect(self.world.path, isolation_level=None)
        db.row_factory = sqlite3.Row
        try:
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
        finally:
            db.close()

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

    # asking

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

    async def command(self, name: str, text: str, place: Place, *, admin: bool = False) -> Answer:
        answer = await self.world.command(name, text, place=place, admin=admin)
        self.tell(f"{name} {text} in {place.chat_id}: {answer.accepted} {answer.screen.text[:70]!r}")
        return self.sane(answer)

    async def press(
        self, name: str, key: str, place: Place, *, admin: bool = False, press_id: str | None = None
    ) -> Answer:
        press_id = press_id or self.world.press_id()
        answer = await self.world.press(name, key, place=place, admin=admin, press_id=press_id)
        self.tell(f"{name} presses {key}: {answer.accepted} {answer.screen.text[:70]!r}")
        self.asked.append(Kept(name, key, place, press_id))
        self.pressed[name, key] = self.now()
        return self.sane(answer)

    def sane(self, answer: Answer) -> Answer:
        if not answer.screen.text.strip():
            self.complain("an answer without a word")
        if "Something went wrong" in answer.screen.text:
            self.complain(f"an answer of the last net: {answer.screen.text!r}")
        return answer

    async def move_press(self, name: str, key: str, place: Place, *, press_id: str | None = None) -> Answer:
        """An accepted move key adds its move, a refused one none."""
        pressed = self.pressed.get((name, key))
        if pressed is not None and self.now() < pressed + TAP:
            await self.turn(pressed + TAP - self.now())  # sooner it would be a double tap
        before = self.made(name)
        answer = await self.press(name, key, place, press_id=press_id)
        made = self.made(name) - before
        if made != int(answer.accepted):
            self.complain(
                f"{name} pressed {key}: answered {'accepted' if answer.accepted else 'refused'} "
                f"({answer.screen.text[:60]!r}), moves made: {made}"
            )
        return answer

    # what people do

    def sessions(self) -> list[Session]:
        return self.world.app.tables.open_sessions()

    def playing(self) -> list[Session]:
        return [s for s in self.sessions() if s.playing and s.code in self.courses]

    def choice(self, session: Session) -> tuple[str, str] | None:
        """Who is to move at a table, and a key he may press."""
        course = self.courses[session.code]
        view = course.view
        seat = view.awaited
        if seat is None or course.row.seats[seat].account.platform != "chat":
            return None
        name = course.row.seats[seat].account.name
        if name not in PEOPLE:
            return None
        if view.may_knock:
            return name, self.key(session, self.chance.choice(["knock", "deal"]))
        legal = {move.verb: move for move in course.state.legal()}
        bet = legal.get(Verb.BET)
        if bet is not None and bet.min is not None and bet.max is not None:
            most = bet.max if self.chance.random() < 0.4 else min(bet.max, bet.min + 3)
            return name, self.key(session, "bet", str(self.chance.randint(bet.min, most)))
        verb = self.chance.choice(sorted(verb.value for verb in legal))
        return name, self.key(session, verb)

    def key(self, session: Session, verb: str, argument: str | None = None) -> str:
        view = self.courses[session.code].view
        return str(Key(verb, session.code, view.deal, phase_of(view), argument))

    async def play(self) -> None:
        tables = self.playing()
        chosen = [(session, choice) for session in tables if (choice := self.choice(session)) is not None]
        if len(tables) < 2 and self.chance.random() < 0.5:
            return await self.gather_players()
        if not chosen:
            return await self.pass_time(self.chance.choice([1, 3, 8]))
        session, (name, key) = self.chance.choice(chosen)
        answer = await self.move_press(name, key, session.place)
        roll = self.chance.random()
        if not answer.accepted:
            return None
        self.look()
        if roll < 0.1:  # a double tap: nothing else
            before = self.made(name)
            again = await self.press(name, key, session.place)
            if self.made(name) != before:
                self.complain(f"{name}: a double tap of {key} made another move ({again.screen.text[:50]!r})")
        elif roll < 0.35:  # the same button once more, having seen what came of it
            await self.turn(TAP)
            self.look()
            course = self.courses[session.code]
            legal = {move.verb.value for move in course.state.legal()}
            parsed = Key.parse(key)
            if (
                parsed
                and parsed.verb in {"hit"} & legal
                and key == self.key(session, "hit")
                and (self.choice(session) or ("",))[0] == name
            ):
                second = await self.move_press(name, key, session.place)
                if not second.accepted:
                    self.complain(
                        f"{name}: the second {key} a moment later was refused: {second.screen.text[:60]!r}"
                    )
        if self.chance.random() < 0.7:
            await self.turn(self.chance.choice([0.5, 1, 2, 4]))
        return None

    async def gather_players(self) -> None:
        """Open, sit down, start."""
        waiting = [s for s in self.sessions() if s.waiting]
        bound = {name for name, _ in self.seated()}
        free = [name for name in self.people if name not in bound] or self.people
        name = self.chance.choice(free)
        if not waiting or self.chance.random() < 0.15:
            return await self.open(name)
        session = self.chance.choice(waiting)
        if bound >= set(self.people) or self.chance.random() < 0.3:
            await self.press(name_of(session, 0), str(Key("start", session.code, 0, "a")), session.place)
        else:
            await self.press(name, sit_key(session), session.place)
        return None

    async def open(self, name: str) -> None:
        place = self.chance.choice(self.places)
        game = self.chance.choice(["ochko", "ochko", "stuk", "stuk", "blackjack"])
        words = [game, self.chance.choice(["rated"] * 5 + ["unrated"])]
        words.append(f"timeout={self.chance.choice([15, 15, 30, 60])}")
        match game:
            case "ochko":
                words += [
                    f"seats={self.chance.choice([2, 2, 3, 4])}",
                    f"deals={self.chance.choice([1, 5, 10])}",
                ]
            case "stuk":
                words += [
                    f"seats={self.chance.choice([2, 3, 3, 4])}",
                    f"size={self.chance.choice([10, 10, 20])}",
                ]
            case _:
                words += [f"seats={self.chance.randint(1, 4)}"]
        await self.command(name, "/newtable " + " ".join(words), place)
        if game == "blackjack" and (session := self.world.app.tables.of_person(self.person(name))):
            await self.press(name, str(Key("start", session.code, 0, "a")), session.place)

    def seated(self) -> list[tuple[str, Session]]:
        return [
            (seat.account.name, session)
            for session in self.sessions()
            for seat in (*session.row.seats, *session.row.coming)
            if seat.open and seat.account.name in PEOPLE
        ]

    async def leave(self) -> None:
        if not (seated := self.seated()):
            return
        name, session = self.chance.choice(seated)
        await self.command(name, "/leave", session.place)
        if self.chance.random() < 0.7:
            await self.press(name, str(Key("leave", session.code)), session.place)

    async def stop(self) -> None:
        if not (seated := self.seated()):
            return
        name, session = self.chance.choice(seated)
        admin, boss = self.chance.random() < 0.1, self.chance.random() < 0.12
        if boss:
            name, admin = "Boss", True
        code = session.code
        answer = await self.command(name, f"/stop {code}", session.place, admin=admin)
        if boss and answer.accepted:
            self.voided_by_admin.add(code)
        elif answer.accepted:
            if answer.screen.text.startswith("The other seats are asked"):  # a question of his own
                self.ballots[code] = Ballot()
            self.ballots.setdefault(code, Ballot()).agreed.add(self.person(name))
        if not boss and self.chance.random() < 0.8:
            await self.agree(session)

    async def agree(self, session: Session | None = None) -> None:
        session = session or (self.chance.choice(self.playing()) if self.playing() else None)
        if session is None:
            return
        for seat in session.row.seats:
            name = seat.account.name
            if name not in PEOPLE or self.chance.random() < 0.15:
                continue
            verb = "agree" if self.chance.random() < 0.95 else "playon"
            answer = await self.press(name, str(Key(verb, session.code)), session.place)
            if answer.accepted and verb == "agree":
                self.ballots.setdefault(session.code, Ballot()).agreed.add(self.person(name))

    async def forget(self) -> None:
        name = self.chance.choice(self.people)
        await self.command(name, "/forget", GROUP)
        await self.press(name, str(Key("forget")), GROUP)

    async def again(self) -> None:
        over = [
            code
            for code, (status, _) in self.status.items()
            if status in {"finished", "void"} and code in self.courses
        ]
        if not over:
            return
        code = self.chance.choice(over[-3:])
        course = self.courses[code]
        for seat in course.row.seats:
            if seat.account.name in PEOPLE and self.chance.random() < 0.8:
                await self.press(seat.account.name, str(Key("again", code)), course.row.place)

    async def joins(self) -> None:
        if tables := self.sessions():
            session = self.chance.choice(tables)
            await self.press(self.chance.choice(self.people), sit_key(session), session.place)

    async def redeliver(self) -> None:
        """A press that comes once more does nothing more."""
        if not self.asked:
            return
        kept = self.chance.choice(list(self.asked))
        if self.status_of_key(kept.key) is None or (read := Key.parse(kept.key)) is None:
            return
        if read.verb not in MOVES:
            return
        done = self.sql("SELECT 1 FROM presses WHERE press_id = ?", kept.press_id)
        before = self.made(kept.name)
        answer = await self.press(kept.name, kept.key, kept.place, press_id=kept.press_id)
        if done and self.made(kept.name) != before:
            self.complain(
                f"{kept.name}: {kept.key} was delivered again and made another move: {answer.screen.text[:60]!r}"
            )

    def status_of_key(self, key: str) -> str | None:
        read = Key.parse(key)
        return None if read is None or read.code is None else self.status.get(read.code, (None, ""))[0]

    async def at_once(self) -> None:
        """The same press twice at the same moment, with another table's clock in between."""
        tables = [(s, c) for s in self.playing() if (c := self.choice(s)) is not None]
        if not tables:
            return
        session, (name, key) = self.chance.choice(tables)
        await self.turn(TAP)
        if session.code not in self.courses or self.choice(session) is None:
            return
        before, press_id = self.made(name), self.world.press_id()
        requests = [self.world.request(name, key, place=session.place, press_id=press_id) for _ in range(2)]
        first, second = await asyncio.gather(*(self.world.app.press(request) for request in requests))
        await self.world.settle()
        self.world.app.sent(requests[0].account, press_id)
        self.pressed[name, key] = self.now()
        self.tell(f"{name} presses {key} twice at once: {first.accepted} {second.accepted}")
        made = self.made(name) - before
        if (first.accepted, second.accepted) != (bool(made), bool(made)) or made > 1:
            self.complain(
                f"{name}: {key} delivered twice at once: {first.accepted}, {second.accepted}, {made} moves"
            )

    # what happens

    async def turn(self, seconds: float) -> None:
        await self.world.turn(seconds)

    async def pass_time(self, seconds: float) -> None:
        self.tell(f"{seconds} s pass")
        await self.turn(seconds)

    async def restart(self) -> None:
        down = self.chance.choice([0.0, 0.5, 30, 400])
        self.tell(f"the program stops, {down} s later it starts")
        await self.world.stop()
        self.world.clock.forward(down)
        if self.chance.random() < 0.2:
            self.step_clock(self.chance.choice([-3600, 60]))
        await self.world.start()
        self.ballots.clear()
        self.disturbed()

    async def kill(self) -> None:
        """The program is killed at any instruction of the database; what its disk holds then is all there is."""
        left, self.kills = self.chance.randint(1, 1200), self.kills + 1
        path = self.world.path
        copy = path.with_name(f"killed{self.kills}.db")

        def count() -> int:
            nonlocal left
            left -= 1
            if left == 0:
                for end in ("", "-wal"):
                    shutil.copy(path.with_name(path.name + end), copy.with_name(copy.name + end))
                self.chat.dead = True
            return 0

        database = self.world.store.database
        await database._writer.run(lambda db: db.set_progress_handler(count, 1))
        steps, self.faults = self.faults, []
        await self.anything()
        self.faults = steps  # what was answered after the kill was never answered
        await database._writer.run(lambda db: db.set_progress_handler(None, 0))
        await self.world.settle()
        if not copy.exists():
            self.chat.dead = False
            return
        await self.world.stop()
        for end in ("", "-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)
        for end in ("", "-wal"):
            shutil.move(copy.with_name(copy.name + end), path.with_name(path.name + end))
        self.chat.dead = False
        self.tell("killed")
        self.forget_what_never_was()
        await self.world.start()
        self.ballots.clear()
        self.disturbed()

    def forget_what_never_was(self) -> None:
        """What was read of the program after the moment at which it was killed."""
        stored = {row["code"]: int(row["seq"]) for row in self.sql("SELECT code, seq FROM tables")}
        for code, course in list(self.courses.items()):
            if course.seq > stored.get(code, 0):
                del self.courses[code]
                self.turns.pop(code, None)
        self.status = {code: kept for code, kept in self.status.items() if code in stored}
        (row,) = self.sql("SELECT coalesce(max(id), 0) AS last FROM persons")
        for person in [person for person in self.endowed if person > row["last"]]:
            del self.endowed[person]
            self.account_of.pop(person, None)

    async def stand_still(self) -> None:
        seconds = self.chance.choice([2, 5, 45, 400, 4000])
        self.tell(f"the program stands still for {seconds} s")
        (getattr(self.world.clock, "stand", None) or self.world.clock.forward)(seconds)
        if seconds > 3:
            self.disturbed()
        tables = [(s, c) for s in self.playing() if (c := self.choice(s)) is not None]
        if tables and self.chance.random() < 0.5:  # a press lay in the socket
            session, (name, key) = self.chance.choice(tables)
            await self.move_press(name, key, session.place)
        await self.turn(0)

    async def clock_step(self) -> None:
        seconds = self.chance.choice([-3600, -30, 60, 86400])
        self.tell(f"the wall clock is set by {seconds} s")
        self.step_clock(seconds)
        await self.turn(0)

    def step_clock(self, seconds: float) -> None:
        before = self.world.clock.now().date()
        self.world.clock.step(seconds)
        if self.world.clock.now().date() < before:
            self.days_mixed = True
        self.disturbed()

    async def fail_saves(self) -> None:
        seconds = self.chance.choice([5, 40, 200])
        self.tell(f"saves fail for {seconds} s")
        database = self.world.store.database
        self.hit = False

        def fail() -> int:
            self.hit = True
            return 1

        await database._writer.run(lambda db: db.set_progress_handler(fail, 1))
        for _ in range(3):
            await self.anything()
            await self.turn(seconds / 3)
            self.look()
        await database._writer.run(lambda db: db.set_progress_handler(None, 0))
        if self.hit:
            self.disturbed()
        await self.turn(0)

    async def lose_line(self) -> None:
        """The connection that brings the presses is down: refused, or frozen without a word."""
        seconds, told = self.chance.choice([2, 20, 100, 500]), self.chance.random() < 0.5
        self.tell(f"the line of presses is down for {seconds} s{' and says so' if told else ''}")
        began, self.chat.line = self.now(), False
        if told:
            self.world.app.line_failed(self.chat.platform)
        await self.turn(seconds)
        self.look()
        self.chat.line = True
        if not told and seconds > 3:  # what was overdue is seen by whoever reads the line
            self.world.app.line_failed(self.chat.platform)
        self.lines.append((began, self.now()))
        self.world.app.line_alive(self.chat.platform)
        await self.turn(0)

    def lose_chat(self) -> None:
        seconds = self.chance.choice([5, 30, 120, 900])
        self.tell(f"the chat is out of reach for {seconds} s")
        self.chat.down_until = self.now() + seconds

    def fail_once(self) -> None:
        failure = self.chance.choice([Unreachable(), PerhapsDelivered(), RetryAfter(20)])
        self.tell(f"a call fails: {failure!r}")
        self.chat.failures.append(failure)

    def log_disk(self) -> None:
        self.log.full = not self.log.full
        self.tell(f"the log's disk is {'full' if self.log.full else 'free'}")

    async def chat_gone(self) -> None:
        place = self.chance.choice(self.places)
        self.tell(f"the bot is removed from {place.chat_id}")
        self.gone |= {s.code for s in self.sessions() if s.place.chat == place.chat}
        self.world.app.left(place)
        await self.world.settle()

    async def move_chat(self) -> None:
        """A group becomes a supergroup: its id is another one from now on."""
        place = self.chance.choice(self.places)
        old, new = place.chat_id, place.chat_id - 10_000_000
        self.tell(f"chat {old} is {new} now")
        self.chat.became[old] = new
        if self.chance.random() < 0.5:  # else the next call tells
            self.world.app.moved(place, new)
        self.places = [
            replace(place, chat_id=new) if place.chat_id == old else place for place in self.places
        ]
        await self.turn(0)

    async def change_rules(self) -> None:
        """The program is upgraded, and can no longer fold what was played at a table."""
        if not (tables := self.playing()):
            return
        code = self.chance.choice(tables).code
        self.tell(f"the program stops, another one starts that cannot play {code} on")
        await self.world.stop()
        (kept,) = self.sql(
            "SELECT seq, digest FROM moves WHERE table_code = ? ORDER BY seq DESC LIMIT 1", code
        )
        put = "UPDATE moves SET digest = ? WHERE table_code = ? AND seq = ?"
        self.sql(put, b"12345678", code, kept["seq"])
        self.unfoldable.add(code)
        await self.world.start()
        self.sql(put, kept["digest"], code, kept["seq"])
        self.ballots.clear()
        self.disturbed()

    async def anything(self) -> None:
        await self.chance.choices(
            [self.play, self.gather_players, self.leave, self.stop, self.joins, self.again, self.at_once],
            [60, 15, 4, 4, 4, 3, 3],
        )[0]()

    async def step(self) -> None:
        self.steps += 1
        acts: list[tuple[Callable[[], object], int]] = [
            (self.play, 520),
            (self.gather_players, 150),
            (self.leave, 35),
            (self.stop, 25),
            (self.agree, 8),
            (self.joins, 35),
            (self.again, 30),
            (self.forget, 8),
            (self.redeliver, 20),
            (self.at_once, 20),
            (self.restart, 9),
            (self.kill, 9),
            (self.stand_still, 10),
            (self.clock_step, 10),
            (self.fail_saves, 8),
            (self.lose_chat, 6),
            (self.lose_line, 8),
            (self.fail_once, 15),
            (self.log_disk, 10),
            (self.chat_gone, 2),
            (self.move_chat, 2),
            (self.change_rules, 5),
        ]
        if self.chance.random() < 0.07:
            await self.pass_time(self.chance.choice([1, 8, 20, 45, 95, 200]))
        else:
            acts = [(act, weight) for act, weight in acts if act.__name__ not in WITHOUT]
            act = self.chance.choices([act for act, _ in acts], [weight for _, weight in acts])[0]
            if asyncio.iscoroutine(work := act()):
                await work
        self.endow()
        self.look()
        self.judge()

    def judge(self) -> None:
        """Let every oracle look."""
        for oracle in ORACLES:
            self.faults += oracle(self)
        if self.faults:
            told = "\n".join(self.story)
            raise AssertionError(
                f"seed {self.seed}, step {self.steps}:\n"
                + "\n".join(self.faults)
                + f"\n--- before it:\n{told}"
            )

    async def evening(self, steps: int) -> None:
        for _ in range(steps):
            await self.step()
        await self.over()

    async def over(self) -> None:
        """Nobody acts any more: everything ends by itself, and everything adds up."""
        self.steps += 1
        self.tell("nobody acts any more")
        self.log.full = False
        self.chat.failures.clear()
        await self.turn(4 * 3600)
        self.look()
        self.judge()
        self.faults += at_the_end(self)
        self.judge()
