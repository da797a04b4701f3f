"""The end of tables: closed, stopped, void, ended between rounds; what was asked of them before (rules 5.6)."""

from dataclasses import dataclass, replace

from bot.model.rows import ADMIN, MoveRow, ResultRow, Status
from bot.ports.clock import Clock
from bot.tables import settlement
from bot.tables.boards import Boards
from bot.tables.deadlines import Deadlines
from bot.tables.places import UNJOINED, unjoined
from bot.tables.saving import Saving
from bot.tables.session import VOTE_TIME, Session, Vote
from bot.tables.wait import Wait
from bot.tables.work import Work
from engine.game import Move, Refusal, Standing, Verb


@dataclass(eq=False)
class Closing:
    """How tables end that are not played to the end of their game. Everything here is called under the table's lock."""

    _clock: Clock
    _work: Work
    _deadlines: Deadlines
    _boards: Boards
    _saving: Saving
    _wait: Wait

    async def close_lobby(self, session: Session, *, idle: bool, press: str | None) -> None:
        """Close a lobby that has not started: everybody is free."""
        row = replace(
            session.row,
            status=Status.CLOSED,
            ended_at=self._clock.now(),
            deadline=None,
            seats=settlement.freed(session.row.seats),
            note=_why_closed(session, self._clock.monotonic()) if idle else "closed",
            next_words=(),
            awaiting=0,
        )
        before = session.saying()
        await self._saving.commit(session, row, press=press)
        await self._wait.broken(session, before)
        session.menu = False
        await self._boards.show(session)

    async def void(self, session: Session, why: str, *, press: str | None = None) -> None:
        """End a game that is not played to its end: everybody is free, what is booked stays, nothing more counts (rules 5.6).

        The stake in play goes back to who placed it; at a staked table each is paid his stack, as the last save has it
        where the moves lead nowhere. Of an open-ended table the round in progress is void; the rounds before it count.
        """
        old, state = session.row, session.state
        results: tuple[ResultRow, ...] = ()
        if state is not None and settlement.open_ended(old) and settlement.rounds_played(state):
            results = settlement.results(old, state)
        row = settlement.ended(old, self._clock.now(), why)
        if state is not None:
            row, results = settlement.booked(row, state, results)
        before = session.saying()
        await self._saving.commit(session, row, press=press, results=results)
        await self._wait.broken(session, before)
        await self._boards.follow(session, self._over(session))

    async def _over(self, session: Session) -> None:
        if session.vote is not None:
            await self.end_vote(session, agreed=True)
        self._boards.end_nudge(session)
        await self._boards.show(session)

    async def begin_vote(self, session: Session, asker: int, others: set[int]) -> None:
        """Ask these other persons whether the game is to be stopped."""
        session.vote = Vote(asker, others, self._clock.monotonic() + VOTE_TIME)
        self._deadlines.rearm(session)
        await self._boards.ask_vote(session, session.seat_of(asker) or 0, others)

    def drop_vote(self, session: Session) -> None:
        """Take the question whether to stop away unanswered, if it was asked."""
        if session.vote is not None:
            session.vote = None
            self._boards.drop_vote(session)

    async def end_vote(self, session: Session, *, agreed: bool) -> None:
        """Close the question whether to stop."""
        session.vote = None
        self._deadlines.rearm(session)
        await self._boards.vote_over(session, agreed=agreed)

    async def finish(self, session: Session, *, press: str | None = None) -> None:
        """End an open-ended table between two rounds: every round of it counts."""
        state, row, before = session.state, session.row, session.saying()
        if state is None:
            raise ValueError(f"table {session.code} is not folded")
        ended = settlement.finished(row, self._clock.now())
        ended, results = settlement.booked(ended, state, settlement.results(row, state))
        await self._saving.commit(session, ended, press=press, results=results)
        with self._work.committed(session):
            self.drop_vote(session)
        await self._wait.broken(session, before)
        await self._boards.show(session)

    async def stop(self, session: Session, *, press: str | None, by_admin: bool = False) -> None:
        """Stop a game that runs: it is void; an open-ended table ends between rounds, in a round only that one is void.

        Where an admin did so who does not sit, the chat is told.
        """
        if settlement.open_ended(session.row) and session.state is not None and session.state.finished:
            await self.finish(session, press=press)
        else:
            await self.void(session, ADMIN if by_admin else "stopped", press=press)

    async def close_down(self, session: Session, why: str) -> None:
        """End a table that cannot go on: as stopped, but a round of an open-ended one is played out, every hand standing as it is.

        Where nobody can be reached any more that is no way out of a bad hand (rules 5.6).
        """
        state, row = session.state, session.row
        if state is None or not settlement.open_ended(row) or state.finished:
            await self.void(session, why)
            return
        now, moves = self._clock.now(), list[MoveRow]()
        for seat, player in enumerate(state.seats):
            if player.standing is not Standing.PLAYING:
                continue
            step = state.apply(seat, Move(Verb.LEAVE))
            if isinstance(step, Refusal):
                raise TypeError(f"a seat may not leave: {step}")
            state = step.state
            moves.append(MoveRow.made(row.seq + len(moves) + 1, seat, Move(Verb.LEAVE), state, at=now))
        row = replace(settlement.finished(row, now), seq=row.seq + len(moves), note=why)
        row, results = settlement.booked(row, state, settlement.results(row, state))
        await self._saving.commit(session, row, state=state, moves=tuple(moves), results=results)
        await self._boards.follow(session, self._over(session))


def _why_closed(session: Session, now: float) -> str:
    """The note of a lobby that waited in vain: for a press, or for anybody but its opener to sit down."""
    return "unjoined" if unjoined(session, now) >= UNJOINED else "idle"
