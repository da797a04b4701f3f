"""When somebody is called who is waited for, and when it is said that one person waits alone (boards.md)."""

from datetime import datetime, timedelta

from bot.session import Session

#: Who has not moved is called once after a third of the time, this at least; at most so often a deal.
_NUDGE = timedelta(seconds=20)
_NUDGES = 2

#: An application with one person says so after this time without a press in it.
_LONELY_AFTER = timedelta(seconds=60)


def nudge_at(session: Session) -> datetime | None:
    """When the seat that is waited for is called; None if it is not, so if the call would come with the end of its time."""
    row = session.row
    if not session.playing or session.nudged or session.nudges >= _NUDGES:
        return None
    if row.deadline is None or session.unseen is not None or (seat := session.awaited) is None:
        return None
    full = row.deadline - row.touched_at
    wait = max(_NUDGE, full / 3)
    if wait >= full:
        return None
    moment = row.touched_at + wait
    pressed = session.pressed.get(row.seats[seat].person)
    if pressed is not None:
        moment = max(moment, pressed + _NUDGE)
    return moment if moment < row.deadline else None


def lonely_at(session: Session) -> datetime | None:
    """When it is said of an application that one person waits alone; None if others sit there or it was said."""
    if not session.waiting or session.lonely or len(session.row.seats) != 1:
        return None
    return session.row.touched_at + _LONELY_AFTER
