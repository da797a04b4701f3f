"""What a game supplies, and the types that all games share.

A game is a frozen state that answers whose move it is, what is legal, and what comes of a move. The state of
a table is the fold of its moves (records.md); nothing else is kept. `write_move` and `read_move` are the
form in which records and stores keep a move: `deal`, `0 bet 3`, `2 leave`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from engine.cards import Card
from engine.fast_frozen import quick


class Verb(StrEnum):
    """The verbs of a move (records.md). `DEAL` belongs to the house, not to a seat."""

    BET = "bet"
    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    KNOCK = "knock"
    LEAVE = "leave"
    TIMEOUT = "timeout"
    DEAL = "deal"


@quick
@dataclass(frozen=True, slots=True)
class Move:
    """One move: a verb and, for a bet, its amount in chips."""

    verb: Verb
    amount: int = 0


@quick
@dataclass(frozen=True, slots=True)
class LegalMove:
    """A move the seat to move may make; `min` and `max` (chips, inclusive) only for a bet."""

    verb: Verb
    min: int | None = None
    max: int | None = None


class Refusal(StrEnum):
    """Why a move was refused. The state is as it was before."""

    GAME_OVER = "game_over"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_OUT = "seat_out"
    NOT_YOUR_TURN = "not_your_turn"
    DEAL_IN_PROGRESS = "deal_in_progress"
    NO_DEAL = "no_deal"
    STAKE_FIRST = "stake_first"
    STAKE_ALREADY_PLACED = "stake_already_placed"
    STAKE_TOO_LOW = "stake_too_low"
    STAKE_TOO_HIGH = "stake_too_high"
    NOT_IN_THIS_GAME = "not_in_this_game"
    NOT_NOW = "not_now"
    BANK_TOO_SMALL = "bank_too_small"  # for a knock (rules 3.11)
    NOT_A_MOVE = "not_a_move"  # a text of a record that is no move of any game


class Phase(StrEnum):
    """What the table is doing."""

    PAUSE = "pause"  # before the first deal, between deals: nobody's move
    STAKE = "stake"  # a bettor is to place a stake
    DRAW = "draw"  # a bettor plays the hand
    BANK = "bank"  # the banker plays his hand
    OVER = "over"


class Standing(StrEnum):
    """How a seat stands in the game."""

    PLAYING = "playing"  # in Стук also who has no chips or sits out: the seat is still at the table
    OUT = "out"  # no chips left; free at once (rules 2.8, 2.17)
    LEFT = "left"  # left freely
    FORFEITED = "forfeited"  # timed out (Очко), or left with the hand in play or the bank open


class Ending(StrEnum):
    """Why a game is over."""

    BANK_BROKEN = "bank_broken"  # the bank is 0 (rules 2.15)
    NO_BETTOR = "no_bettor"  # no bettor with a chip is left (rules 2.15)
    DEALS_PLAYED = "deals_played"  # the agreed number of deals (rules 2.15)
    BANKER_FORFEITED = "banker_forfeited"  # rules 2.17; in Стук the second one at a table (rules 3.14)
    BANKS_PLAYED = "banks_played"  # every seat still there has had the bank or passed it on (rules 3.13)
    TOO_FEW_SEATS = "too_few_seats"  # fewer than two seats have a chip (rules 3.13)


class BankEnding(StrEnum):
    """Why a bank of Стук has ended (rules 3.13, 3.14)."""

    BROKEN = "broken"  # it is 0
    LAST_ROUND = "last_round"  # the last round of a knock was played
    NO_BETTOR = "no_bettor"  # no bettor with a chip is left in its game
    FORFEITED = "forfeited"  # the banker forfeited


class Result(StrEnum):
    """How a settled hand ended."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"


