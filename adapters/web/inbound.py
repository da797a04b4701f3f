"""Inbound: what a page sent becomes a request of the application, whose one answer goes back to it."""

import asyncio
import logging
import re
import secrets
from collections import OrderedDict
from collections.abc import Sequence

from adapters.common.requests import failed
from adapters.web.frames import AddPerson, BadFrame, Frame, OpenPanel, PressKey, Say
from adapters.web.outbound import answer_frame
from adapters.web.room import Room
from adapters.web.tabs import Tab
from adapters.web.texts import FAILED
from adapters.web.watch import Watch
from bot.ports.app import App
from bot.ports.chatlog import People
from bot.ports.requests import Account, Command, Press, Typed
from bot.ports.screens import Answer, Loudness

#: Persons the chat takes.
PERSONS = 50
#: Answers kept for requests that are sent again after a lost connection.
ANSWERS_KEPT = 1_000
_SHARE_BYTES = 16

# «/name», «/name@bot», and the rest of the line.
COMMAND = re.compile(r"/([^\s@/]{1,32})(?:@\S*)?(?:\s+(.*))?", re.DOTALL)

_log = logging.getLogger(__name__)


class Inbound:
    """Carries requests to the application. One that comes twice is carried out once and answered the same."""

    def __init__(self, app: App, people: People, room: Room, watch: Watch) -> None:
        self._app = app
        self._people = people
        self._room = room
        self._watch = watch
        self._adding = asyncio.Lock()
        self._asked: OrderedDict[tuple[int, str], asyncio.Task[Answer | None]] = OrderedDict()
        self._added: OrderedDict[str, int] = OrderedDict()

    async def take(self, tab: Tab, frame: Frame) -> None:
        """Carry out one frame and answer it.

        Raises:
            BadFrame: it names a person who is not there, or asks for more than the chat takes.
        """
        if isinstance(frame, AddPerson):
            await self._add(tab, frame)
        elif isinstance(frame, OpenPanel):
            await self._open(tab, frame)
        else:
            await self._ask(tab, frame)

    async def stop(self) -> None:
        """End the requests still on their way. The application has carried out what it was called for."""
        running = [task for task in self._asked.values() if not task.done()]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def _ask(self, tab: Tab, frame: Say | PressKey) -> None:
        people = await self._people.local()
        account = self._person(people, frame.person, frame.request)
        everybody = tab.alone is None
        key = (frame.person, frame.request)
        task = self._asked.get(key)
        if task is None:
            admin = account.user_id == people[0].user_id
            task = asyncio.create_task(self._carry_out(frame, account, admin=admin, everybody=everybody))
            self._asked[key] = task
            self._drop_old()
        # Shielded: the page may go away, what it asked for is carried out all the same.
        answer = await asyncio.shield(task)
        panel = answer is not None and answer.loudness is Loudness.PANEL
        if panel:
            tab.panel_of = frame.person
        tab.post(answer_frame(frame.request, frame.person, answer))
        self._app.sent(account, _press_id(frame))
        self._watch.touch(() if panel else (frame.person,))

    async def _carry_out(
        self, frame: Say | PressKey, account: Account, *, admin: bool, everybody: bool
    ) -> Answer | None:
        try:
            return await self._request(frame, account, admin=admin, everybody=everybody)
        except Exception:  # noqa: BLE001 - a person is answered whatever happened; it is logged
            # The same request may be tried again.
            _log.exception("request %s of person %d failed", frame.request, account.user_id)
            self._asked.pop((frame.person, frame.request), None)
            return await failed(self._app, self._room.place, None, FAILED)

    async def _request(
        self, frame: Say | PressKey, account: Account, *, admin: bool, everybody: bool
    ) -> Answer | None:
        place, press_id = self._room.place, _press_id(frame)
        share = secrets.token_hex(_SHARE_BYTES)  # drawn here: the page's own ids are its person's choice
        if isinstance(frame, PressKey):
            newest = await self._room.newest()
            return await self._app.press(
                Press(
                    account, place, press_id, admin, newest, key=frame.key, share=share, everybody=everybody
                )
            )
        said = await self._room.say(frame.person, frame.text, press_id)
        command = COMMAND.fullmatch(frame.text)
        if command is None:
            return await self._app.typed(
                Typed(account, place, press_id, admin, said, text=frame.text, share=share)
            )
        name, arguments = command[1].lower(), (command[2] or "").strip()
        return await self._app.command(
            Command(
                account,
                place,
                press_id,
                admin,
                said,
                name=name,
                arguments=arguments,
                share=share,
                everybody=everybody,
            )
        )

    async def _open(self, tab: Tab, frame: OpenPanel) -> None:
        if frame.opened:
            self._person(await self._people.local(), frame.person, None)
            tab.panel_of = frame.person
            self._watch.touch((frame.person,))
        elif tab.panel_of == frame.person:
            tab.panel_of = None

    async def _add(self, tab: Tab, frame: AddPerson) -> None:
        async with self._adding:
            person = self._added.get(frame.request)
            if person is None:
                if len(await self._people.local()) >= PERSONS:
                    raise BadFrame("the chat is full", frame.request)
                person = (await self._people.add_local(frame.name)).user_id
                self._added[frame.request] = person
                if len(self._added) > PERSONS:
                    self._added.popitem(last=False)
        await self._watch.refresh()
        tab.post({"t": "added", "id": frame.request, "person": person})

    def _drop_old(self) -> None:
        for key in [key for key, task in self._asked.items() if task.done()][: -ANSWERS_KEPT or None]:
            del self._asked[key]

    @staticmethod
    def _person(people: Sequence[Account], person: int, request: str | None) -> Account:
        for account in people:
            if account.user_id == person:
                return account
        raise BadFrame("there is no such person here", request)


def _press_id(frame: Say | PressKey) -> str:
    """The same for a request that is sent again."""
    return f"web:{frame.request}"
