"""The tables in memory: how they are found, by chat, person, code."""

import secrets
from dataclasses import replace

from bot.model.context import Addresses
from bot.ports.clock import Clock
from bot.ports.requests import Place
from bot.store import tables
from bot.store.store import Store
from bot.tables.session import Session

#: Letters and digits nobody mistakes for one another.
_CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE_LENGTH = 6
_TAG_LETTERS, _TAG_DIGITS = "ABCDEFGHKMNPRSTVXZ", "23456789"


class Tables:
    """The sessions, by their codes: six characters for ever, beside two that are a table's own while it is open."""

    def __init__(self, store: Store, clock: Clock, addresses: Addresses) -> None:
        """`store`: where tables are that are not in memory; `addresses`: which id a chat has now."""
        self._store = store
        self._clock = clock
        self._addresses = addresses
        self.newest: dict[tuple[str, int], int] = {}
        self.heard: dict[
            tuple[str, int, int | None], float
        ] = {}  # when anybody last asked anything, by thread
        self._sessions: dict[str, Session] = {}

    def add(self, session: Session) -> None:
        """Know a table from now on."""
        self._sessions[session.code] = session

    def forget(self, session: Session) -> None:
        """Know a table no more; it is read from the store when somebody asks."""
        self._sessions.pop(session.code, None)

    def all_sessions(self) -> list[Session]:
        """Every table in memory, those that have ended too."""
        return list(self._sessions.values())

    def open_sessions(self) -> list[Session]:
        """Lobbies and running games, the oldest first."""
        found = [session for session in self._sessions.values() if session.waiting or session.playing]
        return sorted(found, key=lambda session: session.row.created_at)

    def in_chat(self, place: Place) -> list[Session]:
        """The open tables of a chat, in all its threads."""
        return [session for session in self.open_sessions() if session.place.chat == place.chat]

    def in_place(self, place: Place) -> list[Session]:
        """The open tables of one thread."""
        return [session for session in self.in_chat(place) if session.place.thread == place.thread]

    def of_person(self, person: int) -> Session | None:
        """The table where a person sits now."""
        return next(
            (session for session in self.open_sessions() if session.sitting(person) is not None), None
        )

    def last_of(self, person: int) -> Session | None:
        """The newest game known here that has ended and where this person had a seat."""
        ended = [
            session
            for session in self._sessions.values()
            if session.ended is not None and session.row.started_at and session.seat_of(person) is not None
        ]
        return max(ended, key=lambda session: session.ended or 0.0, default=None)

    def live(self, code: str) -> Session | None:
        """The table with that code, if it is in memory."""
        return self._sessions.get(code)

    async def find(self, code: str) -> Session | None:
        """The table with that code, in memory or from the store."""
        if (session := self._sessions.get(code)) is not None:
            return session
        row = await self._store.read(tables.get, code)
        if row is None:
            return None
        row = replace(row, place=self._addresses.of(row.place))  # its chat may have moved while it was read
        session = self._sessions.setdefault(code, Session(row, folded=row.seq == 0))
        if session.waiting or session.playing:
            session.take(session.row, self._clock.monotonic())
        return session

    async def tag_of(self, code: str) -> str | None:
        """The two characters of the table with that code, while it is found."""
        session = await self.find(code)
        return None if session is None else session.row.tag

    def following(self, session: Session) -> Session | None:
        """The open record of the same table where this one is over and was followed by others."""
        link = session.row.link
        if session.waiting or session.playing or link is None:
            return None
        return next(
            (s for s in self.open_sessions() if s.row.link is not None and s.row.link.first == link.first),
            None,
        )

    async def fresh_code(self) -> str:
        """A code that no table ever had."""
        while True:
            code = "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))
            if code not in self._sessions and not await self._store.read(tables.used, code):
                return code

    def fresh_tag(self, place: Place) -> str:
        """Two characters that no open table of the chat has."""
        taken = {session.row.tag for session in self.in_chat(place)}
        return secrets.choice([a + b for a in _TAG_LETTERS for b in _TAG_DIGITS if a + b not in taken])

    def follow_chats(self) -> list[Session]:
        """Know every table by the id that its chat has now; returns the open ones of which that is another than before.

        Ended ones are read from the store again when somebody asks: nothing of them is shown anew.
        """
        moved = [session for session in self._sessions.values() if self._addresses.earlier(session.place)]
        for session in moved:
            self.newest.pop(session.place.chat, None)
            session.move_to(self._addresses.of(session.place))
            if not (session.waiting or session.playing):
                del self._sessions[session.code]
        return [session for session in moved if session.waiting or session.playing]
