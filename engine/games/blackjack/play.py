"""Moves of blackjack carried out: rules 4.3 to 4.11 and 4.15."""

from typing import TYPE_CHECKING

from engine.cards import PACK_52, Card, Rank
from engine.fast_frozen import replace
from engine.game import Move, Phase, Refusal, Result, Standing, Step, Verb
from engine.games.blackjack.seat import Hand, Seat
from engine.games.table import refused
from engine.hand52 import natural, total

if TYPE_CHECKING:
    from engine.games.blackjack.state import Blackjack

#: The verbs of the game (records.md).
VERBS = frozenset({Verb.HIT, Verb.STAND, Verb.DOUBLE, Verb.SPLIT, Verb.LEAVE, Verb.TIMEOUT, Verb.DEAL})

#: Rules 4.1: six packs.
STOCK = PACK_52 * 6

#: Rules 4.10: the dealer stands on this and above.
DEALER_STANDS = 17

#: Half units that a natural brings against a dealer without one (rules 4.11).
NATURAL_PAYS = 3

# Members looked up once: reading one from its class is the slowest step of a move in Python 3.11.
_PAUSE, _DRAW, _OVER = Phase.PAUSE, Phase.DRAW, Phase.OVER
_PLAYING = Standing.PLAYING
_HIT, _STAND, _DOUBLE = Verb.HIT, Verb.STAND, Verb.DOUBLE
_LEAVE, _TIMEOUT = Verb.LEAVE, Verb.TIMEOUT

#: What the hand in play has to allow; hitting and standing it always does.
_ALLOWED = frozenset({Verb.DOUBLE, Verb.SPLIT})


def play(state: "Blackjack", seat: int | None, move: Move) -> Step | Refusal:
    """What a move of `seat` (None: the house) makes of a state, or why it is refused.

    Raises:
        ChanceError: a card that the setup gives for the shuffle now due does not fit.
    """
    refusal = refused(state, seat, move, VERBS)
    if refusal is not None:
        return refusal
    if move.verb in _ALLOWED and move.verb not in {legal.verb for legal in state.legal()}:
        return Refusal.NOT_NOW
    progress = Progress(state)
    if seat is None:
        progress.begin_round()
    else:
        progress.carry_out(seat, move)
    return Step(progress.state(), progress.open_card)


