"""The watch: what every page shows beside the messages, read anew when something may have changed."""

import asyncio
import logging
from collections.abc import Iterable, Sequence

from adapters.web.outbound import Json, commands_form, panel_frame, people_form, screen_form
from adapters.web.room import Room
from adapters.web.tabs import Tab, Tabs
from adapters.web.texts import MESSAGES
from bot.ports.app import App
from bot.ports.chatlog import People
from bot.ports.requests import Account
from bot.ports.screens import Screen

_log = logging.getLogger(__name__)


class Watch:
    """Persons, the turn, the open tables, the chat's language, and the private panels of those pages that have asked for one.

    Everything is read and sent by one task at a time, so an older reading never overtakes a newer one.
    """

    def __init__(self, app: App, people: People, room: Room, tabs: Tabs) -> None:
        self._app = app
        self._people = people
        self._room = room
        self._tabs = tabs
        self._lock = asyncio.Lock()
        self._due = asyncio.Event()
        self._panels_due: set[int] = set()
        self._accounts: Sequence[Account] = ()
        self._language = ""
        self._turn: list[int] = []
        self._tables: Json | None = None
        self._sitting: dict[str, str] = {}
        self._seated: list[int] = []

    def touch(self, persons: Iterable[int] = ()) -> None:
        """Something may have changed, with the panels of these persons too. Returns at once."""
        self._panels_due.update(persons)
        self._due.set()

    async def run(self) -> None:
        """Refresh whenever something was touched, until cancelled."""
        while True:
            await self._due.wait()
            try:
                await self.refresh()
            except Exception:  # noqa: BLE001 - the watch goes on whatever happened; it is logged
                _log.exception("the page's surroundings could not be read; the next change tries again")

    async def refresh(self) -> None:
        """Read everything that is due and send what has changed."""
        async with self._lock:
            self._due.clear()
            await self._read_people()
            await self._read_language()
            await self._read_turn()
            await self._read_panels()
            await self._read_tables()

    async def language_of(self, tab: Tab) -> str:
        """What a page speaks: the language of the person whose own it is, else the chat's."""
        account = next((account for account in self._accounts if account.user_id == tab.alone), None)
        if account is None:
            return self._language
        return await self._app.language(self._room.place, account)

    def greeting(self, language: str) -> Json:
        """What a page of that language gets when it connects, but for the messages."""
        return {
            "t": "room",
            **self._language_form(language),
            "people": people_form(self._accounts),
            "turn": self._turn,
            "seated": self._seated,
            "tables": self._tables,
            "sitting": self._sitting,
        }

    async def _read_people(self) -> None:
        accounts = tuple(await self._people.local())
        if accounts != self._accounts:
            known = {account.user_id for account in self._accounts}
            self._panels_due.update(account.user_id for account in accounts if account.user_id not in known)
            self._accounts = accounts
            self._tabs.broadcast({"t": "people", "people": people_form(accounts)})
            if known - {account.user_id for account in accounts}:
                await self._room.reload()  # a person was forgotten, in the kept messages too

    async def _read_language(self) -> None:
        language = await self._app.language(self._room.place)
        if language != self._language:
            self._language = language
            # The panels speak it too, wherever a person has not chosen another.
            self._panels_due.update(account.user_id for account in self._accounts)
        for tab in self._tabs:
            language = await self.language_of(tab)
            if language != tab.language:
                tab.language = language
                tab.post({"t": "language", **self._language_form(language)})

    async def _read_turn(self) -> None:
        local = {account.user_id for account in self._accounts}
        turn = [person for person in await self._app.to_move(self._room.place) if person in local]
        if turn != self._turn:
            self._turn = turn
            self._tabs.broadcast({"t": "turn", "people": turn})

    async def _read_panels(self) -> None:
        seated = set(self._seated)
        present = set()
        for account in self._accounts:
            person = account.user_id
            present.add(person)
            if person not in self._panels_due:
                continue
            # Taken off first: what is touched while this is read is due again.
            self._panels_due.discard(person)
            try:
                screen = await self._app.panel(account, self._room.place)
            except BaseException:
                self._panels_due.add(person)
                raise
            seated.discard(person)
            if screen is not None:
                seated.add(person)
            self._show(person, screen)
        if (now := sorted(seated & present)) != self._seated:
            self._seated = now
            self._tabs.broadcast({"t": "seated", "people": now})

    async def _read_tables(self) -> None:
        screen = await self._app.open_tables(self._room.place)
        tables = None if screen is None else screen_form(screen)
        sitting = {str(user): code for user, code in (await self._app.sitting(self._room.place)).items()}
        if (tables, sitting) != (self._tables, self._sitting):
            self._tables, self._sitting = tables, sitting
            self._tabs.broadcast({"t": "tables", "screen": tables, "sitting": sitting})

    def _show(self, person: int, screen: Screen | None) -> None:
        frame = panel_frame(person, screen)
        for tab in self._tabs:
            if tab.panel_of == person:
                tab.post(frame)

    def _language_form(self, language: str) -> Json:
        return {
            "language": language,
            "texts": {message: self._app.text(language, message) for message in MESSAGES},
            "commands": commands_form(self._app, language),
        }
