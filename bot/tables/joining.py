"""Seats of a table that goes on as long as people like: taken and given up while it runs (rules 4.15)."""

from dataclasses import dataclass, replace

from bot.model.context import Context
from bot.model.errors import SeatTaken
from bot.model.rows import SeatRow
from bot.ports.screens import Answer
from bot.screens.answers import first_seat, share_text, sits_already, words_awaited
from bot.screens.lines import refused, short
from bot.store import tables as stored_tables
from bot.store.store import Store
from bot.tables import chain, settlement, words
from bot.tables.closing import Closing
from bot.tables.doors import Doors
from bot.tables.registry import Tables
from bot.tables.saving import Saving
from bot.tables.session import Session
from bot.tables.wait import Wait


@dataclass(eq=False)
class Joining:
    """Who sits down during a round has the seat at once and plays from the next one. Methods are called under the table's lock."""

    _store: Store
    _tables: Tables
    _doors: Doors
    _saving: Saving
    _wait: Wait
    _closing: Closing

    async def sit(self, session: Session, context: Context, *, word: bool = False) -> Answer:
        """Take a free seat from the next round on, with `word` announcing one for it.

        The board tells of it with its next change, so that it costs no call.
        """
        say, person, row, state = context.say, context.person, session.row, session.state
        if session.coming(person.id):
            return short(say, say("You sit here already, from the next round on."))
        if session.sitting(person.id) is not None:
            number = (session.seat_of(person.id) or 0) + 1
            return short(say, say("You sit here already, in seat {n}.", n=number))
        if state is None or not session.playing:
            return refused(say, say("This game is over."))
        if session.closing:
            return refused(say, say("The table closes after this round."))
        if row.awaiting:
            return refused(say, words_awaited(say))
        seats = chain.staying(row, state)
        if len(seats) >= session.options.seats:
            return refused(say, say("All seats are taken."))
        if (why := await self._doors.against_seat(session, context, seats)) is not None:
            return why
        seat = SeatRow(person.id, person.account, session.options.chips(person.appearance))
        first = not await self._store.read(stored_tables.has_sat, person.id)
        row = replace(row, coming=(*row.coming, seat), joins=row.joins_with(person.id, context.share))
        row = words.with_announced(row, person.id) if word else row
        try:
            await self._saving.commit(session, row, press=context.press_id)
        except SeatTaken as error:
            return sits_already(say, await self._tables.tag_of(error.code))
        told = say("Your seat from the next round on: {n}.", n=len(seats) + 1)
        answer = short(say, told, share_text(say, row, person.id))
        return first_seat(say, answer, row.game) if first else answer

    async def withdraw(self, session: Session, context: Context) -> Answer:
        """Give up a seat that has not played yet: free at once."""
        say, row, state = context.say, session.row, session.state
        before = session.saying()
        row = replace(row, coming=tuple(seat for seat in row.coming if seat.person != context.person.id))
        row = self._wait.left(row, context.person.id)
        await self._saving.commit(session, row, press=context.press_id)
        await self._wait.broken(session, before, context.person.name)
        if state is not None and settlement.over(row, state):
            await self._closing.finish(session)
        return short(say, say("You have left the table."))
