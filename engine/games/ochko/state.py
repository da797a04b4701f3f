"""Очко as a game that the rest of the product plays: `OCHKO`."""

from dataclasses import dataclass

from engine.cards import PACK_36, Card, format_cards
from engine.fairness import draw_banker
from engine.fast_frozen import quick, replace
from engine.game import Ending, Phase, SeatResult, SeatView, Standing, View
from engine.games.ochko.play import VERBS, play
from engine.games.ochko.seat import Hand, Seat
from engine.games.table import check_viewer, stake_or_play, written
from engine.rules import Option, Rules, Setup
from engine.shoe import Shoe

#: The name of the game in records.
NAME = "ochko"

#: Rules 2.22: rubles for one point of rating.
RUBLES_PER_RATING = 5

#: Rules 2.15: a game «until the bank is broken» ends after so many deals.
MOST_DEALS = 50


@quick
@dataclass(frozen=True, slots=True)
class Ochko:
    """The state of a game of Очко; see `engine.game.GameState` for what each method promises.

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

    @property
    def finished(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def awaited(self) -> int | None:
        return self.to_move

    @property
    def dealt_next(self) -> tuple[int, ...]:
        """The bettors still in the game, and the banker (rules 2.7)."""
        return (*self.playing(), self.banker)

    @property
    def turn(self) -> tuple[object, ...]:
        """The deal, the phase and the seat to move."""
        return self.deal, self.phase, self.to_move

    apply = play
    legal = stake_or_play

    def may_leave_free(self, seat: int) -> bool:
        """Whether leaving is no forfeit for that seat now.

        A bettor's hand is settled, or no deal runs (rules 2.17).
        """
        if self.finished or self.seats[seat].standing is not Standing.PLAYING:
            return True
        return seat != self.banker and seat not in self.in_play()

    def may_knock(self, seat: int) -> bool:  # noqa: ARG002 - the protocol's question; Очко knows no knock
        return False

    def view(self, viewer: int | None, *, everything: bool = False) -> View:
        """What that seat, or an onlooker (None), may know (rules 2.7), or else all hands face up."""
        check_viewer(self, viewer)
        everything = everything or self.phase in {Phase.PAUSE, Phase.OVER}
        seats = []
        for number, seat in enumerate(self.seats):
            hand = seat.hand
            # A banker's decided hand needs no showing of its own: it ends the deal at once (rules 2.10).
            shown = hand is not None and (everything or hand.decided)
            hands = () if hand is None else (hand.view(shown=shown, known=shown or number == viewer),)
            seats.append(SeatView(seat.chips, seat.began, seat.standing, seat.won, hands))
        return View(
            game=NAME,
            viewer=viewer,
            deal=self.deal,
            phase=self.phase,
            seats=tuple(seats),
            banker=self.banker,
            to_move=self.to_move,
            legal=self.legal(),
            bank=self.bank,
            bank_before=self.bank_before,
            ending=self.ending,
            deal_banker=self.banker,
        )

    def revealed(self) -> View:
        return self.view(None, everything=True)

    def results(self) -> tuple[SeatResult, ...]:
        """A stake on the table counts as still the seat's (rules 2.16 to 2.23)."""
        return tuple(self._result(number, seat) for number, seat in enumerate(self.seats))

    def _result(self, number: int, seat: Seat) -> SeatResult:
        forfeited = seat.standing is Standing.FORFEITED
        if number == self.banker:
            net = self.bank - seat.began
            earned, shared = max(0, net), len(self.seats) - 1  # rules 2.21
        else:
            hand = self.in_play().get(number)
            net = seat.chips + (hand.stake if hand else 0) - seat.began
            earned, shared = sum(seat.won), 1  # rules 2.20
        won = net > 0 and seat.standing is Standing.PLAYING
        # Rules 2.17: who forfeits as banker before a deal is finished spoils the game for himself only.
        spoilt = self.ending is Ending.BANKER_FORFEITED and self.finished_deals == 0
        counted = self.rated and not (spoilt and number != self.banker)
        if not counted or forfeited:
            earned = 0
        # Rules 2.17, 5.6: who is out or away has his result, but not before the first deal is finished.
        away = seat.standing is not Standing.PLAYING and self.finished_deals > 0
        return SeatResult(
            games=int(counted),
            wins=int(counted and won),
            rating=100 * earned // shared,
            rubles=100 * RUBLES_PER_RATING * earned // shared,
            net=net,
            won=won,
            forfeited=forfeited,
            fixed=away or self.finished,
        )

    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        return self.shoe.dealt()

    def cuts(self) -> tuple[int, ...]:
        return self.shoe.cuts()

    def encode(self) -> bytes:
        return written(
            [
                "ochko 1",
                [[one.chips, one.began, one.standing, one.won, _facts(one.hand)] for one in self.seats],
                [self.banker, self.rated, self.limit],
                [self.bank, self.bank_before, self.deal, self.finished_deals],
                [self.phase, self.to_move, self.ending],
                self.shoe.encoded(),
            ]
        )

    def with_seat(self, seat: int, changed: Seat) -> "Ochko":
        """The state with one seat changed."""
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

    def limits(self, seat: int) -> tuple[int, int]:
        """The least and the most that a bettor who has not staked may stake, in chips (rules 2.8)."""
        hands = self.in_play()
        staked = sum(hand.stake for hand in hands.values())
        to_come = sum(1 for other, hand in hands.items() if not hand.stake and other != seat)
        most = min(self.bank - staked - to_come, self.seats[seat].chips)
        return 1, max(1, most)

    def asides(self) -> tuple[Card, ...]:
        """Every card that is not in a hand of the current deal, in the order of a new pack.

        What a reshuffle takes (rules 1.4).
        """
        held = {card for seat in self.seats if seat.hand is not None for card in seat.hand.cards}
        return tuple(card for card in PACK_36 if card not in held)


def _facts(hand: Hand | None) -> list[object] | None:
    if hand is None:
        return None
    return [format_cards(hand.cards), hand.stake, hand.stood, hand.result, hand.paid]


def start(setup: Setup) -> Ochko:
    """A game before its first deal: the pack shuffled and cut, the banker drawn (rules 1.3, 2.4, 2.6).

    Raises:
        ChanceError: a card or cut given for the first shuffle does not fit.
        ValueError: the setup was not checked: seats, banker, chips or options are none of this game's.
    """
    stacks = [seat.chips for seat in setup.seats if seat.chips is not None and seat.chips >= 1]
    if len(stacks) not in OCHKO.seats or len(stacks) != len(setup.seats):
        raise ValueError("Очко has 2 to 4 seats, each with a chip or more")
    banker = draw_banker(setup.seed, len(stacks)) if setup.banker is None else setup.banker
    if not 0 <= banker < len(stacks):
        raise ValueError(f"there is no seat {banker} to be the banker")
    options = {**OCHKO.defaults(), **setup.options}
    limit = options["deals"]
    return Ochko(
        seats=tuple(
            Seat(chips=0 if seat == banker else chips, began=chips) for seat, chips in enumerate(stacks)
        ),
        banker=banker,
        rated=bool(options["rated"]),
        limit=MOST_DEALS if limit is None else int(limit),
        shoe=Shoe.open(setup.seed, PACK_36, setup.cards, setup.cuts),
        bank=stacks[banker],
    )


OCHKO = Rules(
    name=NAME,
    seats=range(2, 5),
    verbs=VERBS,
    start=start,
    pack=PACK_36,
    options=(
        Option("deals", 10, (1, 5, 10, 20, None)),
        Option("rated", default=True, choices=(True, False)),
    ),
    least_chips=1,
    output=frozenset({"bank"}),
)
