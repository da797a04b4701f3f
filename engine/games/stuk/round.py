"""A round of Стук: the banker against each bettor in turn (rules 3.3 to 3.12)."""

from engine.events import CardDealt, DealBegan, DealEnded, HandStood, Knocked, StakePlaced
from engine.game import Audience, BankEnding, Phase
from engine.games.stuk.bank import end_bank, open_bank
from engine.games.stuk.course import Course
from engine.games.stuk.table import KNOCKS_BY_ITSELF_AT, ROUNDS_BEFORE_KNOCK, Hand, Table, strength
from engine.points import points
from engine.values import replace


def begin_round(course: Course) -> None:
    """One card to each bettor with chips, then one to the banker, face up (rules 3.3).

    A new bank is opened first where none is open (rules 3.13).
    """
    if course.table.next_bank is not None:
        open_bank(course, course.table.next_bank)
    table = course.table
    banker = table.banker
    if banker is None:
        raise LookupError("there is nobody to open a bank")
    course.table = replace(
        table,
        seats=tuple(replace(seat, hand=None) for seat in table.seats),
        deal=table.deal + 1,
        bank_before=table.bank,
        deal_banker=banker,
        phase=Phase.STAKE,
    )
    course.tell(DealBegan(None, Audience.EVERYBODY, course.table.deal, table.bank))
    for seat in course.table.bettors():
        course.deal_to(seat, Audience.SEAT)
    course.deal_to(banker, Audience.EVERYBODY)


def stake(course: Course, seat: int, amount: int) -> None:
    """Rules 3.5; whoever stakes has not missed the round (rules 3.14)."""
    holder, hand = course.table.seats[seat], course.hand(seat)
    staked = replace(holder, chips=holder.chips - amount, hand=replace(hand, stake=amount), missed=0)
    course.put(seat, staked)
    course.tell(StakePlaced(seat, Audience.EVERYBODY, amount))


def draw(course: Course, seat: int) -> None:
    """A bettor takes a card: 21 and the golden point stand by themselves, a bust loses at once (rules 3.6)."""
    course.deal_to(seat, Audience.SEAT)
    hand = course.hand(seat)
    if hand.bust:
        course.lose(seat)
    elif hand.stands_by_itself:
        stand(course, seat)


def stand(course: Course, seat: int) -> None:
    """A bettor takes no more cards; the banker's face-up card is his first one against him (rules 3.7)."""
    course.put_hand(seat, replace(course.hand(seat), against=course.table.up()))
    course.tell(HandStood(seat, Audience.EVERYBODY, full=False))


def draw_against(course: Course, banker: int, seat: int) -> None:
    """The banker takes a card, face up; 21, the golden point and a bust stop him (rules 3.7)."""
    card = course.next_card()
    hand = course.hand(seat)
    against = (*hand.against, card)
    course.put_hand(seat, replace(hand, against=against))
    course.tell(CardDealt(banker, Audience.EVERYBODY, card))
    if points(against) >= 21:
        settle(course, banker, seat)


def settle(course: Course, banker: int, seat: int) -> None:
    """The banker is done: the stronger hand wins, equal ones go to the banker (rules 3.8)."""
    course.tell(HandStood(banker, Audience.EVERYBODY, full=False))
    hand = course.hand(seat)
    if strength(hand.cards) > strength(hand.against):
        course.win(seat)
    else:
        course.lose(seat)


def knock(course: Course, *, by_itself: bool) -> None:
    """The next round is the last of this bank (rules 3.11)."""
    course.table = replace(course.table, last_round=True)
    course.tell(Knocked(course.table.banker, Audience.EVERYBODY, by_itself))


def go_on(course: Course) -> None:
    """Whose move it is now; the end of the round, or of the bank, when it has come (rules 3.4, 3.10, 3.13)."""
    table = course.table
    if table.banker is None:
        return
    bettor = table.bettor()
    if not table.in_round:
        _look_at_the_bank(course, round_ended=False)
    elif bettor is None or table.bank == 0:
        end_round(course)
        _look_at_the_bank(course, round_ended=True)
    else:
        phase = _phase(course.hand(bettor))
        course.table = replace(table, phase=phase, to_move=table.banker if phase is Phase.BANK else bettor)


def _phase(hand: Hand) -> Phase:
    """What is to be done with the hand being played: a stake, the bettor's cards, the banker's (rules 3.4)."""
    if not hand.stake:
        return Phase.STAKE
    return Phase.BANK if hand.against else Phase.DRAW


def end_round(course: Course) -> None:
    """The round is over, played out or broken off."""
    table = replace(course.table, phase=Phase.PAUSE, to_move=None, rounds=course.table.rounds + 1)
    course.table = table
    course.tell(DealEnded(None, Audience.EVERYBODY, table.deal, table.bank))


def _look_at_the_bank(course: Course, *, round_ended: bool) -> None:
    """Between rounds: whether the bank has ended (rules 3.13), or knocks by itself (rules 3.11)."""
    table = course.table
    if table.bank == 0:
        end_bank(course, BankEnding.BROKEN)
    elif round_ended and table.last_round:
        end_bank(course, BankEnding.LAST_ROUND)
    elif not table.bettors():
        end_bank(course, BankEnding.NO_BETTOR)
    elif not table.last_round and _knocks_by_itself(table):
        knock(course, by_itself=True)


def _knocks_by_itself(table: Table) -> bool:
    return table.bank >= KNOCKS_BY_ITSELF_AT * table.size or table.rounds >= ROUNDS_BEFORE_KNOCK
