"""The socket: one connected page from its greeting to its end."""

import asyncio
import logging
import re

from aiohttp import WSCloseCode, WSMsgType, web

from adapters.web.first_start import FirstStart
from adapters.web.frames import FRAME_BYTES, BadFrame, Frame, read_frame
from adapters.web.inbound import Inbound
from adapters.web.outbound import bad_frame
from adapters.web.room import Room
from adapters.web.tabs import Tab, Tabs
from adapters.web.watch import Watch

#: Pages connected at once.
PAGES = 64
#: Requests of one page on their way at once.
REQUESTS = 32
#: Seconds a page has to say goodbye.
GOODBYE = 1.0
#: Seconds between the pings that find a page that is gone without a word.
HEARTBEAT = 20.0

_LANGUAGE_TAG = re.compile(r"\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)\s*(?:[,;]|$)")
_ID = re.compile(r"[1-9][0-9]{0,17}", re.ASCII)
_log = logging.getLogger(__name__)


def client_language(header: str) -> str | None:
    """The first language of an Accept-Language header."""
    found = _LANGUAGE_TAG.match(header)
    return found[1] if found else None


def person_named(text: str) -> int | None:
    """The person whose own page it is, by his id in the page's address; None where there is none."""
    return int(text) if _ID.fullmatch(text) else None


class Sockets:
    """Answers WebSocket connections."""

    def __init__(
        self,
        room: Room,
        watch: Watch,
        inbound: Inbound,
        tabs: Tabs,
        *,
        first_start: FirstStart,
        language: str | None,
    ) -> None:
        """`language` is the locale of the chat; None takes that of the first page."""
        self._room = room
        self._watch = watch
        self._inbound = inbound
        self._tabs = tabs
        self._first_start = first_start
        self._language = language
        self._running: set[asyncio.Task[None]] = set()

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Serve one page until it goes."""
        if len(self._tabs) >= PAGES:
            return web.Response(status=503, text="Too many pages are open.\n")
        socket = web.WebSocketResponse(timeout=GOODBYE, heartbeat=HEARTBEAT, max_msg_size=FRAME_BYTES)
        await socket.prepare(request)
        tab = Tab(socket, person_named(request.query.get("as", "")))
        delivery = asyncio.create_task(tab.deliver())
        try:
            await self._first_start.make(
                self._language or client_language(request.headers.get("Accept-Language", ""))
            )
            await self._watch.refresh()
            tab.language = await self._watch.language_of(tab)
            await self._room.enter(tab, lambda: self._watch.greeting(tab.language))
            await self._listen(socket, tab)
        finally:
            self._tabs.discard(tab)
            delivery.cancel()
            await asyncio.gather(delivery, return_exceptions=True)
        return socket

    async def stop(self) -> None:
        """Close all pages and end what they asked for."""
        await self._tabs.close()
        await self._inbound.stop()
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _listen(self, socket: web.WebSocketResponse, tab: Tab) -> None:
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                self._take(tab, message.data)
            elif message.type is WSMsgType.BINARY:
                await tab.close(WSCloseCode.UNSUPPORTED_DATA, "frames are text")

    def _take(self, tab: Tab, text: str) -> None:
        try:
            frame = read_frame(text)
        except BadFrame as bad:
            tab.post(bad_frame(bad.message, bad.request))
            return
        if tab.requests >= REQUESTS:
            tab.post(bad_frame("too many requests at once", getattr(frame, "request", None)))
            return
        tab.requests += 1
        task = asyncio.create_task(self._carry(tab, frame))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _carry(self, tab: Tab, frame: Frame) -> None:
        request = getattr(frame, "request", None)
        try:
            await self._inbound.take(tab, frame)
        except BadFrame as bad:
            tab.post(bad_frame(bad.message, bad.request))
        except Exception:  # noqa: BLE001 - a page is answered whatever happened; it is logged
            _log.exception("frame %s failed", request)
            tab.post(bad_frame("the request failed", request))
        finally:
            tab.requests -= 1
