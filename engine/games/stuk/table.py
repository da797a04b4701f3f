"""The table of Стук: hands, seats, the bank, the pack."""

from dataclasses import dataclass

from engine.cards import Card
from engine.game import BankEnding, Ending, LegalMove, Phase, Result, Standing, Verb
from engine.games.stuk.pack import Pack
from engine.points import bust, golden, points
from engine.values import quick, replace

#: Rules 3.11: the bank is tripled, and the banker may knock.
KNOCK_AT = 3

#: Rules 3.11: a bank of so many sizes knocks by itself …
KNOCKS_BY_ITSELF_AT = 10

#: … and so do so many rounds played under one banker.
ROUNDS_BEFORE_KNOCK = 20

#: Rules 3.5: the smallest stake is the size divided by this, rounded up.
STAKES_IN_SIZE = 10


def strength(cards: tuple[Card, ...]) -> int:
    """What a hand is worth against another: its points, 22 for the golden point, 0 if bust (rules 3.8)."""
    return 0 if bust(cards) else points(cards)


@quick
@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of the round in progress or just ended. `stake` and `paid` are chips.

    `against` are the banker's cards against it, the face-up card first; empty until he plays against it.
    `missed` says that the round was let go by (rules 3.14). The banker's own hand is his face-up card.
    """

    cards: tuple[Card, ...] = ()
    stake: int = 0
    against: tuple[Card, ...] = ()
    result: Result | None = None
    paid: int = 0
    missed: bool = False

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
    def stands_by_itself(self) -> bool:
        """Whether it takes no more cards: 21 or the golden point (rules 3.6)."""
        return self.points >= 21 and not self.bust


@quick
@dataclass(frozen=True, slots=True)
class Seat:
    """A seat. `chips` leave out the bank and the stake on the table.

    `missed` counts the rounds missed in a row under this banker, `sits_out` is for the rest of this bank
    (rules 3.14); `had_bank` or passed it on (rules 3.13); `was_dealt` a card, `forfeited` once at this table
    (rules 3.15).
    """

    chips: int
    began: int
    standing: Standing = Standing.PLAYING
    hand: Hand | None = None
    missed: int = 0
    sits_out: bool = False
    had_bank: bool = False
    was_dealt: bool = False
    forfeited: bool = False

    @property
    def there(self) -> bool:
        """Whether the seat is still at the table; sitting out and without chips it is."""
        return self.standing is Standing.PLAYING

    @property
    def bets(self) -> bool:
        """Whether a bettor in this seat is in the game of the bank: there, with a chip, not sitting out."""
        return self.there and self.chips > 0 and not self.sits_out


@quick
@dataclass(frozen=True, slots=True)
class Table:
    """Everything there is to know of a table of Стук.

    `size` and `bank` are chips, the bank without the stake on the table. `banker` is None while no bank is
    open; then `next_bank` is the seat that opens one with the next deal. `deal` counts all rounds of the
    table, `rounds` those played under this banker. `deal_banker` banked in the round in progress or just
    ended.
    """

    seats: tuple[Seat, ...]
    size: int
    rated: bool
    pack: Pack
    next_bank: int | None
    banker: int | None = None
    bank: int = 0
    bank_before: int | None = None
    deal: int = 0
    rounds: int = 0
    last_round: bool = False
    deal_banker: int | None = None
    banker_forfeits: int = 0
    phase: Phase = Phase.PAUSE
    to_move: int | None = None
    bank_ending: BankEnding | None = None
    ending: Ending | None = None

    @property
    def in_round(self) -> bool:
        """Whether a round is in progress."""
        return self.phase not in {Phase.PAUSE, Phase.OVER}

    def with_seat(self, seat: int, changed: Seat) -> "Table":
        """The table with one seat changed."""
        return replace(self, seats=(*self.seats[:seat], changed, *self.seats[seat + 1 :]))

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """Every other seat, from that one's left."""
        count = len(self.seats)
        return tuple((seat + step) % count for step in range(1, count))

    def bettors(self) -> tuple[int, ...]:
        """The bettors in the game of the open bank, clockwise from the banker's left (rules 3.3, 3.13)."""
        if self.banker is None:
            return ()
        return tuple(seat for seat in self.clockwise(self.banker) if self.seats[seat].bets)

    def in_play(self) -> dict[int, Hand]:
        """The bettors' hands of this round that are not over, in the order of their play.

        The first of them is being played, the others wait for their turn.
        """
        if self.banker is None or not self.in_round:
            return {}
        hands = (
            (seat, self.seats[seat].hand) for seat in self.clockwise(self.banker) if self.seats[seat].there
        )
        return {
            seat: hand for seat, hand in hands if hand is not None and hand.result is None and not hand.missed
        }

    def bettor(self) -> int | None:
        """The bettor whose hand is being played; None between rounds."""
        return next(iter(self.in_play()), None)

    def cards_in_play(self) -> frozenset[Card]:
        """The cards that lie in hands and are not played-out cards (rules 3.12).

        The bettors' hands that are not over, the banker's face-up card, his draws against the hand in play.
        """
        hands = list(self.in_play().values())
        held = [card for hand in hands for card in (*hand.cards, *hand.against)]
        return frozenset((*held, *self.up()))

    def up(self) -> tuple[Card, ...]:
        """The banker's face-up card of the round in progress; nothing before it is dealt."""
        hand = None if self.banker is None or not self.in_round else self.seats[self.banker].hand
        return () if hand is None else hand.cards

    def limits(self, seat: int) -> tuple[int, int]:
        """The least and the most that a bettor may stake now, in chips (rules 3.5)."""
        most = min(self.bank, self.seats[seat].chips)
        return min(-(-self.size // STAKES_IN_SIZE), most), most

    def legal(self) -> tuple[LegalMove, ...]:
        """The moves of the seat to move (rules 3.5 to 3.7)."""
        if self.to_move is None:
            return ()
        if self.phase is Phase.STAKE:
            least, most = self.limits(self.to_move)
            return (LegalMove(Verb.BET, least, most),)
        return LegalMove(Verb.HIT), LegalMove(Verb.STAND)

    def may_knock(self) -> bool:
        """Whether the banker may knock now (rules 3.11)."""
        between = self.banker is not None and self.phase is Phase.PAUSE
        return between and not self.last_round and self.bank >= KNOCK_AT * self.size
