"""One accepted move of Стук on its way."""

from typing import TYPE_CHECKING

from engine.cards import Card
from engine.fast_frozen import replace
from engine.game import Result
from engine.games.stuk.seat import Hand, Seat

if TYPE_CHECKING:
    from engine.games.stuk.state import Stuk


class Progress:
    """What every move is made of: cards that come, stakes that move."""

    def __init__(self, state: "Stuk") -> None:
        """`state`: as it was before the move. `open_card` says whether a card has come that everybody may see."""
        self.state = state
        self.open_card = False

    def next_card(self) -> Card:
        """The next card of the pack; if it has run out, it is filled up first (rules 3.12)."""
        pack = self.state.pack
        if pack.run_out:
            pack = pack.refilled(self.state.cards_in_play())
        card, pack = pack.draw()
        self.state = replace(self.state, pack=pack)
        return card

    def deal_to(self, seat: int) -> None:
        """The next card, to the seat's own hand."""
        card = self.next_card()
        held = self.state.seats[seat].hand or Hand()
        dealt = replace(held, cards=(*held.cards, card))
        self.put(seat, replace(self.state.seats[seat], hand=dealt, was_dealt=True))

    def win(self, seat: int) -> None:
        """The hand is shown; the stake comes back, and as much again from the bank (rules 3.9)."""
        hand, holder = self.hand(seat), self.state.seats[seat]
        self.state = replace(self.state, bank=self.state.bank - hand.stake)
        won = replace(hand, result=Result.WIN, paid=hand.stake)
        self.put(seat, replace(holder, chips=holder.chips + 2 * hand.stake, hand=won))

    def lose(self, seat: int) -> None:
        """The hand is shown; the stake stays in the bank (rules 3.9)."""
        hand = self.hand(seat)
        self.state = replace(self.state, bank=self.state.bank + hand.stake)
        self.put_hand(seat, replace(hand, result=Result.LOSE))

    def hand(self, seat: int) -> Hand:
        """The seat's hand of this round.

        Raises:
            LookupError: it has none.
        """
        hand = self.state.seats[seat].hand
        if hand is None:
            raise LookupError(f"seat {seat} has no hand in deal {self.state.deal}")
        return hand

    def put(self, seat: int, changed: Seat) -> None:
        """The table with one seat changed."""
        self.state = self.state.with_seat(seat, changed)

    def put_hand(self, seat: int, changed: Hand) -> None:
        """The table with one hand changed."""
        self.put(seat, replace(self.state.seats[seat], hand=changed))
