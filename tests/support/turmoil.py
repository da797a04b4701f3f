"""Evenings of all games at once to which everything happens that can: people, disks, lines, clocks, logs, kills.

One seed is one evening. After each step every oracle (`oracles.py`) looks at what is stored; its sentence names what is wrong.
"""

import asyncio
import shutil
from collections.abc import Callable
from dataclasses import replace

from crowd import Crowd
from oracles import at_the_end

from bot.ports.channel import PerhapsDelivered, RetryAfter, Unreachable


class Turmoil(Crowd):
    """One seeded evening."""

    # what happens

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

        database = self.world.store
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
        self.world.clock.stand(seconds)
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
        database = self.world.store
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
            act = self.chance.choices([act for act, _ in acts], [weight for _, weight in acts])[0]
            if asyncio.iscoroutine(work := act()):
                await work
        self.endow()
        self.look()
        self.judge()

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
