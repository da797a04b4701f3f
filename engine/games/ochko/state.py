"""Очко as a game that the rest of the product plays: `OCHKO`."""

from dataclasses import dataclass

from engine.cards import PACK_36, Card
from engine.fairness import draw_banker
from engine.game import (
    LegalMove,
    Move,
    Option,
    Phase,
    Refusal,
    Rules,
    SeatResult,
    Setup,
    Standing,
    Step,
    View,
)
from engine.games.ochko import view as views
from engine.games.ochko.encoding import encode
from engine.games.ochko.play import VERBS, play
from engine.games.ochko.results import results
from engine.games.ochko.table import MOST_DEALS, Seat, Table
from engine.shoe import Shoe
from engine.values import quick


@quick
@dataclass(frozen=True, slots=True)
class Ochko:
    """The state of a game of Очко; see `engine.game.GameState` for what each method promises."""

    table: Table

    @property
    def to_move(self) -> int | None:
        """The seat whose move it is; None between deals and after the end."""
        return self.table.to_move

    @property
    def finished(self) -> bool:
        """Whether the game is over (rules 2.15, 2.17)."""
        return self.table.phase is Phase.OVER

    def legal(self) -> tuple[LegalMove, ...]:
        """The moves of the seat to move (rules 2.8 to 2.10)."""
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
        return Step(Ochko(table), events)

    def may_leave_free(self, seat: int) -> bool:
        """Whether leaving is no forfeit for that seat now.

        A bettor's hand is settled, or no deal runs (rules 2.17).
        """
        if self.finished or self.table.seats[seat].standing is not Standing.PLAYING:
            return True
        return seat != self.table.banker and seat not in self.table.in_play()

    def may_knock(self, seat: int) -> bool:  # noqa: ARG002 - the protocol's question; Очко knows no knock
        """Never."""
        return False

    def view(self, viewer: int | None) -> View:
        """What that seat, or an onlooker (None), may know (rules 2.7)."""
        return views.view(self.table, viewer)

    def revealed(self) -> View:
        """Everything that has been dealt, face up."""
        return views.revealed(self.table)

    def results(self) -> tuple[SeatResult, ...]:
        """What every seat takes from the game as it stands (rules 2.16 to 2.23)."""
        return results(self.table)

    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        """The cards dealt from each shuffle so far."""
        return self.table.shoe.dealt()

    def cuts(self) -> tuple[int, ...]:
        """How many cards lie above the cut card of each shuffle so far."""
        return self.table.shoe.cuts()

    def encode(self) -> bytes:
        """The canonical encoding."""
        return encode(self.table)


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
    table = Table(
        seats=tuple(
            Seat(chips=0 if seat == banker else chips, began=chips) for seat, chips in enumerate(stacks)
        ),
        banker=banker,
        rated=bool(options["rated"]),
        limit=MOST_DEALS if limit is None else int(limit),
        shoe=Shoe.open(setup.seed, PACK_36, setup.cards, setup.cuts),
        bank=stacks[banker],
    )
    return Ochko(table)


OCHKO = Rules(
    name=views.NAME,
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
