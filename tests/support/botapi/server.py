"""A strict small Bot API server over real HTTP: it refuses what Telegram refuses, and remembers every call."""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web
from botapi import errors
from botapi.chats import Chat, Json
from botapi.checks import Malformed, read_call
from botapi.errors import Refused
from botapi.faults import Fault
from botapi.methods import Methods
from botapi.world import Telegram

TOKEN = "7311402556:AAF-strictly_for-tests_0123456789abcd"  # noqa: S105 - nobody's token

#: What counts against a chat's budget.
SHOWING = frozenset({"sendMessage", "editMessageText", "deleteMessage"})


@dataclass
class Call:
    method: str
    values: Json
    at: float
    status: int = 0
    description: str = ""
    injected: bool = False
    result: object = field(default=None, repr=False)
    files: dict[str, bytes] = field(default_factory=dict)  # uploaded with it, by the name of the parameter

    @property
    def chat(self) -> int | None:
        return self.values.get("chat_id")


class BotApi:
    """Start it, give `url` to the bot, let people act through `telegram`, look at `calls`; `problems` is empty if all was well."""

    def __init__(self) -> None:
        self.telegram = Telegram()
        self.calls: list[Call] = []
        self.faults: list[Fault] = []
        self.problems_seen: list[str] = []
        self.clock: Callable[[], float] = time.monotonic
        self.url = ""
        self.telegram.updates.changed = self.look
        self._methods = Methods(self.telegram)
        self._changed = asyncio.Condition()
        self._runner: web.AppRunner | None = None
        self._tasks: set[asyncio.Future[None]] = set()

    async def start(self, port: int = 0) -> "BotApi":
        app = web.Application()
        app.router.add_route("*", "/bot{token}/{method}", self._handle)
        logging.getLogger("aiohttp.access").setLevel(logging.WARNING)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", port).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def stop(self) -> None:
        self.telegram.updates.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    # waiting for events

    async def until(self, true: Callable[[], object], *, seconds: float = 60.0, what: str = "") -> None:
        """Wait until something holds; every call and every answer is a reason to look."""
        try:
            async with asyncio.timeout(seconds), self._changed:
                await self._changed.wait_for(true)
        except TimeoutError:
            last = "\n".join(f"{c.method} {c.status} {c.description} {c.values}" for c in self.calls[-6:])
            raise AssertionError(f"did not come about: {what or true}\nlast calls:\n{last}") from None

    def look(self) -> None:
        """Something has changed."""

        async def notify() -> None:
            async with self._changed:
                self._changed.notify_all()

        task = asyncio.ensure_future(notify())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # looking

    def showing(self, chat: Chat | int) -> list[Call]:
        """The sends, edits and deletions that were taken in a chat."""
        number = chat if isinstance(chat, int) else chat.id
        return [
            call
            for call in self.calls
            if call.chat == number and call.method in SHOWING and call.status == 200
        ]

    def showing_round(self, chat: Chat, number: int) -> list[Call]:
        """Those of them that are about the one board of a round."""
        calls = self.showing(chat)
        sent = [call for call in calls if call.method == "sendMessage"]
        (board,) = {c.result["message_id"] for c in sent if f"round {number}\n" in c.values["text"]}
        return [c for c in calls if (c.values.get("message_id") or c.result["message_id"]) == board]

    def count(self, method: str) -> int:
        return sum(call.method == method for call in self.calls)

    def fault(self, method: str | None, **how: object) -> Fault:
        fault = Fault(method, **how)
        self.faults.append(fault)
        return fault

    def problems(self) -> list[str]:
        """What no test may leave behind."""
        found = list(self.problems_seen)
        for call in self.calls:
            chat = self.telegram.chats.get(call.chat or 0)
            moved = chat is not None and chat.migrated_to is not None  # how else should the bot learn of it
            expected = call.injected or moved or call.description == errors.NOT_MODIFIED.description
            if call.status >= 400 and not expected:
                found.append(f"{call.method}: {call.status} {call.description} {call.values}")
        tries: dict[str, int] = defaultdict(int)
        for call in self.calls:
            if call.method == "answerCallbackQuery":
                tries[call.values["callback_query_id"]] += 1
        return found + [
            f"press {press.key} of {press.user.first_name}: answered {tries[press.id]} times"
            for press in self.telegram.presses.values()
            if tries[press.id] != 1
        ]

    # serving

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        try:
            posted = await request.post()
        except ConnectionResetError:  # the bot went away in the middle of its call: nobody is there to answer
            return web.Response(status=499)
        uploads = {name: value for name, value in posted.items() if isinstance(value, web.FileField)}
        texts = {name: str(value) for name, value in posted.items() if name not in uploads}
        form = {**request.query, **texts, **{name: file.filename for name, file in uploads.items()}}
        call = Call(method, form, self.clock())
        call.files = {name: file.file.read() for name, file in uploads.items()}
        self.calls.append(call)
        try:
            return await self._answer(request, call, form)
        except Refused as refused:
            return self._refuse(call, refused)
        except Exception as error:  # noqa: BLE001 - a failure of the server fails the test, in its own words
            if request.transport is not None and not request.transport.is_closing():
                self.problems_seen.append(f"the server itself failed at {call.method}: {error!r}")
            return web.Response(status=500)
        finally:
            self.look()

    async def _answer(self, request: web.Request, call: Call, form: dict[str, str]) -> web.StreamResponse:
        if request.match_info["token"] != TOKEN:
            call.injected = True
            raise errors.UNAUTHORIZED
        try:
            call.values = read_call(call.method, form)
        except Malformed as error:
            self.problems_seen.append(str(error))
            raise errors.NO_METHOD from error
        fault = next((fault for fault in self.faults if fault.strikes(call.method, call.values)), None)
        if fault is not None:
            call.injected = True
            if fault.hold is not None:
                self.look()
                await fault.hold.wait()
            if fault.refuse is not None:
                raise fault.refuse
            if fault.drop and not fault.after:
                return self._drop(request, call)
            if fault.status is not None:
                call.status = fault.status
                return web.Response(status=fault.status, text="<html>not JSON</html>")
        call.result = await self._carry_out(call)
        if fault is not None and fault.drop:
            call.status = 200  # it was applied
            return self._drop(request, call)
        call.status = 200
        return web.json_response({"ok": True, "result": call.result})

    async def _carry_out(self, call: Call) -> object:
        if call.method == "getUpdates":
            try:
                return await self.telegram.updates.get(call.values)
            except Refused:
                call.injected = True
                raise
        work = self._methods.find(call.method)
        if work is None:
            self.problems_seen.append(f"{call.method} is not served here")
            raise errors.NO_METHOD
        return work(call.values)

    def _drop(self, request: web.Request, call: Call) -> web.StreamResponse:
        call.description = "connection dropped"
        if request.transport is not None:
            request.transport.abort()
        return web.Response()

    def _refuse(self, call: Call, refused: Refused) -> web.Response:
        call.status, call.description = refused.code, refused.description
        body: Json = {"ok": False, "error_code": refused.code, "description": refused.description}
        if refused.parameters:
            body["parameters"] = refused.parameters
        return web.json_response(body, status=refused.code)


@asynccontextmanager
async def bot_api() -> AsyncIterator[BotApi]:
    """A server for one test; at its end no call was wrong without anybody having seen it."""
    server = await BotApi().start()
    yield server
    await server.stop()
    assert server.problems() == []
