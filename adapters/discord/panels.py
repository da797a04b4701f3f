"""Panels: the hand and its buttons in a message that one person sees, kept up to date as long as a token allows.

An ephemeral message can be edited by the token of the interaction it came from, and only while that lives.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from adapters.discord.best_effort import best_effort
from adapters.discord.layout import layout
from adapters.discord.origin import Origin
from bot.ports.app import App
from bot.ports.clock import Clock
from bot.ports.requests import Place
from bot.ports.screens import Screen

#: Where no message of the chat follows a change within this time, panels are brought up to date without one.
_SOON = 2.0

#: Persons remembered; the tokens of those pressed longest ago have died anyway.
_REMEMBERED = 5000

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel that stands in a person's chat: its message, how to edit and remove it, until when."""

    message: int
    edit: Callable[..., Awaitable[Any]]
    remove: Callable[[], Awaitable[None]]
    until: float


@dataclass(slots=True)
class _Desk:
    """One person in one place: the last interaction that was answered, the panel, what it shows."""

    origin: Origin
    panel: Panel | None = None
    shown: Screen | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


_Seat = tuple[Place, int]


class Panels:
    """All panels."""

    def __init__(self, app: App, clock: Clock) -> None:
        self._app = app
        self._clock = clock
        self._desks: dict[_Seat, _Desk] = {}
        self._changed: dict[Place, set[int]] = {}
        self._newest: dict[Place, int] = {}
        self._busy: Counter[_Seat] = Counter()
        self._missed: set[_Seat] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    # what presses tell

    @contextmanager
    def pressing(self, origin: Origin) -> Iterator[None]:
        """While somebody's press is answered, its answer brings the panel up to date and nothing else does."""
        seat = _seat(origin)
        self._busy[seat] += 1
        try:
            yield
        finally:
            self._busy[seat] -= 1
            if not self._busy[seat]:
                del self._busy[seat]
                if seat in self._missed:
                    self._missed.discard(seat)
                    self._follow_later(seat)

    async def screen(self, origin: Origin) -> Screen | None:
        """What the panel of that person shows now."""
        return await self._app.panel(origin.account, origin.place)

    def answered(self, origin: Origin) -> None:
        """An interaction has been answered: by its token follow-ups can be sent from now on."""
        seat = _seat(origin)
        desk = self._desks.pop(seat, None)
        if desk is None:
            desk = _Desk(origin)
        desk.origin = origin
        self._desks[seat] = desk  # those pressed longest ago come first
        while len(self._desks) > _REMEMBERED:
            del self._desks[next(iter(self._desks))]

    def stands(self, origin: Origin, screen: Screen, message: int) -> None:
        """The message that answered that interaction, or that was pressed, is the panel and shows the screen."""
        self.answered(origin)
        desk = self._desks[_seat(origin)]
        interaction = origin.interaction
        former = desk.panel
        desk.panel = Panel(
            message, interaction.edit_original_response, interaction.delete_original_response, origin.until
        )
        desk.shown = screen
        if former is not None and former.message != message and former.until > self._clock.monotonic():
            self._spawn(best_effort(former.remove()))

    async def show(self, origin: Origin, above: Screen) -> None:
        """Bring the panel of who has pressed the board up to date, with the outcome `above` the hand."""
        desk = self._desks[_seat(origin)]
        async with desk.lock:
            screen = await self.screen(origin)
            await self._put(desk, screen or replace(above, rows=()), above if screen is not None else None)

    # what the application and the channel tell

    def changed(self, place: Place, users: frozenset[int]) -> None:
        """These persons may see something else; the message that shows it to all goes first."""
        place = _bare(place)
        waiting = self._changed.setdefault(place, set())
        if not waiting:
            self._spawn(self._soon(place))
        waiting |= users

    def shown(self, place: Place, message: int | None) -> None:
        """A message has been sent (its id) or edited (None) there."""
        place = _bare(place)
        if message is not None:
            self._newest[place] = message
        self._refresh(place)

    async def close(self) -> None:
        """Leave them as they are."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _soon(self, place: Place) -> None:
        await self._clock.sleep_until(self._clock.monotonic() + _SOON)
        self._refresh(place)

    def _refresh(self, place: Place) -> None:
        for user in self._changed.pop(place, ()):
            seat = (place, user)
            if seat in self._busy:
                self._missed.add(seat)
            else:
                self._follow_later(seat)

    def _follow_later(self, seat: _Seat) -> None:
        if (desk := self._desks.get(seat)) is not None:
            self._spawn(self._follow(desk))

    async def _follow(self, desk: _Desk) -> None:
        """Show what has changed: in the panel that stands, or below the newest board in a new one."""
        async with desk.lock:
            now = self._clock.monotonic()
            if desk.origin.until <= now and (desk.panel is None or desk.panel.until <= now):
                return
            screen = await self.screen(desk.origin)
            if screen is None:
                if desk.shown is not None and desk.shown.rows and self._reachable(desk):
                    await self._put(desk, replace(desk.shown, rows=()), None)
                return
            if screen == desk.shown:
                return
            if not self._reachable(desk) or screen.rows != (desk.shown.rows if desk.shown else ()):
                await self._put(desk, screen, None)

    def _reachable(self, desk: _Desk) -> bool:
        """Whether the panel can be edited and nothing of ours stands below it."""
        panel = desk.panel
        if panel is None or panel.until <= self._clock.monotonic():
            return False
        return panel.message > self._newest.get(_bare(desk.origin.place), 0)

    async def _put(self, desk: _Desk, screen: Screen, above: Screen | None) -> None:
        lines = (*above.lines, *screen.lines) if above is not None else screen.lines
        view = layout(replace(screen, lines=lines), panel=True)
        panel = desk.panel
        if panel is not None and self._reachable(desk):
            desk.shown = screen
            await best_effort(panel.edit(view=view))
            return
        if desk.origin.until <= self._clock.monotonic():
            return
        sent = await best_effort(desk.origin.interaction.followup.send(view=view, ephemeral=True, wait=True))
        if sent is None:
            return
        desk.panel = Panel(sent.id, sent.edit, sent.delete, desk.origin.until)
        desk.shown = screen
        if panel is not None and panel.until > self._clock.monotonic():
            await best_effort(panel.remove())

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Future[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a panel could not be shown", exc_info=error)


def _seat(origin: Origin) -> _Seat:
    return _bare(origin.place), origin.account.user_id


def _bare(place: Place) -> Place:
    """The place without what a request happens to know of it."""
    return Place(place.platform, place.chat_id, place.thread, private=place.private)
