"""A running game: moves, the house's deals, the end (rules part 2). A missed move is forfeited in `Play._due`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta

import structlog

from bot.model.computers import computer, decided, knocks, thinking_time
from bot.model.context import Context
from bot.model.rows import DESERTED, MoveRow, Status, TableRow, persons
from bot.ports.clock import Clock
from bot.store.store import Store
from bot.tables import chain, settlement, words
from bot.tables.boards import Boards
from bot.tables.closing import Closing
from bot.tables.deadlines import Deadlines, call_at
from bot.tables.fold import begin
from bot.tables.missed_rounds import missed_before
from bot.tables.registry import Tables
from bot.tables.saving import Saving
from bot.tables.session import Session
from bot.tables.shares import drawn
from bot.tables.timing import Arrival, Timekeeper
from bot.tables.unfolding import Unfolding
from bot.tables.wait import Wait
from bot.tables.work import Work
from engine.game import GameState, Move, Refusal, Verb

log = structlog.get_logger(__name__)


@dataclass(eq=False)
class Play:
    """What happens at a table whose game is running. Everything here is called under the table's lock."""

    _store: Store
    _clock: Clock
    _tables: Tables
    _work: Work
    _deadlines: Deadlines
    _boards: Boards
    _times: Timekeeper
    _saving: Saving
    _wait: Wait
    _closing: Closing
    _unfolding: Unfolding

    # moves

    async def begin(self, session: Session, row: TableRow, *, press: str | None) -> None:
        """Start the game of a lobby whose row has its final seats, and deal; announced words are awaited first (rules 2.5)."""
        row = words.of_seats(row, row.seats)
        if row.next_words:
            await self._wait.begin(session, row, press=press)
        else:
            await self._begin(session, row, press=press)

    async def _begin(self, session: Session, row: TableRow, *, press: str | None) -> None:
        now = self._clock.now()
        row = replace(row, status=Status.PLAYING, started_at=now)
        await self._advance(session, row, begin(row), None, Move(Verb.DEAL), press=press)

    async def move(
        self, session: Session, seat: int | None, move: Move, *, press: str | None, person: int | None = None
    ) -> Refusal | None:
        """Make a move, or say why not. A refused move changes nothing.

        Raises:
            StoreFailed, PressRepeated: nothing has changed.
        """
        if session.state is None:
            return Refusal.GAME_OVER
        return await self._advance(
            session, session.row, session.state, seat, move, press=press, person=person
        )

    async def _advance(
        self,
        session: Session,
        row: TableRow,
        before: GameState,
        seat: int | None,
        move: Move,
        *,
        press: str | None,
        person: int | None = None,
    ) -> Refusal | None:
        step = before.apply(seat, move)
        if isinstance(step, Refusal):
            return step
        state, now = step.state, self._clock.now()
        stored = MoveRow.made(row.seq + 1, seat, move, state, at=now, person=person)
        row = replace(row, seq=stored.seq, seats=settlement.bound(row.seats, state))
        same_turn = seat is not None and seat != before.to_move and state.turn == before.turn
        before_words = session.saying()
        if seat is not None and move.verb is Verb.LEAVE:
            row = self._wait.left(row, row.seats[seat].person)
        own = seat is not None and move.verb not in {Verb.TIMEOUT, Verb.LEAVE}
        was_moved = set(session.moved)
        if own and seat is not None:
            session.moved.add(seat)
        results = settlement.unbooked(row, state)  # who has left is settled in this moment (rules 5.6)
        if settlement.over(row, state):
            results = settlement.results(row, state)
            row = settlement.finished(row, now)
        elif not settlement.open_ended(row) and settlement.deserted(
            row.seats, state, left=move.verb is Verb.LEAVE
        ):
            row = settlement.ended(row, now, DESERTED)
        elif not same_turn:
            row = replace(row, touched_at=now, deadline=now + self._time(session, row, state))
        row, results = settlement.booked(row, state, results)
        try:
            await self._saving.commit(
                session, row, state=state, moves=(stored,), press=press, results=results
            )
        except BaseException:
            session.moved = was_moved
            raise
        if seat is not None and move.verb is Verb.BET:
            session.staked[seat] = move.amount
        if before_words is not None and seat is not None:
            await self._wait.broken(session, before_words, row.seats[seat].account.name)
        after = self._after(session, before, state, moved_by=seat, opened=step.open_card)
        await self._boards.follow(session, after)
        return None

    def _time(self, session: Session, row: TableRow, state: GameState) -> timedelta:
        """How long `row` waits in `state`. The session has neither yet."""
        seats, seat = row.seats, state.to_move
        if seat is None:
            options, banker = session.options, state.awaited
            person = banker is not None and seats[banker].human
            move = timedelta(seconds=options.seconds)
            return move if person else min(options.at.pause, move)
        if not seats[seat].human:
            alone = len(persons(seats)) == 1 and not self._boards.lag(session)
            return thinking_time(row.code, row.seq, alone=alone)
        return timedelta(seconds=session.full_time(state))

    async def _after(
        self,
        session: Session,
        before: GameState,
        state: GameState,
        *,
        moved_by: int | None,
        opened: bool = False,
    ) -> None:
        """Show what a move has changed; `opened`: a card came that everybody may see."""
        if await self._knocked(session):
            return  # what is shown is what stands now
        changed = before.turn != state.turn
        if changed:
            session.restarted, session.refresh = False, None
            session.new_turn()
            self._boards.end_nudge(session)
        fresh = state.deal != before.deal
        if fresh:
            session.nudges = 0
        ended = not session.playing
        if ended:
            self._closing.drop_vote(session)
        lag = self._boards.lag(session)
        # Where edits are dear the moves of computers share the one that comes when they have made them; a new deal is seen at once.
        waits = session.computer is not None and not ended and not fresh
        # Who comes and goes at an open-ended table is told by its next screen anyway.
        left = moved_by != before.to_move and not settlement.open_ended(session.row)
        moved = not lag and moved_by is not None and moved_by == before.to_move
        if (not lag or not waits) and (changed or ended or left or moved):
            await self._boards.show(session)
            return
        if opened and not waits:
            session.refresh = self._clock.monotonic() + lag
            self._deadlines.rearm(session)
        self._boards.panels_changed(session)

    async def _knocked(self, session: Session) -> bool:
        """Let a computer that banks knock, if it wants to (rules 3.11)."""
        state = session.state
        banker = None if state is None or not session.playing else state.banker
        if state is None or banker is None or not state.may_knock(banker):
            return False
        player = computer(session.row.seats[banker].account)
        if player is None or not knocks(state, banker, player.skill):
            return False
        return await self.move(session, banker, Move(Verb.KNOCK), press=None) is None

    async def _think(self, session: Session) -> None:
        """Make the moves of the computer whose turn it is, to the end of its turn."""
        while session.playing and (state := session.state) is not None and (player := session.computer):
            seat, deal = state.to_move, state.deal
            refusal = await self.move(session, seat, decided(state, player.skill), press=None)
            if refusal is not None:
                log.error("table.computer_refused", table=session.code, why=refusal.value)
                return
            after = session.state
            if after is None or after.to_move != seat or after.deal != deal:
                return

    # words

    async def words_over(self, session: Session) -> None:
        """The words have come, or their time is over: the record begins with those that there are."""
        before, row = session.saying(), session.row
        if session.waiting:
            await self._begin(session, words.taken(row), press=None)
        elif session.state is not None:
            await self._due(session, session.state)
        begun = self._tables.following(session) or session
        if before is not None and begun.playing and not begun.row.awaiting:
            await self._boards.follow(session, self._boards.words_over(session, before, begun.row))

    # time

    async def expire(self, session: Session, context: Context | None = None) -> list[Arrival]:
        """Do what is due: the missed move is forfeited, the pause ends in the next deal, a silent lobby closes.

        What is asked was in time if it was read in time (rules 5.4). Requests that were read before a deadline that has come are
        returned: they have their turn before it has.
        """
        times = self._times
        times.look()
        if session.owed is not None:
            if context is None and await self._saving.make_good(session):
                await self._boards.show(session)
            return []
        now = self._clock.monotonic() if context is None else context.read_at
        if session.vote is not None and not session.missing:
            await self.stop(session, session.vote.asker, press=None)
            return []
        if session.vote is not None and session.vote.until <= now:
            await self._closing.end_vote(session, agreed=False)
        if session.due is not None and session.due <= now:
            if self._times.waits_for_screen(session):
                return []
            if (session.awaited is not None or session.row.awaiting) and not times.line_stands(session):
                return []
            if earlier := times.before(session, None if context is None else context.mark):
                return earlier
            if session.due > now:  # it has its full time again
                return []
            if session.row.awaiting:
                await self.words_over(session)
            elif session.waiting:
                await self._closing.close_lobby(session, idle=True, press=None)
            elif session.playing and session.state is not None:
                await self._due(session, session.state)
            return []
        if session.refresh is not None and session.refresh <= now:
            await self._boards.show(session)
        call = call_at(session)
        if call is not None and call <= now:
            await self._call(session)
        return []

    async def rested(self, session: Session) -> None:
        """The pause is over before its time: everybody who is asked wants to go on."""
        if session.state is not None:
            await self._due(session, session.state)

    async def _due(self, session: Session, state: GameState) -> None:
        """Make the move whose time has come: a computer's own, the house's deal, a missed one."""
        if session.computer is not None:
            await self._think(session)
            return
        if await self._knocked(session):  # the program ended before it could
            return
        row, seat = session.row, state.to_move
        if seat is None and settlement.open_ended(row) and await self._changed(session, state):
            return
        move = Move(Verb.DEAL) if seat is None else Move(Verb.TIMEOUT)
        if seat is not None and await missed_before(self._store, row, seat):
            move = Move(Verb.LEAVE)  # what missing a second round comes to (rules 4.15)
        refusal = await self.move(session, seat, move, press=None)
        if refusal is not None:
            log.error("table.due_move_refused", table=session.code, why=refusal.value)

    async def _changed(self, session: Session, state: GameState) -> bool:
        """End the record if the next round belongs to another one, or have its start wait for words; False where this one goes on."""
        row = session.row
        follows = bool(row.awaiting) or chain.changes(row, state)
        if chain.last(row) or not settlement.occupied(row):
            if follows:
                await self._closing.finish(session)
            return follows
        said = words.of_seats(row, chain.staying(row, state))
        now = self._clock.monotonic()
        rested = session.worded is None or now - session.worded >= words.ONLY_WORDS_EVERY
        if said.next_words and not row.awaiting and (follows or rested):
            await self._wait.begin(session, said, press=None)
            session.worded = session.worded if follows else now
            return True
        if follows:
            await self._follow(session, state)
        return follows

    async def _follow(self, session: Session, state: GameState) -> None:
        """The next round, with other seats, in a record of its own: the old one ends and the new one begins in one transaction.

        A question whether to stop is dropped: those who were asked are not those who play now.
        """
        now, old = self._clock.now(), session.row
        row = chain.following(old, state, await self._tables.fresh_code(), now)
        if not old.awaiting:  # the SHA-256 of the shares that a wait has shown is that of this seed
            row = drawn(row, session.shares)
        before, deal = begin(row), Move(Verb.DEAL)
        step = before.apply(None, deal)
        if isinstance(step, Refusal):
            raise TypeError(f"a first deal is refused: {step}")
        moved = {old.seats[seat].person for seat in session.moved}
        after = Session(
            row,
            moved={number for number, seat in enumerate(row.seats) if seat.person in moved},
            accepted=session.accepted,
            pressed=session.pressed,
            shares=session.shares,
            worded=session.worded,
            started=True,
            opened=session.opened,
        )
        first = MoveRow.made(1, None, deal, step.state, at=now)
        row = replace(row, seq=1)
        after.row = replace(row, deadline=now + self._time(after, row, step.state))
        after.state = step.state
        async with after.lock:
            ended = replace(settlement.finished(old, now), note=chain.CONTINUED)
            ended, results = settlement.booked(ended, state, settlement.results(old, state))
            await self._saving.follow(session, ended, after, results=results, moves=(first,))
            await self._boards.follow(after, self._after(after, before, step.state, moved_by=None))
        with self._work.committed(session):
            self._closing.drop_vote(session)

    async def _call(self, session: Session) -> None:
        """Call who has not moved, or say that one person waits alone."""
        if session.waiting:
            session.lonely = True
            await self._boards.lonely(session)
        elif session.state is not None and (seat := session.awaited) is not None:
            await self._boards.nudge(session, session.count_nudge(session.state), seat)

    # going on

    async def stop(self, session: Session, asker: int, *, press: str | None) -> None:
        """Stop a running table as all have agreed whom it concerns, or as who sits alone wants (rules 5.6).

        A round of an open-ended one is played to its end: the hands of the person who asked stand, the others play theirs.
        """
        state, row = session.state, session.row
        if state is None or state.finished or not settlement.open_ended(row):
            await self._closing.stop(session, press=press)
            return
        row = replace(row, note=settlement.CLOSING)
        seat = session.seat_of(asker)
        if seat is not None and row.seats[seat].open:
            await self._advance(session, row, state, seat, Move(Verb.LEAVE), press=press, person=asker)
        else:
            await self._saving.commit(session, row, press=press)
        if session.vote is not None:
            await self._boards.follow(session, self._closing.end_vote(session, agreed=True))

    @asynccontextmanager
    async def current(self, session: Session, context: Context) -> AsyncIterator[Session]:
        """The table as what is asked finds it, under its lock; where its record has been followed by another one, that one.

        Raises:
            Unfoldable: the game cannot be played on; it is void now.
            StoreFailed: nothing has changed.
        """
        while True:
            async with session.lock:
                if not session.folded:
                    await self._unfolding.unfold(session)
                earlier = await self.expire(session, context)
                after = None if session.playing else self._tables.following(session)
                if not earlier and after is None:
                    yield session
                    return
            if earlier:
                await self._times.arrivals.over(earlier)
            else:
                session = after or session
