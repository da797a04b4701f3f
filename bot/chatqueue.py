"""One chat's queue: its letters, its budget, and what is known of its messages."""

import asyncio
from collections import deque
from dataclasses import replace
from datetime import datetime
from typing import Protocol

import structlog

from bot.clock import Clock
from bot.letters import Letter, Shown, Slot, Urgency
from bot.ports import (
    Channel,
    ChatGone,
    ChatMoved,
    MessageGone,
    Pace,
    PerhapsDelivered,
    RetryAfter,
    Undelivered,
    Unreachable,
)
from bot.requests import Place
from bot.screen import Post
from bot.store.errors import StoreFailed
from bot.store.rows import BoardRow

log = structlog.get_logger(__name__)

#: How long to wait after the network failed, in seconds: first, and at most.
_FIRST_RETRY, _LONGEST_RETRY = 2.0, 60.0


class Postbook(Protocol):
    """Where it is written down which message shows what, so that a restart knows."""

    async def board(self, code: str, slot: str) -> BoardRow | None:
        """What is written down of a message of a table, or of a list without one."""
        ...

    async def board_shown(
        self, code: str, slot: str, message: int, revision: int, posted_at: datetime
    ) -> None:
        """A message shows that revision now."""
        ...

    async def board_gone(self, code: str, slot: str) -> None:
        """The message is not there any more."""
        ...


class Exchange(Protocol):
    """What a queue needs of the outbox it belongs to."""

    def line(self, platform: str) -> tuple[Channel, Pace] | None:
        """A platform's channel and pace, None while it is not connected."""
        ...

    def arrived(self, letter: Letter) -> None:
        """A letter has been delivered."""
        ...

    def lost(self, place: Place) -> None:
        """The chat takes nothing any more."""
        ...

    def moved(self, place: Place, chat_id: int) -> None:
        """The chat has another id now."""
        ...


