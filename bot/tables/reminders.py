"""When a table is looked at next, when somebody is called who is waited for, and when it is said that one person waits alone."""

from bot.tables.session import Session

#: Who has not moved is called once after a third of the time, this at least, in seconds; at most so often a deal.
_NUDGE = 20.0
_NUDGES = 2

#: An application with one person says so after this time without a press in it, in seconds.
_LONELY_AFTER = 60.0


def nudge_at(session: Session) -> float | None:
    """When the seat that is waited for is called; None if it is not, so if the call would come with the end of its time."""
    row = session.row
    if not session.playing or session.nudged or session.nudges >= _NUDGES:
        return None
    if session.due is None or session.unseen is not None or (seat := session.awaited) is None:
        return None
    full = session.full
    wait = max(_NUDGE, full / 3)
    if wait >= full:
        return None
    moment = session.begun + wait
    pressed = session.pressed.get(row.seats[seat].person)
    if pressed is not None:
        moment = max(moment, pressed + _NUDGE)
    return moment if moment < session.due else None


def lonely_at(session: Session) -> float | None:
    """When it is said of an application that one person waits alone; None if others sit there or it was said."""
    if not session.waiting or session.lonely or len(session.row.seats) != 1:
        return None
    return session.begun + _LONELY_AFTER


def next_look(session: Session) -> float | None:
    """When something may be due: the renewed time that is still to be stored, or else whichever comes first.

    The deadline, an open card to show, a vote's end, the moment to call who has not moved.
    """
    if session.owed is not None:
        return session.owed
    vote = None
    if session.vote is not None:
        vote = session.vote.until if session.missing else session.begun  # nobody's word is missing any more
    moments = [
        session.due,
        session.refresh,
        vote,
        nudge_at(session),
        lonely_at(session),
    ]
    return min((moment for moment in moments if moment is not None), default=None)