@quick
@dataclass(frozen=True, slots=True)
class HandView:
    """A hand as its viewer may know it.

    `cards` has None for a hidden card; `points` counts the cards shown, None when no card is shown. `stake`
    and `paid` are chips; `paid` is what the bank really paid on top of the stake (rules 2.13). `shown` says
    that every card is open to everybody. Стук: `banker_cards` are the banker's cards against this hand with
    the face-up card first, None before he plays against it and where he never did; `missed` says that the
    bettor let the round go by (rules 3.14). In blackjack `stake` is units, 2 after a double (rules 4.7), and
    `halves` what the settled hand brought, in half units; `closed` says that it takes no more moves (4.6).
    """

    cards: tuple[Card | None, ...]
    points: int | None
    stake: int = 0
    result: Result | None = None
    paid: int = 0
    shown: bool = False
    golden: bool = False
    bust: bool = False
    banker_cards: tuple[Card, ...] | None = None
    banker_points: int | None = None
    missed: bool = False
    soft: bool = False
    natural: bool = False
    closed: bool = False
    halves: int | None = None


@quick
@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as everybody may know it, with its hands as the viewer may know them.

    `chips` leave out the bank and the stakes on the table. `began` is the stack at the start, `won` the
    stakes won from the bank so far in the game, each as really paid (chips; Очко). Стук: `sits_out` the rest
    of this bank (rules 3.14), `had_bank` or passed it on (rules 3.13). In blackjack there are no chips:
    `halves` is what the seat won or lost in all rounds so far, in half units (rules 4.13).
    """

    chips: int
    began: int
    standing: Standing
    won: tuple[int, ...] = ()
    hands: tuple[HandView, ...] = ()
    sits_out: bool = False
    had_bank: bool = False
    halves: int = 0


@quick
@dataclass(frozen=True, slots=True)
class View:
    """What one seat (`viewer`), or an onlooker (None), may know of a table.

    Holds no card hidden from the viewer. `banker` is None between two banks of Стук; `deal_banker` is who
    banked in the deal in progress or just ended, his hand is the one without a stake. Of Стук alone: the
    table's `size` in chips, the seat that opens the `next_bank` with the next deal, the `rounds` played under
    this banker, the `bettor` whose hand is in play, whether the banker `may_knock` now, why the bank before
    the pause ended (`bank_ending`). Of blackjack alone: `hand` is the index of the hand in play among those of
    the seat to move, `settled` says that a round is over and its results stand, though another may follow.
    """

    game: str
    viewer: int | None
    deal: int
    phase: Phase
    seats: tuple[SeatView, ...]
    banker: int | None = None
    to_move: int | None = None
    hand: int | None = None
    legal: tuple[LegalMove, ...] = ()
    bank: int | None = None
    bank_before: int | None = None  # the bank when the deal in progress, or just ended, began
    last_round: bool = False
    dealer: HandView | None = None
    ending: Ending | None = None
    deal_banker: int | None = None
    size: int | None = None
    next_bank: int | None = None
    rounds: int | None = None
    bettor: int | None = None
    may_knock: bool = False
    bank_ending: BankEnding | None = None
    settled: bool = False

    @property
    def awaited(self) -> int | None:
        """The seat that is waited for: the one to move, or the banker who may knock (rules 3.11)."""
        return self.banker if self.may_knock else self.to_move

    @property
    def finished(self) -> bool:
        """Whether the game is over; in blackjack, whether the round is (records.md)."""
        return self.settled or self.phase is Phase.OVER

    @property
    def over(self) -> bool:
        """Whether no deal can follow."""
        return self.phase is Phase.OVER


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a seat takes from a finished game (rules 2.19 to 2.23, 3.15).

    `rating` and `rubles` are hundredths, rounded down; `net` is chips, in blackjack half units over all
    rounds; an unrated game has all but `net` zero. `rubles` of Стук are the net of the table and may be below
    zero. `won` and `forfeited` say how it ended even where nothing is counted. `fixed` says that nothing at the
    table can change it any more, though the game may go on without the seat (rules 5.6).
    """

    games: int
    wins: int
    rating: int
    rubles: int
    net: int
    won: bool
    forfeited: bool
    fixed: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Step:
    """What came of an accepted move: the next state, and whether a card came that everybody may see."""

    state: "GameState"
    open_card: bool = False


