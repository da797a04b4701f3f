"""Deadlines that wait for a screen: the time of a turn, or of a pause, does not run out before the screen that shows it is there (3.6)."""

from bot.model.outgoing import IN_TIME, Letter
from bot.outbox.outbox import Outbox
from bot.tables.session import LONGEST_DELAY, Session

#: A deadline that waits is looked at again after this time, in seconds.
LOOK_AGAIN = 2.0


def new_turn(session: Session) -> None:
    """A person's turn or a pause has begun whose screen is still to be delivered."""
    session.unseen = None if session.computer is not None else session.row.revision
    session.turn_due = session.due


def postponed(session: Session, outbox: Outbox, now: float) -> bool:
    """Whether what the table waits for must wait for its screen although its time is over."""
    if session.unseen is None or session.turn_due is None or not session.playing:
        return False
    return now < session.turn_due + LONGEST_DELAY and outbox.owes(session.code, session.place)


def names_turn(session: Session, letter: Letter) -> bool:
    """Whether this letter is the first that tells the chat of the turn or pause in progress."""
    return session.unseen is not None and letter.slot.board and letter.revision >= session.unseen


def delayed(session: Session, at: float) -> float | None:
    """From when on the turn has its full time, whose screen arrived at `at`; None where nothing is to be changed."""
    if not session.playing or session.due is None or session.turn_due is None:
        return None
    if at - session.begun <= IN_TIME:
        return None
    begun = min(at, session.turn_due + LONGEST_DELAY - session.full)
    return begun if begun > session.begun else None
