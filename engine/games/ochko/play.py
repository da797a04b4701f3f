"""Moves of Очко carried out: rules 2.7 to 2.17, and 1.4."""

from engine.events import (
    BankerDrawn,
    CardDealt,
    DealBegan,
    DealEnded,
    GameEnded,
    HandLost,
    HandShown,
    HandStood,
    HandWon,
    SeatForfeited,
    SeatLeft,
    SeatOut,
    Shuffled,
    StakePlaced,
)
from engine.game import Audience, Ending, Event, Move, Phase, Refusal, Result, Standing, Verb
from engine.games.ochko.table import MOST_CARDS, Hand, Seat, Table
from engine.values import replace

#: The verbs of the game (records.md).
VERBS = frozenset({Verb.BET, Verb.HIT, Verb.STAND, Verb.LEAVE, Verb.TIMEOUT, Verb.DEAL})


def play(table: Table, seat: int | None, move: Move) -> tuple[Table, tuple[Event, ...]] | Refusal:
    """The table after a move of `seat` (None.

    The house) and the facts on the way, or why the move is refused.
    """
    refusal = refused(table, seat, move)
    if refusal is not None:
        return refusal
    course = Course(table)
    if seat is None:
        course.begin_deal()
    else:
        course.carry_out(seat, move)
    return course.table, tuple(course.events)


def refused(table: Table, seat: int | None, move: Move) -> Refusal | None:
    """Why a move may not be made now, or None."""
    if move.verb not in VERBS:
        return Refusal.NOT_IN_THIS_GAME
    if table.phase is Phase.OVER:
        return Refusal.GAME_OVER
    if move.verb is Verb.DEAL:
        return _wrong_deal(table, seat)
    if seat is None or not 0 <= seat < len(table.seats):
        return Refusal.NO_SUCH_SEAT
    return _wrong_time(table, seat, move)


def _wrong_deal(table: Table, seat: int | None) -> Refusal | None:
    if seat is not None:
        return Refusal.NOT_YOUR_TURN
    return None if table.phase is Phase.PAUSE else Refusal.DEAL_IN_PROGRESS


def _wrong_time(table: Table, seat: int, move: Move) -> Refusal | None:
    if table.seats[seat].standing is not Standing.PLAYING:
        return Refusal.SEAT_OUT
    if move.verb is Verb.LEAVE:
        return None
    if table.phase is Phase.PAUSE:
        return Refusal.NO_DEAL
    if seat != table.to_move:
        return Refusal.NOT_YOUR_TURN
    return None if move.verb is Verb.TIMEOUT else _wrong_move(table, seat, move)


def _wrong_move(table: Table, seat: int, move: Move) -> Refusal | None:
    if table.phase is not Phase.STAKE:
        if move.verb is not Verb.BET:
            return None
        return Refusal.NOT_NOW if seat == table.banker else Refusal.STAKE_ALREADY_PLACED
    if move.verb is not Verb.BET:
        return Refusal.STAKE_FIRST
    least, most = table.limits(seat)
    if move.amount < least:
        return Refusal.STAKE_TOO_LOW
    return Refusal.STAKE_TOO_HIGH if move.amount > most else None


