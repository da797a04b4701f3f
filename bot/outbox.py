"""The outbox: one queue per chat, paced as the platform takes it, the newest screen of a message winning.

Settlement never waits for it and never depends on it (design, parts 3 and 5).
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import IntEnum
from typing import Protocol

import structlog

from bot.clock import Clock
from bot.ports import (
    Channel,
    ChatGone,
    MessageGone,
    Pace,
    PerhapsDelivered,
    RetryAfter,
    Undelivered,
    Unreachable,
)
from bot.requests import Place
from bot.screen import Post, Screen

log = structlog.get_logger(__name__)

#: How long to wait after the network failed, in seconds: first, and at most.
_FIRST_RETRY, _LONGEST_RETRY = 2.0, 60.0


class Urgency(IntEnum):
    """What goes first when a chat's pace does not allow everything at once."""

    TURN = 0  # turns and results: somebody waits for them
    LIST = 1  # applications and lists: nobody does
    TIDY = 2  # old boards losing their buttons


@dataclass(frozen=True, slots=True)
class Slot:
    """A message of a chat: the table's code (or `-`) and what the message is (`application`, `deal:3`, `result`)."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class Letter:
    """A screen on its way. `revision` is the table's; `anew` posts a new message although there is one to edit."""

    slot: Slot
    place: Place
    post: Post
    revision: int
    urgency: Urgency = Urgency.TURN
    anew: bool = False
    farewell: Screen | None = None  # what the message replaced by a new one is left with
    remove: bool = False  # the message is to go


@dataclass(frozen=True, slots=True)
class Shown:
    """What is known to stand in a message."""

    message: int
    screen: Screen | None
    at: datetime


class Postbook(Protocol):
    """Where it is written down which message shows what, so that a restart knows."""

    async def board_shown(
        self, code: str, slot: str, message: int, revision: int, posted_at: datetime
    ) -> None:
        """A message shows that revision now."""
        ...

    async def board_gone(self, code: str, slot: str) -> None:
        """The message is not there any more."""
        ...


class Outbox:
    """All chats' queues."""

    def __init__(
        self,
        clock: Clock,
        postbook: Postbook,
        *,
        delivered: Callable[[Letter, datetime], None] = lambda _letter, _at: None,
        chat_gone: Callable[[Place], None] = lambda _place: None,
    ) -> None:
        """`delivered` hears of every screen that has arrived, `chat_gone` of a chat that takes nothing any more."""
        self._clock = clock
        self._postbook = postbook
        self._channels: dict[str, Channel] = {}
        self._queues: dict[tuple[str, int], _Queue] = {}
        self.delivered = delivered
        self.chat_gone = chat_gone
        self._pace: dict[str, Pace] = {}

    def connect(self, channel: Channel, *, calls_per_minute: int | None = None) -> None:
        """Take an adapter's channel; `calls_per_minute` lowers or raises its pace."""
        self._channels[channel.platform] = channel
        pace = channel.pace
        if calls_per_minute is not None:
            pace = replace(pace, calls=calls_per_minute, seconds=60.0)
        self._pace[channel.platform] = pace

    def disconnect(self, platform: str) -> None:
        """Let a channel go; what is still to be sent to it waits."""
        self._channels.pop(platform, None)

    def channel(self, platform: str) -> Channel | None:
        """The channel of a platform, if it is connected."""
        return self._channels.get(platform)

    def recall(self, slot: Slot, place: Place, message: int, at: datetime) -> None:
        """Know again after a restart which message a slot is; what it shows is not known."""
        self._queue(place).shown[slot] = Shown(message, None, at)

    def message(self, slot: Slot, place: Place) -> int | None:
        """The id of a slot's message, None while it has none."""
        shown = self._queue(place).shown.get(slot)
        return None if shown is None else shown.message

    def known(self, slot: Slot, place: Place) -> bool:
        """Whether the slot has a message, or will have one as soon as it can be sent."""
        queue = self._queue(place)
        return slot in queue.shown or slot in queue.waiting

    def posted_at(self, slot: Slot, place: Place) -> datetime | None:
        """When the slot's message was posted."""
        shown = self._queue(place).shown.get(slot)
        return None if shown is None else shown.at

    def put(self, letter: Letter) -> None:
        """Queue a screen. It replaces what is queued for the same message; a screen that stands there already is not sent."""
        self._queue(letter.place).put(letter)

    def forget(self, code: str, place: Place) -> None:
        """Drop what is known of a table's messages once nothing will be sent for it any more."""
        shown = self._queue(place).shown
        for slot in [slot for slot in shown if slot.code == code]:
            del shown[slot]

    def held_up(self, code: str, place: Place) -> bool:
        """Whether a screen of that table cannot be delivered at the moment (retry-after, network)."""
        queue = self._queue(place)
        return queue.in_trouble and any(slot.code == code for slot in queue.waiting)

    async def flush(self) -> None:
        """Return when nothing is waiting in any chat."""
        while busy := [queue.task for queue in self._queues.values() if queue.task is not None]:
            await asyncio.wait(busy)

    async def close(self, grace: float) -> None:
        """Send what can be sent within `grace` seconds, then stop."""
        tasks = [queue.task for queue in self._queues.values() if queue.task is not None]
        if not tasks:
            return
        await asyncio.wait(tasks, timeout=grace)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _queue(self, place: Place) -> "_Queue":
        queue = self._queues.get(place.chat)
        if queue is None:
            queue = self._queues[place.chat] = _Queue(self, self._clock, self._postbook, place.platform)
        return queue

    def pace(self, platform: str) -> Pace | None:
        """The pace of a platform, None while no channel is connected."""
        return self._pace.get(platform) if platform in self._channels else None


