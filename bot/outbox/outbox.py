"""The outbox: one queue per chat, paced as the platform takes it, the newest screen of a message winning.

Settlement never waits for it and never depends on it.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from itertools import count

from bot.model.context import Addresses
from bot.model.outgoing import Outgoing, Shown, Slot, Wish
from bot.model.rows import LEFT_BEHIND
from bot.outbox.pace import Budget, Turnstile
from bot.outbox.queue import ChatQueue, Line, SentMessages
from bot.ports.channel import Channel, Pace
from bot.ports.clock import Clock
from bot.ports.requests import Place

#: How long messages of no table are known, in seconds; the store knows those whose buttons go on.
_KNOWN_FOR = 3600.0

#: Platform, chat, and the thread where it is a chat of its own (else 0).
_Address = tuple[str, int, int]


class Outbox:
    """All chats' queues."""

    def __init__(
        self,
        clock: Clock,
        sent: SentMessages,
        addresses: Addresses | None = None,
        *,
        delivered: Callable[[Outgoing, float], None] = lambda _letter, _at: None,
        chat_gone: Callable[[Place], None] = lambda _place: None,
        chat_moved: Callable[[Place, int], None] = lambda _place, _chat: None,
    ) -> None:
        """`sent` keeps which message shows what; `addresses` which id a chat has now.

        `delivered` hears of every screen that has arrived, `chat_gone` of a chat that takes nothing any more,
        `chat_moved` of one that has another id; `heard` knows when a platform gave its last sign of life, None where nobody can tell.
        """
        self._addresses = addresses or Addresses()
        self._clock = clock
        self._sent = sent
        self.lines: dict[str, Line] = {}
        self._turnstiles: dict[str, Turnstile] = {}
        self._by_thread: dict[str, bool] = {}
        self._queues: dict[_Address, ChatQueue] = {}
        self._closed = False
        self._wishes = count(1)
        self._started: float | None = clock.monotonic()
        self.delivered = delivered
        self.chat_gone = chat_gone
        self.chat_moved = chat_moved
        self.heard: Callable[[str], float | None] = lambda _platform: None

    def first_start(self) -> None:
        """No program was ever here before: nothing that a chat has been sent is unknown."""
        self._started = None
        self._turnstiles.clear()
        for line in self.lines.values():
            line.turnstile = self._turnstile(line.channel.platform, line.pace)

    def connect(self, channel: Channel, *, calls_per_minute: int | None = None) -> None:
        """Take an adapter's channel; `calls_per_minute` lowers or raises its pace. What waits for it is sent."""
        pace, platform = channel.pace, channel.platform
        if calls_per_minute is not None:
            burst = None if pace.burst is None else max(1, calls_per_minute // 3)
            pace = replace(pace, calls=calls_per_minute, seconds=60.0, burst=burst)
        self.lines[platform] = Line(channel, pace, self._turnstile(platform, pace))
        if platform not in self._by_thread:
            self._by_thread[platform] = pace.by_thread
            if not pace.by_thread:
                self._gather(platform)
        for address, queue in self._queues.items():
            if address[0] == platform:
                queue.wake()

    def _turnstile(self, platform: str, pace: Pace) -> Turnstile | None:
        """The platform's own, which outlives its connections."""
        if pace.total is None:
            return None
        started = self._started if pace.half_spent else None
        return self._turnstiles.setdefault(platform, Turnstile(pace.total, started))

    def _gather(self, platform: str) -> None:
        """Threads share their chat's queue; what came before anybody knew that is brought together."""
        for address, queue in [(a, q) for a, q in self._queues.items() if a[0] == platform and a[2]]:
            del self._queues[address]
            chat = self._queues.get((platform, address[1], 0))
            if chat is None:
                self._queues[platform, address[1], 0] = queue
            else:
                chat.shown.update(queue.shown)
                chat.waiting.update(queue.waiting)

    def disconnect(self, platform: str) -> None:
        """Let a channel go; what is still to be sent to it waits."""
        self.lines.pop(platform, None)

    def channel(self, platform: str) -> Channel | None:
        """The channel of a platform, if it is connected."""
        line = self.lines.get(platform)
        return None if line is None else line.channel

    def budget(self, pace: Pace) -> Budget:
        return Budget(pace, self._started if pace.half_spent else None)

    # a chat's way to another id

    def hold(self, place: Place) -> None:
        """Send nothing more to a chat for now, and note nothing of what is on its way there."""
        for queue in self._of_chat(place).values():
            queue.held = True

    def release(self, place: Place) -> None:
        """Go on sending to a chat."""
        for queue in self._of_chat(place).values():
            queue.held = False
            queue.wake()

    def move(self, place: Place) -> None:
        """Send what waits for a chat's earlier id to the one it has now; no message of the old chat is edited any more."""
        if self._addresses.earlier(place):
            for address, queue in self._of_chat(place).items():
                del self._queues[address]
                for outgoing in queue.hand_over():
                    self.put(outgoing)

    def _of_chat(self, place: Place) -> dict[_Address, ChatQueue]:
        return {address: queue for address, queue in self._queues.items() if address[:2] == place.chat}

    # what is known

    def recall(self, slot: Slot, place: Place, message: int, at: datetime) -> None:
        """Know again after a restart which message a slot is; what it shows is not known."""
        # As far as the calendar knows; nothing hangs on it but a post anew.
        age = max(0.0, (self._clock.now() - at).total_seconds())
        posted = self._clock.monotonic() - age
        if message != LEFT_BEHIND:
            self._queue(place).shown[slot] = Shown(message, None, at, posted)

    async def look_up(self, slot: Slot, place: Place) -> None:
        """Know a slot again that has no message yet, if one is written down from before a restart."""
        if self.known(slot, place):
            return
        if (board := await self._sent.board(slot.code, slot.name)) is not None:
            self.recall(slot, place, board.message, board.posted_at)

    def message(self, slot: Slot, place: Place) -> int | None:
        """The id of a slot's message, None while it has none."""
        shown = self._queue(place).shown.get(slot)
        return None if shown is None else shown.message

    def known(self, slot: Slot, place: Place) -> bool:
        """Whether the slot has a message, or will have one as soon as it can be sent."""
        return self._queue(place).has(slot)

    def posted_at(self, slot: Slot, place: Place) -> float | None:
        """When the slot's message was posted, on the clock that nobody can set."""
        shown = self._queue(place).shown.get(slot)
        return None if shown is None else shown.posted

    def board(self, code: str, place: Place) -> Slot | None:
        """The newest deal's board of a table that has a message."""
        boards = [slot for slot in self._queue(place).shown if slot.code == code and slot.board]
        return max(boards, key=lambda slot: int(slot.name.partition(":")[2]), default=None)

    def wish(self, user: int) -> Wish:
        """What that person asks for now."""
        return Wish(user, next(self._wishes))

    def put(self, outgoing: Outgoing) -> None:
        """Queue a screen. It replaces what is queued for the same message; a screen that stands there already is not sent."""
        if not self._closed:
            if self._addresses.earlier(outgoing.place):
                # What it answers is a message of the old chat: the same number is another one in the new chat.
                here = self._addresses.of(outgoing.place)
                outgoing = replace(outgoing, place=here, post=replace(outgoing.post, reply_to=None))
            self._queue(outgoing.place).put(outgoing)

    def forget(self, code: str, place: Place) -> None:
        """Drop what is known of a table's messages once nothing will be sent for it any more."""
        self._queue(place).forget(code)

    def owes(self, code: str, place: Place) -> bool:
        """Whether a board of that table is still on its way to its chat, in the program's own queue too."""
        return self._queue(place).owes(code)

    def seen(self, slot: Slot, place: Place, message: int) -> None:
        """Somebody has pressed a button of that message: it has arrived, if anybody doubted it."""
        if (queue := self._queues.get(self._address(self._addresses.of(place)))) is not None:
            queue.seen(slot, message)

    def tidy(self) -> None:
        """Keep nothing of chats in which nothing is going on."""
        for address, queue in list(self._queues.items()):
            if queue.silent(_KNOWN_FOR):
                del self._queues[address]

    async def flush(self) -> None:
        """Return when nothing is waiting in any chat that can be reached."""
        while busy := [queue.task for queue in self._queues.values() if queue.task is not None]:
            await asyncio.wait(busy)

    async def close(self, grace: float) -> None:
        """Send what can be sent within `grace` seconds, then stop for good."""
        self._closed = True
        if tasks := self._tasks():
            await asyncio.wait(tasks, timeout=grace)
        for queue in self._queues.values():
            queue.closed = True
        tasks = self._tasks()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _tasks(self) -> list[asyncio.Task[None]]:
        return [queue.task for queue in self._queues.values() if queue.task is not None]

    def _address(self, place: Place) -> _Address:
        """Until a platform was connected once, threads count as chats."""
        thread = place.thread if self._by_thread.get(place.platform, True) else None
        return (place.platform, place.chat_id, thread or 0)

    def _queue(self, place: Place) -> ChatQueue:
        place = self._addresses.of(place)
        address = self._address(place)
        queue = self._queues.get(address)
        if queue is None:
            queue = self._queues[address] = ChatQueue(
                self, self._clock, self._sent, place.platform, private=place.private
            )
        return queue
