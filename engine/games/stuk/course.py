"""One accepted move of Стук on its way: the table so far, and the facts so far."""

from engine.cards import Card
from engine.events import CardDealt, HandLost, HandShown, HandWon, LowerPartCame, Shuffled
from engine.game import Audience, Event, Result
from engine.games.stuk.pack import Pack
from engine.games.stuk.table import Hand, Seat, Table
from engine.values import replace


class Course:
    """What every move is made of: cards that come, stakes that move, facts that are told."""

    def __init__(self, table: Table) -> None:
        """`table`: as it was before the move."""
        self.table = table
        self.events: list[Event] = []

    def next_card(self) -> Card:
        """The next card of the pack; if it has run out, it is filled up first (rules 3.12)."""
        pack = self.table.pack
        if pack.run_out:
            pack = pack.refilled(self.table.cards_in_play())
            if pack.shoe == self.table.pack.shoe:
                self.tell(LowerPartCame(None, Audience.EVERYBODY))
            else:
                self.tell_shuffle(pack)
        card, pack = pack.draw()
        self.table = replace(self.table, pack=pack)
        return card

    def tell_shuffle(self, pack: Pack) -> None:
        """That the stock in hand was shuffled."""
        stock = len(pack.shoe.shuffle.order.stock)
        self.tell(Shuffled(None, Audience.EVERYBODY, pack.shoe.number, stock))

    def deal_to(self, seat: int, audience: Audience) -> None:
        """The next card, to the seat's own hand."""
        card = self.next_card()
        held = self.table.seats[seat].hand or Hand()
        dealt = replace(held, cards=(*held.cards, card))
        self.put(seat, replace(self.table.seats[seat], hand=dealt, was_dealt=True))
        self.tell(CardDealt(seat, audience, card))

    def win(self, seat: int) -> None:
        """The hand is shown; the stake comes back, and as much again from the bank (rules 3.9)."""
        hand, holder = self.hand(seat), self.table.seats[seat]
        self.table = replace(self.table, bank=self.table.bank - hand.stake)
        won = replace(hand, result=Result.WIN, paid=hand.stake)
        self.put(seat, replace(holder, chips=holder.chips + 2 * hand.stake, hand=won))
        self.tell(HandShown(seat, Audience.EVERYBODY, hand.cards))
        self.tell(HandWon(seat, Audience.EVERYBODY, hand.stake, hand.stake))

    def lose(self, seat: int) -> None:
        """The hand is shown; the stake stays in the bank (rules 3.9)."""
        hand = self.hand(seat)
        self.table = replace(self.table, bank=self.table.bank + hand.stake)
        self.put_hand(seat, replace(hand, result=Result.LOSE))
        self.tell(HandShown(seat, Audience.EVERYBODY, hand.cards))
        self.tell(HandLost(seat, Audience.EVERYBODY, hand.stake))

    def hand(self, seat: int) -> Hand:
        """The seat's hand of this round.

        Raises:
            LookupError: it has none.
        """
        hand = self.table.seats[seat].hand
        if hand is None:
            raise LookupError(f"seat {seat} has no hand in deal {self.table.deal}")
        return hand

    def put(self, seat: int, changed: Seat) -> None:
        """The table with one seat changed."""
        self.table = self.table.with_seat(seat, changed)

    def put_hand(self, seat: int, changed: Hand) -> None:
        """The table with one hand changed."""
        self.put(seat, replace(self.table.seats[seat], hand=changed))

    def tell(self, event: Event) -> None:
        """One more fact."""
        self.events.append(event)
