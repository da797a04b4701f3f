"""The local chat as a platform: the room, the page and its socket put together."""

import asyncio
import contextlib
import errno

from aiohttp import web

from adapters.web.addresses import is_local, listens_everywhere, of_this_machine
from adapters.web.first_start import FirstStart
from adapters.web.gate import Gate, bracketed, set_headers
from adapters.web.inbound import Inbound
from adapters.web.key import Key
from adapters.web.pages import Pages
from adapters.web.room import Room
from adapters.web.sockets import Sockets
from adapters.web.tabs import Tabs
from adapters.web.watch import Watch
from bot.ports.app import App
from bot.ports.channel import ChatGone, Pace
from bot.ports.chatlog import ChatLog, People
from bot.ports.clock import Clock, SystemClock
from bot.ports.requests import Place
from bot.ports.screens import Post, Screen

PLATFORM = "web"
#: The one group chat of the page.
GROUP = Place(PLATFORM, 1)

_REASONS = {
    errno.EADDRINUSE: "another program is using it",
    errno.EACCES: "this account may not use it",
    errno.EADDRNOTAVAIL: "this computer has no such address",
}


class CannotListen(Exception):
    """The page's address cannot be listened on, mostly because the port is busy. Its text is one line."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        """`reason`: why, in a few words."""
        where = f"{bracketed(host)}:{port}"
        super().__init__(
            f"the local page cannot be opened at {where}: {reason}; TWENTYONE_WEB_HOST and TWENTYONE_WEB_PORT say where"
        )
        self.host = host
        self.port = port


class WebAdapter:
    """The local chat page: a `bot.ports.Channel` for the application, and its caller."""

    platform = PLATFORM
    #: The page takes whatever comes; the number only keeps a runaway from flooding it.
    pace = Pace(calls=600, seconds=60.0)
    #: Each page has a line of its own, and tells its person.
    breaks = False

    def __init__(
        self,
        app: App,
        chat_log: ChatLog,
        people: People,
        host: str = "127.0.0.1",
        port: int = 8021,
        *,
        key: str | None = None,
        language: str | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Nothing is listened on before `start`.

        `language` is the locale the chat is said to be in; None takes that of the first browser that
        opens the page. Port 0 takes a free one. With a `key` nobody is let in without it; other machines never are.
        """
        self._host = host
        self._port = port
        self._tabs = Tabs()
        self._room = Room(GROUP, chat_log, self._tabs, clock or SystemClock())
        self._watch = Watch(app, people, self._room, self._tabs)
        self._inbound = Inbound(app, people, self._room, self._watch)
        first_start = FirstStart(app, people, self._room)
        self._sockets = Sockets(
            self._room, self._watch, self._inbound, self._tabs, first_start=first_start, language=language
        )
        self._room.speak(language)
        self._key = None if key is None else Key(key, clock or SystemClock())
        self._gate = Gate(host, self._key)
        self._runner: web.AppRunner | None = None
        self._watching: asyncio.Task[None] | None = None

    def prove(self) -> None:
        """There is no line to be asked."""

    async def start(self) -> tuple[str, ...]:
        """Open the page; returns the addresses it has, each with the key if there is one: for the terminal alone.

        Raises:
            CannotListen: the address is busy or cannot be had, or other machines could reach it without a key.
        """
        if self._key is None and not is_local(self._host):
            raise CannotListen(
                self._host,
                self._port,
                "other machines reach that address: set TWENTYONE_WEB_KEY (16 characters or more)",
            )
        runner = web.AppRunner(self._pages_app(), access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        site = web.TCPSite(runner, self._host, self._port)
        try:
            await site.start()
        except OSError as error:
            await runner.cleanup()
            reason = _REASONS.get(error.errno or 0) or error.strerror or "the address cannot be used"
            raise CannotListen(self._host, self._port, reason) from error
        self._port = runner.addresses[0][1]
        self._gate.open(self._port)
        self._runner = runner
        self._watching = asyncio.create_task(self._watch.run())
        self._watch.touch()
        everywhere = listens_everywhere(self._host)
        hosts = of_this_machine(self._host) if everywhere else [self._host]
        end = "" if self._key is None else self._key.link
        return tuple(f"http://{bracketed(host)}:{self._port}/{end}" for host in hosts)

    async def stop(self) -> None:
        """Close the pages and the address. Safe to call twice."""
        if self._watching is not None:
            self._watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watching
            self._watching = None
        if self._runner is not None:
            await self._sockets.stop()
            await self._runner.cleanup()
            self._runner = None

    async def send(self, place: Place, post: Post) -> int:
        message = await self._room_of(place).post(post)
        self._watch.touch()
        return message

    async def edit(self, place: Place, message: int, screen: Screen) -> None:
        await self._room_of(place).edit(message, screen)
        self._watch.touch()

    async def delete(self, place: Place, message: int) -> None:
        await self._room_of(place).remove(message)
        self._watch.touch()

    def panels_changed(self, place: Place, user_ids: frozenset[int]) -> None:
        """Read the panels of these persons anew, for the pages that have them open."""
        if place.chat == GROUP.chat:
            self._watch.touch(user_ids)

    def _pages_app(self) -> web.Application:
        pages = Pages()
        app = web.Application(middlewares=[self._gate.middleware])
        app.on_response_prepare.append(set_headers)
        app.router.add_get("/", pages.index)
        app.router.add_get("/static/{name}", pages.static)
        app.router.add_get("/socket", self._sockets.connect)
        return app

    def _room_of(self, place: Place) -> Room:
        if place.chat != GROUP.chat:
            raise ChatGone
        return self._room
