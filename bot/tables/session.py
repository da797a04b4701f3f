"""A live table: its row, its state, its lock. Everything else about it can be read from the store again."""

import asyncio
from dataclasses import dataclass, field, replace

from bot.model.computers import Computer, computer
from bot.model.options import Options
from bot.model.rows import SeatRow, Status, TableRow, persons
from bot.ports.requests import Account, Place
from bot.ports.screens import Answer
from bot.screens.caption import TableCaption
from bot.screens.games import GameScreens, screens_of
from bot.screens.words import Saying
from bot.tables import words
from bot.tables.chain import staying
from bot.tables.settlement import CLOSING, open_ended
from bot.tables.shares import counts
from engine.fairness import commitment
from engine.game import GameState, View

#: How long a /stop waits for the others' agreement, and a /leave for its confirmation, in seconds.
VOTE_TIME = 60.0
CONFIRM_TIME = 20.0

#: A screen or a line that fails moves a deadline by so many seconds at most (rules 5.4).
LONGEST_DELAY = 300.0

#: Before a seat's first move of a game it has at least this long; see `Session.full_time`.
FIRST_MOVE_SECONDS = 90
_SHORT_MOVE = 15
_SHORT_FIRST_MOVES = 6


@dataclass(slots=True)
class Accepted:
    """A person's last accepted press somewhere, what it was answered with and until when the same key is a double tap of it."""

    key: str
    answer: Answer
    until: float


@dataclass(slots=True)
class Vote:
    """A wish to stop a rated game: who asked, who must still agree, until when."""

    asker: int
    missing: set[int]
    until: float


