"""A live table: its row, its state, its lock. Everything else about it can be read from the store again."""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.chain import open_ended, staying
from bot.computers import Computer, computer
from bot.options import Options
from bot.requests import Place
from bot.screen import Answer
from bot.screens.seating import Seating
from bot.store.rows import SeatRow, Status, TableRow
from engine.fairness import commitment
from engine.game import GameState

#: The same key from the same person within this time after his accepted press is a double tap.
DOUBLE_TAP = timedelta(seconds=1)

#: How long a /stop waits for the others' agreement, and a /leave for its confirmation.
VOTE_TIME = timedelta(seconds=60)
CONFIRM_TIME = timedelta(seconds=20)

#: Before a seat's first move of a game it has at least this long; see `Session.full_time`.
FIRST_MOVE_SECONDS = 90
_SHORT_MOVE = 15
_SHORT_FIRST_MOVES = 6


@dataclass(frozen=True, slots=True)
class Accepted:
    """A person's last accepted press at a table: what a double tap of it is answered with."""

    key: str
    at: datetime
    answer: Answer


@dataclass(slots=True)
class Vote:
    """A wish to stop a rated game: who asked, who must still agree, until when."""

    asker: int
    missing: set[int]
    until: datetime


@dataclass(slots=True)
class Session:
    """One table in memory. `state` is None before the start, and after a restart until it is folded (`folded` False).

    Change it only under `lock`, and only after the change is committed.
    """

    row: TableRow
    state: GameState | None = None
    folded: bool = True
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    menu: bool = False
    lonely: bool = False  # it has been said that one person waits alone
    restarted: bool = False
    behind: bool = False  # after a restart: its boards do not show what is stored
    started: bool = False  # its application's message has got its last edit
    unseen: int | None = None  # the revision of the turn in progress while no screen has told the chat of it
    arriving: bool = False  # that screen has just come late, and the turn's time is being set anew
    turn_due: datetime | None = None  # the deadline that this turn began with
    refresh: datetime | None = None  # when an open card that did not end the turn is shown on the board
    moved: set[int] = field(default_factory=set)  # seats that have made a move of their own in this game
    accepted: dict[int, Accepted] = field(default_factory=dict)
    leaving: dict[int, datetime] = field(default_factory=dict)
    vote: Vote | None = None
    nudges: int = 0  # of the deal in progress
    nudged: str | None = None  # the slot of the call for the turn in progress
    pressed: dict[int, datetime] = field(default_factory=dict)  # when each person last pressed anything here

    @property
    def code(self) -> str:
        """The table's six characters."""
        return self.row.code

    @property
    def place(self) -> Place:
        """The chat and thread it belongs to."""
        return self.row.place

    @property
    def options(self) -> Options:
        """Its parameters."""
        return Options.load(self.row.options)

    @property
    def waiting(self) -> bool:
        """Whether it is an application."""
        return self.row.status is Status.APPLICATION

    @property
    def playing(self) -> bool:
        """Whether its game is running."""
        return self.row.status is Status.PLAYING

    def seat_of(self, person: int) -> int | None:
        """The number of a person's seat, whether he still sits there or not."""
        return next((n for n, seat in enumerate(self.row.seats) if seat.person == person), None)

    def sitting(self, person: int) -> SeatRow | None:
        """A person's seat while it binds him to this table, also one that plays from the next round."""
        seats = (*self.row.seats, *self.row.coming)
        return next((seat for seat in seats if seat.person == person and seat.open), None)

    def coming(self, person: int) -> bool:
        """Whether a person has a seat here from the next round on."""
        return any(seat.person == person for seat in self.row.coming)

    @property
    def rounds_before(self) -> int:
        """The rounds of this table that are in earlier records."""
        return 0 if self.row.link is None else self.row.link.rounds

    @property
    def free(self) -> int:
        """How many seats of a running table may be taken from the next round on (rules 4.15)."""
        if self.state is None or not self.playing or not open_ended(self.row):
            return 0
        return max(0, self.options.seats - len(staying(self.row, self.state)))

    @property
    def awaited(self) -> int | None:
        """The seat of a person that the running game waits for: the one to move, or the banker who may knock; None for a computer's."""
        seat = self.state.view(None).awaited if self.playing and self.state is not None else None
        return None if seat is None or computer(self.row.seats[seat].account) is not None else seat

    @property
    def computer(self) -> Computer | None:
        """The computer that is to move; None where it is a person's turn or nobody's."""
        seat = None if self.state is None else self.state.to_move
        return None if seat is None else computer(self.row.seats[seat].account)

    def full_time(self, state: GameState) -> int:
        """The whole time of the move that `state` waits for, in seconds: longer for a seat's first move of a game (boards.md)."""
        seconds = self.options.seconds
        if state.to_move is None or state.to_move in self.moved:
            return seconds
        if seconds < _SHORT_MOVE:
            return seconds * _SHORT_FIRST_MOVES
        return max(seconds, FIRST_MOVE_SECONDS)

    def seating(self, seconds: int | None = None) -> Seating:
        """What screens need of it; `seconds` is the time that runs."""
        return Seating(
            code=self.code,
            tag=self.row.tag,
            options=self.options,
            names=tuple(seat.account.name for seat in self.row.seats),
            mentions=tuple(seat.account.user_id for seat in self.row.seats),
            commitment=commitment(self.row.secret),
            computers=tuple(computer(seat.account) for seat in self.row.seats),
            private=self.place.private,
            seconds=seconds,
            until=None if seconds is None else self.row.deadline,
            restarted=self.restarted,
            coming=tuple(seat.account.name for seat in self.row.coming),
            rounds_before=self.rounds_before,
            free=self.free,
        )
