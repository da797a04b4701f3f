"""What the chat sees of a table: which screen stands in which message, when a new one is posted, who is called."""

from collections.abc import Awaitable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from math import ceil

import structlog

from bot.model.outgoing import Outgoing, Slot, Urgency
from bot.model.rows import DESERTED, Status, TableRow, persons
from bot.outbox.outbox import Outbox
from bot.ports.clock import Clock
from bot.ports.requests import Account
from bot.ports.screens import Post, Screen
from bot.ports.texts import Texts, texts
from bot.screens.caption import TableCaption
from bot.screens.games.units import broken_off_screen, reckoned_screen
from bot.screens.lobby import closed_screen, lobby_screen, started_screen
from bot.screens.notices import lonely_screen, nudge_screen, void_screen, vote_over_screen, vote_screen
from bot.screens.result import result_screen
from bot.screens.words import Saying, awaiting_screen, broken_screen, said_screen
from bot.store import callers as stored_callers
from bot.store import evenings
from bot.store import tables as stored_tables
from bot.store.store import Store
from bot.tables.chain import CONTINUED
from bot.tables.deadlines import Deadlines
from bot.tables.doors import Doors
from bot.tables.languages import Persons
from bot.tables.registry import Tables
from bot.tables.rewards import Rewards
from bot.tables.session import Session
from bot.tables.work import Work
from engine.game import GameState, Phase

log = structlog.get_logger(__name__)

#: A board is posted anew when so many newer messages are known below it, or when it is so old; at most once in a minute. In seconds.
_BURIED = 15
_BOARD_AGE = 300.0
_REPOST_EVERY = 60.0

#: A board shows an open card within a turn after so many seconds without a move.
_QUIET = 6.0

LOBBY = "application"
RESULT = "result"
VOTE = "vote"
LONELY = "lonely"

#: So many persons are called at most when a table opens.
_CALLED = 20


