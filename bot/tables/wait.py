"""The wait of a start for the words that were announced, and how it is broken off (rules 2.5)."""

from dataclasses import dataclass, replace

from bot.model.games import game_of
from bot.model.rows import TableRow, WordRow
from bot.ports.clock import Clock
from bot.screens.words import Saying
from bot.tables import words
from bot.tables.boards import Boards
from bot.tables.saving import Saving
from bot.tables.session import Session


@dataclass(eq=False)
class Wait:
    """Begins and breaks off waits. Methods on a session are called under its lock."""

    _clock: Clock
    _boards: Boards
    _saving: Saving

    async def begin(self, session: Session, row: TableRow, *, press: str | None) -> None:
        """The seats are final: the start waits for the words of those who announced one."""
        row = words.waiting(replace(row, revision=session.row.revision), self._clock.now())
        await self._saving.commit(session, row, press=press)
        session.menu = False
        await self._boards.show(session)

    def left(self, row: TableRow, person: int) -> TableRow:
        """The row of a chain's pause whose seats change by that person getting up: all words are dropped, the wait begins anew.

        It stays a wait although nobody has announced a word any more: the promise that was shown is this record's secret, so that no
        card may be dealt in it again.
        """
        if not row.awaiting:
            return replace(row, next_words=tuple(said for said in row.next_words if said.person != person))
        left = tuple(WordRow(said.person) for said in row.next_words if said.person != person)
        now = self._clock.now()
        pause = words.WAIT if left else game_of(row.game).pause
        return replace(row, next_words=left, awaiting=row.revision + 1, touched_at=now, deadline=now + pause)

    async def broken(self, session: Session, before: Saying | None, who: str | None = None) -> None:
        """Tell who got up in the wait that there was `before`, if there was one; None: the table has ended in it."""
        if before is not None:
            await self._boards.follow(session, self._boards.words_broken(session, before, who))
