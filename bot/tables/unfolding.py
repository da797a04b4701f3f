"""A table that is read from the store is brought to its state by its moves; one that cannot be is void from then on."""

import asyncio

import structlog

from bot.store import tables as stored_tables
from bot.store.store import Store
from bot.tables.closing import Closing
from bot.tables.fold import Unfoldable, fold, stored_move
from bot.tables.session import Session
from engine.game import Verb

log = structlog.get_logger(__name__)

#: Fewer moves are folded in a few milliseconds; of more no other table is to wait.
_FOLDED_AT_ONCE = 60


class Unfolding:
    """Unfolds sessions. Called under their locks."""

    def __init__(self, store: Store, closing: Closing) -> None:
        """`store`: where the moves are; `closing` ends a table that cannot be played on."""
        self._store = store
        self._closing = closing

    async def unfold(self, session: Session) -> None:
        """Bring a session that was read from the store to its state.

        Raises:
            Unfoldable: and the table is void from then on.
        """
        if session.folded:
            return
        moves = await self._store.read(stored_tables.moves, session.code)
        try:
            if len(moves) < _FOLDED_AT_ONCE:
                state = fold(session.row, moves)
            else:
                state = await asyncio.to_thread(fold, session.row, moves)
        except Unfoldable as error:
            log.error("table.unfoldable", table=session.code, why=str(error))  # noqa: TRY400 - the reason is the whole story
            if not session.playing:  # its results are booked: there is only nothing to show of it
                session.unfolded(None, set())
                return
            await self._closing.close_down(session, "rules_changed")
            session.unfolded(None, set())
            raise
        link, known = session.row.link, set[int]()
        if link is not None and link.number:
            known = {
                one.person for one in await self._store.read(stored_tables.brought, link.first) if one.rounds
            }
        made = [
            (seat, move) for seat, move in (stored_move(stored.text) for stored in moves) if seat is not None
        ]
        own = {seat for seat, move in made if move.verb not in {Verb.TIMEOUT, Verb.LEAVE}}
        moved = own | {n for n, seat in enumerate(session.row.seats) if seat.person in known}
        staked = {seat: move.amount for seat, move in made if move.verb is Verb.BET}
        session.unfolded(state, moved, staked)
