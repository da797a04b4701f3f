"""Applications: opened, joined, left, changed, started (rules 2.1 to 2.5)."""

import asyncio
import secrets
from dataclasses import replace
from datetime import datetime, timedelta

from bot.answers import note, refused, short
from bot.asked import Asked
from bot.boards import Boards
from bot.i18n import Texts
from bot.options import BadOption, Level, Options, parse_options
from bot.play import Play
from bot.screen import Answer, Button, Loudness, Weight
from bot.screens.application import OPEN_MINUTES, application_key, level_text
from bot.session import Session
from bot.store.errors import SeatTaken
from bot.store.rows import Person, SeatRow, Status, TableRow
from bot.tables import Tables
from engine.fairness import SECRET_BYTES

#: Open tables at most: in a thread, in a chat (boards.md).
PER_THREAD, PER_CHAT = 2, 4

#: /newtable at most once in this time per person.
NEWTABLE_EVERY = timedelta(seconds=20)

#: From this long after the second person sat down, anybody seated may start.
ANYBODY_STARTS = timedelta(seconds=60)

_OPEN_TIME = timedelta(minutes=OPEN_MINUTES)


class Lobby:
    """The rules of applications. Methods on a session are called under its lock."""

    def __init__(self, tables: Tables, boards: Boards, play: Play, *, least_seconds: int) -> None:
        """`least_seconds`: the shortest time per move that /newtable takes."""
        self._tables = tables
        self._boards = boards
        self._play = play
        self._least_seconds = least_seconds
        self._opened: dict[int, datetime] = {}
        self._opening = asyncio.Lock()

    # opening

    async def newtable(self, asked: Asked, arguments: str) -> Answer:
        """Open an application with the person seated, or say where one waits."""
        options = await self._last_options(asked.person)
        try:
            options = parse_options(arguments, options, least_seconds=self._least_seconds)
        except BadOption as error:
            return note(asked.say, self._bad_option(asked.say, error), accepted=False)
        if not options.level.admits(asked.person.appearance):
            return note(asked.say, self._unfit(asked.say, options.level), accepted=False)
        return await self.open(asked, options)

    async def _last_options(self, person: Person) -> Options:
        kept = await self._tables.store.last_options(person.id, "ochko")
        options = replace(Options.load(kept), after=None) if kept else Options()
        if not options.level.admits(person.appearance):
            options = replace(options, level=Level.EVERYONE)
        return options

    async def open(self, asked: Asked, options: Options) -> Answer:
        """Open an application with these options unless something stands against it."""
        async with (
            self._opening
        ):  # two who open in the same instant: the second is pointed to the first one's table
            return await self._open(asked, options)

    async def _open(self, asked: Asked, options: Options) -> Answer:
        say, person, place = asked.say, asked.person, asked.place
        if place.private:
            return note(
                say,
                say("Tables are for groups: add the bot to a group chat and open one there."),
                accepted=False,
            )
        if (sits := self._tables.of_person(person.id)) is not None:
            return self.sits_already(say, sits)
        if (waiting := next((s for s in self._tables.in_place(place) if s.waiting), None)) is not None:
            await self._boards.show(waiting, anew=True)
            return self._point_to(say, waiting)
        now = self._tables.clock.now()
        last = self._opened.get(person.id)
        if options.after is None and last is not None and now - last < NEWTABLE_EVERY:
            left = round((NEWTABLE_EVERY - (now - last)).total_seconds())
            return refused(say, say("One new table in 20 s: please wait {seconds} s.", seconds=max(1, left)))
        if len(self._tables.in_place(place)) >= PER_THREAD or len(self._tables.in_chat(place)) >= PER_CHAT:
            return refused(say, say("Enough tables are open here: /tables lists them."))
        self._opened[person.id] = now
        row = TableRow(
            code=await self._tables.fresh_code(),
            tag=self._tables.fresh_tag(place),
            place=place,
            game=options.game,
            options=options.dump(),
            status=Status.APPLICATION,
            opener=person.id,
            secret=secrets.token_bytes(SECRET_BYTES),
            created_at=now,
            touched_at=now,
            deadline=now + _OPEN_TIME,
            seats=(SeatRow(person.id, person.account, person.appearance),),
            joins=((person.id, asked.press_id),),
        )
        session = Session(row)
        async with session.lock:
            try:
                await self._tables.commit(session, row, press=asked.press_id)
            except SeatTaken as error:
                return await self.sits_elsewhere(say, error.code)
            await self._boards.show(session)
        await self._remember(person, options)
        return short(say, say("Table {tag} is open. You sit in seat 1.", tag=row.tag))

    async def _remember(self, person: Person, options: Options) -> None:
        await self._tables.store.remember_options(
            person.id, options.game, replace(options, after=None).dump()
        )

    def _point_to(self, say: Texts, waiting: Session) -> Answer:
        sit = Button(say("Sit down"), application_key(waiting.code, "sit"), Weight.PRIMARY)
        text = say("Table {tag} is waiting for players here: sit down there.", tag=waiting.row.tag)
        return note(say, text, rows=((sit,),), accepted=False)

    # seats

    async def sit(self, session: Session, asked: Asked) -> Answer:
        """Take the next free seat; the last one starts the game."""
        say, person, row, options = asked.say, asked.person, session.row, session.options
        if session.sitting(person.id) is not None:
            return short(
                say, say("You sit here already, in seat {n}.", n=(session.seat_of(person.id) or 0) + 1)
            )
        if not session.waiting:
            return refused(say, say("This game has begun: wait for the next one."))
        if len(row.seats) >= options.seats:
            return refused(say, say("All seats are taken."))
        if not options.level.admits(person.appearance):
            return refused(say, self._unfit(say, options.level))
        now = self._tables.clock.now()
        seats = (*row.seats, SeatRow(person.id, person.account, person.appearance))
        joins = row.joins if person.id in dict(row.joins) else (*row.joins, (person.id, asked.press_id))
        row = replace(
            self._touched(row),
            seats=seats,
            joins=joins,
            second_at=now if len(seats) == 2 else row.second_at,
        )
        try:
            if len(seats) == options.seats:
                return await self._begin(session, row, asked)
            await self._tables.commit(session, row, press=asked.press_id)
        except SeatTaken as error:
            return await self.sits_elsewhere(say, error.code)
        session.menu = False
        await self._boards.show(session)
        return short(say, say("You sit in seat {n}.", n=len(seats)))

    async def leave(self, session: Session, asked: Asked) -> Answer:
        """Get up before the start: free. The next to have joined becomes the opener, an empty application closes."""
        say, row = asked.say, session.row
        if session.sitting(asked.person.id) is None:
            return refused(say, say("You do not sit here."))
        seats = tuple(seat for seat in row.seats if seat.person != asked.person.id)
        if not seats:
            await self._play.close_application(session, idle=False, press=asked.press_id)
            return short(say, say("You have left. The table is closed."))
        opener = row.opener if row.opener != asked.person.id else seats[0].person
        options = session.options
        opener_chips = next(seat.chips or 0 for seat in seats if seat.person == opener)
        if not options.level.admits(opener_chips):
            options = replace(options, level=Level.EVERYONE)
        row = replace(
            self._touched(row),
            seats=seats,
            opener=opener,
            options=options.dump(),
            second_at=row.second_at if len(seats) >= 2 else None,
        )
        await self._tables.commit(session, row, press=asked.press_id)
        session.menu = False
        await self._boards.show(session)
        return short(say, say("You have left the table."))

    async def start(self, session: Session, asked: Asked) -> Answer:
        """Start with the seats taken so far, if that is this person's to do now (rules 2.5)."""
        say, row = asked.say, session.row
        if session.sitting(asked.person.id) is None:
            return refused(say, say("Only who sits here can start."))
        if len(row.seats) < 2:
            return refused(say, say("Two seats must be taken to start."))
        now = self._tables.clock.now()
        if asked.person.id != row.opener and (row.second_at is None or now - row.second_at < ANYBODY_STARTS):
            wait = ANYBODY_STARTS - (now - (row.second_at or now))
            seconds = max(1, round(wait.total_seconds()))
            return refused(say, say("The opener can start now, you in {seconds} s.", seconds=seconds))
        return await self._begin(session, self._touched(row), asked)

    async def _begin(self, session: Session, row: TableRow, asked: Asked) -> Answer:
        """Start with the seats of `row`; the rating counts as it is now, and who no longer fits the level is taken out (rules 2.4)."""
        say = asked.say
        persons = await self._tables.store.persons([seat.person for seat in row.seats])
        level = session.options.level
        seats = tuple(
            replace(seat, chips=persons[seat.person].appearance)
            for seat in row.seats
            if level.admits(persons[seat.person].appearance)
        )
        dropped = len(row.seats) - len(seats)
        if dropped and len(seats) < 2:
            opener = seats[0].person if seats else row.opener
            if not seats:
                await self._play.close_application(session, idle=False, press=asked.press_id)
            else:
                row = replace(row, seats=seats, opener=opener, second_at=None)
                await self._tables.commit(session, row, press=asked.press_id)
                await self._boards.show(session)
            return refused(say, say("Not started: a player no longer fits the level of this table."))
        session.menu = False
        await self._play.begin(session, replace(row, seats=seats), press=asked.press_id)
        return short(say, say("The game is on."))

    # options

    async def menu(self, session: Session, asked: Asked, *, shown: bool) -> Answer:
        """Show or hide the opener's options."""
        if (why := self._not_to_change(session, asked)) is not None and shown:
            return why
        session.menu = shown
        await self._boards.show(session)
        say = asked.say
        return short(say, say("Press an option to change it.") if shown else say("Options are set."))

    async def choose(self, session: Session, asked: Asked, word: str | None) -> Answer:
        """Set one option, by the word that /newtable knows it by."""
        say = asked.say
        if (why := self._not_to_change(session, asked)) is not None:
            return why
        try:
            options = parse_options(word or "", session.options, least_seconds=self._least_seconds)
        except BadOption as error:
            return refused(say, self._bad_option(say, error))
        if not options.level.admits(asked.person.appearance):
            return refused(say, self._unfit(say, options.level))
        row = replace(self._touched(session.row), options=options.dump())
        await self._tables.commit(session, row, press=asked.press_id)
        await self._boards.show(session)
        await self._remember(asked.person, options)
        return short(say, say("Changed."))

    async def close(self, session: Session, asked: Asked) -> Answer:
        """Close the application by its opener's button."""
        if asked.person.id != session.row.opener:
            return refused(asked.say, asked.say("Only the opener can close this table."))
        await self._play.close_application(session, idle=False, press=asked.press_id)
        return short(asked.say, asked.say("The table is closed."))

    def _not_to_change(self, session: Session, asked: Asked) -> Answer | None:
        say = asked.say
        if asked.person.id != session.row.opener:
            return refused(say, say("Only the opener changes the options."))
        if len(session.row.seats) > 1:
            return refused(say, say("Options can be changed only while nobody else sits here."))
        return None

    # the next game

    async def again(self, session: Session, asked: Asked) -> Answer:
        """Open the same application once more with this person seated, or sit down in the one that a former player opened."""
        follower = next(
            (
                s
                for s in self._tables.in_place(session.place)
                if s.waiting and s.options.after == session.code
            ),
            None,
        )
        if follower is not None:
            async with follower.lock:
                if follower.waiting:
                    return await self.sit(follower, asked)
        options = replace(session.options, after=session.code)
        if not options.level.admits(asked.person.appearance):
            return refused(asked.say, self._unfit(asked.say, options.level))
        here = replace(asked.request, place=session.place)
        return await self.open(replace(asked, request=here), options)

    # words

    def sits_already(self, say: Texts, session: Session) -> Answer:
        """Where the person sits, so that he can leave there first (rules 5.3)."""
        text = say(
            "You sit at table {tag}: one table at a time. /leave gets you up there.", tag=session.row.tag
        )
        return short(say, text, loudness=Loudness.ALERT, accepted=False)

    async def sits_elsewhere(self, say: Texts, code: str) -> Answer:
        """As `sits_already`, by the table's code."""
        session = await self._tables.find(code)
        return (
            self.sits_already(say, session)
            if session is not None
            else refused(say, say("You sit at another table."))
        )

    def _unfit(self, say: Texts, level: Level) -> str:
        return say("Your appearance rating does not fit this table: {who}.", who=level_text(say, level))

    def _bad_option(self, say: Texts, error: BadOption) -> str:
        example = say("For example: {example}", example="/newtable ochko seats=3 timeout=60 deals=5 unrated")
        word = error.word[:30]
        match error.option:
            case "seats":
                why = say("«{word}» does not fit: seats are 2, 3 or 4.", word=word)
            case "timeout":
                why = say(
                    "«{word}» does not fit: the time per move is {least} to 600 seconds.",
                    word=word,
                    least=self._least_seconds,
                )
            case "deals":
                why = say("«{word}» does not fit: deals are 1, 5, 10, 20 or all.", word=word)
            case "level":
                why = say("«{word}» does not fit: the level is everyone, sandbox or advanced.", word=word)
            case _:
                why = say("«{word}» is no option of a table.", word=word)
        return f"{why} {example}"

    def _touched(self, row: TableRow) -> TableRow:
        now = self._tables.clock.now()
        return replace(row, touched_at=now, deadline=now + _OPEN_TIME)
