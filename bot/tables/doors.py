"""Doors: what stands against opening a table, sitting down, calling somebody. Every way in asks here."""

from collections.abc import Iterable

from bot.model.context import Context
from bot.model.options import Options
from bot.model.rows import SeatRow, Status, persons
from bot.ports.clock import Clock
from bot.ports.requests import Account, Place
from bot.ports.screens import Answer
from bot.ports.texts import Texts
from bot.screens.answers import note, sits_already, unfit
from bot.screens.lines import refused
from bot.tables import places
from bot.tables.registry import Tables
from bot.tables.rewards import Rewards
from bot.tables.session import Session

#: A person opens a table at most once in so many seconds, by whatever door.
OPENS_EVERY = 20.0

#: «Again» is free of that for so many seconds after the game.
_AGAIN_FREE = 3600.0

#: After «Again» the places of the former players are kept for so many seconds.
KEPT = 120.0

#: Who wants to be called in a chat is called at most once in so many seconds.
CALLS_EVERY = 60.0


class Doors:
    """One for all ways in. What it remembers it does by the clock that nobody can set, and not over a restart."""

    def __init__(self, clock: Clock, tables: Tables, rewards: Rewards) -> None:
        """`tables`: those that are open."""
        self._clock = clock
        self._tables = tables
        self._rewards = rewards
        self._opened: dict[int, float] = {}
        self._called: dict[tuple[tuple[str, int], int], float] = {}

    # opening

    def against_opening(self, context: Context, options: Options, before: Session | None) -> Answer | None:
        """What stands against a new table of this person here; `before` is the game that «Again» follows."""
        say, person, place = context.say, context.person, context.place
        if (sits := self._tables.of_person(person.id)) is not None:
            return sits_already(say, sits.row.tag)
        if not options.level.admits(person.appearance):
            return note(say, unfit(say, options.level), accepted=False)
        now = self._clock.monotonic()
        since = now - self._opened.get(person.id, now - OPENS_EVERY)
        free = place.private or (before is not None and self._free(before, person.id))
        if since < OPENS_EVERY and not free:
            seconds = max(1, round(OPENS_EVERY - since))
            return refused(
                say, say("You can open a table once in 20 s. Please wait {seconds} s.", seconds=seconds)
            )
        return self.against_table(say, place, several=places.for_several(options))

    def opened(self, person: int, before: Session | None) -> None:
        """A person has opened a table."""
        now = self._clock.monotonic()
        self._opened = {who: at for who, at in self._opened.items() if now - at < OPENS_EVERY} | {person: now}
        if before is not None and before.seat_of(person) is not None:
            before.followed = True

    def against_table(
        self, say: Texts, place: Place, *, several: bool, but: Session | None = None
    ) -> Answer | None:
        """Why there is no room for one more table, of several persons or of one."""
        if not places.full(self._tables, place, several=several, but=but):
            return None
        if several:
            return refused(say, say("Enough tables are open here: /tables lists them."))
        return refused(say, say("Two tables with one person each are open here already. All tables: /tables"))

    def _free(self, before: Session, person: int) -> bool:
        """Whether «Again» is free: once, after the newest game of this person, if that ended by its rules lately.

        A stock of old results is no stock of openings.
        """
        row, now = before.row, self._clock.monotonic()
        lately = before.ended is not None and now - before.ended < _AGAIN_FREE
        by_its_rules = row.status is Status.FINISHED and not row.note and not before.options.open_ended
        return lately and by_its_rules and not before.followed and before is self._tables.last_of(person)

    # seats

    async def against_seat(
        self, session: Session, context: Context, seated: Iterable[SeatRow]
    ) -> Answer | None:
        """What stands against this person at a table with a free seat, where these already have theirs."""
        say, person, options = context.say, context.person, session.options
        if not options.level.admits(person.appearance):
            return refused(say, unfit(say, options.level))
        if (why := await self._rewards.against(session, context)) is not None:
            return why
        if session.playing and not places.shared(session.row):
            why = self.against_table(say, session.place, several=True, but=session)
            if why is not None:
                return why
        taken = tuple(seated)
        former = await self.former(options)
        missing = former - {seat.person for seat in taken}
        if person.id not in former and options.seats - len(taken) <= len(missing) and self._kept(session):
            return refused(say, say("The free seats are kept for those who played before, for two minutes."))
        return None

    async def former(self, options: Options) -> set[int]:
        """Who played the game that a table with these options follows."""
        before = None if options.after is None else await self._tables.find(options.after)
        return set() if before is None else {seat.person for seat in persons(before.row.seats)}

    def _kept(self, session: Session) -> bool:
        return session.opened is None or self._clock.monotonic() < session.opened + KEPT

    # calls

    def to_call(self, place: Place, wished: Iterable[Account]) -> list[Account]:
        """Those of them who may be called in this chat now; they count as called from now on."""
        now = self._clock.monotonic()
        self._called = {who: at for who, at in self._called.items() if now - at < CALLS_EVERY}
        free = [account for account in wished if (place.chat, account.user_id) not in self._called]
        self._called |= {(place.chat, account.user_id): now for account in free}
        return free
