"""Deadlines that wait for a screen: while the one that names a turn cannot be delivered, the turn's time does not run out (design, 3.6)."""

from bot.letters import Letter
from bot.outbox import Outbox
from bot.session import Session

#: A deadline moves by this much at most, in seconds.
LONGEST_DELAY = 300.0

#: A screen that arrives so soon after its turn began is in time, in seconds.
_IN_TIME = 2.0

#: A deadline that waits is looked at again after this time, in seconds.
LOOK_AGAIN = 2.0


def new_turn(session: Session) -> None:
    """A turn has begun whose screen is still to be delivered."""
    row = session.row
    session.unseen = None if session.awaited is None else row.revision
    session.arriving = False
    session.turn_due = session.due


def postponed(session: Session, outbox: Outbox, now: float) -> bool:
    """Whether the move in progress must wait for its screen although its time is over."""
    if session.unseen is None or session.turn_due is None or not session.playing:
        return False
    if session.arriving:
        return True
    return outbox.in_trouble(session.place) and now < session.turn_due + LONGEST_DELAY


def names_turn(session: Session, letter: Letter) -> bool:
    """Whether this letter is the first that tells the chat of the turn in progress."""
    return session.unseen is not None and letter.slot.board and letter.revision >= session.unseen


def delayed(session: Session, at: float) -> float | None:
    """From when on the turn has its full time, whose screen arrived at `at`; None where nothing is to be changed."""
    if not session.playing or session.due is None or session.turn_due is None:
        return None
    if at - session.begun <= _IN_TIME:
        return None
    begun = min(at, session.turn_due + LONGEST_DELAY - session.full)
    return begun if begun > session.begun else None