class Progress:
    """One accepted move on its way."""

    def __init__(self, state: "Blackjack") -> None:
        """`state`: as it was before the move. `open_card` says whether a card has come that everybody may see."""
        self._before = state
        self.open_card = False
        self._seats = list(state.seats)
        self._shoe, self._deal, self._dealer = state.shoe, state.deal, state.dealer
        self._phase, self._to_move, self._hand = state.phase, state.to_move, state.hand

    def state(self) -> "Blackjack":
        """The state as it is now."""
        return type(self._before)(
            tuple(self._seats), self._shoe, self._deal, self._phase, self._to_move, self._hand, self._dealer
        )

    def begin_round(self) -> None:
        """A new shoe, and two cards to everybody, the dealer's second face down (rules 4.1, 4.3)."""
        if self._deal:
            self._shoe = self._shoe.reshuffled(STOCK, cut=False)
        self._deal += 1
        playing = [number for number, one in enumerate(self._seats) if one.standing is _PLAYING]
        places = len(playing) + 1
        cards, self._shoe = self._shoe.draw(2 * places)
        self.open_card = True
        for number, one in enumerate(self._seats):
            hands: tuple[Hand, ...] = ()
            if number in playing:
                first = playing.index(number)
                hands = (Hand((cards[first], cards[first + places])),)
            self._seats[number] = Seat(one.standing, hands, one.halves, absent=False, silent=one.silent)
        self._dealer = (cards[len(playing)], cards[-1])
        self._phase = _DRAW
        self._go_on()

    def carry_out(self, seat: int, move: Move) -> None:
        """A move of a seat, already found to be legal."""
        if move.verb is _LEAVE:
            self._leave(seat)
        elif move.verb is _TIMEOUT:
            self._time_out(seat)
        else:
            self._play(seat, self._hand or 0, move.verb)
        self._go_on()

    def _play(self, seat: int, at: int, verb: Verb) -> None:
        """A move of his own, on the hand in play (rules 4.5)."""
        if self._seats[seat].silent:
            self._seats[seat] = replace(self._seats[seat], silent=0)
        if verb is _HIT:
            self._deal_to(seat, at)
        elif verb is _STAND:
            self._stand(seat, at)
        elif verb is _DOUBLE:
            self._double(seat, at)
        else:
            self._split(seat, at)

    def _stand(self, seat: int, at: int) -> None:
        hand = self._seats[seat].hands[at]
        self._put(seat, at, Hand(hand.cards, hand.stake, hand.split, stood=True))

    def _double(self, seat: int, at: int) -> None:
        """Rules 4.7: one more card, then closed."""
        hand = self._seats[seat].hands[at]
        self._deal_to(seat, at, Hand(hand.cards, 2, hand.split, stood=True))

    def _split(self, seat: int, at: int) -> None:
        """Rules 4.8: the new hand directly after; an ace gets its one card and is closed."""
        hands = self._seats[seat].hands
        first, second = hands[at].cards
        aces = first.rank is Rank.ACE
        parts = tuple(Hand((card,), split=True, stood=aces) for card in (first, second))
        self._seats[seat] = replace(self._seats[seat], hands=(*hands[:at], *parts, *hands[at + 1 :]))
        self._deal_to(seat, at)
        if aces:
            self._deal_to(seat, at + 1)

    def _time_out(self, seat: int) -> None:
        """Rules 4.15; the second in two rounds running frees the seat."""
        one = self._seats[seat]
        again = one.silent and one.silent == self._deal - 1
        standing = Standing.FORFEITED if again else one.standing
        self._seats[seat] = replace(one, standing=standing, absent=True, silent=self._deal)

    def _leave(self, seat: int) -> None:
        """Rules 4.15: with a hand still to play it counts as a time-out for the rest of the round."""
        one = self._seats[seat]
        if one.acting:
            self._seats[seat] = replace(one, standing=Standing.FORFEITED, absent=True)
        else:
            self._seats[seat] = replace(one, standing=Standing.LEFT)

    def _go_on(self) -> None:
        """Whose move it is now; the dealer when it is nobody's (rules 4.5, 4.8, 4.10)."""
        while self._phase is _DRAW:
            turn = self._next()
            if turn is None:
                self._end_round()
                break
            self._to_move, self._hand = turn
            if len(self._seats[turn[0]].hands[turn[1]].cards) == 1:
                self._deal_to(*turn)
            elif self._seats[turn[0]].absent:
                self._stand(*turn)
            else:
                return
        self._to_move = self._hand = None
        if not any(one.standing is _PLAYING for one in self._seats):
            self._phase = _OVER

    def _next(self) -> tuple[int, int] | None:
        """The first hand in order that is not closed."""
        for number, one in enumerate(self._seats):
            for at, hand in enumerate(one.hands):
                if not hand.stood and total(hand.cards) < 21:
                    return number, at
        return None

    def _end_round(self) -> None:
        """The dealer turns his card, draws if he has to, and every hand is compared (rules 4.10, 4.11)."""
        waiting = [
            (number, at)
            for number, one in enumerate(self._seats)
            for at, hand in enumerate(one.hands)
            if hand.result is None
        ]
        if any(not self._seats[number].hands[at].natural for number, at in waiting):
            while total(self._dealer) < DEALER_STANDS:
                card = self._draw()
                self._dealer = (*self._dealer, card)
        for number, at in waiting:
            self._settle(number, at, *_compared(self._seats[number].hands[at], self._dealer))
        self._phase = _PAUSE

    def _settle(self, seat: int, at: int, result: Result, halves: int) -> None:
        hand = self._seats[seat].hands[at]
        self._put(seat, at, Hand(hand.cards, hand.stake, hand.split, hand.stood, result, halves))

    def _deal_to(self, seat: int, at: int, hand: Hand | None = None) -> None:
        """The next card of the shoe for a hand (None: as it lies); a bust has lost at once (rules 4.6, 4.11)."""
        card = self._draw()
        held = hand or self._seats[seat].hands[at]
        cards = (*held.cards, card)
        if total(cards) <= 21:
            self._put(seat, at, Hand(cards, held.stake, held.split, held.stood))
        else:
            halves = -2 * held.stake
            self._put(seat, at, Hand(cards, held.stake, held.split, held.stood, Result.LOSE, halves))

    def _draw(self) -> Card:
        (card,), self._shoe = self._shoe.draw()
        self.open_card = True
        return card

    def _put(self, seat: int, at: int, changed: Hand) -> None:
        one = self._seats[seat]
        hands = (*one.hands[:at], changed, *one.hands[at + 1 :])
        self._seats[seat] = Seat(one.standing, hands, one.carried, one.absent, one.silent)


def _compared(hand: Hand, dealer: tuple[Card, ...]) -> tuple[Result, int]:
    """The result of a hand that is not bust, and what it brings in half units (rules 4.11)."""
    if hand.natural or natural(dealer):
        if not natural(dealer):
            return Result.WIN, NATURAL_PAYS
        return (Result.PUSH, 0) if hand.natural else (Result.LOSE, -2 * hand.stake)
    own, other = hand.total, total(dealer)
    if other > 21 or own > other:
        return Result.WIN, 2 * hand.stake
    return (Result.PUSH, 0) if own == other else (Result.LOSE, -2 * hand.stake)
