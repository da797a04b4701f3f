"""Deadlines that wait for a screen: while the one that names a turn cannot be delivered, the turn's time does not run out (design, 3.6)."""

from dataclasses import replace
from datetime import datetime, timedelta

from bot.letters import Letter
from bot.outbox import Outbox
from bot.session import Session
from bot.store.rows import TableRow

#: A deadline moves by this much at most.
LONGEST_DELAY = timedelta(minutes=5)

#: A screen that arrives so soon after its turn began is in time.
_IN_TIME = timedelta(seconds=2)

#: A deadline that waits is looked at again after this time.
LOOK_AGAIN = timedelta(seconds=2)


def new_turn(session: Session) -> None:
    """A turn has begun whose screen is still to be delivered."""
    row = session.row
    session.unseen = None if session.awaited is None else row.revision
    session.arriving = False
    session.turn_due = row.deadline


def postponed(session: Session, outbox: Outbox, now: datetime) -> bool:
    """Whether the move in progress must wait for its screen although its time is over."""
    if session.unseen is None or session.turn_due is None or not session.playing:
        return False
    if session.arriving:
        return True
    return outbox.in_trouble(session.place) and now < session.turn_due + LONGEST_DELAY


def names_turn(session: Session, letter: Letter) -> bool:
    """Whether this letter is the first that tells the chat of the turn in progress."""
    return session.unseen is not None and letter.slot.board and letter.revision >= session.unseen


def delayed(session: Session, at: datetime) -> TableRow | None:
    """The row with the turn's full time from `at`, when its screen arrived; None where nothing is to be changed."""
    row = session.row
    if not session.playing or row.deadline is None or session.turn_due is None:
        return None
    if at - row.touched_at <= _IN_TIME:
        return None
    full = row.deadline - row.touched_at
    deadline = min(at + full, session.turn_due + LONGEST_DELAY)
    if deadline <= row.deadline:
        return None
    return replace(row, touched_at=deadline - full, deadline=deadline)