@dataclass(slots=True)
class Session:
    """One table in memory. `state` is None before the start, and after a restart until it is folded (`folded` False).

    Change it only under `lock`, and only after the change is committed. Its moments are those of `Clock.monotonic`; the row's
    own times are the calendar's, for what is stored and shown, and decide nothing.
    """

    row: TableRow
    state: GameState | None = None
    folded: bool = True
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    menu: bool = False
    paged: dict[str, Options] = field(default_factory=dict)  # as chosen for games its opener turned away from
    lonely: bool = False  # it has been said that one person waits alone
    restarted: bool = False
    stale: bool = False  # after a restart: its boards do not show what is stored
    started: bool = False  # its lobby's message has got its last edit
    unseen: int | None = None  # the revision of the turn in progress while no screen has told the chat of it
    begun: float = 0.0  # when what the table waits for has begun, and when its time is over
    due: float | None = None
    latest: float | None = None  # how far screens and lines that fail may move it
    set_anew: bool = False  # the deadline was moved: a board that names the moment names an old one
    owed: float | None = (
        None  # a save has failed: when its time is stored anew, before anything is done by it
    )
    second: float | None = None  # when the second person sat down, or the program started since
    opened: float | None = None  # when it came to be, or the program started since
    joined: float | None = None  # when anybody but its opener last sat down at the lobby
    followed: bool = False  # «Again» has opened a table after it
    ended: float | None = None  # when it ended here, or was known to have ended lately
    refresh: float | None = None  # when an open card that did not end the turn is shown on the board
    moved: set[int] = field(default_factory=set)  # seats that have made a move of their own in this game
    accepted: dict[int, Accepted] = field(default_factory=dict)
    leaving: dict[int, float] = field(default_factory=dict)
    vote: Vote | None = None
    nudges: int = 0  # of the deal in progress
    nudged: str | None = None  # the slot of the call for the turn in progress
    worded: float | None = None  # when a record of this table last began only because of words
    shares: dict[int, str] = field(default_factory=dict)  # of each person's first accepted button here
    pressed: dict[int, float] = field(default_factory=dict)  # when each person last pressed anything here
    staked: dict[int, int] = field(default_factory=dict)  # what each seat staked last in this game, in chips
    ready: set[int] = field(default_factory=set)  # persons who have pressed «Next» in the pause in progress
    _screens: GameScreens | None = None
    _viewed: GameState | None = None
    _views: dict[int | None, View] = field(default_factory=dict)  # of the state `_viewed`, by viewer

    def view(self, viewer: int | None = None) -> View:
        """What that seat, or an onlooker (None), may know now; made once for each state.

        Raises:
            LookupError: no game has begun, or it is not folded.
        """
        if self.state is None:
            raise LookupError(f"table {self.code} has no state")
        if self._viewed is not self.state:
            self._viewed, self._views = self.state, {}
        if viewer not in self._views:
            self._views[viewer] = self.state.view(viewer)
        return self._views[viewer]

    @property
    def screens(self) -> GameScreens:
        """What its game shows."""
        if self._screens is None:
            self._screens = screens_of(self.row.game)
        return self._screens

    @property
    def code(self) -> str:
        """The table's six characters."""
        return self.row.code

    @property
    def place(self) -> Place:
        """The chat and thread it belongs to."""
        return self.row.place

    def take(
        self, row: TableRow, now: float, *, begun: float | None = None, state: GameState | None = None
    ) -> None:
        """Let `row` be the table's row, with `state` where a move was made.

        One with another wait begins it now, or, where it is the same one moved, at `begun`.

        A wait is known by the very objects of its times: a wall clock that was set may tell equal ones twice.
        """
        old, fresh = self.row, self.due is None
        self.row, self.state = row, state or self.state
        if self.opened is None:
            self.opened = now
        if row.deadline is None:
            self.due = None
        elif fresh or row.touched_at is not old.touched_at or row.deadline is not old.deadline:
            self.begun = now if begun is None else begun
            self.due = self.begun + (row.deadline - row.touched_at).total_seconds()
            if begun is None or self.latest is None:
                self.latest = self.due + LONGEST_DELAY
        if row.second_at is None:
            self.second = None
        elif self.second is None or row.second_at is not old.second_at:
            self.second = now
        if self.waiting or self.playing:
            self.ended = None
        elif self.ended is None:
            self.ended = now

    def new_turn(self) -> None:
        """A person's turn or a pause has begun whose screen is still to be delivered."""
        self.ready.clear()
        self.unseen = None if self.computer is not None else self.row.revision

    def unfolded(
        self, state: GameState | None, moved: set[int], staked: dict[int, int] | None = None
    ) -> None:
        """Its moves have led to that state, in which these seats have made moves of their own; None: they lead nowhere any more.

        `staked`: what each seat staked last.
        """
        if state is not None:
            self.state, self.moved, self.staked = state, moved, staked or {}
        self.folded = True

    def reread(self, row: TableRow, now: float) -> None:
        """It is further than was known here: `row` is how it is stored, and its moves are to be folded anew."""
        self.take(row, now)
        self.folded, self.state = row.seq == 0, None

    def know_as(self, person: int, account: Account) -> None:
        """A person is known by this account alone."""
        seats = tuple(
            replace(seat, account=account) if seat.person == person else seat for seat in self.row.seats
        )
        self.row = replace(self.row, seats=seats)

    def move_to(self, place: Place) -> None:
        """Its chat has another id."""
        self.row = replace(self.row, place=place)

    def count_nudge(self, state: GameState) -> str:
        """One more call for who has not moved; returns its slot."""
        self.nudges += 1
        self.nudged = f"nudge:{state.deal}.{self.nudges}"
        return self.nudged

    @property
    def full(self) -> float:
        """The whole time of what the table waits for, in seconds; 0 where it waits for nothing."""
        return 0.0 if self.due is None else self.due - self.begun

    @property
    def options(self) -> Options:
        """Its parameters."""
        return Options.load(self.row.options)

    @property
    def waiting(self) -> bool:
        """Whether it is a lobby."""
        return self.row.status is Status.LOBBY

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

    @property
    def closing(self) -> bool:
        """Whether the table ends with the round in play (rules 5.6)."""
        return self.playing and self.row.note == CLOSING

    @property
    def unsettled(self) -> set[int]:
        """The persons who played here and whose result is not booked yet, whether they still sit here or not (rules 5.6)."""
        return {seat.person for seat in self.row.seats if not seat.settled and seat.human}

    @property
    def concerned(self) -> set[int]:
        """The persons without whose word the running table is not stopped: whose result is still open (rules 5.6).

        In blackjack those who sit: their rounds count, whoever stops.
        """
        if open_ended(self.row):
            return {seat.person for seat in self.row.seats if seat.open and seat.human}
        return self.unsettled

    @property
    def unready(self) -> tuple[SeatRow, ...]:
        """The persons of the next deal who have not pressed «Next» yet, with who comes to it."""
        state = self.state
        dealt = () if state is None else tuple(self.row.seats[seat] for seat in state.dealt_next)
        return tuple(
            seat
            for seat in persons((*dealt, *self.row.coming))
            if seat.open and seat.person not in self.ready
        )

    @property
    def missing(self) -> set[int]:
        """Those of them who were asked and have not agreed yet; whoever has been settled meanwhile is needed no more."""
        return set() if self.vote is None else self.vote.missing & self.concerned

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
        if self.state is None or not self.playing or not open_ended(self.row) or self.closing:
            return 0
        return max(0, self.options.seats - len(staying(self.row, self.state)))

    @property
    def awaited(self) -> int | None:
        """The seat of a person that the running game waits for: the one to move, or the banker who may knock; None for a computer's."""
        seat = self.state.awaited if self.playing and self.state is not None else None
        return seat if seat is not None and self.row.seats[seat].human else None

    @property
    def computer(self) -> Computer | None:
        """The computer that is to move; None where it is a person's turn or nobody's."""
        seat = None if self.state is None else self.state.to_move
        return None if seat is None or self.row.seats[seat].human else computer(self.row.seats[seat].account)

    def full_time(self, state: GameState) -> int:
        """The whole time of the move that `state` waits for, in seconds: longer for a seat's first move of a game."""
        seconds = self.options.seconds
        if state.to_move is None or state.to_move in self.moved:
            return seconds
        if seconds < _SHORT_MOVE:
            return seconds * _SHORT_FIRST_MOVES
        return max(seconds, FIRST_MOVE_SECONDS)

    def seating(self, seconds: int | None = None) -> TableCaption:
        """What screens need of it; `seconds` is the time that runs."""
        return TableCaption(
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
            closing=self.closing,
            wordy=words.offered(self.row),
            announced=frozenset(
                number for number, seat in enumerate(self.row.seats) if words.announced(self.row, seat.person)
            ),
            last_word=self._last_word(),
            counts=counts(self.row),
            staked=None
            if self.state is None or self.state.to_move is None
            else self.staked.get(self.state.to_move),
        )

    def _last_word(self) -> int | None:
        given = [said.person for said in self.row.words if said.word is not None]
        return self.seat_of(given[-1]) if given else None

    def saying(self) -> Saying | None:
        """The start that waits for words, as its screen tells it; None while none does. A running table has to be folded."""
        row = self.row
        if not row.awaiting or not (self.waiting or self.state is not None):
            return None
        seats = words.seats_to_come(row, self.state)
        names = {seat.person: seat.account.name for seat in seats}
        return Saying(
            game=row.game,
            tag=row.tag,
            code=row.code,
            slot=f"words:{row.awaiting}",
            promise=words.promise_to_come(row),
            shares=words.digest_of(row, seats),
            said=tuple((names.get(said.person, ""), said.word is not None) for said in row.next_words),
            awaited=tuple(seat.account.user_id for seat in seats if words.awaited(row, seat.person)),
            seconds=round(self.full),
            until=row.deadline,
            lobby=self.waiting,
        )
