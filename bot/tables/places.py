"""Places: how many tables a chat has room for, and how long a lobby may hold one without being played."""

from datetime import timedelta

from bot.model.options import Options
from bot.model.rows import TableRow, persons
from bot.ports.requests import Place
from bot.screens.lobby import OPEN_MINUTES
from bot.tables.registry import Tables
from bot.tables.session import Session

#: Tables of two persons or more, at most: in a thread, in a chat. Besides them, tables of one person in a chat.
PER_THREAD, PER_CHAT, ALONE_PER_CHAT = 2, 4, 2

#: A lobby closes when nobody has pressed in it for so long.
OPEN_TIME = timedelta(minutes=OPEN_MINUTES)

#: It closes, too, when for so many seconds nobody but its opener has sat down, whatever he presses.
UNJOINED = 1800.0


def shared(row: TableRow) -> bool:
    """Whether a table is one of two persons or more: they sit there, or it is a lobby where they can."""
    return len([seat for seat in persons((*row.seats, *row.coming)) if seat.open]) > 1 or (
        row.started_at is None and for_several(Options.load(row.options))
    )


def for_several(options: Options) -> bool:
    """Whether two persons can sit down with these options."""
    return options.seats - options.computers > 1


def full(tables: Tables, place: Place, *, several: bool, but: Session | None = None) -> bool:
    """Whether no further table of several persons, or of one, has room in that thread and chat; `but` is left out."""
    here = [s for s in tables.in_chat(place) if s is not but and shared(s.row) == several]
    if not several:
        return len(here) >= ALONE_PER_CHAT
    thread = [session for session in here if session.place.thread == place.thread]
    return len(thread) >= PER_THREAD or len(here) >= PER_CHAT


def unjoined(session: Session, now: float) -> float:
    """For how many seconds nobody but its opener has sat down at a lobby; it is `now` on the clock nobody can set."""
    return now - max(
        (moment for moment in (session.opened, session.joined) if moment is not None), default=now
    )


def stays_open(session: Session, now: float) -> timedelta:
    """How long a lobby stays open from now, if nothing is pressed in it any more."""
    return min(OPEN_TIME, timedelta(seconds=max(0.0, UNJOINED - unjoined(session, now))))
