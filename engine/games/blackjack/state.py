"""Blackjack as a game that the rest of the product plays: `BLACKJACK`."""

from dataclasses import dataclass

from engine.cards import Card, format_cards
from engine.fast_frozen import quick
from engine.game import HandView, LegalMove, Phase, SeatResult, SeatView, Standing, Verb, View
from engine.games.blackjack.play import STOCK, VERBS, play
from engine.games.blackjack.seat import Hand, Seat
from engine.games.table import check_viewer, written
from engine.hand52 import natural, soft, total
from engine.rules import Rules, Setup
from engine.shoe import Shoe

#: The name of the game in records.
NAME = "blackjack"

#: Rules 4.8.
MOST_HANDS = 4

_HIT, _STAND, _DOUBLE, _SPLIT = (LegalMove(verb) for verb in (Verb.HIT, Verb.STAND, Verb.DOUBLE, Verb.SPLIT))


@quick
@dataclass(frozen=True, slots=True)
class Blackjack:
    """The state of a table of blackjack; see `engine.game.GameState` for what each method promises.

    The dealer's second card lies face down while the phase is `DRAW` (rules 4.3).
    """

    seats: tuple[Seat, ...]
    shoe: Shoe
    deal: int = 0
    phase: Phase = Phase.PAUSE
    to_move: int | None = None
    hand: int | None = None
    dealer: tuple[Card, ...] = ()

    @property
    def finished(self) -> bool:
        """Whether a round is over and none is in progress, or nobody is left: `deal` may begin another."""
        return self.phase is Phase.OVER or (self.phase is Phase.PAUSE and self.deal > 0)

    @property
    def banker(self) -> int | None:
        return None

    @property
    def awaited(self) -> int | None:
        return self.to_move

    @property
    def dealt_next(self) -> tuple[int, ...]:
        """The seats that are taken (rules 4.3)."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.standing is Standing.PLAYING)

    @property
    def turn(self) -> tuple[object, ...]:
        """The round, the seat to move and the hand in play; a split makes another hand of it (rules 4.8)."""
        hands = 0 if self.to_move is None else len(self.seats[self.to_move].hands)
        return self.deal, self.phase, self.to_move, self.hand, hands

    apply = play

    def may_leave_free(self, seat: int) -> bool:
        """Whether leaving costs that seat no move: no round runs, or its hands are played (rules 4.15)."""
        one = self.seats[seat]
        return one.standing is not Standing.PLAYING or not one.acting

    def may_knock(self, seat: int) -> bool:  # noqa: ARG002 - the protocol's question; blackjack knows no knock
        return False

    def view(self, viewer: int | None) -> View:
        """What that seat, or an onlooker (None), may know: everything but the dealer's face-down card and the shoe (rules 4.3)."""
        check_viewer(self, viewer)
        return View(
            game=NAME,
            viewer=viewer,
            deal=self.deal,
            phase=self.phase,
            seats=tuple(
                SeatView(
                    0, 0, seat.standing, hands=tuple(hand.view for hand in seat.hands), halves=seat.halves
                )
                for seat in self.seats
            ),
            to_move=self.to_move,
            hand=self.hand,
            legal=self.legal(),
            dealer=self._dealer_view(),
            settled=self.finished,
        )

    def _dealer_view(self) -> HandView:
        """The dealer's hand; points count the cards shown (records.md)."""
        hidden = self.phase is Phase.DRAW
        known = self.dealer[:1] if hidden else self.dealer
        return HandView(
            cards=(*known, None) if hidden else known,
            points=total(known),
            shown=not hidden,
            bust=total(known) > 21,
            soft=soft(known),
            natural=natural(known),
        )

    def revealed(self) -> View:
        """What lies open: the dealer's face-down card is one until it is turned (records.md)."""
        return self.view(None)

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
                fixed=self.phase is Phase.OVER,
            )
            for seat in self.seats
        )

    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        """The cards dealt from each shuffle so far, the dealer's face-down card too."""
        return self.shoe.dealt()

    def cuts(self) -> tuple[int, ...]:
        return ()

    def encode(self) -> bytes:
        return written(
            [
                "blackjack 1",
                [
                    [one.standing, [_facts(hand) for hand in one.hands], one.carried, one.absent, one.silent]
                    for one in self.seats
                ],
                [self.deal, self.phase, self.to_move, self.hand],
                format_cards(self.dealer),
                self.shoe.encoded(),
            ]
        )

    def legal(self) -> tuple[LegalMove, ...]:
        """The moves of the hand in play (rules 4.5 to 4.8)."""
        if self.to_move is None or self.hand is None:
            return ()
        hands = self.seats[self.to_move].hands
        hand = hands[self.hand]
        if len(hand.cards) > 2:
            return _HIT, _STAND
        if hand.pair and len(hands) < MOST_HANDS:
            return _HIT, _STAND, _DOUBLE, _SPLIT
        return _HIT, _STAND, _DOUBLE


def _facts(hand: Hand) -> list[object]:
    return [format_cards(hand.cards), hand.stake, hand.split, hand.stood, hand.result, hand.halves]


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
    return Blackjack((Seat(),) * len(setup.seats), Shoe.open(setup.seed, STOCK, setup.cards, cut=False))


BLACKJACK = Rules(
    name=NAME,
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
