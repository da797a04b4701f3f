"""The product without a platform: a real store on a real file, a clock that turns, a chat that keeps its messages in memory."""

import asyncio
import re
from collections.abc import Awaitable
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import TypeVar

from turned import TurnedClock

from bot.app.app import TwentyOne
from bot.ports.channel import ChatMoved, MessageGone, Pace
from bot.ports.keys import Key
from bot.ports.requests import Account, Command, Place, Press, Typed
from bot.ports.screens import Answer, Button, Post, Screen
from bot.store.store import Store

T = TypeVar("T")

GROUP = Place("chat", -1002234567890)


@dataclass
class Message:
    id: int
    place: Place
    screen: Screen
    mentions: tuple[int, ...] = ()
    edits: int = 0


@dataclass
class ChatTwin:
    """A platform in memory: takes sends and edits as a real one would, fails when told to."""

    platform: str = "chat"
    breaks: bool = False
    proofs: int = 0  # how often a sign of life was asked for
    pace: Pace = field(default_factory=lambda: Pace(calls=100_000, seconds=60))
    messages: dict[int, Message] = field(default_factory=dict)
    calls: list[tuple[str, int]] = field(default_factory=list)
    failures: list[Exception] = field(default_factory=list)
    once: bool = False  # a message that is sent twice with the same nonce is there once
    nonces: list[str | None] = field(default_factory=list)
    panels: list[frozenset[int]] = field(default_factory=list)
    became: dict[int, int] = field(default_factory=dict)  # chats that have another id now
    _by_nonce: dict[str | None, int] = field(default_factory=dict)
    _ids: "count[int]" = field(default_factory=lambda: count(1))

    async def send(self, place: Place, post: Post) -> int:
        self._fail(place)
        self.nonces.append(post.nonce)
        if self.once and post.nonce in self._by_nonce:
            return self._by_nonce[post.nonce]
        number = next(self._ids)
        self._by_nonce[post.nonce] = number
        self.messages[number] = Message(number, place, post.screen, post.mentions)
        self.calls.append(("send", number))
        return number

    async def edit(self, place: Place, message: int, screen: Screen) -> None:
        self._fail(place)
        if message not in self.messages or self.messages[message].place.chat != place.chat:
            raise MessageGone
        self.messages[message].screen = screen
        self.messages[message].edits += 1
        self.calls.append(("edit", message))

    async def delete(self, place: Place, message: int) -> None:
        self._fail(place)
        self.messages.pop(message, None)
        self.calls.append(("delete", message))

    def prove(self) -> None:
        self.proofs += 1

    def panels_changed(self, place: Place, user_ids: frozenset[int]) -> None:
        self.panels.append(user_ids)

    def _fail(self, place: Place) -> None:
        if place.chat_id in self.became:
            raise ChatMoved(self.became[place.chat_id])
        if self.failures:
            raise self.failures.pop(0)

    def last(self, place: Place = GROUP) -> Message:
        return max((m for m in self.messages.values() if m.place == place), key=lambda m: m.id)

    def texts(self) -> list[str]:
        return [message.screen.text for _, message in sorted(self.messages.items())]