class Course:
    """One accepted move on its way: the table so far and the facts so far."""

    def __init__(self, table: Table) -> None:
        """`table`: as it was before the move."""
        self.table = table
        self.events: list[Event] = []

    def begin_deal(self) -> None:
        """One card to everybody in the game, the banker last (rules 2.7)."""
        table = self.table
        first = table.deal == 0
        self.table = replace(
            table,
            seats=tuple(replace(seat, hand=None) for seat in table.seats),
            deal=table.deal + 1,
            bank_before=table.bank,
            phase=Phase.STAKE,
        )
        if first:
            self._tell(BankerDrawn(table.banker, Audience.EVERYBODY))
        self._tell(DealBegan(None, Audience.EVERYBODY, self.table.deal, table.bank))
        if first:
            self._tell(Shuffled(None, Audience.EVERYBODY, 1, len(table.shoe.shuffle.order.stock)))
        for seat in (*self.table.playing(), table.banker):
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
                self._stand(seat, full=False)
            case _:
                self._give_up(seat, timed_out=move.verb is Verb.TIMEOUT)
        self._go_on()

    def _stake(self, seat: int, stake: int) -> None:
        holder, hand = self.table.seats[seat], self._hand(seat)
        self._put(seat, replace(holder, chips=holder.chips - stake, hand=replace(hand, stake=stake)))
        self._tell(StakePlaced(seat, Audience.EVERYBODY, stake))

    def _draw(self, seat: int) -> None:
        """Rules 2.9 for a bettor, 2.10 for the banker."""
        self._deal_to(seat)
        hand = self._hand(seat)
        if hand.decided and seat != self.table.banker:
            self._tell(HandShown(seat, Audience.EVERYBODY, hand.cards))
            if hand.bust:
                self._lose(seat)
            else:
                self._win(seat)
        elif hand.decided or len(hand.cards) == MOST_CARDS:
            self._stand(seat, full=len(hand.cards) == MOST_CARDS)

    def _stand(self, seat: int, *, full: bool) -> None:
        self._put_hand(seat, replace(self._hand(seat), stood=True))
        self._tell(HandStood(seat, Audience.EVERYBODY, full))

    def _give_up(self, seat: int, *, timed_out: bool) -> None:
        """Rules 2.17: a time-out or leaving, free or not."""
        table, holder = self.table, self.table.seats[seat]
        in_play = table.in_play()
        if seat != table.banker and seat not in in_play:
            self._put(seat, replace(holder, standing=Standing.LEFT))
            self._tell(SeatLeft(seat, Audience.EVERYBODY, holder.chips))
            return
        self._put(seat, replace(holder, standing=Standing.FORFEITED))
        if seat != table.banker:
            stake = in_play[seat].stake
            self._tell(SeatForfeited(seat, Audience.EVERYBODY, stake, timed_out))
            if stake:
                self._lose(seat)
            return
        self._tell(SeatForfeited(seat, Audience.EVERYBODY, 0, timed_out))
        for waiting, hand in in_play.items():
            if hand.stake:
                self._win(waiting)
        self._end_game(Ending.BANKER_FORFEITED)

    def _go_on(self) -> None:
        """Whose move it is now; the showdown when it is nobody's; the end of the game when it has come."""
        table = self.table
        if table.phase is Phase.PAUSE:
            self._end_game_if_due()
        if table.phase in {Phase.PAUSE, Phase.OVER}:
            return
        hands = table.in_play()
        unstaked = [seat for seat, hand in hands.items() if not hand.stake]
        undone = [seat for seat, hand in hands.items() if not hand.stood]
        if unstaked:
            self.table = replace(table, phase=Phase.STAKE, to_move=unstaked[0])
        elif undone:
            self.table = replace(table, phase=Phase.DRAW, to_move=undone[0])
        elif hands and not self._hand(table.banker).stood:
            self.table = replace(table, phase=Phase.BANK, to_move=table.banker)
        else:
            self._settle()

    def _settle(self) -> None:
        """The showdown (rules 2.11 to 2.13), and the end of the deal."""
        self._show_all()
        banker = self._hand(self.table.banker)
        waiting = self.table.in_play()
        losers = [seat for seat, hand in waiting.items() if not (banker.bust or hand.points > banker.points)]
        for seat in losers:
            self._lose(seat)
        for seat in waiting:
            if seat not in losers:
                self._win(seat)
        deal = self.table.deal
        self.table = replace(self.table, phase=Phase.PAUSE, to_move=None, finished_deals=deal)
        self._tell(DealEnded(None, Audience.EVERYBODY, deal, self.table.bank))
        self._end_game_if_due()

    def _end_game_if_due(self) -> None:
        """Rules 2.15, between deals."""
        table = self.table
        if table.bank == 0:
            self._end_game(Ending.BANK_BROKEN)
        elif not table.playing():
            self._end_game(Ending.NO_BETTOR)
        elif table.finished_deals >= table.limit:
            self._end_game(Ending.DEALS_PLAYED)

    def _end_game(self, ending: Ending) -> None:
        if self.table.phase is not Phase.PAUSE:
            self._show_all()
        self.table = replace(self.table, phase=Phase.OVER, to_move=None, ending=ending)
        self._tell(GameEnded(None, Audience.EVERYBODY, ending))

    def _show_all(self) -> None:
        """Rules 2.7: at the end of a deal every hand is shown that was not shown yet."""
        for seat in (*self.table.bettors(), self.table.banker):
            hand = self.table.seats[seat].hand
            if hand is not None and (seat == self.table.banker or not hand.decided):
                self._tell(HandShown(seat, Audience.EVERYBODY, hand.cards))

    def _win(self, seat: int) -> None:
        """Rules 2.12 and 2.13: the stake back and as much again, as far as the bank reaches."""
        hand, holder = self._hand(seat), self.table.seats[seat]
        paid = min(hand.stake, self.table.bank)
        self.table = replace(self.table, bank=self.table.bank - paid)
        won = replace(hand, result=Result.WIN, paid=paid)
        chips = holder.chips + hand.stake + paid
        self._put(seat, replace(holder, chips=chips, won=(*holder.won, paid), hand=won))
        self._tell(HandWon(seat, Audience.EVERYBODY, hand.stake, paid))

    def _lose(self, seat: int) -> None:
        """The stake goes to the bank; a seat left without chips is out (rules 2.8, 2.17)."""
        hand = self._hand(seat)
        self.table = replace(self.table, bank=self.table.bank + hand.stake)
        self._put_hand(seat, replace(hand, result=Result.LOSE))
        self._tell(HandLost(seat, Audience.EVERYBODY, hand.stake))
        holder = self.table.seats[seat]
        if holder.chips == 0 and holder.standing is Standing.PLAYING:
            self._put(seat, replace(holder, standing=Standing.OUT))
            self._tell(SeatOut(seat, Audience.EVERYBODY))

    def _deal_to(self, seat: int) -> None:
        """The next card of the pack; below the cut card the pack is shuffled anew first (rules 1.4)."""
        if self.table.shoe.left == 0:
            stock = self.table.asides()
            self.table = replace(self.table, shoe=self.table.shoe.reshuffled(stock))
            self._tell(Shuffled(None, Audience.EVERYBODY, self.table.shoe.number, len(stock)))
        card, shoe = self.table.shoe.draw()
        self.table = replace(self.table, shoe=shoe)
        held = self.table.seats[seat].hand or Hand()
        self._put_hand(seat, replace(held, cards=(*held.cards, card)))
        self._tell(CardDealt(seat, Audience.SEAT, card))

    def _hand(self, seat: int) -> Hand:
        hand = self.table.seats[seat].hand
        if hand is None:
            raise LookupError(f"seat {seat} has no hand in deal {self.table.deal}")
        return hand

    def _put(self, seat: int, changed: Seat) -> None:
        self.table = self.table.with_seat(seat, changed)

    def _put_hand(self, seat: int, changed: Hand) -> None:
        self._put(seat, replace(self.table.seats[seat], hand=changed))

    def _tell(self, event: Event) -> None:
        self.events.append(event)
