"""The first start: the people a new chat begins with, and its welcome."""

import asyncio

from adapters.web.room import Room
from adapters.web.texts import FIRST_NAMES
from bot.ports.app import App
from bot.ports.chatlog import People


class FirstStart:
    """Fills an empty chat. Done at most once; a chat that was used before is left as it is."""

    def __init__(self, app: App, people: People, room: Room) -> None:
        self._app = app
        self._people = people
        self._room = room
        self._lock = asyncio.Lock()
        self._done = False

    async def make(self, language: str | None) -> None:
        """Fill the chat if it is empty; `language` is the tag of its locale, as far as that is known."""
        async with self._lock:
            if self._done:
                return
            self._room.speak(language)
            spoken = await self._app.language(self._room.place)
            if not await self._people.local():
                for name in FIRST_NAMES:
                    await self._people.add_local(self._app.text(spoken, name))
            if await self._room.is_empty():
                await self._app.greet(self._room.place, alone=True)
            self._done = True
