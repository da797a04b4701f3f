"""A chat that its platform has given another id, as a group of Telegram that becomes a supergroup: everything of it moves along.

The move itself is one transaction of the store. Before it the chat's queue is held, so that nothing is noted of messages in the old chat
meanwhile; after it memory follows without a pause, and each open table is shown anew where it is now.
"""

import asyncio
from dataclasses import dataclass, field, replace

import structlog

from bot.model.context import Addresses
from bot.model.errors import StoreFailed
from bot.outbox.outbox import Outbox
from bot.ports.requests import Place
from bot.store import relocation
from bot.store.store import Store
from bot.tables.boards import Boards
from bot.tables.fold import Unfoldable
from bot.tables.languages import Persons
from bot.tables.registry import Tables
from bot.tables.saving import Saving
from bot.tables.session import Session
from bot.tables.timing import Timekeeper
from bot.tables.unfolding import Unfolding
from bot.tables.work import Work

log = structlog.get_logger(__name__)


@dataclass(eq=False)
class Relocation:
    """Moves chats, each once. A move that could not be stored is made by the next sign that the chat has another id."""

    _store: Store
    _addresses: Addresses
    _outbox: Outbox
    _persons: Persons
    _tables: Tables
    _work: Work
    _boards: Boards
    _times: Timekeeper
    _saving: Saving
    _unfolding: Unfolding
    under_way: dict[tuple[str, int], asyncio.Task[None]] = field(default_factory=dict)

    def move(self, place: Place, chat_id: int) -> None:
        """The chat of `place` has the id `chat_id` now. Returns at once; requests of either id wait for the end of it (`over`)."""
        after = Place(place.platform, chat_id)
        ends = (place.chat, after.chat)
        if self._addresses.earlier(place) or place.chat in self.under_way or place.chat == after.chat:
            return
        task = asyncio.create_task(self._move(place, after), name="move of a chat")
        self.under_way.update(dict.fromkeys(ends, task))
        task.add_done_callback(lambda _: [self.under_way.pop(end, None) for end in ends])
        self._work.later(self.over(place))

    async def over(self, place: Place) -> None:
        """Return when the chat of `place` is not on its way from one id to another."""
        while (task := self.under_way.get(place.chat)) is not None:
            await asyncio.wait({task})

    async def _move(self, before: Place, after: Place) -> None:
        self._outbox.hold(before)
        try:
            await self._store.write(relocation.move, before.platform, before.chat_id, after.chat_id)
            aliases = await self._store.read(relocation.aliases)
        except StoreFailed as error:
            log.warning("chat.not_moved", chat=before.chat_id, to=after.chat_id, why=str(error))
            self._outbox.release(before)
            return
        self._addresses.learn(aliases)
        self._persons.forget_chat(before)
        self._persons.forget_chat(after)
        moved = self._tables.follow_chats()
        self._outbox.move(before)
        log.info("chat.moved", chat=before.chat_id, to=after.chat_id, tables=len(moved))
        for session in moved:
            if session.playing:
                self._times.renew(session)  # its board is still to come
            self._work.later(self._show(session))

    def _namesake(self, session: Session) -> bool:
        """Whether another open table of the chat, known there before, goes by the same two characters."""
        return any(
            other is not session and other.row.tag == session.row.tag
            for other in self._tables.in_chat(session.place)
        )

    async def _show(self, session: Session) -> None:
        """Post a table's board where it is now; whose move it is has the full time from then on."""
        async with session.lock:
            try:
                await self._unfolding.unfold(session)
                if self._namesake(session):
                    tag = self._tables.fresh_tag(session.place)
                    await self._saving.commit(session, replace(session.row, tag=tag))
            except (Unfoldable, StoreFailed) as error:
                log.warning("table.not_shown", table=session.code, why=str(error))
                return
            if session.waiting or session.playing:
                session.new_turn()
                await self._boards.show(session)
