"""Evenings of all games at once, in several chats, with computers and trainings, over failing networks and restarts."""

import asyncio
import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path

from evening import keys_shown
from phone import LABEL, LINE
from world import GROUP, World

from bot.cli.audit import audit_command
from bot.history.pastgame import past_game
from bot.model.outgoing import Outgoing
from bot.ports.channel import ChatGone, MessageGone, PerhapsDelivered, RetryAfter, Undelivered, Unreachable
from bot.ports.keys import Key
from bot.ports.names import visible_length
from bot.ports.requests import Place
from bot.ports.screens import Answer, Loudness, Screen
from bot.screens.lines import card_text, line_width
from bot.store import tables
from bot.store.archive import Archive
from bot.tables.session import Session
from engine.cards import PACK_36, PACK_52
from engine.game import View
from engine.proof import read_proof, verify

#: Names that markup, the direction of writing, their length or what they say may break something with.
CROWD = (
    "Computer 1",
    "</b>&lt;_*[x](y)",
    "\u202eevil \u2066x",
    "Щ" * 64,
    "\u2800",
    "@everyone {0} %s",
    "אב 12 +3.5",
)
TOPIC = Place("chat", GROUP.chat_id, thread=17)
OTHER = Place("chat", -1001557912345)
GAMES = ("ochko", "stuk", "blackjack")
CARDS = {card_text(card): card for card in (*PACK_36, *PACK_52)}
COMMANDS = (
    *("/tables", "/table", "/leave", "/stop", "/bet 1", "/bet 99", "/cancel", "/help", "/rules", "/start"),
    *("/language ru", "/language hu", "/language en", "/language chat hu", "/language chat ru", "/mydata"),
    *("/forget", "/profile", "/leaderboard", "/trainers", "/wallet", "/train", "/notify", "/table QQ"),
)
FAILURES: tuple[type[Undelivered], ...] = (Unreachable, PerhapsDelivered, MessageGone, ChatGone)
MOVES = {"bet", "hit", "stand", "double", "split", "knock", "deal"}

#: What a message of Telegram holds, in UTF-16 units, a toast in characters.
_MESSAGE, _TOAST = 4096, 200


def known(view: View) -> set[object]:
    """The cards that a view holds."""
    hands = [hand for seat in view.seats for hand in seat.hands]
    drawn = [card for hand in hands for card in hand.banker_cards or ()]
    dealer = () if view.dealer is None else view.dealer.cards
    return {card for hand in hands for card in hand.cards} | set(drawn) | set(dealer)


