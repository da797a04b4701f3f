"""Tabs: the pages that are connected, each with the frames that wait to go out to it."""

import asyncio
import contextlib
from collections.abc import Iterator

from aiohttp import WSCloseCode, web

from adapters.web.outbound import Json, packed

#: Frames that may wait for a slow page. Above it the page is cut off; it connects again and gets all anew.
WAITING_FRAMES = 1_000


class Tab:
    """One connected page. `panel_of` is the person whose private panel it has asked for; `language` is what it was last told to speak."""

    def __init__(self, socket: web.WebSocketResponse, alone: int | None = None) -> None:
        """`socket`: prepared already; `alone`: the one person to whom this page belongs, None for everybody's."""
        self._socket = socket
        self.alone = alone
        self.language = ""
        self._waiting: asyncio.Queue[str] = asyncio.Queue(WAITING_FRAMES)
        self._overrun = asyncio.Event()
        self.panel_of: int | None = None
        self.requests = 0

    def post(self, frame: Json | str) -> None:
        """Let a frame wait to go out. Returns at once."""
        try:
            self._waiting.put_nowait(frame if isinstance(frame, str) else packed(frame))
        except asyncio.QueueFull:
            self._overrun.set()

    async def deliver(self) -> None:
        """Send the waiting frames until the page is gone or cut off."""
        overrun = asyncio.create_task(self._overrun.wait())
        sending = asyncio.create_task(self._send_all())
        try:
            await asyncio.wait({overrun, sending}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (overrun, sending):
                task.cancel()
            await asyncio.gather(overrun, sending, return_exceptions=True)
        if self._overrun.is_set():
            await self.close(WSCloseCode.TRY_AGAIN_LATER, "too slow")

    async def _send_all(self) -> None:
        # A page that goes away in the middle of a frame is not an error: it will connect again.
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                await self._socket.send_str(await self._waiting.get())

    async def close(self, code: int, reason: str) -> None:
        """Close the socket and say why."""
        await self._socket.close(code=code, message=reason.encode())


class Tabs:
    """All connected pages."""

    def __init__(self) -> None:
        self._tabs: set[Tab] = set()

    def __len__(self) -> int:
        """How many pages are connected."""
        return len(self._tabs)

    def __iter__(self) -> Iterator[Tab]:
        """The pages, in no order; they may come and go meanwhile."""
        return iter(tuple(self._tabs))

    def add(self, tab: Tab) -> None:
        """A page has come."""
        self._tabs.add(tab)

    def discard(self, tab: Tab) -> None:
        """A page has gone."""
        self._tabs.discard(tab)

    def broadcast(self, frame: Json) -> None:
        """Send a frame to every page."""
        text = packed(frame)
        for tab in self:
            tab.post(text)

    async def close(self) -> None:
        """Close all of them at once; the pages are told that the program goes away."""
        await asyncio.gather(*(tab.close(WSCloseCode.GOING_AWAY, "the program stops") for tab in self))
