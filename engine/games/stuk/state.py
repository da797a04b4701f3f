"""Стук as a game that the rest of the product plays: `STUK`."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import PACK_36, Card
from engine.game import LegalMove, Move, Option, Phase, Refusal, Rules, SeatResult, Setup, Step, View
from engine.games.stuk import view as views
from engine.games.stuk.bank import pass_on
from engine.games.stuk.course import Course
from engine.games.stuk.encoding import encode
from engine.games.stuk.pack import Pack
from engine.games.stuk.play import VERBS, play
from engine.games.stuk.results import results
from engine.games.stuk.table import Seat, Table
from engine.shoe import Shoe
from engine.values import quick

#: Rules 3.1: everybody sits down with so many times the table's size.
SIZES_IN_STACK = 3


@quick
@dataclass(frozen=True, slots=True)
class Stuk:
    """The state of a table of Стук; see `engine.game.GameState` for what each method promises."""

    table: Table

    @property
    def to_move(self) -> int | None:
        """The seat whose move it is; None between rounds and after the end."""
        return self.table.to_move

    @property
    def finished(self) -> bool:
        """Whether the table is over (rules 3.13, 3.14)."""
        return self.table.phase is Phase.OVER

    def legal(self) -> tuple[LegalMove, ...]:
        """The moves of the seat to move (rules 3.5 to 3.7)."""
        return self.table.legal()

    def apply(self, seat: int | None, move: Move) -> Step | Refusal:
        """The outcome of a move; a refused move changes nothing.

        Raises:
            ChanceError: a card or cut that the setup gives for the shuffle now due does not fit.
        """
        outcome = play(self.table, seat, move)
        if isinstance(outcome, Refusal):
            return outcome
        table, events = outcome
        return Step(Stuk(table), events)

    def may_leave_free(self, seat: int) -> bool:
        """Whether leaving is no forfeit for that seat now (rules 3.13, 3.14).

        No bank is open, or a bettor has no stake on the table.
        """
        hand = self.table.in_play().get(seat)
        return seat != self.table.banker and (hand is None or not hand.stake)

    def may_knock(self, seat: int) -> bool:
        """Whether that seat is the banker and may knock now (rules 3.11)."""
        return seat == self.table.banker and self.table.may_knock()

    def view(self, viewer: int | None) -> View:
        """What that seat, or an onlooker (None), may know (rules 3.3)."""
        return views.view(self.table, viewer)

    def revealed(self) -> View:
        """Everything that has been dealt, face up."""
        return views.revealed(self.table)

    def results(self) -> tuple[SeatResult, ...]:
        """What every seat takes from the table as it stands (rules 3.15)."""
        return results(self.table)

    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        """The cards dealt from each shuffle so far, those of its lower part last."""
        return self.table.pack.dealt()

    def cuts(self) -> tuple[int | None, ...]:
        """How many cards lay above the cut card of each shuffle so far; None for one without (rules 3.12)."""
        return self.table.pack.cuts()

    def encode(self) -> bytes:
        """The canonical encoding."""
        return encode(self.table)


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
    table = Table(
        seats=tuple(Seat(chips=chips, began=chips) for chips in stacks),
        size=_size(options),
        rated=bool(options["rated"]),
        pack=Pack(Shoe.open(setup.seed, PACK_36, setup.cards, setup.cuts)),
        next_bank=None,
    )
    course = Course(table)
    pass_on(course, (first, *table.clockwise(first)))
    return Stuk(course.table)


STUK = Rules(
    name=views.NAME,
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
)
