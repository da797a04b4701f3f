"""A small real application in memory behind the local chat, and a page as a program sees it."""

import asyncio
import itertools
import json
import uuid
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from adapters.web import WebAdapter
from bot.ports.chatlog import Logged
from bot.ports.requests import Account, Command, Place, Press, Typed
from bot.ports.routes import CommandRoute, Routes
from bot.ports.screens import Answer, Button, Loudness, Post, Screen, Span, Tone

GROUP = Place("web", 1)
HAND = "A♠"


def screen(*lines: str, rows: tuple[tuple[Button, ...], ...] = ()) -> Screen:
    return Screen(tuple((Span(line),) for line in lines), rows)


class MemoryLog:
    """A chat log in memory; given to a second adapter it is what a restart finds."""

    def __init__(self) -> None:
        self.messages: dict[int, Logged] = {}
        self._ids = itertools.count(1)

    async def append(self, place: Place, author: int | None, body: str) -> int:
        assert place.chat == GROUP.chat
        message = next(self._ids)
        self.messages[message] = Logged(message, author, body)
        return message

    async def replace(self, place: Place, message: int, body: str) -> bool:
        assert place.chat == GROUP.chat
        if message not in self.messages:
            return False
        self.messages[message] = Logged(message, self.messages[message].author, body)
        return True

    async def remove(self, place: Place, message: int) -> None:
        assert place.chat == GROUP.chat
        self.messages.pop(message, None)

    async def recent(self, place: Place, count: int = 500) -> Sequence[Logged]:
        assert place.chat == GROUP.chat
        return list(self.messages.values())[-count:]


class MemoryPeople:
    """Local persons in memory."""

    def __init__(self) -> None:
        self.accounts: list[Account] = []

    async def local(self) -> Sequence[Account]:
        return tuple(self.accounts)

    async def add_local(self, name: str) -> Account:
        self.accounts.append(Account("web", len(self.accounts) + 1, name))
        return self.accounts[-1]


class CountingGame:
    """A game small enough to be seen through: everybody has one card, a press of «count» counts up and passes the turn."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer] = {}
        self.requests: list[Command | Press | Typed] = []
        self.count = 0
        self.turn = [1]
        self.seated = {1, 2, 3}
        self.chosen_language: str | None = None
        self.own_languages: dict[int, str] = {}
        self.asked: set[int] = set()
        self.broken = False
        self.lesson = ""  # what who sits down is told
        self.moves: tuple[tuple[Button, ...], ...] = ()
        self.gate: asyncio.Event | None = None
        self.tables: Screen | None = None
        self.channel: WebAdapter

    async def command(self, command: Command) -> Answer:
        self.requests.append(command)
        if command.name == "language":
            self.chosen_language = command.arguments
        if command.name == "bet":
            self.asked.add(command.account.user_id)
            return Answer(screen("How much?"), pending=True)
        return Answer(screen(f"done: {command.name}"))

    async def press(self, press: Press) -> Answer:
        self.requests.append(press)
        if self.gate is not None:
            await self.gate.wait()
        if self.broken:
            raise RuntimeError("a fault of the program")
        if press.press_id not in self.answers:
            self.answers[press.press_id] = self._first(press)
        return self.answers[press.press_id]

    def _first(self, press: Press) -> Answer:
        if self.lesson and press.key.endswith(":sit"):
            return Answer(screen(self.lesson.format(seat=press.account.user_id)), Loudness.ALERT)
        if press.key == "cards":
            return Answer(self._hand(), Loudness.PANEL)
        if press.key == "rules":
            return Answer(screen("rule one", rows=((Button("More", key="more"),),)), Loudness.NOTE)
        if press.key == "alert":
            return Answer(screen("an alert"), Loudness.ALERT)
        if press.key == "more":
            return Answer(screen("rule two"), Loudness.NOTE)
        self.count += 1
        self.turn = [self.turn[0] % 3 + 1]
        return Answer(screen(f"count {self.count}"))

    async def typed(self, typed: Typed) -> Answer | None:
        self.requests.append(typed)
        if typed.account.user_id not in self.asked:
            return None
        self.asked.remove(typed.account.user_id)
        return Answer(screen(f"staked {typed.text}"))

    def _hand(self) -> Screen:
        return Screen(((Span(HAND, Tone.BLACK_CARD), Span(f" count {self.count}")),), self.moves)

    def sent(self, account: Account, press_id: str) -> None:
        assert account.platform == "web", press_id

    async def panel(self, account: Account, place: Place) -> Screen | None:
        assert place.chat == GROUP.chat
        return self._hand() if account.user_id in self.seated else None

    async def to_move(self, place: Place) -> Sequence[int]:
        assert place.chat == GROUP.chat
        return tuple(self.turn)

    async def welcome(self, place: Place, account: Account | None = None, *, alone: bool = False) -> Screen:
        assert account is None or place.private
        return screen("Welcome", rows=((Button("Open a table for three", key="open"),),))

    async def open_tables(self, place: Place) -> Screen | None:
        assert place.chat == GROUP.chat
        return self.tables

    async def sitting(self, place: Place) -> Mapping[int, str]:
        assert place.chat == GROUP.chat
        return {}

    async def greet(self, place: Place, account: Account | None = None, *, alone: bool = False) -> None:
        assert alone
        await self.channel.send(place, Post(await self.welcome(place)))

    @property
    def routes(self) -> Routes:
        told = CommandRoute(label="--newtable", description="open a table", example="3")
        return Routes({told.name: told}, {})

    async def language(self, place: Place, account: Account | None = None) -> str:
        assert account is None or account.platform == "web"
        if account is not None and account.user_id in self.own_languages:
            return self.own_languages[account.user_id]
        base = (place.language or "en").split("-")[0]
        return self.chosen_language or (base if base in {"ru", "hu", "en"} else "en")

    def text(self, language: str, message: str) -> str:
        return message if language == "en" else f"{language}: {message}"


class Page:
    """One connected page: sends frames, waits for frames."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.seen: list[dict[str, Any]] = []

    async def next(self) -> dict[str, Any]:
        message = await self.socket.receive(timeout=5)
        assert message.type is WSMsgType.TEXT, message
        frame: dict[str, Any] = json.loads(message.data)
        self.seen.append(frame)
        return frame

    async def until(self, kind: str, **fields: object) -> dict[str, Any]:
        """The next frame of a kind with these fields."""
        while True:
            frame = await self.next()
            if frame["t"] == kind and all(frame.get(name) == value for name, value in fields.items()):
                return frame

    async def send(self, **frame: object) -> None:
        await self.socket.send_str(json.dumps(frame))

    async def ask(self, t: str, request: str | None = None, **fields: object) -> dict[str, Any]:
        """Send a request, under an id of its own if none is given, and wait for its one answer."""
        request = request or str(uuid.uuid4())
        await self.send(t=t, id=request, **fields)
        return await self.until("answer", id=request)

    async def settled(self) -> list[dict[str, Any]]:
        """All frames seen so far, after everything under way has arrived."""
        await asyncio.sleep(0.1)
        await self.send(t="nothing")
        await self.until("bad")
        return self.seen


