"""The outbox: one queue per chat, paced as the platform takes it, the newest screen of a message winning.

Settlement never waits for it and never depends on it (design, parts 3 and 5).
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from bot.addresses import Addresses
from bot.chatqueue import ChatQueue, Postbook
from bot.clock import Clock
from bot.letters import Letter, Shown, Slot
from bot.ports import Channel, Pace
from bot.requests import Place
from bot.store.rows import LEFT_BEHIND


class Outbox:
    """All chats' queues."""

    def __init__(self, clock: Clock, postbook: Postbook, addresses: Addresses | None = None) -> None:
        """`postbook` keeps which message shows what; `addresses` which id a chat has now.

        The hook `delivered` hears of every screen that has arrived, `chat_gone` of a chat that takes nothing any more, `chat_moved`
        of one that has another id.
        """
        self._addresses = addresses or Addresses()
        self._clock = clock
        self._postbook = postbook
        self._lines: dict[str, tuple[Channel, Pace]] = {}
        self._queues: dict[tuple[str, int], ChatQueue] = {}
        self._closed = False
        self.delivered: Callable[[Letter, float], None] = lambda _letter, _at: None
        self.chat_gone: Callable[[Place], None] = lambda _place: None
        self.chat_moved: Callable[[Place, int], None] = lambda _place, _chat: None

    def connect(self, channel: Channel, *, calls_per_minute: int | None = None) -> None:
        """Take an adapter's channel; `calls_per_minute` lowers or raises its pace. What waits for it is sent."""
        pace = channel.pace
        if calls_per_minute is not None:
            pace = replace(pace, calls=calls_per_minute, seconds=60.0)
        self._lines[channel.platform] = (channel, pace)
        for (platform, _), queue in self._queues.items():
            if platform == channel.platform:
                queue.wake()

    def disconnect(self, platform: str) -> None:
        """Let a channel go; what is still to be sent to it waits."""
        self._lines.pop(platform, None)

    def channel(self, platform: str) -> Channel | None:
        """The channel of a platform, if it is connected."""
        line = self._lines.get(platform)
        return None if line is None else line[0]

    def line(self, platform: str) -> tuple[Channel, Pace] | None:
        """A platform's channel and pace, None while it is not connected."""
        return self._lines.get(platform)

    def lazy(self, place: Place) -> bool:
        """Whether edits that nobody waits for are to be rare in that chat; so they are while its platform is not connected."""
        line = self._lines.get(place.platform)
        if line is None:
            return True
        pace = line[1]
        return bool((pace.private if place.private and pace.private is not None else pace).lazy)

    def arrived(self, letter: Letter) -> None:
        """Called by a queue: a letter has been delivered."""
        self.delivered(letter, self._clock.monotonic())

    def lost(self, place: Place) -> None:
        """Called by a queue: the chat takes nothing any more."""
        self.chat_gone(place)

    def moved(self, place: Place, chat_id: int) -> None:
        """Called by a queue: the chat has another id."""
        self.chat_moved(place, chat_id)

    # a chat's way to another id

    def hold(self, place: Place) -> None:
        """Send nothing more to a chat for now, and note nothing of what is on its way there."""
        if (queue := self._queues.get(place.chat)) is not None:
            queue.held = True

    def release(self, place: Place) -> None:
        """Go on sending to a chat."""
        if (queue := self._queues.get(place.chat)) is not None:
            queue.held = False
            queue.wake()

    def move(self, place: Place) -> None:
        """Send what waits for a chat's earlier id to the one it has now; no message of the old chat is edited any more."""
        if self._addresses.earlier(place) and (queue := self._queues.pop(place.chat, None)) is not None:
            for letter in queue.hand_over():
                self.put(letter)

    def recall(self, slot: Slot, place: Place, message: int, at: datetime) -> None:
        """Know again after a restart which message a slot is; what it shows is not known."""
        age = max(
            0.0, (self._clock.now() - at).total_seconds()
        )  # as far as the calendar knows; nothing hangs on it but a post anew
        posted = self._clock.monotonic() - age
        if message != LEFT_BEHIND:
            self._queue(place).shown[slot] = Shown(message, None, at, posted)

    async def look_up(self, slot: Slot, place: Place) -> None:
        """Know a slot again that has no message yet, if one is written down from before a restart."""
        if self.known(slot, place):
            return
        if (board := await self._postbook.board(slot.code, slot.name)) is not None:
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

    def put(self, letter: Letter) -> None:
        """Queue a screen. It replaces what is queued for the same message; a screen that stands there already is not sent."""
        if not self._closed:
            if self._addresses.earlier(letter.place):
                # What it answers is a message of the old chat: the same number is another one in the new chat.
                here = self._addresses.of(letter.place)
                letter = replace(letter, place=here, post=replace(letter.post, reply_to=None))
            self._queue(letter.place).put(letter)

    def forget(self, code: str, place: Place) -> None:
        """Drop what is known of a table's messages once nothing will be sent for it any more."""
        self._queue(place).forget(code)

    def in_trouble(self, place: Place) -> bool:
        """Whether the last call to that chat failed and is to be tried again (retry-after, network)."""
        return self._queue(place).in_trouble

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

    def _queue(self, place: Place) -> ChatQueue:
        place = self._addresses.of(place)
        queue = self._queues.get(place.chat)
        if queue is None:
            queue = self._queues[place.chat] = ChatQueue(
                self, self._clock, self._postbook, place.platform, private=place.private
            )
        return queue
