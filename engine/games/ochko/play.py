"""Moves of Очко carried out: rules 2.7 to 2.17, and 1.4."""

from typing import TYPE_CHECKING

from engine.fast_frozen import replace
from engine.game import Ending, Move, Phase, Refusal, Result, Standing, Step, Verb
from engine.games.ochko.seat import MOST_CARDS, Hand, Seat
from engine.games.table import refused, refused_stake

if TYPE_CHECKING:
    from engine.games.ochko.state import Ochko

#: The verbs of the game (records.md).
VERBS = frozenset({Verb.BET, Verb.HIT, Verb.STAND, Verb.LEAVE, Verb.TIMEOUT, Verb.DEAL})


def play(state: "Ochko", seat: int | None, move: Move) -> Step | Refusal:
    """What a move of `seat` (None: the house) makes of a state, or why it is refused.

    Raises:
        ChanceError: a card or cut that the setup gives for the shuffle now due does not fit.
    """
    refusal = refused(state, seat, move, VERBS) or refused_stake(state, seat, move)
    if refusal is not None:
        return refusal
    progress = Progress(state)
    if seat is None:
        progress.begin_deal()
    else:
        progress.carry_out(seat, move)
    return Step(progress.state)


class Progress:
    """One accepted move on its way."""

    def __init__(self, state: "Ochko") -> None:
        """`state`: as it was before the move."""
        self.state = state

    def begin_deal(self) -> None:
        """One card to everybody in the game, the banker last (rules 2.7)."""
        state = self.state
        self.state = replace(
            state,
            seats=tuple(replace(seat, hand=None) for seat in state.seats),
            deal=state.deal + 1,
            bank_before=state.bank,
            phase=Phase.STAKE,
        )
        for seat in (*self.state.playing(), state.banker):
            self._deal_to(seat)
        self._go_on()

    def carry_out(self, seat: int, move: Move) -> None:
        """A move of a seat, already found to be legal."""
        match move.verb:
            case Verb.BET:
                self._stake(seat, move.amount)
            case Verb.HIT:
                self._draw(seat)
            case Verb.STAND:
                self._stand(seat)
            case _:
                self._give_up(seat)
        self._go_on()

    def _stake(self, seat: int, stake: int) -> None:
        holder, hand = self.state.seats[seat], self._hand(seat)
        self._put(seat, replace(holder, chips=holder.chips - stake, hand=replace(hand, stake=stake)))

    def _draw(self, seat: int) -> None:
        """Rules 2.9 for a bettor, 2.10 for the banker."""
        self._deal_to(seat)
        hand = self._hand(seat)
        if hand.decided and seat != self.state.banker:
            if hand.bust:
                self._lose(seat)
            else:
                self._win(seat)
        elif hand.decided or len(hand.cards) == MOST_CARDS:
            self._stand(seat)

    def _stand(self, seat: int) -> None:
        self._put_hand(seat, replace(self._hand(seat), stood=True))

    def _give_up(self, seat: int) -> None:
        """Rules 2.17: a time-out or leaving, free or not."""
        state, holder = self.state, self.state.seats[seat]
        in_play = state.in_play()
        if seat != state.banker and seat not in in_play:
            self._put(seat, replace(holder, standing=Standing.LEFT))
            return
        self._put(seat, replace(holder, standing=Standing.FORFEITED))
        if seat != state.banker:
            if in_play[seat].stake:
                self._lose(seat)
            return
        for waiting, hand in in_play.items():
            if hand.stake:
                self._win(waiting)
        self._end_game(Ending.BANKER_FORFEITED)

    def _go_on(self) -> None:
        """Whose move it is now; the showdown when it is nobody's; the end of the game when it has come."""
        state = self.state
        if state.phase is Phase.PAUSE:
            self._end_game_if_due()
        if state.phase in {Phase.PAUSE, Phase.OVER}:
            return
        hands = state.in_play()
        unstaked = [seat for seat, hand in hands.items() if not hand.stake]
        undone = [seat for seat, hand in hands.items() if not hand.stood]
        if unstaked:
            self.state = replace(state, phase=Phase.STAKE, to_move=unstaked[0])
        elif undone:
            self.state = replace(state, phase=Phase.DRAW, to_move=undone[0])
        elif hands and not self._hand(state.banker).stood:
            self.state = replace(state, phase=Phase.BANK, to_move=state.banker)
        else:
            self._settle()

    def _settle(self) -> None:
        """The showdown (rules 2.11 to 2.13), and the end of the deal."""
        banker = self._hand(self.state.banker)
        waiting = self.state.in_play()
        losers = [seat for seat, hand in waiting.items() if not (banker.bust or hand.points > banker.points)]
        for seat in losers:
            self._lose(seat)
        for seat in waiting:
            if seat not in losers:
                self._win(seat)
        deal = self.state.deal
        self.state = replace(self.state, phase=Phase.PAUSE, to_move=None, finished_deals=deal)
        self._end_game_if_due()

    def _end_game_if_due(self) -> None:
        """Rules 2.15, between deals."""
        state = self.state
        if state.bank == 0:
            self._end_game(Ending.BANK_BROKEN)
        elif not state.playing():
            self._end_game(Ending.NO_BETTOR)
        elif state.finished_deals >= state.limit:
            self._end_game(Ending.DEALS_PLAYED)

    def _end_game(self, ending: Ending) -> None:
        self.state = replace(self.state, phase=Phase.OVER, to_move=None, ending=ending)

    def _win(self, seat: int) -> None:
        """Rules 2.12 and 2.13: the stake back and as much again, as far as the bank reaches."""
        hand, holder = self._hand(seat), self.state.seats[seat]
        paid = min(hand.stake, self.state.bank)
        self.state = replace(self.state, bank=self.state.bank - paid)
        won = replace(hand, result=Result.WIN, paid=paid)
        chips = holder.chips + hand.stake + paid
        self._put(seat, replace(holder, chips=chips, won=(*holder.won, paid), hand=won))

    def _lose(self, seat: int) -> None:
        """The stake goes to the bank; a seat left without chips is out (rules 2.8, 2.17)."""
        hand = self._hand(seat)
        self.state = replace(self.state, bank=self.state.bank + hand.stake)
        self._put_hand(seat, replace(hand, result=Result.LOSE))
        holder = self.state.seats[seat]
        if holder.chips == 0 and holder.standing is Standing.PLAYING:
            self._put(seat, replace(holder, standing=Standing.OUT))

    def _deal_to(self, seat: int) -> None:
        """The next card of the pack; below the cut card the pack is shuffled anew first (rules 1.4)."""
        if self.state.shoe.left == 0:
            stock = self.state.asides()
            self.state = replace(self.state, shoe=self.state.shoe.reshuffled(stock))
        (card,), shoe = self.state.shoe.draw()
        self.state = replace(self.state, shoe=shoe)
        held = self.state.seats[seat].hand or Hand()
        self._put_hand(seat, replace(held, cards=(*held.cards, card)))

    def _hand(self, seat: int) -> Hand:
        hand = self.state.seats[seat].hand
        if hand is None:
            raise LookupError(f"seat {seat} has no hand in deal {self.state.deal}")
        return hand

    def _put(self, seat: int, changed: Seat) -> None:
        self.state = self.state.with_seat(seat, changed)

    def _put_hand(self, seat: int, changed: Hand) -> None:
        self._put(seat, replace(self.state.seats[seat], hand=changed))
