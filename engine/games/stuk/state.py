"""Стук as a game that the rest of the product plays: `STUK`."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import PACK_36, Card, format_cards
from engine.fast_frozen import quick, replace
from engine.game import BankEnding, Ending, Phase, SeatResult, SeatView, View
from engine.games.stuk.bank import pass_on
from engine.games.stuk.pack import Pack
from engine.games.stuk.play import VERBS, play
from engine.games.stuk.progress import Progress
from engine.games.stuk.seat import Hand, Seat
from engine.games.table import check_viewer, stake_or_play, written
from engine.rules import Option, Rules, Setup
from engine.shoe import Shoe

#: The name of the game in records.
NAME = "stuk"

#: Rules 3.11: the bank is tripled, and the banker may knock.
KNOCK_AT = 3

#: Rules 3.5: the smallest stake is the size divided by this, rounded up.
STAKES_IN_SIZE = 10

#: Rules 3.1: everybody sits down with so many times the table's size.
SIZES_IN_STACK = 3


@quick
@dataclass(frozen=True, slots=True)
class Stuk:
    """The state of a table of Стук; see `engine.game.GameState` for what each method promises.

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
    def finished(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def awaited(self) -> int | None:
        return self.banker if self.knockable else self.to_move

    @property
    def dealt_next(self) -> tuple[int, ...]:
        """The bettors of the bank, and the banker; before another bank, in which nobody sits out any more, all who have a chip."""
        if self.banker is not None:
            return (*self.bettors(), self.banker)
        return tuple(number for number, seat in enumerate(self.seats) if seat.there and seat.chips > 0)

    @property
    def turn(self) -> tuple[object, ...]:
        """The round, the seat to move and the bettor it plays with; between rounds whether the banker may knock (rules 3.11)."""
        if self.to_move is None:
            return self.deal, self.phase, self.knockable
        return self.deal, self.to_move, self.bettor()

    apply = play
    legal = stake_or_play

    def may_leave_free(self, seat: int) -> bool:
        """Whether leaving is no forfeit for that seat now (rules 3.13, 3.14).

        No bank is open, or a bettor has no stake on the table.
        """
        hand = self.in_play().get(seat)
        return seat != self.banker and (hand is None or not hand.stake)

    def may_knock(self, seat: int) -> bool:
        return seat == self.banker and self.knockable

    def view(self, viewer: int | None, *, everything: bool = False) -> View:
        """What that seat, or an onlooker (None), may know (rules 3.3), or else all hands face up."""
        check_viewer(self, viewer)
        seats = []
        for number, seat in enumerate(self.seats):
            hand = seat.hand
            # A hand that was never staked on is never settled: it stays closed, also when it is over.
            shown = everything or number == self.deal_banker or (hand is not None and hand.result is not None)
            seats.append(
                SeatView(
                    chips=seat.chips,
                    began=seat.began,
                    standing=seat.standing,
                    hands=() if hand is None else (hand.view(shown=shown, known=shown or number == viewer),),
                    sits_out=seat.sits_out,
                    had_bank=seat.had_bank,
                )
            )
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
            last_round=self.last_round,
            ending=self.ending,
            deal_banker=self.deal_banker,
            size=self.size,
            next_bank=self.next_bank,
            rounds=self.rounds,
            bettor=self.bettor(),
            may_knock=self.knockable,
            bank_ending=self.bank_ending,
        )

    def revealed(self) -> View:
        return self.view(None, everything=True)

    def results(self) -> tuple[SeatResult, ...]:
        """A stake on the table counts as still the seat's, the bank as the banker's (rules 3.15)."""
        return tuple(self._result(number, seat) for number, seat in enumerate(self.seats))

    def _result(self, number: int, seat: Seat) -> SeatResult:
        hand = self.in_play().get(number)
        bank = self.bank if number == self.banker else 0
        net = seat.chips + (hand.stake if hand else 0) + bank - seat.began
        won = net > 0 and not seat.forfeited
        return SeatResult(
            games=int(self.rated and seat.was_dealt),
            wins=int(self.rated and won),
            rating=0,
            rubles=100 * net if self.rated else 0,
            net=net,
            won=won,
            forfeited=seat.forfeited,
            fixed=not seat.there or self.finished,  # rules 5.6: who leaves is settled in that moment
        )

    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        return self.pack.dealt()

    def cuts(self) -> tuple[int | None, ...]:
        return self.pack.cuts()

    def encode(self) -> bytes:
        return written(
            [
                "stuk 1",
                [_facts(seat) for seat in self.seats],
                [self.size, self.rated],
                [self.next_bank, self.banker, self.deal_banker, self.banker_forfeits],
                [self.bank, self.bank_before, self.deal, self.rounds, self.last_round],
                [self.phase, self.to_move, self.bank_ending, self.ending],
                self.pack.encoded(),
            ]
        )

    @property
    def in_round(self) -> bool:
        """Whether a round is in progress."""
        return self.phase not in {Phase.PAUSE, Phase.OVER}

    def with_seat(self, seat: int, changed: Seat) -> "Stuk":
        """The state with one seat changed."""
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

    @property
    def knockable(self) -> bool:
        """Whether the banker may knock now (rules 3.11)."""
        between = self.banker is not None and self.phase is Phase.PAUSE
        return between and not self.last_round and self.bank >= KNOCK_AT * self.size