@dataclass(eq=False)
class Boards:
    """Renders a table's newest screens in the chat's language and queues them."""

    _store: Store
    _clock: Clock
    _outbox: Outbox
    _persons: Persons
    _tables: Tables
    _work: Work
    _deadlines: Deadlines
    _rewards: Rewards
    _doors: Doors

    async def show(self, session: Session, *, anew: bool = False, prompt: bool = False) -> None:
        """Queue what stands at the table now.

        With `anew` its board is posted again, further down, unless that was done less than a minute ago;
        `prompt` says that somebody waits for it. What goes wrong here changes nothing at the table.
        """
        session.refresh = None
        with self._work.committed(session):
            await self._show(session, anew=anew, prompt=prompt)

    async def follow(self, session: Session, work: Awaitable[None]) -> None:
        """Do what follows a change that is stored; where it fails, arm and show the table at once. Call under its lock."""
        failed = True
        with self._work.committed(session):
            await work
            failed = False
        if failed:
            await self._mended(session)

    async def mend(self, session: Session) -> None:
        """Arm and show a table where something has failed."""
        async with session.lock:
            await self._mended(session)

    async def _mended(self, session: Session) -> None:
        self._work.astray.discard(session.code)
        with self._work.committed(session):
            self._deadlines.rearm(session)
        with self._work.committed(session):
            await self.show(session)

    def lag(self, session: Session) -> float:
        """For how many seconds the board may lack an open card that did not end the turn: none where the platform takes edits readily.

        Elsewhere until nobody has moved for so long: moves in quick succession share the edit that ends the turn.
        """
        if (line := self._outbox.lines.get(session.place.platform)) is None:
            return _QUIET
        pace = (session.place.private and line.pace.private) or line.pace
        return _QUIET if pace.lazy else 0.0

    async def _show(self, session: Session, *, anew: bool, prompt: bool) -> None:
        match session.row.status:
            case Status.LOBBY:
                await self._show_lobby(session, anew=anew, prompt=prompt)
            case Status.PLAYING | Status.FINISHED:
                await self._show_game(session, anew=anew)
            case Status.CLOSED:
                say = await self._persons.chat_say(session.place)
                why = session.row.note
                self._remove(session, LONELY)
                closed = closed_screen(say, session.seating(), why=why)
                self._put(session, LOBBY, closed, urgency=Urgency.BOARD)
            case Status.VOID:
                await self._show_void(session)
        if (saying := session.saying()) is not None:
            say = await self._persons.chat_say(session.place)
            self._put(session, saying.slot, awaiting_screen(say, saying), mentions=saying.awaited)
        self.panels_changed(session)

    async def words_over(self, session: Session, saying: Saying, begun: TableRow) -> None:
        """The wait is over: the message that told of it shows the words of the record that has begun."""
        say = await self._persons.chat_say(session.place)
        names = {seat.person: seat.account.name for seat in begun.seats}
        told = replace(
            saying,
            said=tuple((names[said.person], said.word is not None) for said in begun.words),
            words=tuple(said.word for said in begun.words if said.word is not None),
        )
        self._put(session, saying.slot, said_screen(say, told), urgency=Urgency.LIST)

    async def words_broken(self, session: Session, saying: Saying, who: str | None) -> None:
        """The wait is over since somebody got up: its message says who. None: the table has ended, and it goes."""
        if who is None:
            self._remove(session, saying.slot)
            return
        say = await self._persons.chat_say(session.place)
        self._put(session, saying.slot, broken_screen(say, saying, who), urgency=Urgency.LIST)

    async def _show_lobby(self, session: Session, *, anew: bool, prompt: bool) -> None:
        say = await self._persons.chat_say(session.place)
        seats = session.row.seats
        opener = next((seat for seat in seats if seat.person == session.row.opener), None)
        screen = lobby_screen(
            say,
            session.seating(),
            tuple(seat.chips for seat in seats),
            menu=session.menu,
            appearance=opener.chips or 0 if opener else 0,
            tally=await self._rewards.tally(session),
        )
        mentions: tuple[int, ...] = ()
        if not self._has(session, LOBBY):
            mentions = tuple(caller.user_id for caller in await self._callers(session))
        if len(seats) > 1:
            self._remove(session, LONELY)
        # Its opener waits for the options he has asked for; for the list of seats nobody does.
        urgency = Urgency.ANSWER if session.menu or prompt else Urgency.LIST
        self._put(
            session,
            LOBBY,
            screen,
            mentions=mentions,
            urgency=urgency,
            anew=anew,
            farewell=replace(screen, rows=()),
        )

    async def _callers(self, session: Session) -> list[Account]:
        callers = await self._store.read(stored_callers.of_chat, session.place)
        return self._doors.to_call(session.place, callers[:_CALLED])

    async def lonely(self, session: Session) -> None:
        """Say in a message of its own that one person waits for others."""
        say = await self._persons.chat_say(session.place)
        mentions = tuple(caller.user_id for caller in await self._callers(session))
        screen = lonely_screen(say, session.seating())
        self._put(session, LONELY, screen, mentions=mentions, urgency=Urgency.LIST)

    async def _show_game(self, session: Session, *, anew: bool) -> None:
        state = session.state
        if state is None:
            return
        say = await self._persons.chat_say(session.place)
        view = session.view()
        seconds = self._seconds(session)
        name = f"deal:{view.deal}"
        seating = await self._with_brought(session, seconds)
        first = not self._has(session, name)
        if not session.started and (self._has(session, LOBBY) or (first and view.deal == 1)):
            session.started = True
            # Where there was no lobby its promise comes before the board.
            urgency = Urgency.LIST if self._has(session, LOBBY) else Urgency.TURN
            self._put(session, LOBBY, started_screen(say, session.seating()), urgency=urgency)
        call: frozenset[int] = frozenset()
        if first and view.to_move is not None:
            everybody = seating.round(view) == 1
            call = frozenset(range(len(view.seats))) if everybody else frozenset({view.to_move})
        screens = session.screens
        screen = screens.board(say, view, seating, call=call)
        anew = anew or (
            not first and view.phase not in {Phase.PAUSE, Phase.OVER} and self._buried(session, name)
        )
        self._put(
            session,
            name,
            screen,
            mentions=tuple(
                seat.account.user_id for seat in persons(session.row.seats[n] for n in sorted(call))
            ),
            urgency=Urgency.BOARD if session.awaited is None else Urgency.TURN,
            anew=anew,
            farewell=screens.moved(say, view, seating),
        )
        if session.row.status is Status.FINISHED and session.row.note != CONTINUED:
            await self._show_result(session, say, state)

    async def _show_result(self, session: Session, say: Texts, state: GameState) -> None:
        row, minutes = session.row, self._minutes(session)
        evening = await self._store.read(evenings.games, session.place) > 1
        if row.link is not None and session.options.open_ended:
            brought = await self._store.read(stored_tables.brought, row.link.first)
            codes = await self._store.read(stored_tables.links, row.link.first)
            reckoned = reckoned_screen(say, session.seating(), brought, codes, minutes, evening=evening)
            self._put(session, RESULT, reckoned, urgency=Urgency.BOARD)
            return
        tally = await self._rewards.tally(session)
        view = session.view()
        result = result_screen(
            say, view, state.results(), session.seating(), minutes, tally=tally, evening=evening
        )
        self._put(session, RESULT, result, urgency=Urgency.BOARD)

    async def _with_brought(self, session: Session, seconds: int | None) -> TableCaption:
        """The table for its board; of one that goes on as long as people like with what each seat has brought from earlier records."""
        seating, link = session.seating(seconds), session.row.link
        if link is None or not link.number:
            return seating
        earlier = await self._store.read(stored_tables.brought, link.first, before=link.number)
        had = {one.person: one.halves for one in earlier}
        return replace(seating, brought=tuple(had.get(seat.person, 0) for seat in session.row.seats))

    async def _show_void(self, session: Session) -> None:
        say = await self._persons.chat_say(session.place)
        deal = session.state.deal if session.state is not None else 0
        screen = void_screen(say, session.seating(), session.row.note, _paid(session))
        if session.row.link is not None and session.options.open_ended:
            brought = await self._store.read(stored_tables.brought, session.row.link.first)
            screen = broken_off_screen(say, session.seating(), session.row.note, brought)
        if session.state is None and session.row.seq and session.row.note != "chat_gone":
            # Nobody was at it when the program found that it cannot go on: the chat is told by a new message.
            self._put(session, RESULT, screen)
            board = self._outbox.board(session.code, session.place)
            if board is not None:
                self._put(session, board.name, replace(screen, rows=()), urgency=Urgency.TIDY)
            return
        if session.state is not None and session.row.note == DESERTED and self._between_deals(session):
            await self._show_deserted(session, session.state)
            return
        standing = f"deal:{deal}" if deal else LOBBY
        if not self._has(session, standing):
            standing = RESULT
        self._put(session, standing, screen)

    async def _show_deserted(self, session: Session, state: GameState) -> None:
        """The last deal as it ended, and what every seat had when nobody was left but computers."""
        say = await self._persons.chat_say(session.place)
        view, seating = session.view(), session.seating()
        self._put(session, f"deal:{view.deal}", session.screens.board(say, view, seating))
        minutes = self._minutes(session)
        self._put(session, RESULT, result_screen(say, view, state.results(), seating, minutes))

    @staticmethod
    def _between_deals(session: Session) -> bool:
        return session.state is not None and session.state.phase is Phase.PAUSE

    @staticmethod
    def _minutes(session: Session) -> int:
        """How long a game lasted, in minutes."""
        row = session.row
        lasted = (row.ended_at or row.touched_at) - (row.started_at or row.created_at)
        return max(1, round(lasted.total_seconds() / 60))

    async def ask_vote(self, session: Session, asker: int, others: AbstractSet[int]) -> None:
        """Ask these other persons whether the game is to be stopped; `asker` is a seat."""
        say = await self._persons.chat_say(session.place)
        screen = vote_screen(say, session.seating(), asker)
        mentions = tuple(seat.account.user_id for seat in session.row.seats if seat.person in others)
        self._put(session, VOTE, screen, mentions=mentions, anew=True)

    async def vote_over(self, session: Session, *, agreed: bool) -> None:
        """Say how the question came out."""
        say = await self._persons.chat_say(session.place)
        self._put(session, VOTE, vote_over_screen(say, session.seating(), agreed=agreed))

    def drop_vote(self, session: Session) -> None:
        """Take the question away: the game has ended before it was answered."""
        self._remove(session, VOTE)

    async def nudge(self, session: Session, name: str, seat: int) -> None:
        """Call the seat that has not moved, in a short message of its own: an edited one would call nobody."""
        say = await self._persons.chat_say(session.place)
        user = session.row.seats[seat].account.user_id
        screen = nudge_screen(say, session.seating(), seat)
        self._put(session, name, screen, mentions=(user,))

    def end_nudge(self, session: Session) -> None:
        """Take that message away again."""
        if session.nudged is not None:
            self._remove(session, session.nudged)
            session.nudged = None

    def _remove(self, session: Session, name: str) -> None:
        slot, gone = Slot(session.code, name), Post(Screen(()))
        self._outbox.put(Outgoing(slot, session.place, gone, session.row.revision, Urgency.TIDY, remove=True))

    def panels_changed(self, session: Session) -> None:
        """Tell the platform that the private panels of the seats may show something else."""
        if (line := self._outbox.lines.get(session.place.platform)) is not None:
            users = frozenset(seat.account.user_id for seat in persons(session.row.seats))
            line.channel.panels_changed(session.place, users)

    def _seconds(self, session: Session) -> int | None:
        if session.due is None or session.computer is not None:
            return None
        return round(session.full)

    def _has(self, session: Session, name: str) -> bool:
        return self._outbox.known(Slot(session.code, name), session.place)

    def posted_again_in(self, session: Session) -> int:
        """In how many seconds its board may be posted anew, at most once a minute; 0: now."""
        left = _REPOST_EVERY - self._age(session, self._standing(session))
        return max(0, ceil(left))

    def _standing(self, session: Session) -> str:
        return LOBBY if session.state is None else f"deal:{session.state.deal}"

    def _age(self, session: Session, name: str) -> float:
        posted = self._outbox.posted_at(Slot(session.code, name), session.place)
        return _BOARD_AGE if posted is None else self._clock.monotonic() - posted

    def _buried(self, session: Session, name: str) -> bool:
        message = self._outbox.message(Slot(session.code, name), session.place)
        if message is None:
            return False
        newest = self._tables.newest.get(session.place.chat, message)
        return self._age(session, name) >= _BOARD_AGE or newest - message >= _BURIED

    def _put(
        self,
        session: Session,
        name: str,
        screen: Screen,
        *,
        mentions: tuple[int, ...] = (),
        urgency: Urgency = Urgency.TURN,
        anew: bool = False,
        farewell: Screen | None = None,
    ) -> None:
        anew = anew and self._age(session, name) >= _REPOST_EVERY
        if session.place.private:
            here = [seat.person for seat in persons(session.row.seats)]
            screen = self._persons.shown_to(texts(screen.language), screen, here)
        slot = Slot(session.code, name)
        self._outbox.put(
            Outgoing(
                slot,
                session.place,
                Post(screen, mentions),
                session.row.revision,
                urgency,
                anew,
                farewell,
                moment=session.set_anew and slot.board,
                begun=session.begun if session.playing else None,
            )
        )
        session.set_anew = session.set_anew and not slot.board


def _paid(session: Session) -> dict[int, int]:
    """The chips that each seat has taken home from a staked game that was stopped; without who had left it before."""
    row = session.row
    left = row.stacks or (row.stake,) * len(row.seats)
    return {
        number: stack // 100
        for number, (seat, stack) in enumerate(zip(row.seats, left, strict=True))
        if row.stake and not seat.settled
    }
