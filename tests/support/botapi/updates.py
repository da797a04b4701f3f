"""Long polling: updates wait until they are confirmed by a later offset; a second poller ends the first one."""

import asyncio
import json
from collections.abc import Callable

from botapi import errors
from botapi.chats import Json

#: What is delivered without being asked for by name (Bot API, getUpdates).
_NOT_BY_DEFAULT = {"chat_member", "message_reaction", "message_reaction_count"}


class Updates:
    def __init__(self) -> None:
        self.changed: Callable[[], None] = lambda: None
        self._wakers: set[asyncio.Future[None]] = set()
        self.waiting: list[Json] = []
        self.next_id = 512_345_678
        self.allowed: list[str] = []
        self.polls = 0
        self.confirmed = 0
        self._news = asyncio.Condition()
        self._poller: asyncio.Task[object] | None = None
        self._ended: set[asyncio.Task[object]] = set()
        self.closing = False
        self._released = 0

    def add(self, kind: str, body: Json, *, update_id: int | None = None, forced: bool = False) -> int | None:
        """Queue an update; None if the bot has not asked for its kind. `forced`: as if it had (left from before)."""
        asked = kind in self.allowed if self.allowed else kind not in _NOT_BY_DEFAULT
        if not (asked or forced):
            return None
        if update_id is None:
            update_id, self.next_id = self.next_id, self.next_id + 1
        # As it was at that moment, whatever becomes of the message later.
        self.waiting.append(json.loads(json.dumps({"update_id": update_id, kind: body})))
        self._wake()
        return update_id

    async def get(self, values: Json) -> list[Json]:
        if "allowed_updates" in values:
            self.allowed = values["allowed_updates"]
        offset, limit = values.get("offset", 0), values.get("limit", 100)
        # What is confirmed may be delivered again only by a test that adds it again.
        self.waiting = [update for update in self.waiting if update["update_id"] >= offset]
        self.confirmed = max(self.confirmed, offset)
        mine = asyncio.current_task()
        if self._poller is not None and self._poller is not mine:
            self._ended.add(self._poller)
            self._wake()
        self._poller = mine
        self.polls += 1
        released = self._released
        self._wake()
        self.changed()
        try:
            async with asyncio.timeout(values.get("timeout", 0)), self._news:
                await self._news.wait_for(
                    lambda: self.waiting or mine in self._ended or self.closing or self._released > released
                )
        except TimeoutError:
            pass
        finally:
            if self._poller is mine:
                self._poller = None
        if mine in self._ended:
            self._ended.discard(mine)
            raise errors.CONFLICT
        return self.waiting[:limit]

    @property
    def polling(self) -> bool:
        return self._poller is not None

    def quiet(self) -> bool:
        """Everything is fetched and confirmed, and the bot asks for more."""
        return not self.waiting and self.polling

    def release(self) -> None:
        """Answer the poll that waits: there is nothing."""
        self._released += 1
        self._wake()

    def close(self) -> None:
        self.closing = True
        self._wake()

    def _wake(self) -> None:
        async def notify() -> None:
            async with self._news:
                self._news.notify_all()

        waker = asyncio.ensure_future(notify())
        self._wakers.add(waker)
        waker.add_done_callback(self._wakers.discard)
