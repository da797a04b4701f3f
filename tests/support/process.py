"""The product as a process of its own, and a page of its local chat spoken to over the real socket."""

import asyncio
import json
import os
import signal
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
from nursery import Born, born

#: Nothing of a healthy program takes longer; a test that waits so long has failed.
PATIENCE = 60.0

Frame = dict[str, Any]


def environment(database: Path, **settings: str) -> dict[str, str]:
    """The environment of a process: this one's without the product's settings, then those given."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("TWENTYONE_", "TELEGRAM_", "DISCORD_")) and name not in {"PORT", "PUBLIC_URL"}
    }
    return {
        **kept,
        "TWENTYONE_DATABASE": str(database),
        "TWENTYONE_WEB_PORT": "0",
        "TWENTYONE_MIN_MOVE_SECONDS": "1",
        **settings,
    }


class Program:
    """A running program. It is started by `run` and ended by `terminate`, `kill` or by itself."""

    def __init__(self, process: Born, log: Path) -> None:
        self.process = process
        self.log = log
        self.address = ""

    @classmethod
    async def start(cls, database: Path, **settings: str) -> "Program":
        """Start it; `listening` waits until the page is there."""
        log = database.parent / "program.log"
        with log.open("ab") as errors:
            process = await born(
                "--no-browser",
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
                env=environment(database, **settings),
                cwd=database.parent,
            )
        return cls(process, log)

    async def listening(self) -> "Program":
        """Wait for its address."""
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while line := await self.process.stdout.readline():
                if b"http://" in line:
                    self.address = line.decode().split()[-1].rstrip("/")
                    return self
        raise AssertionError(f"it ended at its start: {self.log.read_text()}")

    def check_log(self) -> None:
        """Each line is an event with its time and level, or the one line of a program that cannot go on."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        assert not [line for line in lines if not line.startswith(("timestamp='", "twentyone: "))]

    async def kill(self) -> None:
        """As a power cut would."""
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    async def terminate(self) -> int:
        """Ask it to stop; its exit status."""
        with suppress(ProcessLookupError):
            self.process.terminate()
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()


@asynccontextmanager
async def running(database: Path, **settings: str) -> AsyncIterator[Program]:
    """A listening program that is gone afterwards whatever happens."""
    program = await Program.start(database, **settings)
    try:
        yield await program.listening()
    finally:
        await program.kill()
    program.check_log()


@dataclass
class Page:
    """A page of the local chat: what it has been sent, and requests with their answers."""

    socket: aiohttp.ClientWebSocketResponse
    messages: dict[int, Frame] = field(default_factory=dict)
    frames: list[Frame] = field(default_factory=list)
    panels: dict[int, Frame | None] = field(default_factory=dict)
    turn: list[int] = field(default_factory=list)
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)
    _reader: asyncio.Task[None] | None = None

    @classmethod
    @asynccontextmanager
    async def open(cls, program: Program, language: str = "en") -> AsyncIterator["Page"]:
        headers = {"Origin": program.address, "Accept-Language": language}
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"{program.address}/socket", headers=headers) as socket,
        ):
            page = cls(socket)
            page._reader = asyncio.create_task(page._read())
            try:
                await page.until(lambda: any(frame["t"] == "room" for frame in page.frames))
                yield page
            finally:
                page._reader.cancel()
                await asyncio.gather(page._reader, return_exceptions=True)

    async def _read(self) -> None:
        async for message in self.socket:
            if message.type is not aiohttp.WSMsgType.TEXT:
                continue
            frame = json.loads(message.data)
            async with self._news:
                self.frames.append(frame)
                self._take(frame)
                self._news.notify_all()
        async with self._news:
            self._news.notify_all()

    def _take(self, frame: Frame) -> None:
        for message in frame.get("messages", []) or []:
            self.messages[message["id"]] = message
        if isinstance(frame.get("message"), dict):
            self.messages[frame["message"]["id"]] = frame["message"]
        if frame["t"] == "gone":
            self.messages.pop(frame["id"], None)
        if frame["t"] == "room":
            self.turn = frame["turn"]
        if frame["t"] == "turn":
            self.turn = frame["people"]
        if frame["t"] == "panel":
            self.panels[frame["as"]] = frame["screen"]

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for something to become true of what the page has been sent."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: true() or self.socket.closed)
        assert true(), "the connection was lost"

    async def send(self, frame: Frame) -> str:
        """Send a request; returns its id."""
        request = str(uuid.uuid4())
        await self.socket.send_str(json.dumps({"id": request, **frame}))
        return request

    async def ask(self, frame: Frame) -> Frame:
        """Send a request and wait for its answer."""
        request = await self.send(frame)
        await self.until(lambda: self.answer(request) is not None)
        return self.answer(request) or {}

    def answer(self, request: str) -> Frame | None:
        return next((f for f in self.frames if f["t"] in {"answer", "bad"} and f.get("id") == request), None)

    async def press(self, person: int, key: str) -> Frame:
        return await self.ask({"t": "press", "as": person, "key": key})

    async def press_when_shown(self, person: int, verb: str) -> Frame:
        await self.until(lambda: self.key(verb) is not None)
        return await self.press(person, self.key(verb) or "")

    async def say(self, person: int, text: str) -> Frame:
        return await self.ask({"t": "say", "as": person, "text": text})

    def keys(self) -> list[str]:
        """All keys shown in the chat, the newest message first."""
        shown = sorted(self.messages.values(), key=lambda message: -message["id"])
        return [
            button["key"]
            for message in shown
            for row in (message.get("screen") or {}).get("rows", [])
            for button in row
            if "key" in button
        ]

    def key(self, verb: str) -> str | None:
        """The newest key with that verb."""
        return next((key for key in self.keys() if key.split(":")[4] == verb), None)