class _Queue:
    """One chat's letters and its budget."""

    def __init__(self, outbox: Outbox, clock: Clock, postbook: Postbook, platform: str) -> None:
        self._outbox = outbox
        self._clock = clock
        self._postbook = postbook
        self._platform = platform
        self.waiting: dict[Slot, Letter] = {}
        self.shown: dict[Slot, Shown] = {}
        self.task: asyncio.Task[None] | None = None
        self.in_trouble = False
        self._calls: deque[datetime] = deque()
        self._begun = False
        self._blocked_until: datetime | None = None
        self._retry = _FIRST_RETRY
        self._edited: dict[Slot, datetime] = {}
        self._news = asyncio.Event()

    def put(self, letter: Letter) -> None:
        queued = self.waiting.pop(letter.slot, None)
        if queued is not None:
            mentions = tuple(dict.fromkeys([*queued.post.mentions, *letter.post.mentions]))
            letter = replace(
                letter,
                post=Post(letter.post.screen, mentions),
                anew=letter.anew or queued.anew,
                farewell=letter.farewell or queued.farewell,
            )
        if self._stands(letter):
            return
        self.waiting[letter.slot] = letter
        self._news.set()
        if self.task is None:
            self.task = asyncio.create_task(self._run(), name=f"outbox {self._platform}")
            self.task.add_done_callback(self._ended)

    def _stands(self, letter: Letter) -> bool:
        """Whether nothing needs to be sent: the message shows it already, or the message to remove was never sent."""
        shown = self.shown.get(letter.slot)
        if letter.remove:
            return shown is None
        return shown is not None and not letter.anew and shown.screen == letter.post.screen

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.task = None
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("outbox.failed", platform=self._platform, error=repr(error))

    async def _run(self) -> None:
        while self.waiting:
            pace = self._outbox.pace(self._platform)
            channel = self._outbox.channel(self._platform)
            if pace is None or channel is None:
                return
            ready = self._ready_at(pace)
            if ready > self._clock.now():
                await self._clock.sleep_until(ready)
                continue
            letter = self._next(pace)
            if letter is None:
                await self._rest_until(self._lists_ready_at(pace))
                continue
            del self.waiting[letter.slot]
            self._calls.append(self._clock.now())
            await self._deliver(channel, letter)

    async def _rest_until(self, moment: datetime) -> None:
        """Wait for the moment, or for a letter that does not want to."""
        self._news.clear()
        waits = {
            asyncio.ensure_future(self._clock.sleep_until(moment)),
            asyncio.ensure_future(self._news.wait()),
        }
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    def _ready_at(self, pace: Pace) -> datetime:
        """When the chat's budget and the platform's wish allow the next call."""
        now = self._clock.now()
        if not self._begun:
            # What was spent before this start is not known: half of the budget counts as gone.
            self._begun = True
            self._calls.extend([now] * (pace.calls // 2))
        window = timedelta(seconds=pace.seconds)
        while self._calls and now - self._calls[0] >= window:
            self._calls.popleft()
        ready = now
        if len(self._calls) >= pace.calls:
            ready = max(ready, self._calls[len(self._calls) - pace.calls] + window)
        if self._calls and pace.gap:
            ready = max(ready, self._calls[-1] + timedelta(seconds=pace.gap))
        if self._blocked_until is not None:
            ready = max(ready, self._blocked_until)
        return ready

    def _next(self, pace: Pace) -> Letter | None:
        now = self._clock.now()
        fit = [letter for letter in self.waiting.values() if self._list_ready(letter, pace, now) <= now]
        return min(fit, key=lambda letter: letter.urgency, default=None)

    def _list_ready(self, letter: Letter, pace: Pace, now: datetime) -> datetime:
        last = self._edited.get(letter.slot)
        if letter.urgency is Urgency.TURN or last is None or letter.anew:
            return now
        return last + timedelta(seconds=pace.lazy)

    def _lists_ready_at(self, pace: Pace) -> datetime:
        now = self._clock.now()
        return min(self._list_ready(letter, pace, now) for letter in self.waiting.values())

    async def _deliver(self, channel: Channel, letter: Letter) -> None:
        if self._stands(letter):
            return
        shown = self.shown.get(letter.slot)
        try:
            if letter.remove:
                if shown is not None:
                    await channel.delete(letter.place, shown.message)
                self.shown.pop(letter.slot, None)
                return
            if shown is None or letter.anew:
                message = await channel.send(letter.place, letter.post)
                posted_at = self._clock.now()
            else:
                message, posted_at = shown.message, shown.at
                await channel.edit(letter.place, message, letter.post.screen)
        except Undelivered as error:
            await self._undelivered(letter, error)
            return
        except Exception:
            log.exception("outbox.adapter_failed", platform=self._platform, slot=letter.slot.name)
            return
        self.in_trouble = False
        self._blocked_until = None
        self._retry = _FIRST_RETRY
        self.shown[letter.slot] = Shown(message, letter.post.screen, posted_at)
        self._edited[letter.slot] = self._clock.now()
        if shown is not None and letter.anew and letter.farewell is not None:
            old = Slot(letter.slot.code, f"old:{shown.message}")
            self.shown[old] = Shown(shown.message, shown.screen, shown.at)
            self.put(Letter(old, letter.place, Post(letter.farewell), letter.revision, Urgency.TIDY))
        if letter.slot.name.startswith("old:"):
            self.shown.pop(letter.slot, None)
        else:
            await self._postbook.board_shown(
                letter.slot.code, letter.slot.name, message, letter.revision, posted_at
            )
        self._outbox.delivered(letter, self._clock.now())

    async def _undelivered(self, letter: Letter, error: Undelivered) -> None:
        """What each failure asks for; the queue goes on in every case."""
        log.info("outbox.undelivered", platform=self._platform, slot=letter.slot.name, error=repr(error))
        match error:
            case RetryAfter():
                self.in_trouble = True
                self._blocked_until = self._clock.now() + timedelta(seconds=error.seconds)
                self.waiting.setdefault(letter.slot, letter)
            case Unreachable():
                self.in_trouble = True
                self._blocked_until = self._clock.now() + timedelta(seconds=self._retry)
                self._retry = min(self._retry * 2, _LONGEST_RETRY)
                self.waiting.setdefault(letter.slot, letter)
            case MessageGone():
                self.shown.pop(letter.slot, None)
                if letter.urgency is not Urgency.TIDY:
                    await self._postbook.board_gone(letter.slot.code, letter.slot.name)
                    self.waiting.setdefault(letter.slot, letter)
            case ChatGone():
                self.waiting.clear()
                self._outbox.chat_gone(letter.place)
            case PerhapsDelivered():
                # Sending again could double the message; an edit is repeated by the next screen anyway.
                pass
            case _:
                log.error("outbox.unknown_failure", platform=self._platform, error=repr(error))
