"""Whatever people do at rated tables, and whatever fails meanwhile, no ruble is lost or made (rules 2.14, 3.13).

The store is interrupted at any instruction, killed at any instruction (the files are what a kill would leave), tasks
are cancelled, the program is started anew; after each step the audit beside it finds everything balanced.
"""

import asyncio
import shutil
import tempfile
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from bank import balanced, chips, escrow, met, wallets
from evening import sit_key
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from world import GROUP, World

from bot.cli.audit import audit_command
from bot.model.rows import Status
from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.tables.session import Session
from engine.game import Phase, Verb

PEOPLE = ("Anna", "Boris", "Vera", "Gleb")
RUBLES = 70
WHO = st.sampled_from(PEOPLE)
PICK = st.integers(0, 9)
#: Instructions of SQLite's machine after which something happens; a save of a table takes some hundreds.
INSTRUCTIONS = st.integers(1, 1500)


class Evenings(RuleBasedStateMachine):
    """Persons, wallets, tables, deadlines, restarts and faults."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "twentyone.db"
        self.world = World(self.path)
        self.killed = 0

    @initialize()
    def begin(self) -> None:
        self.runner.run(self.world.start())
        self.runner.run(met(self.world, *PEOPLE, rubles=RUBLES))

    def teardown(self) -> None:
        self.runner.run(self.world.stop())
        self.runner.close()
        self.folder.cleanup()

    def sessions(self) -> list[Session]:
        return self.world.app.tables.open_sessions()

    @rule(who=WHO, size=st.sampled_from((10, 20)), seats=st.integers(2, 3), chat=st.integers(0, 1))
    def open(self, who: str, size: int, seats: int, chat: int) -> None:
        place: Place = self.world.chat_place(1) if chat else GROUP
        command = f"/newtable stuk rated size={size} seats={seats} timeout=30"
        self.runner.run(self.world.command(who, command, place=place))

    @precondition(lambda self: self.sessions())
    @rule(who=WHO, pick=PICK)
    def sit(self, who: str, pick: int) -> None:
        session = self.sessions()[pick % len(self.sessions())]
        self.runner.run(self.world.press(who, sit_key(session), place=session.place))

    @precondition(lambda self: self.sessions())
    @rule(who=WHO, pick=PICK, verb=st.sampled_from(("start", "leave", "close")))
    def lobby(self, who: str, pick: int, verb: str) -> None:
        session = self.sessions()[pick % len(self.sessions())]
        self.runner.run(self.world.press(who, str(Key(verb, session.code, 0, "a")), place=session.place))

    @rule(who=WHO)
    def leave(self, who: str) -> None:
        self.runner.run(self.world.command(who, "/leave"))
        for session in self.sessions():
            self.runner.run(self.world.press(who, str(Key("leave", session.code)), place=session.place))

    @precondition(lambda self: any(session.playing for session in self.sessions()))
    @rule(pick=PICK, presses=st.integers(1, 6), bold=st.booleans())
    def play(self, pick: int, presses: int, bold: bool) -> None:
        for _ in range(presses):
            playing = [session for session in self.sessions() if session.playing]
            if not playing:
                return
            self.runner.run(self.move(playing[pick % len(playing)], bold=bold))

    async def move(self, session: Session, *, bold: bool) -> None:
        async with session.lock:
            await self.world.app.unfolding.unfold(session)
        state = session.state
        if state is None or state.to_move is None:
            await self.world.turn(6)
            return
        view = state.view(None)
        bet = state.legal()[0]
        move = "stand" if view.phase is Phase.BANK or not bold else "hit"
        amount = None
        if bet.verb is Verb.BET:
            move, amount = "bet", str(bet.max if bold else bet.min)
        phase = f"t{view.bettor}" if view.to_move == view.bettor else f"b{view.to_move}.{view.bettor}"
        key = str(Key(move, session.code, view.deal, phase, amount))
        name = session.row.seats[state.to_move].account.name
        await self.world.press(name, key, place=session.place)
        await self.world.turn(1)

    @rule(seconds=st.sampled_from((6, 31, 100, 700)))
    def turn(self, seconds: int) -> None:
        self.runner.run(self.world.turn(seconds))

    @precondition(lambda self: self.sessions())
    @rule(pick=PICK)
    def stop(self, pick: int) -> None:
        session = self.sessions()[pick % len(self.sessions())]
        self.runner.run(self.world.command("Boss", f"/stop {session.code}", place=session.place, admin=True))

    @precondition(lambda self: any(session.playing for session in self.sessions()))
    @rule(who=WHO, pick=PICK)
    def agree_to_stop(self, who: str, pick: int) -> None:
        """One asks, and whoever is asked agrees."""
        playing = [session for session in self.sessions() if session.playing]
        session = playing[pick % len(playing)]
        self.runner.run(self.world.command(who, f"/stop {session.code}", place=session.place))
        for name in PEOPLE:
            self.runner.run(self.world.press(name, str(Key("agree", session.code)), place=session.place))

    @rule()
    def restart(self) -> None:
        self.runner.run(self.world.restart())

    @rule(after=INSTRUCTIONS, who=WHO, pick=PICK)
    def fail(self, after: int, who: str, pick: int) -> None:
        """The store fails at that instruction, whatever is being saved."""
        self.runner.run(self.disturbed(after, who, pick, fatal=True))

    @rule(after=INSTRUCTIONS, who=WHO, pick=PICK)
    def kill(self, after: int, who: str, pick: int) -> None:
        """The program is killed at that instruction: what the disk holds then is balanced too."""
        self.killed += 1
        self.runner.run(self.disturbed(after, who, pick, fatal=False))
        copy = self.path.with_name(f"killed{self.killed}.db")
        if copy.exists():
            with redirect_stdout(StringIO()) as said:
                status = audit_command(copy, True)
            assert (status, said.getvalue()) == (0, "balanced\n")

    async def disturbed(self, after: int, who: str, pick: int, *, fatal: bool) -> None:
        left = after

        def count() -> int:
            nonlocal left
            left -= 1
            if left != 0:
                return 0
            if fatal:
                return 1
            for end in ("", "-wal"):
                source = self.path.with_name(self.path.name + end)
                shutil.copy(source, self.path.with_name(f"killed{self.killed}.db{end}"))
            return 0

        database = self.world.store
        await database._writer.run(lambda db: db.set_progress_handler(count, 1))
        await self.anything(who, pick)
        await database._writer.run(lambda db: db.set_progress_handler(None, 0))
        await self.world.settle()

    @rule(who=WHO, pick=PICK, turns=st.integers(0, 8))
    def cancel(self, who: str, pick: int, turns: int) -> None:
        """Who has asked goes away in the middle."""

        async def cut_short() -> None:
            task = asyncio.create_task(self.anything(who, pick))
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await self.world.settle()

        self.runner.run(cut_short())

    async def anything(self, who: str, pick: int) -> None:
        sessions = self.sessions()
        if not sessions or pick == 0:
            await self.world.command(who, "/newtable stuk rated size=10 seats=2")
            return
        session = sessions[pick % len(sessions)]
        if session.playing and session.folded:
            await self.move(session, bold=True)
        elif session.waiting and pick % 3 == 0:
            await self.world.command(who, "/leave")
        else:
            await self.world.press(who, sit_key(session), place=session.place)

    @invariant()
    def no_ruble_is_lost_or_made(self) -> None:
        if not hasattr(self.world, "store"):
            return
        assert sum(wallets(self.world).values()) + escrow(self.world) == RUBLES * 100 * len(PEOPLE)
        for session in self.sessions():
            if session.playing and session.state is not None:
                assert chips(session) * 100 == session.row.stake * len(session.row.seats)
            assert session.row.status in {Status.LOBBY, Status.PLAYING}

    @invariant()
    def the_audit_says_balanced(self) -> None:
        if hasattr(self.world, "store"):
            balanced(self.world)


Evenings.TestCase.settings = settings(
    max_examples=8,
    stateful_step_count=25,
    deadline=None,  # a disk may be slow
    suppress_health_check=[HealthCheck.too_slow],
)
TestEvenings = Evenings.TestCase