class SeatState(Protocol):
    """What the seats of all games have in common."""

    @property
    def standing(self) -> Standing:
        """How the seat stands in the game."""


class GameState(Protocol):
    """The state of one game: frozen, integers only, equal when everything is equal."""

    @property
    def deal(self) -> int:
        """The number of the deal in progress or just ended, from 1; 0 before the first."""

    @property
    def phase(self) -> Phase:
        """What the table is doing."""

    @property
    def banker(self) -> int | None:
        """The seat that banks; None between two banks of Стук and in blackjack."""

    @property
    def to_move(self) -> int | None:
        """The seat whose move it is; None between deals and after the end."""

    @property
    def awaited(self) -> int | None:
        """The seat that is waited for: the one to move, or the banker who may knock (rules 3.11)."""

    @property
    def dealt_next(self) -> tuple[int, ...]:
        """The seats that take part in the next deal, the banker's too; in a deal those of the one that follows as it stands."""
        ...

    @property
    def turn(self) -> tuple[object, ...]:
        """What it is that is waited for: equal in two states if and only if the same hand waits for the same seat."""

    @property
    def seats(self) -> Sequence[SeatState]:
        """The seats, in order."""

    @property
    def finished(self) -> bool:
        """Whether the game is over; in blackjack, whether the round is, though another may follow."""

    def legal(self) -> tuple[LegalMove, ...]:
        """The moves of the seat to move, in the order bet, hit, stand, double, split; no others."""

    def apply(self, seat: int | None, move: Move) -> Step | Refusal:
        """The outcome of a move by `seat` (None: the house, for a deal). A refused move changes nothing."""

    def may_leave_free(self, seat: int) -> bool:
        """Whether `leave` by that seat is no forfeit now (rules 2.17, 3.13, 3.14)."""

    def may_knock(self, seat: int) -> bool:
        """Whether `knock` by that seat would be accepted now (rules 3.11)."""

    def view(self, viewer: int | None) -> View:
        """What that seat, or an onlooker (None), may know.

        Raises:
            IndexError: there is no such seat.
        """

    def revealed(self) -> View:
        """Everything that has been dealt, face up: for records and replays, never for a table in progress."""

    def results(self) -> tuple[SeatResult, ...]:
        """What every seat takes from the game as it stands; final when `finished`."""

    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that have come off each shuffle so far, in order: what a record exports as `cards`."""

    def cuts(self) -> tuple[int | None, ...]:
        """How many cards lie above the cut card of each shuffle so far: what a record exports as `cut`.

        None for a shuffle without a cut card; empty in a game without one.
        """

    def encode(self) -> bytes:
        """The canonical encoding: equal states give equal bytes, for ever."""


# One way to write each move: ASCII digits, no sign, no leading zero, single spaces. More digits are no stake.
_NUMBER = "(?:0|[1-9][0-9]{0,15})"
_MOVE = re.compile(f"(?P<seat>{_NUMBER}) (?:bet (?P<amount>{_NUMBER})|(?P<verb>[a-z]+))")

_BARE = frozenset(verb.value for verb in Verb) - {Verb.BET, Verb.DEAL}


def write_move(seat: int | None, move: Move) -> str:
    """A move in its written form; `seat` None is the house."""
    made = f"{move.verb.value} {move.amount}" if move.verb is Verb.BET else move.verb.value
    return made if seat is None else f"{seat} {made}"


def read_move(text: str) -> tuple[int | None, Move] | Refusal:
    """The seat (None: the house) and the move of a written form, or `NOT_A_MOVE`.

    Whether there is such a seat, and whether its game knows the verb, is for the state to say.
    """
    if text == Verb.DEAL:
        return None, Move(Verb.DEAL)
    match = _MOVE.fullmatch(text)
    if match is None:
        return Refusal.NOT_A_MOVE
    seat = int(match["seat"])
    if match["amount"] is not None:
        return seat, Move(Verb.BET, int(match["amount"]))
    if match["verb"] not in _BARE:
        return Refusal.NOT_A_MOVE
    return seat, Move(Verb(match["verb"]))
