"""Arrivals: the requests that have been read and are not done yet, wherever in the program they are (rules 5.4)."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.ports.clock import Clock
from bot.ports.requests import Mark, Place
from bot.tables.session import Session

#: A request that takes longer, in seconds, holds no table up any more: its table has its full time again instead.
LONGEST = 15.0


@dataclass(eq=False, slots=True)
class Arrival:
    """A request on its way, read at that moment of `Clock.monotonic`; `holds` are the codes of tables that wait for it."""

    at: float
    mark: Mark
    chat: tuple[str, int]
    over: asyncio.Event = field(default_factory=asyncio.Event)
    holds: set[str] = field(default_factory=set)

    def concerns(self, session: Session) -> bool:
        """Whether it may be about that table: it comes from its chat, or from somebody who sits there."""
        here = (*session.row.seats, *session.row.coming)
        return self.chat == session.place.chat or any(
            self.mark[:2] == (seat.account.platform, seat.account.user_id) for seat in here
        )


class Arrivals:
    """Knows them all; `look` is called with the code of a table that need not wait for one any longer."""

    def __init__(self, clock: Clock, look: Callable[[str], None]) -> None:
        """`clock`: by which they are stamped."""
        self._clock = clock
        self._look = look
        self._known: dict[Mark, Arrival] = {}

    def read(self, mark: Mark, place: Place) -> float:
        """A request has been read; returns when. One that is known already keeps its moment."""
        arrival = self._known.get(mark)
        if arrival is None:
            arrival = self._known[mark] = Arrival(self._clock.monotonic(), mark, place.chat)
        return arrival.at

    def done(self, mark: Mark) -> None:
        """It has had its turn, or turned out to ask for nothing."""
        arrival = self._known.pop(mark, None)
        if arrival is not None:
            arrival.over.set()
            for code in arrival.holds:
                self._look(code)

    def before(self, session: Session, moment: float, own: Mark | None = None) -> list[Arrival]:
        """Those read before `moment` that may be about the table; `own` is who asks."""
        return [
            arrival
            for arrival in self._known.values()
            if arrival.at < moment and arrival.mark != own and arrival.concerns(session)
        ]

    async def over(self, arrivals: list[Arrival]) -> None:
        """Return when they have had their turn, or are given up. Never wait so under a table's lock."""
        given_up = min(arrival.at for arrival in arrivals) + LONGEST
        waits = {
            asyncio.ensure_future(asyncio.wait([asyncio.ensure_future(a.over.wait()) for a in arrivals])),
            asyncio.ensure_future(self._clock.sleep_until(given_up)),
        }
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    def give_up(self, arrivals: list[Arrival]) -> bool:
        """Wait no more for those that have been on their way for too long; whether there is one."""
        late = [arrival for arrival in arrivals if self._clock.monotonic() - arrival.at >= LONGEST]
        for arrival in late:
            self._known.pop(arrival.mark, None)
        return bool(late)