def _facts(seat: Seat) -> list[object]:
    hand = seat.hand
    return [
        *(seat.chips, seat.began, seat.standing),
        *(seat.missed, seat.sits_out, seat.had_bank, seat.was_dealt, seat.forfeited),
        None if hand is None else _hand_facts(hand),
    ]


def _hand_facts(hand: Hand) -> list[object]:
    cards, against = format_cards(hand.cards), format_cards(hand.against)
    return [cards, hand.stake, against, hand.result, hand.paid, hand.missed]


def _size(options: Mapping[str, int | bool | None]) -> int:
    size = options["size"]
    if size is None:
        raise ValueError("a table of Стук has a size")
    return int(size)


def _stack(options: Mapping[str, int | bool | None]) -> int:
    """The chips of a seat that names none (rules 3.1)."""
    return SIZES_IN_STACK * _size(options)


def start(setup: Setup) -> Stuk:
    """A table before its first bank: the pack shuffled and cut (rules 1.3, 3.1, 3.2).

    Raises:
        ChanceError: a card or cut given for the first shuffle does not fit.
        ValueError: the setup was not checked: seats, banker, chips or options are none of this game's.
    """
    options = {**STUK.defaults(), **setup.options}
    stacks = [_stack(options) if seat.chips is None else seat.chips for seat in setup.seats]
    if len(stacks) not in STUK.seats or min(stacks) < 0:
        raise ValueError("Стук has 2 to 6 seats, none with less than no chips")
    first = 0 if setup.banker is None else setup.banker
    if not 0 <= first < len(stacks):
        raise ValueError(f"there is no seat {first} to be the banker")
    state = Stuk(
        seats=tuple(Seat(chips=chips, began=chips) for chips in stacks),
        size=_size(options),
        rated=bool(options["rated"]),
        pack=Pack(Shoe.open(setup.seed, PACK_36, setup.cards, setup.cuts)),
        next_bank=None,
    )
    progress = Progress(state)
    pass_on(progress, (first, *state.clockwise(first)))
    return progress.state


STUK = Rules(
    name=NAME,
    seats=range(2, 7),
    verbs=VERBS,
    start=start,
    pack=PACK_36,
    options=(
        Option("size", 20, (10, 20, 50, 100, 200, 500)),
        Option("rated", default=True, choices=(True, False)),
    ),
    least_chips=0,
    default_chips=_stack,
    output=frozenset({"bank", "last_round", "banker_cards"}),
    staked=True,
    opener_banks=True,
    uncut=True,
)
