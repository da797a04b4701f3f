"""The product as a process of its own, against the server."""

import asyncio
import os
import signal
from pathlib import Path

from botapi.server import TOKEN, BotApi
from nursery import Born, born

ROOT = Path(__file__).resolve().parents[3]


class Program:
    """`python -m bot` with a token. Its log is kept; `complaints` are the lines that no test may leave behind."""

    def __init__(self, api: BotApi, folder: Path, **settings: str) -> None:
        self.api = api
        self.log = folder / "log.txt"
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("TWENTYONE_")},
            "TELEGRAM_TOKEN": TOKEN,
            "TELEGRAM_BASE_URL": api.url,
            "TWENTYONE_DATABASE": str(folder / "twentyone.db"),
            "TWENTYONE_MIN_MOVE_SECONDS": "1",
            "TWENTYONE_GROUP_CALLS_PER_MINUTE": "100000",
            "PYTHONPATH": str(ROOT),
            **settings,
        }
        self.folder = folder
        self.process: Born | None = None

    async def start(self, *, ready: bool = True) -> "Program":
        polls = self.api.telegram.updates.polls
        with self.log.open("ab") as log:
            self.process = await born(cwd=self.folder, env=self.environment, stdout=log, stderr=log)
        if ready:
            await self.api.until(lambda: self.api.telegram.updates.polls > polls, what="the bot polls")
        return self

    async def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.kill()
        await self.process.wait()

    async def stop(self, sign: signal.Signals = signal.SIGTERM, *, seconds: float = 5) -> int:
        """Ask it to end, within so many seconds; returns its exit status."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(sign)
        async with asyncio.timeout(seconds):
            return await self.process.wait()

    def written(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def complaints(self) -> list[str]:
        lines = self.written().splitlines()
        found = [line for line in lines if "level='error'" in line or line.startswith(("ERROR", "CRITICAL"))]
        found += [line for line in lines if line.startswith("Traceback")]
        if TOKEN in self.written() or TOKEN.split(":")[1] in self.written():
            found.append("the token is in the log")
        return found