class World:
    """One running program. `restart` ends it as a kill would and starts it anew on the same file and clock."""

    def __init__(self, path: Path, *, language: str = "en") -> None:
        self.path = path
        self.clock = TurnedClock()
        self.chat = ChatTwin()
        self.language = language
        self.least_seconds = 15
        self.presses = count(1)
        self.shares: list[str] = []  # of the next commands and presses; then those are the press ids
        self.accounts: dict[str, Account] = {}
        self.store: Store
        self.app: TwentyOne

    async def start(self) -> "World":
        self.store = await Store.open(self.path, self.clock, wait=0)
        self.app = TwentyOne(self.store, self.clock, language=self.language, least_seconds=self.least_seconds)
        self.app.connect(self.chat)
        await self.app.store.drop_old_presses(self.clock.now() - timedelta(days=7))
        await self.app.upkeep.restore()  # without the scheduler: deadlines come when the clock is turned
        await self.app.catch_up()
        await self.settle()
        return self

    async def stop(self) -> None:
        await self.app.stop(grace=0)
        await self.store.close()

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    async def settle(self) -> None:
        """Until nothing moves any more without the clock being turned."""
        for _ in range(3):
            await self.app.upkeep.settle()
            await self._until_quiet()

    async def _until_quiet(self) -> None:
        turns = 0
        while self._busy():
            turns += 1
            # The store's thread needs its share: after a few turns of the loop it is left alone for a moment.
            await asyncio.sleep(0 if turns < 10 else 0.0003)

    def _busy(self) -> bool:
        queues = self.app.outbox._queues.values()
        running = [queue for queue in queues if queue.task is not None]
        sleeping = sum(not future.done() for _, _, future in self.clock._sleepers)
        return len(running) > sleeping

    async def turn(self, seconds: float) -> None:
        """Turn the clock, stopping at everything that is due on the way."""
        goal = self.clock.monotonic() + seconds
        while True:
            await self.settle()
            due = [self.deadline(), self.clock.next_wake()]
            moments = [moment for moment in due if moment is not None and moment <= goal]
            if not moments:
                break
            self.clock.set(min(moments))
            self.app.deadlines.sweep()
            await self.settle()
        self.clock.set(goal)
        await self.settle()

    def deadline(self) -> float | None:
        """The earliest deadline of all, on the clock that nobody can set."""
        return self.app.deadlines.next()

    # people

    def account(self, name: str) -> Account:
        return self.accounts.setdefault(name, Account("chat", 5134861499 + len(self.accounts), name))

    def press_id(self) -> str:
        return f"press:{next(self.presses)}"

    def share(self) -> str:
        return self.shares.pop(0) if self.shares else ""

    async def ask(self, work: Awaitable[T]) -> T:
        result = await work
        await self.settle()
        return result

    async def command(
        self, name: str, text: str, *, place: Place = GROUP, admin: bool = False, press_id: str | None = None
    ) -> Answer:
        word, _, rest = text.removeprefix("/").partition(" ")
        request = Command(
            self.account(name),
            place,
            press_id or self.press_id(),
            admin,
            None,
            word,
            rest,
            share=self.share(),
        )
        return await self.ask(self.app.command(request))

    async def press(
        self, name: str, key: str, *, place: Place = GROUP, admin: bool = False, press_id: str | None = None
    ) -> Answer:
        request = self.request(name, key, place=place, admin=admin, press_id=press_id)
        answer = await self.ask(self.app.press(request))
        self.app.sent(request.account, request.press_id)
        return answer

    def request(
        self, name: str, key: str, *, place: Place = GROUP, admin: bool = False, press_id: str | None = None
    ) -> Press:
        return Press(
            self.account(name), place, press_id or self.press_id(), admin, None, key, share=self.share()
        )

    async def type(self, name: str, text: str) -> Answer | None:
        return await self.ask(self.app.typed(Typed(self.account(name), GROUP, self.press_id(), text=text)))

    async def panel(self, name: str) -> Screen | None:
        return await self.app.panel(self.account(name), GROUP)

    @staticmethod
    def chat_place(number: int) -> Place:
        """A chat of its own for each number."""
        return Place("chat", -1000 - number)

    # tables

    def session(self, name: str | None = None):
        sessions = self.app.tables.open_sessions()
        if name is None:
            return sessions[0]
        return next(
            s
            for s in sessions
            if self.account(name).user_id in {x.account.user_id for x in s.row.seats if x.open}
        )

    def buttons(self, message: Message | None = None) -> list[Button]:
        screen = (message or self.chat.last()).screen
        return [button for row in screen.rows for button in row]

    def key(self, verb: str, argument: str | None = None) -> str:
        """The newest key with that verb that is shown anywhere in the chat."""
        for message in sorted(self.chat.messages.values(), key=lambda m: -m.id):
            for button in self.buttons(message):
                parsed = Key.parse(button.key or "")
                if parsed and parsed.verb == verb and argument in {None, parsed.argument}:
                    return button.key or ""
        raise AssertionError(f"no button for {verb} {argument}")

    async def more(self, name: str, verb: str) -> Answer:
        """Press one of the buttons under «More» of the newest result."""
        shown = await self.press(name, self.key("more"))
        keys = [button.key or "" for row in shown.screen.rows for button in row]
        return await self.press(name, next(key for key in keys if f":{verb}" in key))

    async def open(self, *names: str, arguments: str = "") -> None:
        """Open a table for these people and start it."""
        await self.command(names[0], f"/newtable {arguments or f'seats={len(names)}'}")
        for name in names[1:]:
            await self.press(name, self.key("sit"))

    def mover(self) -> str | None:
        session = self.session()
        seat = session.state.to_move if session.state is not None else None
        return None if seat is None else session.row.seats[seat].account.name

    def number(self, text: str) -> int:
        match = re.search(r"\d+", text)
        assert match, text
        return int(match[0])
