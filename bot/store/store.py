"""The store as the application uses it."""

import sqlite3
from collections import OrderedDict
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from bot.model.rows import (
    BoardRow,
    Brought,
    Change,
    Chat,
    Credited,
    MoveRow,
    Person,
    ResultRow,
    TableRow,
    Wallet,
)
from bot.model.standings import Career, Metric, Page, Period, Scope
from bot.ports.clock import Clock
from bot.ports.requests import Account, Place
from bot.store import (
    boards,
    callers,
    chats,
    escrow,
    limits,
    persons,
    presses,
    privacy,
    relocation,
    results,
    standings,
    tables,
)
from bot.store.connection import Unit
from bot.store.database import Database

T = TypeVar("T")

#: Presses whose effect is known without a look into the file.
_EFFECTS_KEPT = 2000


class Store:
    """Everything that is kept. Each call is one transaction; its errors leave nothing half done.

    Every method raises `StoreFailed` when SQLite reports an error (locked by another process for too long,
    disk full, input or output) or the store is closed; the next call may work. A write that has been asked
    for runs to its end even if its caller is cancelled. Times have a time zone; they are read back in UTC, to
    the microsecond.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        """Take over an open database; `open` is the usual way."""
        self.database = database
        self.clock = clock
        self._effects: OrderedDict[str, None] = OrderedDict()

    @classmethod
    async def open(cls, path: Path, clock: Clock, *, wait: float = 60.0, busy: float = 5.0) -> "Store":
        """Open the database at `path`, made or migrated as needed; a lock file keeps other processes out.

        `wait`: seconds until the lock of another process is given up on. `busy`: seconds that a transaction
        waits for a process that has locked the database itself.

        Raises:
            StoreUnusable: it cannot be used; the message is one sentence for the person who hosts it.
        """
        return cls(await Database.open(path, wait=wait, busy=busy), clock)

    async def close(self) -> None:
        """Let what is being written end, close the file, give the lock back. May be called again."""
        await self.database.close()

    async def effect(self, press_id: str | None, unit: Unit[T]) -> T:
        """Run the transaction in which a press has its effect: from its COMMIT on `press_seen` knows of it, whatever comes then."""
        result = await self.database.write(unit)
        if press_id is not None:
            self._effects[press_id] = None
            if len(self._effects) > _EFFECTS_KEPT:
                self._effects.popitem(last=False)
        return result

    @property
    def lost(self) -> str | None:
        """Why nothing can be kept any more, in one sentence: the file is gone or damaged. None while all is well."""
        return self.database.lost

    async def until_lost(self) -> str:
        """Wait until nothing can be kept any more; the reason."""
        return await self.database.until_lost()

    def look(self) -> None:
        """See whether the open file is still the one at its path; `lost` says what comes of it."""
        self.database.look()

    def hurry(self, seconds: float) -> None:
        """Wait for other processes no longer than so many seconds from now on: the program is about to end."""
        self.database.hurry(seconds)

    # Persons

    async def person(self, account: Account) -> Person:
        """The person of an account, created if new; name and client language are kept up to date.

        A client that tells no language leaves the one last told.
        """
        found = await self.database.read(lambda db: persons.find(db, account))
        if found is not None and persons.current(found, account):
            return found
        now = self.clock.now()
        return await self.database.write(lambda db: persons.find_or_create(db, account, now))

    async def persons(self, ids: Iterable[int]) -> dict[int, Person]:
        """The persons with these ids; unknown ones are left out."""
        wanted = list(ids)
        return await self.database.read(lambda db: persons.many(db, wanted))

    async def known_person(self, account: Account) -> Person | None:
        """The person of an account as he is stored; None for one who never used the bot."""
        return await self.database.read(lambda db: persons.find(db, account))

    async def stored_of(self, person_id: int) -> dict[str, list[dict[str, object]]]:
        """What is stored of a person, as far as he may see it: rows by table."""
        return await self.database.ask_apart(lambda db: privacy.stored_of(db, person_id))

    async def forget(self, person_id: int, press_id: str) -> str:
        """Cut a person's accounts, give him the name that is returned; ledger, results and records stay.

        Raises:
            PressRepeated: the press has had its effect before.
            SeatTaken: he sits at the table with that code.
        """
        now = self.clock.now()
        return await self.effect(press_id, lambda db: privacy.forget(db, person_id, press_id, now))

    async def set_language(self, person_id: int, language: str | None) -> None:
        """Set a person's own choice of language; None takes it back.

        Raises:
            LookupError: there is no such person.
        """
        await self.database.write(lambda db: persons.set_language(db, person_id, language))

    async def last_options(self, person_id: int, game: str) -> str | None:
        """The options (JSON) of his last table of this game, as remembered."""
        return await self.database.read(lambda db: persons.last_options(db, person_id, game))

    async def remember_options(self, person_id: int, game: str, options: str) -> None:
        """Remember the options (JSON) for his next table of this game."""
        await self.database.write(lambda db: persons.remember_options(db, person_id, game, options))

    # Chats

    async def chat(self, place: Place, first_language: str | None = None) -> Chat:
        """The chat of a place, created if new. The first `first_language` told for it stays."""
        found = await self.database.read(lambda db: chats.find(db, place))
        if found is not None and (found.first_language is not None or first_language is None):
            return found
        return await self.database.write(lambda db: chats.find_or_create(db, place, first_language))

    async def any_chat(self) -> bool:
        """Whether there is any chat that was ever spoken to."""
        return await self.database.read(chats.any_known)

    async def set_chat_language(self, chat_id: int, language: str | None) -> None:
        """Set a chat's own choice of language; `chat_id` is `Chat.id`; None takes it back.

        Raises:
            LookupError: there is no such chat.
        """
        await self.database.write(lambda db: chats.set_language(db, chat_id, language))

    async def move_chat(self, platform: str, old: int, new: int) -> bool:
        """Give a chat the id that its platform has given it, wherever it is named; False if that was done before.

        From then on what is asked or written by the old id is asked or written by the new one.
        """
        return await self.database.write(lambda db: relocation.move(db, platform, old, new))

    async def chat_aliases(self) -> dict[tuple[str, int], int]:
        """The ids that chats had earlier (with their platforms), and those they have now."""
        return await self.database.read(relocation.aliases)

    # Tables

    async def save(self, *changes: Change) -> None:
        """Write a step of a table, or of several, all or nothing: press, row, seats, joins, moves, stakes, results, payments.

        The seats of a table that is neither an application nor playing are stored closed. Of a person's joins
        at a table the first stays. A credit that would pass the cap of a balance (10^12 hundredths) is booked
        up to the cap.

        Raises:
            PressRepeated: the press has had its effect before.
            Outdated: the stored revision is not the one below `change.table.revision`; for revision 1: the
                code is used.
            SeatTaken: a person of an open seat has another one, at the table with that code.
            NotEnough: the wallet of a person who sits down does not hold the table's stake.
            ValueError: the moves do not follow the stored ones, or a result is out of range.
        """

        def work(db: sqlite3.Connection) -> None:
            for change in changes:
                tables.save(db, change)

        press = next((change.press for change in changes if change.press is not None), None)
        await self.effect(press, work)

    async def table(self, code: str) -> TableRow | None:
        """The table with this code."""
        return await self.database.read(lambda db: tables.get(db, code))

    async def open_tables(self) -> list[TableRow]:
        """All applications and running games, the oldest first."""
        return await self.database.read(tables.all_open)

    async def tables_of_chat(self, place: Place) -> list[TableRow]:
        """The applications and running games of a chat, in all its threads, the oldest first."""
        return await self.database.read(lambda db: tables.open_in_chat(db, place))

    async def ended_since(self, moment: datetime) -> list[TableRow]:
        """The tables with `ended_at` at `moment` or later, the first to end first."""
        return await self.database.read(lambda db: tables.ended_since(db, moment))

    async def moves(self, code: str) -> list[MoveRow]:
        """The moves of a table, in order; none if there is no such table."""
        return await self.database.read(lambda db: tables.moves(db, code))

    async def results(self, code: str) -> list[ResultRow]:
        """The results of a table, by seat; none before its end."""
        return await self.database.read(lambda db: results.of_table(db, code))

    async def links(self, first: str) -> list[str]:
        """The codes of the chain of records that begins with this one, in order."""
        return await self.database.read(lambda db: tables.links(db, first))

    async def brought(self, first: str, *, before: int | None = None) -> list[Brought]:
        """What each person has brought to the end of the links of that chain that are over, in the order they first sat down.

        `before`: of the links with a lower number alone.
        """
        return await self.database.read(lambda db: tables.brought(db, first, before))

    async def seat_of(self, person_id: int) -> str | None:
        """The code of the table where this person has an open seat."""
        return await self.database.read(lambda db: tables.seat_of(db, person_id))

    async def has_sat(self, person_id: int) -> bool:
        """Whether this person ever sat down at a table, played or not."""
        return await self.database.read(lambda db: tables.has_sat(db, person_id))

    async def code_used(self, code: str) -> bool:
        """Whether a table ever had this code."""
        return await self.database.read(lambda db: tables.used(db, code))

    # Wallets

    async def wallet(self, person_id: int, newest: int = 10) -> Wallet:
        """What a person has in rubles, and the newest movements."""
        return await self.database.ask(lambda db: escrow.wallet_of(db, person_id, newest))

    async def balances_after(self, code: str) -> dict[int, int]:
        """What each wallet held (hundredths) when its stack had come home from this table, by seat; none where nothing was staked."""
        return await self.database.ask(lambda db: escrow.balances(db, code))

    # Standings

    async def leaderboard(
        self,
        place: Place,
        scope: Scope,
        period: Period,
        metric: Metric,
        *,
        own: int,
        number: int = 0,
        as_of: int | None = None,
    ) -> Page:
        """A page of a leaderboard, of this place's chat or of all, as it stood at a position (None: now).

        Pages count from 0; a number beyond the last gives the last one. `own` is the person who asks. Pages of
        one `as_of` never share a row and together have every row, whatever is booked meanwhile.
        """
        return await self.database.ask(
            lambda db: standings.page(db, place, scope, period, metric, own=own, number=number, as_of=as_of)
        )

    async def career(self, person_id: int, games: int = 5) -> Career:
        """A person's best day and last counted games, the newest first."""
        return await self.database.ask(lambda db: standings.career(db, person_id, games))

    async def drop_old_standings(self) -> None:
        """Drop the sums of weeks and months before the last ones."""
        now = self.clock.now()
        await self.database.write(lambda db: standings.drop_old(db, now))

    # Limits and callers

    async def pair_games(self, person_id: int, at: datetime) -> dict[int, int]:
        """With whom the person has how many rated games on the UTC day of `at`, running ones too (rules 5.5)."""
        return await self.database.read(lambda db: limits.pair_games(db, person_id, at))

    async def credited(self, code: str) -> dict[int, Credited]:
        """What a finished table has really brought, by seat: less than won where a limit was reached."""
        return await self.database.read(lambda db: limits.credited(db, code))

    async def drop_old_days(self, moment: datetime) -> None:
        """Delete what limits of days before that of `moment` needed: above all the keys under which accounts were hashed."""
        await self.database.write(lambda db: limits.drop_before(db, moment))

    async def toggle_caller(self, person_id: int, place: Place) -> bool:
        """Turn being called in this chat on or off for a person; returns whether it is on now."""
        return await self.database.write(lambda db: callers.toggle(db, person_id, place))

    async def callers(self, place: Place) -> list[Account]:
        """Who is to be called in this chat and sits at no table."""
        return await self.database.read(lambda db: callers.of_chat(db, place))

    # Boards

    async def boards(self, code: str) -> list[BoardRow]:
        """The messages of a table on its platform, the first posted first."""
        return await self.database.read(lambda db: boards.of_table(db, code))

    async def board(self, code: str, slot: str) -> BoardRow | None:
        """The message in this slot of the table, or in this list without one."""
        return await self.database.read(lambda db: boards.in_slot(db, code, slot))

    async def board_shown(
        self, code: str, slot: str, message: int, revision: int, posted_at: datetime
    ) -> None:
        """Keep that the message in this slot of the table shows this revision.

        `posted_at` is when it was sent, not edited.
        """
        board = BoardRow(slot, message, revision, posted_at)
        await self.database.write(lambda db: boards.shown(db, code, board))

    async def board_gone(self, code: str, slot: str) -> None:
        """Forget the message in this slot; one that is forgotten is success."""
        await self.database.write(lambda db: boards.gone(db, code, slot))

    # Presses

    async def press_seen(self, press_id: str) -> bool:
        """Whether this press has had its effect."""
        if press_id in self._effects:
            return True
        return await self.database.read(lambda db: presses.seen(db, press_id))

    async def mark_press(self, press_id: str) -> None:
        """Keep a press id whose effect is not a table's.

        Raises:
            PressRepeated: it was kept before.
        """
        now = self.clock.now()
        await self.effect(press_id, lambda db: presses.mark(db, press_id, now))

    async def drop_old_presses(self, before: datetime, *, keep: int = 1000) -> None:
        """Forget the presses from before this moment, but for the last ones, whatever the calendar says of them."""
        self._effects.clear()  # the newer ones are found in the file
        await self.database.write(lambda db: presses.drop_old(db, before, keep=keep))