class Chat:
    """A local chat with its application: starts, restarts, opens pages."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack
        self.game = CountingGame()
        self.log = MemoryLog()
        self.people = MemoryPeople()
        self.url = ""
        self.session: ClientSession
        self.adapter: WebAdapter

    async def start(self, language: str | None = None, port: int = 0) -> None:
        self.adapter = WebAdapter(self.game, self.log, self.people, "127.0.0.1", port, language=language)
        self.game.channel = self.adapter
        (self.url,) = await self.adapter.start()
        self._stack.push_async_callback(self.adapter.stop)

    async def restart(self, language: str | None = None) -> None:
        await self.adapter.stop()
        await self.start(language)

    @property
    def origin(self) -> str:
        return self.url.rstrip("/")

    async def page(self, language: str = "en", address: str = "") -> Page:
        headers = {"Origin": self.origin, "Accept-Language": language}
        socket = await self.session.ws_connect(self.url + "socket" + address, headers=headers)
        self._stack.push_async_callback(socket.close)
        return Page(socket)

    async def send(self, *lines: str) -> int:
        return await self.adapter.send(GROUP, Post(screen(*lines)))


@asynccontextmanager
async def open_chat() -> AsyncIterator[Chat]:
    async with AsyncExitStack() as stack:
        chat = Chat(stack)
        chat.session = await stack.enter_async_context(ClientSession(timeout=aiohttp.ClientTimeout(total=10)))
        await chat.start()
        yield chat


@pytest.fixture
def serving() -> Callable[[], AbstractAsyncContextManager[Chat]]:
    """Opens a chat on the event loop it is entered on."""
    return open_chat


@pytest.fixture
async def chat(serving: Callable[[], AbstractAsyncContextManager[Chat]]) -> AsyncIterator[Chat]:
    async with serving() as chat:
        yield chat


@pytest.fixture
def screen_of() -> Callable[..., Screen]:
    return screen


@pytest.fixture
def text_of() -> Callable[[dict[str, Any]], str]:
    """The text of a frame's screen."""

    def text(frame: dict[str, Any]) -> str:
        shown = frame.get("screen") or frame["message"]["screen"]
        return "\n".join("".join(span["text"] for span in line) for line in shown["lines"])

    return text
