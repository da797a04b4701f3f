"""A round of Стук: the banker against each bettor in turn (rules 3.3 to 3.12)."""

from typing import TYPE_CHECKING

from engine.fast_frozen import replace
from engine.game import BankEnding, Phase
from engine.games.stuk.bank import end_bank, open_bank
from engine.games.stuk.progress import Progress
from engine.games.stuk.seat import Hand, strength
from engine.hand36 import points

if TYPE_CHECKING:
    from engine.games.stuk.state import Stuk


#: Rules 3.11: a bank of so many sizes knocks by itself …
KNOCKS_BY_ITSELF_AT = 10

#: … and so do so many rounds played under one banker.
ROUNDS_BEFORE_KNOCK = 20


def begin_round(progress: Progress) -> None:
    """One card to each bettor with chips, then one to the banker, face up (rules 3.3).

    A new bank is opened first where none is open (rules 3.13).
    """
    if progress.state.next_bank is not None:
        open_bank(progress, progress.state.next_bank)
    state = progress.state
    banker = state.banker
    if banker is None:
        raise LookupError("there is nobody to open a bank")
    progress.state = replace(
        state,
        seats=tuple(replace(seat, hand=None) for seat in state.seats),
        deal=state.deal + 1,
        bank_before=state.bank,
        deal_banker=banker,
        phase=Phase.STAKE,
    )
    for seat in progress.state.bettors():
        progress.deal_to(seat)
    progress.deal_to(banker)
    progress.open_card = True


def stake(progress: Progress, seat: int, amount: int) -> None:
    """Rules 3.5; whoever stakes has not missed the round (rules 3.14)."""
    holder, hand = progress.state.seats[seat], progress.hand(seat)
    staked = replace(holder, chips=holder.chips - amount, hand=replace(hand, stake=amount), missed=0)
    progress.put(seat, staked)


def draw(progress: Progress, seat: int) -> None:
    """A bettor takes a card: 21 and the golden point stand by themselves, a bust loses at once (rules 3.6)."""
    progress.deal_to(seat)
    hand = progress.hand(seat)
    if hand.bust:
        progress.lose(seat)
    elif hand.decided:
        stand(progress, seat)


def stand(progress: Progress, seat: int) -> None:
    """A bettor takes no more cards; the banker's face-up card is his first one against him (rules 3.7)."""
    progress.put_hand(seat, replace(progress.hand(seat), against=progress.state.up()))


def draw_against(progress: Progress, seat: int) -> None:
    """The banker takes a card, face up; 21, the golden point and a bust stop him (rules 3.7)."""
    card = progress.next_card()
    hand = progress.hand(seat)
    against = (*hand.against, card)
    progress.put_hand(seat, replace(hand, against=against))
    progress.open_card = True
    if points(against) >= 21:
        settle(progress, seat)


def settle(progress: Progress, seat: int) -> None:
    """The banker is done: the stronger hand wins, equal ones go to the banker (rules 3.8)."""
    hand = progress.hand(seat)
    if strength(hand.cards) > strength(hand.against):
        progress.win(seat)
    else:
        progress.lose(seat)


def knock(progress: Progress) -> None:
    """The next round is the last of this bank (rules 3.11)."""
    progress.state = replace(progress.state, last_round=True)


def go_on(progress: Progress) -> None:
    """Whose move it is now; the end of the round, or of the bank, when it has come (rules 3.4, 3.10, 3.13)."""
    state = progress.state
    if state.banker is None:
        return
    bettor = state.bettor()
    if not state.in_round:
        _look_at_the_bank(progress, round_ended=False)
    elif bettor is None or state.bank == 0:
        end_round(progress)
        _look_at_the_bank(progress, round_ended=True)
    else:
        phase = _phase(progress.hand(bettor))
        progress.state = replace(state, phase=phase, to_move=state.banker if phase is Phase.BANK else bettor)


def _phase(hand: Hand) -> Phase:
    """What is to be done with the hand being played: a stake, the bettor's cards, the banker's (rules 3.4)."""
    if not hand.stake:
        return Phase.STAKE
    return Phase.BANK if hand.against else Phase.DRAW


def end_round(progress: Progress) -> None:
    """The round is over, played out or broken off."""
    state = progress.state
    progress.state = replace(state, phase=Phase.PAUSE, to_move=None, rounds=state.rounds + 1)


def _look_at_the_bank(progress: Progress, *, round_ended: bool) -> None:
    """Between rounds: whether the bank has ended (rules 3.13), or knocks by itself (rules 3.11)."""
    state = progress.state
    if state.bank == 0:
        end_bank(progress, BankEnding.BROKEN)
    elif round_ended and state.last_round:
        end_bank(progress, BankEnding.LAST_ROUND)
    elif not state.bettors():
        end_bank(progress, BankEnding.NO_BETTOR)
    elif not state.last_round and _knocks_by_itself(state):
        knock(progress)


def _knocks_by_itself(state: "Stuk") -> bool:
    return state.bank >= KNOCKS_BY_ITSELF_AT * state.size or state.rounds >= ROUNDS_BEFORE_KNOCK
