"""«Watch a game»: a packaged record played through the engine in a message that changes by the clock."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from importlib.resources import files

from bot.model.context import Context
from bot.model.outgoing import NO_TABLE, Outgoing, Slot, Urgency
from bot.outbox.outbox import Outbox
from bot.ports.clock import Clock
from bot.ports.requests import Place
from bot.ports.screens import Answer, Post, Screen
from bot.ports.texts import Texts
from bot.screens.exhibition import exhibition_screens, left_screen, stopped_screen
from bot.screens.lines import short
from bot.tables.languages import Persons
from engine.record import Record, read_record

#: How long a game is shown, from its first screen to its last.
LENGTH = timedelta(seconds=40)


@dataclass(frozen=True, slots=True)
class _Show:
    """A game on show in a place."""

    place: Place
    task: asyncio.Task[None]


class Exhibition:
    """Shows one game at a time in a chat. Nothing of it is stored: when the program ends, so does the show."""

    def __init__(self, clock: Clock, outbox: Outbox, persons: Persons) -> None:
        """`outbox` takes what it shows."""
        self._clock = clock
        self._outbox = outbox
        self._persons = persons
        self._shows: dict[tuple[str, int], _Show] = {}

    async def press(self, context: Context) -> Answer:
        """Begin a show in this chat, or stop the one that runs."""
        place, say = context.place, await self._persons.chat_say(context.place)
        running = self._shows.pop(place.chat, None)
        if running is not None:
            running.task.cancel()
            self._put(running.place, say, stopped_screen(say))
            return short(context.say, context.say("Stopped."))
        task = asyncio.create_task(self._show(place, say), name="exhibition")
        self._shows[place.chat] = _Show(place, task)
        task.add_done_callback(lambda done: self._over(place, done))
        seconds = round(LENGTH.total_seconds())
        return short(context.say, context.say("A demo, {seconds} s. Press again to stop.", seconds=seconds))

    def running(self, place: Place) -> bool:
        """Whether a game is on show in this chat."""
        return place.chat in self._shows

    async def close(self) -> None:
        """End all shows where they are."""
        tasks = [show.task for show in self._shows.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _show(self, place: Place, say: Texts) -> None:
        clock, screens = self._clock, exhibition_screens(say, packaged())
        began, pause = clock.monotonic(), LENGTH.total_seconds() / (len(screens) - 1)
        for at, screen in enumerate(screens):
            await clock.sleep_until(began + at * pause)
            self._put(place, say, screen, anew=at == 0)

    def _put(self, place: Place, say: Texts, screen: Screen, *, anew: bool = False) -> None:
        slot = Slot(NO_TABLE, f"watch:{place.thread or 0}")
        farewell = left_screen(say) if anew else None
        self._outbox.put(Outgoing(slot, place, Post(screen), 0, Urgency.LIST, anew, farewell))

    def _over(self, place: Place, task: asyncio.Task[None]) -> None:
        show = self._shows.get(place.chat)
        if show is not None and show.task is task:
            del self._shows[place.chat]
        if not task.cancelled():
            task.result()  # an error is the loop's to report


@cache
def packaged() -> Record:
    """The game that is shown: a bust, a golden point, a broken bank."""
    return read_record((files("bot") / "exhibits" / "ochko.json").read_bytes())