class Mixed:
    """One seeded evening. What was ever shown is remembered, since old buttons are pressed too."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.chance = random.Random(seed)
        self.seen: list[str] = []
        self.asked: list[tuple[str, str, str, Place]] = []
        self.screens = 0
        self.faults: list[str] = []
        self.watch()

    # what is shown

    def watch(self) -> None:
        """Look at every screen on its way to a chat."""
        outbox = self.world.app.outbox
        put = outbox.put

        def looked_at(outgoing: Outgoing) -> None:
            self.look(outgoing)
            put(outgoing)

        outbox.put = looked_at

    def look(self, outgoing: Outgoing) -> None:
        self.screens += 1
        self.fits(outgoing.post.screen)
        session = self.world.app.tables.live(outgoing.slot.code)
        if not outgoing.slot.board or session is None or session.state is None:
            return
        text = outgoing.post.screen.text
        if {card for name, card in CARDS.items() if name in text} - known(session.state.view(None)):
            self.faults.append(f"a hidden card: {text}")
        if session.playing and any(line_width(line) > LINE for line in outgoing.post.screen.lines):
            self.faults.append(f"a long line: {text}")

    def fits(self, screen: Screen) -> None:
        if len(screen.text.encode("utf-16-le")) // 2 > _MESSAGE:
            self.faults.append(f"a long text: {screen.text}")
        for row in screen.rows:
            for button in row:
                if visible_length(button.label) > LABEL[len(row)]:
                    self.faults.append(f"a long label: {button.label}, {len(row)} in a row")
                if button.key and button.key not in self.seen:
                    self.seen.append(button.key)

    def answered(self, answer: Answer) -> Answer:
        assert answer.screen.text.strip()
        if answer.loudness in {Loudness.TOAST, Loudness.ALERT}:
            assert len(answer.screen.text) <= _TOAST, answer.screen.text
            assert not answer.screen.rows
        assert not any(bad in answer.screen.text for bad in ("Something went wrong", "Traceback"))
        self.fits(answer.screen)
        return answer

    # what is asked

    async def press(self, name: str, key: str, place: Place, press_id: str | None = None) -> Answer:
        press_id = press_id or self.world.press_id()
        self.asked.append((name, key, press_id, place))
        admin = self.chance.random() < 0.03
        return self.answered(await self.world.press(name, key, place=place, admin=admin, press_id=press_id))

    def place(self, name: str) -> Place:
        roll = self.chance.random()
        if roll < 0.2:
            return self.private(name)
        return GROUP if roll < 0.7 else TOPIC if roll < 0.85 else OTHER

    @staticmethod
    def private(name: str) -> Place:
        return Place("chat", 9000 + CROWD.index(name), private=True)

    async def request(self) -> None:
        name, roll = self.chance.choice(CROWD), self.chance.random()
        place = self.place(name)
        if roll < 0.6 and (sensible := self.sensible()) is not None:
            await self.press(*sensible)
        elif roll < 0.7:
            await self.newtable(name, place)
        elif roll < 0.77:
            answer = await self.world.command(name, self.chance.choice(COMMANDS), place=place)
            self.answered(answer)
            keys = [b.key for row in answer.screen.rows for b in row if b.key]
            if keys and self.chance.random() < 0.5:
                await self.press(name, self.chance.choice(keys), place)
        elif roll < 0.8:
            game = self.chance.choice(GAMES)
            await self.press(name, str(Key("alone", argument=game)), place)
        elif roll < 0.86 and self.asked:
            await self.press(*self._again())
        else:
            shown = keys_shown(self.world, None, place)
            keys = self.seen[-200:] if roll < 0.92 or not shown else shown
            if keys:
                await self.press(name, self.chance.choice(keys), place)

    def _again(self) -> tuple[str, str, Place, str]:
        """A press that is delivered once more."""
        name, key, press_id, place = self.chance.choice(self.asked[-10:])
        return name, key, place, press_id

    async def newtable(self, name: str, place: Place) -> None:
        words = [self.chance.choice(GAMES), f"seats={self.chance.randint(1, 6)}"]
        words.append(self.chance.choice(["", "rated", "unrated", f"computers={self.chance.randint(0, 5)}"]))
        words.append(self.chance.choice(["", "timeout=15", "easy", "normal", "deals=1", "size=10"]))
        self.answered(await self.world.command(name, "/newtable " + " ".join(words), place=place))

    def sensible(self) -> tuple[str, str, Place] | None:
        """What somebody at a table would press who only wants to play."""
        sessions = self.world.app.tables.open_sessions()
        if not sessions:
            return None
        session = self.chance.choice(sessions)
        if session.playing and session.awaited is not None and self.chance.random() < 0.85:
            name = session.row.seats[session.awaited].account.name
            deal = session.state.view(None).deal if session.state is not None else 0
            keys = [
                key
                for key in keys_shown(self.world, MOVES, session.place)
                if (read := Key.parse(key)) and (read.code, read.deal) == (session.code, deal)
            ]
            return (name, self.chance.choice(keys), session.place) if keys and name in CROWD else None
        verb = self.chance.choice(["sit", "sit", "start"])
        return self.chance.choice(CROWD), str(Key(verb, session.code, 0, "a")), session.place

    async def step(self) -> None:
        roll, world = self.chance.random(), self.world
        if roll < 0.03:
            failure = self.chance.choice(FAILURES)()
            world.chat.failures.append(self.chance.choice([failure, RetryAfter(20)]))
        if roll < 0.02:
            await self.restart()
        elif roll < 0.025:
            world.app.left(self.chance.choice([OTHER, TOPIC, GROUP]))
            await world.settle()
        elif roll < 0.035 and world.chat.messages:
            del world.chat.messages[self.chance.choice(list(world.chat.messages))]
        elif roll < 0.25:
            await world.turn(self.chance.choice([1, 2, 3, 8, 20, 95]))
        elif roll < 0.3:
            await asyncio.gather(*(self.request() for _ in range(4)))
        else:
            await self.request()
        await self.holds()

    async def restart(self) -> None:
        await self.world.restart()
        self.watch()

    # what holds

    async def holds(self) -> None:
        """Who is bound is bound once and to an open table; what is stored is what is in memory."""
        assert not self.faults, self.faults
        sessions = self.world.app.tables.open_sessions()
        for session in sessions:
            self.conserved(session)
        with closing(sqlite3.connect(self.world.path)) as db:
            stored = set(db.execute("SELECT code, status, seq FROM tables WHERE ended_at IS NULL"))
            bound = list(db.execute("SELECT person_id, table_code FROM seats WHERE open = 1"))
        assert stored == {(s.code, s.row.status.value, s.row.seq) for s in sessions}
        assert len({person for person, _ in bound}) == len(bound)
        assert {(person, code) for person, code in bound} == {
            (seat.person, s.code) for s in sessions for seat in (*s.row.seats, *s.row.coming) if seat.open
        }
        for session in sessions:
            assert session.row.deadline is not None
            assert any(seat.open for seat in (*session.row.seats, *session.row.coming)) or session.playing

    @staticmethod
    def conserved(session: Session) -> None:
        if session.state is None or not session.playing or session.row.game == "blackjack":
            return
        view = session.state.view(None)
        assert all((s.chips or 0) >= 0 for s in view.seats)
        assert (view.bank or 0) >= 0

    async def over(self) -> None:
        """Nobody acts any more: everything ends by itself, everybody is free, everything adds up and is proved."""
        world = self.world
        world.chat.failures.clear()
        await world.turn(4 * 3600)
        assert world.app.tables.open_sessions() == []
        await self.holds()
        for number, name in enumerate(CROWD):
            answer = await world.command(name, "/newtable ochko computers=0", place=world.chat_place(number))
            assert answer.accepted, answer.screen.text
        assert audit_command(world.path, True) == 0
        proved(world.path)


def proved(path: Path) -> int:
    """Check the proof of every table that was played to an end; how many there are."""
    with closing(sqlite3.connect(path)) as db:
        codes = [code for (code,) in db.execute("SELECT code FROM tables WHERE status = 'finished'")]
    with Archive.opened(path) as archive:
        for code in codes:
            found = archive.read(tables.with_moves, code)
            assert found is not None
            proof = read_proof(json.dumps(past_game(*found).proof()).encode())
            assert verify(proof).holds, code
    return len(codes)
