"""Blackjack as a game that the rest of the product plays: `BLACKJACK`."""

from dataclasses import dataclass

from engine.cards import Card
from engine.game import LegalMove, Move, Phase, Refusal, Rules, SeatResult, Setup, Standing, Step, View
from engine.games.blackjack import view as views
from engine.games.blackjack.encoding import encode
from engine.games.blackjack.play import VERBS, play
from engine.games.blackjack.table import STOCK, Seat, Table
from engine.shoe import Shoe
from engine.values import quick


@quick
@dataclass(frozen=True, slots=True)
class Blackjack:
    """The state of a table of blackjack; see `engine.game.GameState` for what each method promises."""

    table: Table

    @property
    def to_move(self) -> int | None:
        """The seat whose move it is; None between rounds and after the end."""
        return self.table.to_move

    @property
    def finished(self) -> bool:
        """Whether a round is over and none is in progress, or nobody is left: `deal` may begin another."""
        return self.table.settled

    def legal(self) -> tuple[LegalMove, ...]:
        """The moves of the hand in play (rules 4.5 to 4.8)."""
        return self.table.legal()

    def apply(self, seat: int | None, move: Move) -> Step | Refusal:
        """The outcome of a move; a refused move changes nothing.

        Raises:
            ChanceError: a card that the setup gives for the shuffle now due does not fit.
        """
        outcome = play(self.table, seat, move)
        if isinstance(outcome, Refusal):
            return outcome
        table, events = outcome
        return Step(Blackjack(table), events)

    def may_leave_free(self, seat: int) -> bool:
        """Whether leaving costs that seat no move: no round runs, or its hands are played (rules 4.15)."""
        one = self.table.seats[seat]
        return one.standing is not Standing.PLAYING or not one.acting

    def may_knock(self, seat: int) -> bool:  # noqa: ARG002 - the protocol's question; blackjack knows no knock
        """Never."""
        return False

    def view(self, viewer: int | None) -> View:
        """What that seat, or an onlooker (None), may know (rules 4.3)."""
        return views.view(self.table, viewer)

    def revealed(self) -> View:
        """What lies open: the dealer's face-down card is one until it is turned (records.md)."""
        return views.view(self.table, None)

    def results(self) -> tuple[SeatResult, ...]:
        """What every seat won or lost over all rounds, in half units (rules 4.13); nothing else is counted."""
        return tuple(
            SeatResult(
                games=0,
                wins=0,
                rating=0,
                rubles=0,
                net=seat.halves,
                won=seat.halves > 0,
                forfeited=seat.standing is Standing.FORFEITED,
                fixed=self.table.phase is Phase.OVER,
            )
            for seat in self.table.seats
        )

    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        """The cards dealt from each shuffle so far, the dealer's face-down card too."""
        return self.table.shoe.dealt()

    def cuts(self) -> tuple[int, ...]:
        """None: there is no cut card (rules 4.1)."""
        return ()

    def encode(self) -> bytes:
        """The canonical encoding."""
        return encode(self.table)


def start(setup: Setup) -> Blackjack:
    """A table before its first round (rules 4.1, 4.3).

    Raises:
        ChanceError: a card given for the first shuffle does not fit.
        ValueError: the setup was not checked: its number of seats, chips, banker or cuts are none of this game's.
    """
    if len(setup.seats) not in BLACKJACK.seats:
        raise ValueError("blackjack has 1 to 6 seats")
    if setup.banker is not None or setup.cuts or any(seat.chips is not None for seat in setup.seats):
        raise ValueError("blackjack has no banker, no cut card and no chips")
    return Blackjack(
        Table((Seat(),) * len(setup.seats), Shoe.open(setup.seed, STOCK, setup.cards, cut=False))
    )


BLACKJACK = Rules(
    name=views.NAME,
    seats=range(1, 7),
    verbs=VERBS,
    start=start,
    pack=STOCK,
    banker=False,
    cut=False,
    units=True,
    output=frozenset({"hand", "dealer"}),
    open_ended=True,
)
