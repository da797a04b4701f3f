"""Twins that fail: a platform that can be out of reach, a disk for the log that can be full."""

import asyncio
import re
from io import StringIO

from world import ChatTwin, World

from bot.ports.channel import PerhapsDelivered, Unreachable
from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.ports.screens import Post, Screen

#: The verbs of keys that make a move.
MOVES = {"bet", "hit", "stand", "double", "split", "knock", "deal"}


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
