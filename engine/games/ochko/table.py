"""The table of Очко: hands, seats, the bank, the shoe."""

from dataclasses import dataclass

from engine.cards import PACK_36, Card
from engine.game import Ending, LegalMove, Phase, Result, Standing, Verb
from engine.points import bust, golden, points
from engine.shoe import Shoe
from engine.values import quick, replace

#: Rules 2.9, 2.10.
MOST_CARDS = 5

#: Rules 2.15: a game «until the bank is broken» ends after so many deals.
MOST_DEALS = 50


@quick
@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of the deal in progress or just ended. `stake` and `paid` are chips.

    A banker's hand has neither stake nor result.
    """

    cards: tuple[Card, ...] = ()
    stake: int = 0
    stood: bool = False
    result: Result | None = None
    paid: int = 0

    @property
    def points(self) -> int:
        """The points of its cards (rules 1.1)."""
        return points(self.cards)

    @property
    def golden(self) -> bool:
        """Whether it is the golden point (rules 1.2)."""
        return golden(self.cards)

    @property
    def bust(self) -> bool:
        """Whether it is above 21 and not golden (rules 1.2)."""
        return bust(self.cards)

    @property
    def decided(self) -> bool:
        """Whether its cards alone ended it: 21, the golden point, a bust (rules 2.9)."""
        return self.points >= 21


@quick
@dataclass(frozen=True, slots=True)
class Seat:
    """A seat.

    `chips` leave out the bank and the stake on the table, `won` are stakes won from the bank, as really paid.
    """

    chips: int
    began: int
    standing: Standing = Standing.PLAYING
    won: tuple[int, ...] = ()
    hand: Hand | None = None


@quick
@dataclass(frozen=True, slots=True)
class Table:
    """Everything there is to know of a game of Очко.

    `bank` is chips without the stakes on the table, `limit` the most deals.
    """

    seats: tuple[Seat, ...]
    banker: int
    rated: bool
    limit: int
    shoe: Shoe
    bank: int
    bank_before: int | None = None
    deal: int = 0
    finished_deals: int = 0
    phase: Phase = Phase.PAUSE
    to_move: int | None = None
    ending: Ending | None = None

    def with_seat(self, seat: int, changed: Seat) -> "Table":
        """The table with one seat changed."""
        return replace(self, seats=(*self.seats[:seat], changed, *self.seats[seat + 1 :]))

    def bettors(self) -> tuple[int, ...]:
        """Every seat but the banker's, clockwise from his left."""
        count = len(self.seats)
        return tuple((self.banker + step) % count for step in range(1, count))

    def playing(self) -> tuple[int, ...]:
        """The bettors still in the game, clockwise from the banker's left."""
        return tuple(seat for seat in self.bettors() if self.seats[seat].standing is Standing.PLAYING)

    def in_play(self) -> dict[int, Hand]:
        """The bettors' hands of this deal neither settled nor forfeited, clockwise from the banker's left."""
        if self.phase in {Phase.PAUSE, Phase.OVER}:
            return {}
        hands = ((seat, self.seats[seat].hand) for seat in self.playing())
        return {seat: hand for seat, hand in hands if hand is not None and hand.result is None}

    def on_table(self) -> int:
        """The sum of the stakes on the table, in chips."""
        return sum(hand.stake for hand in self.in_play().values())

    def limits(self, seat: int) -> tuple[int, int]:
        """The least and the most that a bettor who has not staked may stake, in chips (rules 2.8)."""
        to_come = sum(1 for other, hand in self.in_play().items() if not hand.stake and other != seat)
        most = min(self.bank - self.on_table() - to_come, self.seats[seat].chips)
        return 1, max(1, most)

    def legal(self) -> tuple[LegalMove, ...]:
        """The moves of the seat to move (rules 2.8 to 2.10)."""
        if self.to_move is None:
            return ()
        if self.phase is Phase.STAKE:
            least, most = self.limits(self.to_move)
            return (LegalMove(Verb.BET, least, most),)
        return LegalMove(Verb.HIT), LegalMove(Verb.STAND)

    def asides(self) -> tuple[Card, ...]:
        """Every card that is not in a hand of the current deal, in the order of a new pack.

        What a reshuffle takes (rules 1.4).
        """
        held = {card for seat in self.seats if seat.hand is not None for card in seat.hand.cards}
        return tuple(card for card in PACK_36 if card not in held)
