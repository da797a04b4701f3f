"""What the store keeps, as values."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from hashlib import sha256

from bot.ports.requests import Account, Place
from engine.game import GameState, Move, write_move

#: Bytes of a state's digest that are kept with each move.
DIGEST_BYTES = 8

#: The message of a board that was shown while its chat had another id: it has been seen, and is never edited.
LEFT_BEHIND = 0

#: The platform of computers' accounts: no adapter has it, so nobody is called, told or counted by it.
COMPUTER = "computer"

#: The note of a table that ended without a result since computers alone would have gone on.
DESERTED = "deserted"

#: The note of a table that an admin has stopped who did not sit there.
ADMIN = "admin"


class Status(StrEnum):
    """Where a table stands."""

    LOBBY = "application"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"  # a lobby that never started
    VOID = "void"  # stopped or unreadable: nothing counts


@dataclass(frozen=True, slots=True)
class Person:
    """A person: his account, what he chose, what he has.

    `rating` and `rubles` are hundredths, `appearance` whole (rules 5.1). `language` is his own choice,
    `client_language` what his client last said; `words`: he wants cards in words. `units` are halves, won or lost in `rounds` (rules 4.13).
    """

    id: int
    account: Account
    language: str | None
    client_language: str | None
    appearance: int
    rating: int
    rubles: int
    games: int
    wins: int
    units: int = 0
    rounds: int = 0
    words: bool = False

    @property
    def name(self) -> str:
        """The name as last seen, as it is; cleaned where it is shown."""
        return self.account.name


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat's settings.

    `language` is its own choice, `first_language` that of the first who used the bot there.
    """

    id: int
    platform: str
    chat_id: int
    language: str | None
    first_language: str | None


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a table, in order of play.

    `open` binds its person to this table (rules 5.3); `chips` is the stack at the start. `settled` says that its
    result is booked, though the game may go on (rules 5.6).
    """

    person: int
    account: Account
    chips: int | None = None
    open: bool = True
    settled: bool = False

    @property
    def human(self) -> bool:
        """Whether a person sits there, or sat."""
        return self.account.platform != COMPUTER


def persons(seats: Iterable[SeatRow]) -> tuple[SeatRow, ...]:
    """The seats of persons, in their order."""
    return tuple(seat for seat in seats if seat.human)


@dataclass(frozen=True, slots=True)
class Link:
    """A record's place in the chain that a table is (rules 4.15).

    `first` is the code of the first link, `number` counts the links from 0, `rounds` were played before this one.
    `root` is what the secrets of all links come of: it is never shown.
    """

    first: str
    number: int
    rounds: int
    root: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class WordRow:
    """A word that a person has announced for a record; `word` is None while it is awaited, and for ever where it did not come."""

    person: int
    word: str | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as stored, without its moves. Times are UTC.

    `options` is JSON of the session's own. `joins` maps each person who ever sat
    down here to his share. `revision` counts the saves. `seq` is the number of moves. `stake` is what each
    seat holds of its wallet at the table, in hundredths of a ruble (rules 3.1); 0 where nothing is staked.
    `stacks` is what each seat of a staked game has as it stands (hundredths): chips, its own stake in play, the
    open bank for the banker; None before the start and in rows from before there were any.
    `coming` are seats taken for the next link of the chain. `link` is None in rows from before there were chains.
    `words` are those of this record, the given ones first, in the order of the seed; `next_words` those for the start to come. `awaiting`
    is the revision with which the wait for them began, 0 while there is none; `broke` are those who got up in such a wait before this
    table's start.
    """

    code: str
    tag: str
    place: Place
    game: str
    options: str
    status: Status
    opener: int
    secret: bytes
    created_at: datetime
    touched_at: datetime
    seats: tuple[SeatRow, ...] = ()
    joins: tuple[tuple[int, str], ...] = ()
    seq: int = 0
    revision: int = 0
    deadline: datetime | None = None
    second_at: datetime | None = None  # when the second person sat down
    started_at: datetime | None = None
    ended_at: datetime | None = None
    stake: int = 0
    note: str = ""  # why it is void, closed or over, a reason of the session's own
    coming: tuple[SeatRow, ...] = ()
    link: Link | None = None
    words: tuple[WordRow, ...] = ()
    next_words: tuple[WordRow, ...] = ()
    awaiting: int = 0
    stacks: tuple[int, ...] | None = None
    broke: tuple[int, ...] = ()

    @property
    def said(self) -> tuple[tuple[WordRow, ...], tuple[WordRow, ...], tuple[int, ...]]:
        """All that is stored of words beside the row itself."""
        return self.words, self.next_words, self.broke

    def joins_with(self, person: int, share: str) -> tuple[tuple[int, str], ...]:
        """The joins with this share of a person, unless he has sat down here before: his first one counts."""
        return self.joins if person in dict(self.joins) else (*self.joins, (person, share))


