"""Deadlines that wait for a screen: the time of a turn, or of a pause, does not run out before the screen that shows it is there (3.6)."""

from bot.model.outgoing import IN_TIME, Letter
from bot.outbox.outbox import Outbox
from bot.tables.session import Session

#: A deadline that waits is looked at again after this time, in seconds.
LOOK_AGAIN = 2.0


def new_turn(session: Session) -> None:
    """A person's turn or a pause has begun whose screen is still to be delivered."""
    session.unseen = None if session.computer is not None else session.row.revision


def postponed(session: Session, outbox: Outbox, now: float) -> bool:
    """Whether what the table waits for must wait for its screen although its time is over."""
    if session.unseen is None or session.latest is None or not session.playing:
        return False
    return now < session.latest and outbox.owes(session.code, session.place)


def names_turn(session: Session, letter: Letter) -> bool:
    """Whether this letter is the first that tells the chat of the turn or pause in progress."""
    return session.unseen is not None and letter.slot.board and letter.revision >= session.unseen


def late(session: Session, at: float) -> bool:
    """Whether the screen of the turn in progress, which arrived at `at`, has come so late that the turn has its full time from then."""
    return session.playing and session.due is not None and at - session.begun > IN_TIME