class ChatQueue:
    """The letters of one chat; the newest screen of a message wins, one call is under way at a time."""

    def __init__(
        self, exchange: Exchange, clock: Clock, postbook: Postbook, platform: str, *, private: bool = False
    ) -> None:
        """`platform`: whose channel and pace it uses, that of private chats if it is one."""
        self._private = private
        self._exchange = exchange
        self._clock = clock
        self._postbook = postbook
        self._platform = platform
        self.waiting: dict[Slot, Letter] = {}
        self.shown: dict[Slot, Shown] = {}
        self.sending: Letter | None = None
        self.task: asyncio.Task[None] | None = None
        self.in_trouble = False
        self.closed = False
        self.held = False  # the chat is about to get another id
        self._calls: deque[float] = deque()
        self._begun = False
        self._blocked_until: float | None = None
        self._retry = _FIRST_RETRY
        self._edited: dict[Slot, float] = {}
        self._news = asyncio.Event()

    def put(self, letter: Letter) -> None:
        """Queue a letter; it replaces the one that waits for the same message."""
        if (queued := self.waiting.pop(letter.slot, None)) is not None:
            letter = letter.after(queued)
        in_flight = self.sending is not None and self.sending.slot == letter.slot
        if not in_flight and self._stands(letter):
            return
        self.waiting[letter.slot] = letter
        self._news.set()
        self.wake()

    def wake(self) -> None:
        """Go on sending, if there is something to send and a channel to send it by."""
        if self.closed or self.held or self.task is not None or not self.waiting:
            return
        if self._exchange.line(self._platform) is None:
            return
        self.task = asyncio.create_task(self._run(), name=f"outbox {self._platform}")
        self.task.add_done_callback(self._ended)

    def has(self, slot: Slot) -> bool:
        """Whether the slot has a message, or will have one as soon as it can be sent."""
        in_flight = self.sending is not None and self.sending.slot == slot
        return slot in self.shown or slot in self.waiting or in_flight

    def forget(self, code: str) -> None:
        """Drop what is known of a table's messages."""
        for slot in [slot for slot in self.shown if slot.code == code]:
            del self.shown[slot]
        for slot in [slot for slot in self._edited if slot.code == code]:
            del self._edited[slot]

    def hand_over(self) -> list[Letter]:
        """Close for good; returns what is still to be seen, which in another chat has no message yet."""
        self.closed = True
        if self.task is not None and self.sending is None:
            self.task.cancel()  # it only waits for its pace
        letters = [] if self.sending is None else [self.sending]
        letters += self.waiting.values()
        self.waiting.clear()
        return [letter for letter in letters if not letter.remove and letter.urgency is not Urgency.TIDY]

    def _stands(self, letter: Letter) -> bool:
        """Whether nothing needs to be sent: the message shows it already, or the message to remove was never sent."""
        shown = self.shown.get(letter.slot)
        if letter.remove:
            return shown is None
        return shown is not None and not letter.anew and shown.screen == letter.post.screen

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.task = None
        if task.cancelled():
            return
        if (error := task.exception()) is not None:
            log.error("outbox.failed", platform=self._platform, exc_info=error)
            return
        self.wake()  # a letter may have come between the task's last look and this moment

    async def _run(self) -> None:
        while self.waiting and not self.held:
            if (line := self._exchange.line(self._platform)) is None:
                return
            channel, pace = line
            if self._private and pace.private is not None:
                pace = pace.private
            ready = self._ready_at(pace)
            if ready > self._clock.monotonic():
                await self._clock.sleep_until(ready)
                continue
            letter = self._next(pace)
            if letter is None:
                await self._rest_until(self._lists_ready_at(pace))
                continue
            del self.waiting[letter.slot]
            if self._stands(letter):
                continue
            self._calls.append(self._clock.monotonic())
            self.sending = letter
            try:
                await self._deliver(channel, letter)
            finally:
                self.sending = None

    async def _rest_until(self, moment: float) -> None:
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

    # pace

    def _ready_at(self, pace: Pace) -> float:
        """When the chat's budget and the platform's wish allow the next call."""
        now = self._clock.monotonic()
        if not self._begun:
            # What was spent before this start is not known: half of the budget counts as gone.
            self._begun = True
            self._calls.extend([now - pace.gap] * (pace.calls // 2))
        while self._calls and now - self._calls[0] >= pace.seconds:
            self._calls.popleft()
        ready = now
        if len(self._calls) >= pace.calls:
            ready = max(ready, self._calls[len(self._calls) - pace.calls] + pace.seconds)
        if self._calls and pace.gap:
            ready = max(ready, self._calls[-1] + pace.gap)
        if self._blocked_until is not None:
            ready = max(ready, self._blocked_until)
        return ready

    def _next(self, pace: Pace) -> Letter | None:
        now = self._clock.monotonic()
        fit = [letter for letter in self.waiting.values() if self._list_ready(letter, pace, now) <= now]
        return min(fit, key=lambda letter: letter.urgency, default=None)

    def _list_ready(self, letter: Letter, pace: Pace, now: float) -> float:
        """From when on the letter may go. `now` comes in: on a clock that runs a second reading would never be reached."""
        last = self._edited.get(letter.slot)
        if letter.urgency is Urgency.TURN or last is None or letter.anew or letter.remove:
            return now
        return last + pace.lazy

    def _lists_ready_at(self, pace: Pace) -> float:
        now = self._clock.monotonic()
        return min(self._list_ready(letter, pace, now) for letter in self.waiting.values())

    # delivery

    async def _deliver(self, channel: Channel, letter: Letter) -> None:
        shown = self.shown.get(letter.slot)
        try:
            if letter.remove:
                await self._remove(channel, letter)
                return
            if shown is None or letter.anew:
                message = await channel.send(letter.place, letter.post)
                posted_at, posted = self._clock.now(), self._clock.monotonic()
            else:
                message, posted_at, posted = shown.message, shown.at, shown.posted
                await channel.edit(letter.place, message, letter.post.screen)
        except Undelivered as error:
            await self._undelivered(letter, error)
            return
        except Exception:
            log.exception("outbox.adapter_failed", platform=self._platform, slot=letter.slot.name)
            return
        if self.held and not letter.once:
            self._back(letter)
            return
        self._out_of_trouble()
        self._exchange.arrived(letter)
        if letter.slot.old or letter.once:
            self.shown.pop(letter.slot, None)
            return
        self.shown[letter.slot] = Shown(message, letter.post.screen, posted_at, posted)
        self._edited[letter.slot] = self._clock.monotonic()
        if shown is not None and letter.anew and letter.farewell is not None:
            old = Slot(letter.slot.code, f"old:{shown.message}")
            self.shown[old] = shown
            self.put(Letter(old, letter.place, Post(letter.farewell), letter.revision, Urgency.TIDY))
        await self._write_down(letter, message, posted_at)

    async def _remove(self, channel: Channel, letter: Letter) -> None:
        """Delete the message of a letter and know no more of it."""
        if (shown := self.shown.get(letter.slot)) is not None:
            await channel.delete(letter.place, shown.message)
        self._out_of_trouble()
        self.shown.pop(letter.slot, None)
        self._edited.pop(letter.slot, None)
        await self._strike_out(letter.slot)

    def _out_of_trouble(self) -> None:
        self.in_trouble = False
        self._blocked_until = None
        self._retry = _FIRST_RETRY

    async def _write_down(self, letter: Letter, message: int, posted_at: datetime) -> None:
        """Keep what the message shows. If that fails it is only sent once more after a restart."""
        if not letter.slot.kept:
            return
        try:
            await self._postbook.board_shown(
                letter.slot.code, letter.slot.name, message, letter.revision, posted_at
            )
        except StoreFailed as error:
            log.warning("outbox.not_written_down", slot=letter.slot.name, why=str(error))

    async def _strike_out(self, slot: Slot) -> None:
        if not slot.kept:
            return
        try:
            await self._postbook.board_gone(slot.code, slot.name)
        except StoreFailed as error:
            log.warning("outbox.not_written_down", slot=slot.name, why=str(error))

    async def _undelivered(self, letter: Letter, error: Undelivered) -> None:
        """What each failure asks for; the queue goes on in every case."""
        log.info("outbox.undelivered", platform=self._platform, slot=letter.slot.name, error=repr(error))
        match error:
            case RetryAfter():
                self.in_trouble = True
                self._blocked_until = self._clock.monotonic() + error.seconds
                self._back(letter)
            case Unreachable():
                self.in_trouble = True
                self._blocked_until = self._clock.monotonic() + self._retry
                self._retry = min(self._retry * 2, _LONGEST_RETRY)
                self._back(letter)
            case MessageGone():
                self._out_of_trouble()
                self.shown.pop(letter.slot, None)
                if letter.urgency is not Urgency.TIDY:
                    await self._strike_out(letter.slot)
                    self._back(letter)
            case ChatGone():
                self.in_trouble = False
                for slot in [
                    slot for slot, other in self.waiting.items() if other.place.thread == letter.place.thread
                ]:
                    del self.waiting[slot]
                self._exchange.lost(letter.place)
            case ChatMoved():
                self.in_trouble = True
                self._blocked_until = self._clock.monotonic() + self._retry
                self._back(letter)
                self._exchange.moved(letter.place, error.chat_id)
            case PerhapsDelivered():
                # Sending again could double the message; an edit is repeated by the next screen, whatever that shows.
                self._out_of_trouble()
                if (shown := self.shown.get(letter.slot)) is not None and not letter.anew:
                    self.shown[letter.slot] = replace(shown, screen=None)
            case _:
                log.error("outbox.unknown_failure", platform=self._platform, error=repr(error))

    def _back(self, letter: Letter) -> None:
        """Into the queue again; a newer screen that has come meanwhile stays the one to send."""
        newer = self.waiting.get(letter.slot)
        self.waiting[letter.slot] = letter if newer is None else newer.after(letter)
