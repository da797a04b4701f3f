"""One chat's queue: its messages, in the order in which they go, and what is known of its messages."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from datetime import datetime
from math import inf
from typing import Protocol

import structlog

from bot.model.errors import StoreFailed
from bot.model.outgoing import Outgoing, Shown, Slot, Urgency, Wish
from bot.model.rows import BoardRow
from bot.outbox.pace import Budget, Turnstile
from bot.outbox.retries import Hooks, Retries, Waiting
from bot.ports.channel import Channel, Pace
from bot.ports.clock import Clock
from bot.ports.screens import Post

log = structlog.get_logger(__name__)

#: So many persons' answers wait in a chat at most, and so many old boards that are to lose their buttons.
_MOST = 20

#: An answer that has waited so long is not sent any more, in seconds.
_STALE = 120.0

#: What waits is sent in the order in which it came, as if it had come so many seconds later. What is patient comes after all the rest.
_PATIENCE = {
    Urgency.TURN: 0.0,
    Urgency.BOARD: 10.0,
    Urgency.ANSWER: 0.0,
    Urgency.LIST: 5.0,
    Urgency.TIDY: 30.0,
}


class SentMessages(Protocol):
    """Where it is written down which message shows what, so that a restart knows; `bot.store.boards` has it."""

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


@dataclass(slots=True)
class Line:
    """A platform while it is connected: its channel, its pace, and the pace of all its chats together.

    `turnstile` is None where the platform counts each chat by itself.
    """

    channel: Channel
    pace: Pace
    turnstile: Turnstile | None


class Exchange(Hooks, Protocol):
    """What a queue needs of the outbox it belongs to."""

    lines: dict[str, Line]  # by platform, of those that are connected

    def budget(self, pace: Pace) -> Budget:
        """What a chat with that pace has been sent at its first call."""
        ...


class ChatQueue:
    """The messages of one chat; the newest screen of a message wins, one call is under way at a time."""

    def __init__(
        self, exchange: Exchange, clock: Clock, sent: SentMessages, platform: str, *, private: bool = False
    ) -> None:
        """`platform`: whose channel and pace it uses, that of private chats if it is one."""
        self._private = private
        self._exchange = exchange
        self._clock = clock
        self._sent = sent
        self._platform = platform
        self.waiting: dict[Slot, Waiting] = {}
        self.shown: dict[Slot, Shown] = {}
        self.sending: Outgoing | None = None
        self.task: asyncio.Task[None] | None = None
        self.closed = False
        self.held = False  # the chat is about to get another id
        self._retries = Retries(self, exchange, clock, platform)
        self._budget: Budget | None = None
        self._edited: dict[Slot, float] = {}
        self._rests = False

    # what is put in

    def put(self, outgoing: Outgoing) -> None:
        """Queue a message; it replaces the one that waits for the same message, and keeps its place in the line."""
        if outgoing.wish is not None:
            self._wished(outgoing.wish)
        queued = self.waiting.get(outgoing.slot)
        if queued is not None:
            outgoing = outgoing.after(queued.outgoing)
        if not self._flies(outgoing.slot) and self._stands(outgoing):
            self.waiting.pop(outgoing.slot, None)
            return
        if queued is not None:
            queued.replaced_by(outgoing)
        else:
            self.waiting[outgoing.slot] = Waiting(outgoing, self._clock.monotonic())
        self._bounded(outgoing)
        self.wake()

    def _wished(self, wish: Wish) -> None:
        """What a person asked for before and still waits gives way to what he asks for now."""
        for slot, other in list(self.waiting.items()):
            earlier = other.outgoing.wish
            if earlier is not None and earlier.user == wish.user and earlier != wish:
                self.drop(slot)

    def _bounded(self, outgoing: Outgoing) -> None:
        """Of what nobody's turn depends on no more waits than can be of use; the oldest gives way."""
        if outgoing.wish is not None:
            wishes = list(
                dict.fromkeys(one.outgoing.wish for one in self.waiting.values() if one.outgoing.wish)
            )
            if len(wishes) > _MOST:
                self._wished(Wish(wishes[0].user, -1))
        elif outgoing.urgency is Urgency.TIDY:
            tidying = [slot for slot, one in self.waiting.items() if one.outgoing.urgency is Urgency.TIDY]
            if len(tidying) > _MOST:
                self.drop(tidying[0])

    def drop(self, slot: Slot) -> None:
        self.waiting.pop(slot, None)
        if slot.old:
            self.shown.pop(slot, None)

    def back(self, waiting: Waiting) -> None:
        """Into the queue again; a newer screen that has come meanwhile stays the one to send."""
        outgoing = waiting.outgoing
        if (newer := self.waiting.get(outgoing.slot)) is not None:
            waiting.replaced_by(newer.outgoing.after(outgoing))
        self.waiting[outgoing.slot] = waiting

    def wake(self) -> None:
        """Go on sending, if there is something to send and a channel to send it by."""
        if self._rests and self.task is not None:
            self.task.cancel()  # another begins at its end
        if self.closed or self.held or self.task is not None or not self.waiting:
            return
        if self._exchange.lines.get(self._platform) is None:
            return
        self.task = asyncio.create_task(self._run(), name=f"outbox {self._platform}")
        self.task.add_done_callback(self._ended)

    # what is known

    def has(self, slot: Slot) -> bool:
        """Whether the slot has a message, or will have one as soon as it can be sent."""
        return slot in self.shown or slot in self.waiting or self._flies(slot)

    def owes(self, code: str) -> bool:
        """Whether a board of the table is still to arrive."""
        slots = [*self.waiting, *([] if self.sending is None else [self.sending.slot])]
        return any(slot.code == code and slot.board for slot in slots)

    def seen(self, slot: Slot, message: int) -> None:
        """Somebody has pressed a button of the slot's message: where it was not known to have arrived, it is now."""
        if slot not in self.shown and self._retries.clear(slot):
            self.shown[slot] = Shown(message, None, self._clock.now(), self._clock.monotonic())
            if (waiting := self.waiting.get(slot)) is not None:
                waiting.ready = 0.0
                self.wake()

    def forget(self, code: str) -> None:
        """Drop what is known of a table's messages, and what was refused again and again."""
        for slot in [slot for slot in self.shown if slot.code == code]:
            del self.shown[slot]
        for slot in [slot for slot, one in self.waiting.items() if slot.code == code and one.tries]:
            self.drop(slot)
        for slot in [slot for slot in self._edited if slot.code == code]:
            del self._edited[slot]
        self._retries.forget(code)

    def hand_over(self) -> list[Outgoing]:
        """Close for good; returns what is still to be seen, which in another chat has no message yet."""
        self.closed = True
        if self.task is not None and self.sending is None:
            self.task.cancel()  # it only waits for its pace
        unsent = [] if self.sending is None else [self.sending]
        unsent += [one.outgoing for one in self.waiting.values()]
        self.waiting.clear()
        return [
            outgoing for outgoing in unsent if not outgoing.remove and outgoing.urgency is not Urgency.TIDY
        ]

    def silent(self, known_for: float) -> bool:
        """Let go what nobody will ask for; whether nothing is left. `known_for`: how long messages of no table are known, in seconds."""
        now = self._clock.monotonic()
        for slot in [s for s, one in self.shown.items() if not s.lasting and now - one.posted > known_for]:
            if slot not in self.waiting and not self._flies(slot):
                del self.shown[slot]
        for slot in [slot for slot in self._edited if slot not in self.shown]:
            del self._edited[slot]
        if self._budget is not None and self._budget.silent(now):
            self._budget = None
        return not (self.task or self.waiting or self.shown or self._budget or self._retries)

    def _flies(self, slot: Slot) -> bool:
        return self.sending is not None and self.sending.slot == slot

    def _stands(self, outgoing: Outgoing) -> bool:
        """Whether nothing needs to be sent: the message shows it already, or the message to remove was never sent."""
        if self._retries.repeats(outgoing.slot):
            return False
        shown = self.shown.get(outgoing.slot)
        if outgoing.remove:
            return shown is None
        if shown is None or outgoing.anew or (outgoing.moment and outgoing.post.screen.names_moment):
            return False
        return shown.screen == outgoing.post.screen

    # sending

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.task = None
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("outbox.failed", platform=self._platform, exc_info=error)
            return
        self.wake()  # a message may have come since the task's last look

    async def _run(self) -> None:
        while self.waiting and not self.held:
            if (line := self._exchange.lines.get(self._platform)) is None:
                return
            if self._budget is None:
                self._budget = self._exchange.budget(self._pace(line))
            chosen, moment = self._next(self._budget, self._pace(line))
            if chosen is not None and line.turnstile is not None:
                now = self._clock.monotonic()
                moment, counted = line.turnstile.enter(now, patient=chosen.outgoing.urgency.patient)
                if moment > now and counted:
                    await self._clock.sleep_until(moment)
                    chosen, moment = self._next(self._budget, self._pace(line))
                elif moment > now:
                    chosen = None
            if chosen is None:
                await self._rest_until(moment)
                continue
            await self._send(line, self._budget, chosen)

    async def _send(self, line: Line, budget: Budget, chosen: Waiting) -> None:
        outgoing = chosen.outgoing
        del self.waiting[outgoing.slot]
        if self._stands(outgoing):
            return
        now = self._clock.monotonic()
        budget.take(now, sends=self._sends(outgoing), patient=outgoing.urgency.patient)
        self.sending = outgoing
        try:
            await self._deliver(line.channel, chosen)
        finally:
            self.sending = None

    def _pace(self, line: Line) -> Pace:
        return line.pace.private if self._private and line.pace.private is not None else line.pace

    def _sends(self, outgoing: Outgoing) -> bool:
        """Whether a message is a new message."""
        fresh = outgoing.anew or outgoing.slot not in self.shown or self._retries.repeats(outgoing.slot)
        return fresh and not outgoing.remove

    async def _rest_until(self, moment: float) -> None:
        """Wait for the moment. While nothing is under way the task can be ended and begun anew by what does not want to wait."""
        self._rests = True
        try:
            await self._clock.sleep_until(moment)
        finally:
            self._rests = False

    def _next(self, budget: Budget, pace: Pace) -> tuple[Waiting | None, float]:
        """What goes now; None, and when to look again."""
        now = self._clock.monotonic()
        for slot, one in list(self.waiting.items()):
            if one.outgoing.wish is not None and now - one.since > _STALE:
                self.drop(slot)
        ready: list[Waiting] = []
        soonest = inf
        for one in self.waiting.values():
            moment = max(self._ready(one, budget, pace, now), self._retries.blocked_until)
            soonest = min(soonest, moment)
            if moment <= now:
                ready.append(one)
        return min(ready, key=_place_in_line, default=None), soonest if self.waiting else now

    def _ready(self, one: Waiting, budget: Budget, pace: Pace, now: float) -> float:
        """From when on a message may go. `now` comes in: on a clock that runs a second reading would never be reached."""
        outgoing = one.outgoing
        moment = budget.ready(now, sends=self._sends(outgoing), patient=outgoing.urgency.patient)
        last = self._edited.get(outgoing.slot)
        if (
            outgoing.urgency > Urgency.ANSWER
            and last is not None
            and not outgoing.anew
            and not outgoing.remove
        ):
            moment = max(moment, last + pace.lazy)
        return max(moment, self._retries.held_until(one, now))

    # delivery

    async def _deliver(self, channel: Channel, chosen: Waiting) -> None:
        """Carry a message out; what was sent before it without an answer goes first, as it was, if that doubles nothing."""
        shown = self.shown.get(chosen.outgoing.slot)
        outgoing = self._retries.to_repeat(chosen.outgoing) or chosen.outgoing.numbered(shown)
        try:
            now = await self._carried(channel, outgoing, shown)
        except Exception as error:  # noqa: BLE001 - told by `Retries`, foreseen or not; what is newest is tried again
            await self._retries.met(chosen, outgoing, error)
            return
        if self.held and not outgoing.once:
            self.back(chosen)
            return
        self._retries.over(outgoing.slot)
        if now is None:
            self.shown.pop(outgoing.slot, None)
            self._edited.pop(outgoing.slot, None)
            await self._forgotten(outgoing.slot)
            return
        if outgoing.post.screen != chosen.outgoing.post.screen:
            self.back(chosen)
        else:
            outgoing = replace(outgoing, revision=chosen.outgoing.revision)
        self._exchange.delivered(outgoing, self._clock.monotonic())
        if outgoing.slot.old or outgoing.once:
            self.shown.pop(outgoing.slot, None)
            return
        self.shown[outgoing.slot] = now
        self._edited[outgoing.slot] = self._clock.monotonic()
        if shown is not None and outgoing.anew and outgoing.farewell is not None:
            old = Slot(outgoing.slot.code, f"old:{shown.message}")
            self.shown[old] = shown
            self.put(Outgoing(old, outgoing.place, Post(outgoing.farewell), outgoing.revision, Urgency.TIDY))
        if (slot := outgoing.slot).kept:
            noting = self._sent.board_shown(slot.code, slot.name, now.message, outgoing.revision, now.at)
            await self._noted(slot, noting)

    async def _carried(self, channel: Channel, outgoing: Outgoing, shown: Shown | None) -> Shown | None:
        """Send, edit or remove; what the message shows then."""
        if outgoing.remove:
            if shown is not None:
                await channel.delete(outgoing.place, shown.message)
            return None
        screen = outgoing.late(self._clock.monotonic())
        if shown is not None and not outgoing.anew:
            await channel.edit(outgoing.place, shown.message, screen)
            return replace(shown, screen=screen)
        message = await channel.send(outgoing.place, replace(outgoing.post, screen=screen))
        return Shown(message, screen, self._clock.now(), self._clock.monotonic())

    async def gone(self, slot: Slot) -> None:
        self.shown.pop(slot, None)
        if not slot.old:
            await self._forgotten(slot)

    async def _forgotten(self, slot: Slot) -> None:
        if slot.kept:
            await self._noted(slot, self._sent.board_gone(slot.code, slot.name))

    async def _noted(self, slot: Slot, noting: Awaitable[None]) -> None:
        """Write down what a message shows. If that fails it is only sent once more after a restart."""
        try:
            await noting
        except StoreFailed as error:
            log.warning("outbox.not_written_down", table=slot.code, slot=slot.name, why=str(error))


def _place_in_line(one: Waiting) -> tuple[bool, float]:
    return one.outgoing.urgency.patient, one.since + _PATIENCE[one.outgoing.urgency]
