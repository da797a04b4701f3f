"""A chat that its platform has given another id, as a group of Telegram that becomes a supergroup: everything of it moves along.

The move itself is one transaction of the store. Before it the chat's queue is held, so that nothing is noted of messages in the old chat
meanwhile; after it memory follows without a pause, and each open table is shown anew where it is now.
"""

import asyncio
from dataclasses import replace

import structlog

from bot.model.errors import StoreFailed
from bot.ports.requests import Place
from bot.store import relocation
from bot.tables.delays import new_turn
from bot.tables.fold import Unfoldable
from bot.tables.registry import Tables
from bot.tables.session import Session

log = structlog.get_logger(__name__)


class Relocation:
    """Moves chats, each once. A move that could not be stored is made by the next sign that the chat has another id."""

    def __init__(self, tables: Tables) -> None:
        """`tables`: those that move, with all that is known of their chats."""
        self._tables = tables
        self._under_way: dict[tuple[str, int], asyncio.Task[None]] = {}

    def move(self, place: Place, chat_id: int) -> None:
        """The chat of `place` has the id `chat_id` now. Returns at once; requests of either id wait for the end of it (`over`)."""
        after = Place(place.platform, chat_id)
        ends = (place.chat, after.chat)
        if self._tables.addresses.earlier(place) or place.chat in self._under_way or place.chat == after.chat:
            return
        task = asyncio.create_task(self._move(place, after), name="move of a chat")
        self._under_way.update(dict.fromkeys(ends, task))
        task.add_done_callback(lambda _: [self._under_way.pop(end, None) for end in ends])
        self._tables.later(self.over(place))

    async def over(self, place: Place) -> None:
        """Return when the chat of `place` is not on its way from one id to another."""
        while (task := self._under_way.get(place.chat)) is not None:
            await asyncio.wait({task})

    async def _move(self, before: Place, after: Place) -> None:
        tables = self._tables
        tables.outbox.hold(before)
        try:
            await tables.store.write(relocation.move, before.platform, before.chat_id, after.chat_id)
            aliases = await tables.store.read(relocation.aliases)
        except StoreFailed as error:
            log.warning("chat.not_moved", chat=before.chat_id, to=after.chat_id, why=str(error))
            tables.outbox.release(before)
            return
        tables.addresses.learn(aliases)
        tables.persons.forget_chat(before)
        tables.persons.forget_chat(after)
        moved = tables.follow_chats()
        tables.outbox.move(before)
        log.info("chat.moved", chat=before.chat_id, to=after.chat_id, tables=len(moved))
        for session in moved:
            if session.playing:
                tables.times.renew(session)  # its board is still to come
            tables.later(self._show(session))

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
                await self._tables.unfold(session)
                if self._namesake(session):
                    tag = self._tables.fresh_tag(session.place)
                    await self._tables.commit(session, replace(session.row, tag=tag))
            except (Unfoldable, StoreFailed) as error:
                log.warning("table.not_shown", table=session.code, why=str(error))
                return
            if session.waiting or session.playing:
                new_turn(session)
                await self._tables.show(session)