@dataclass(frozen=True, slots=True)
class Credited:
    """What a result has really brought (hundredths); `full`: a balance of that person takes no more."""

    rating: int
    rubles: int
    full: bool = False


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move in a table's order, from 1.

    `text` is as in a record, `digest` the first 8 bytes of SHA-256 over the state after it.
    """

    seq: int
    text: str
    digest: bytes
    at: datetime
    person: int | None = None

    @classmethod
    def made(
        cls,
        seq: int,
        seat: int | None,
        move: Move,
        state: GameState,
        *,
        at: datetime,
        person: int | None = None,
    ) -> "MoveRow":
        """The move with that number, which has led to `state`."""
        return cls(seq, write_move(seat, move), digest(state), at, person)


def digest(state: GameState) -> bytes:
    """The first bytes of SHA-256 over the canonical encoding of a state."""
    return sha256(state.encode()).digest()[:DIGEST_BYTES]


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What a person took from a finished table. `rating` and `rubles` are hundredths, `net` chips, in blackjack half units.

    `rounds` were played there, `units` is what of them counts, in halves; None where nothing does (rules 4.13).
    """

    person: int
    seat: int
    games: int
    wins: int
    rating: int
    rubles: int
    net: int
    won: bool
    forfeited: bool
    rounds: int = 0
    units: int | None = None


@dataclass(frozen=True, slots=True)
class Brought:
    """What a person has brought to the end of the links of a chain so far: half units, whether they count or not."""

    person: int
    account: Account
    rounds: int
    halves: int


@dataclass(frozen=True, slots=True)
class Movement:
    """A movement of a wallet: `amount` in hundredths of a ruble, where it came from, when."""

    amount: int
    source: str
    source_id: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Wallet:
    """What a person has in rubles, in hundredths: in the wallet, `held` at tables; the newest movements first."""

    balance: int
    held: int
    movements: tuple[Movement, ...]


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A message of a table on its platform.

    `slot` is its part there (`lobby`, `deal:3`, `result`, …), `message` its id, `revision` that of the
    table it shows.
    """

    slot: str
    message: int
    revision: int
    posted_at: datetime


@dataclass(frozen=True, slots=True)
class Change:
    """Everything one step of a table changes: written in one transaction, or not at all.

    `table` is the new row, its `revision` one above the stored one (1: a new table). `moves` are appended,
    `press` is the press id of the request behind it, `results` book what is fixed now, with its ledger rows: of a
    game that ends all that was not booked before, of one that goes on those who have left it (rules 5.6).
    `worded` says that its words are to be written, `shared` that a share has been replaced before a card was dealt by it.
    """

    table: TableRow
    at: datetime
    moves: tuple[MoveRow, ...] = ()
    press: str | None = None
    results: tuple[ResultRow, ...] = field(default=())
    worded: bool = False
    shared: bool = False

    @classmethod
    def between(  # noqa: PLR0917 - the fields of a change, in their order
        cls,
        old: TableRow | None,
        new: TableRow,
        at: datetime,
        moves: tuple[MoveRow, ...] = (),
        press: str | None = None,
        results: tuple[ResultRow, ...] = (),
    ) -> "Change":
        """What leads from the stored row (None: there is none) to the new one; words and shares are written where they have changed."""
        if old is None or new.revision == 1:
            return cls(new, at, moves, press, results, worded=new.said != ((), (), ()))
        worded = old.said != new.said
        shared = new.joins[: len(old.joins)] != old.joins
        return cls(new, at, moves, press, results, worded=worded, shared=shared)
