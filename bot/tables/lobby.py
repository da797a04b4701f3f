"""Lobbies: joined, left, changed, started (rules 2.1 to 2.5). How they are opened is in `bot.tables.opening`."""

from dataclasses import dataclass, replace

import structlog

from bot.model.computers import computer_seats
from bot.model.context import Context
from bot.model.errors import NotEnough, SeatTaken, StoreFailed
from bot.model.games import first_game
from bot.model.options import (
    BadOption,
    Level,
    Options,
    default_options,
    game_named,
    in_private,
    parse_options,
)
from bot.model.rows import Person, SeatRow, TableRow, persons
from bot.ports.clock import Clock
from bot.ports.names import clean_name
from bot.ports.requests import Press
from bot.ports.screens import Answer, Loudness
from bot.ports.texts import Texts
from bot.screens.answers import first_seat, poor, share_text, sits_already, unfit, words_awaited
from bot.screens.caption import game_name
from bot.screens.lines import refused, short
from bot.screens.notices import contradiction_text
from bot.store import persons as stored_persons
from bot.store import tables as stored_tables
from bot.store.store import Store
from bot.tables import places, words
from bot.tables.boards import Boards
from bot.tables.closing import Closing
from bot.tables.concessions import told
from bot.tables.doors import Doors
from bot.tables.play import Play
from bot.tables.registry import Tables
from bot.tables.saving import Saving
from bot.tables.session import Session
from bot.tables.shares import drawn
from bot.tables.wait import Wait

log = structlog.get_logger(__name__)

#: From so many seconds after the second person sat down, anybody seated may start.
ANYBODY_STARTS = 60.0

#: The name under which the options of a person's last lobby of any game are remembered.
_ANY_GAME = "any"


@dataclass(eq=False)
class Lobby:
    """The rules of lobbies. Methods on a session are called under its lock."""

    _store: Store
    _clock: Clock
    _tables: Tables
    _doors: Doors
    _boards: Boards
    _saving: Saving
    _wait: Wait
    _closing: Closing
    _play: Play
    _least_seconds: int  # the shortest time per move that /newtable takes

    # seats

    async def sit(self, session: Session, context: Context, *, word: bool = False) -> Answer:
        """Take the next free seat, with `word` announcing one for the seed; the last seat starts the game."""
        say, person, row, options = context.say, context.person, session.row, session.options
        if session.sitting(person.id) is not None:
            seat = (session.seat_of(person.id) or 0) + 1
            return short(say, say("You sit here already, in seat {n}.", n=seat), loudness=Loudness.ALERT)
        if not session.waiting:
            return refused(say, say("This game has begun: wait for the next one."))
        if row.awaiting:
            return refused(say, words_awaited(say))
        if person.id in row.broke:
            return refused(say, say("You left while words were awaited: this table starts without you."))
        if len(row.seats) >= options.seats:
            return refused(say, say("All seats are taken."))
        if (why := await self._doors.against_seat(session, context, row.seats)) is not None:
            return why
        former = await self._doors.former(options)
        missing = former - {seat.person for seat in row.seats}
        seats = (*row.seats, SeatRow(person.id, person.account, options.chips(person.appearance)))
        row = replace(
            self.touched(session, joins=True),
            seats=seats,
            joins=row.joins_with(person.id, context.share),
            second_at=self._clock.now() if len(persons(seats)) == 2 else row.second_at,
        )
        if word or await self.wordy(options, person.id):
            row = words.with_announced(row, person.id)
        first = not await self._store.read(stored_tables.has_sat, person.id)
        try:
            if len(seats) == options.seats or (former and not missing - {person.id} and len(seats) > 1):
                answer = await self._begin(session, row, context)
                return first_seat(say, answer, row.game) if first and answer.accepted else answer
            await self._saving.commit(session, row, press=context.press_id)
        except SeatTaken as error:
            return sits_already(say, await self._tables.tag_of(error.code))
        except NotEnough as error:
            return poor(say, options, error)
        session.joined, session.menu = self._clock.monotonic(), False
        await self._boards.show(session)
        answer = short(say, say("Your seat: {n}.", n=len(seats)), share_text(say, row, person.id))
        return first_seat(say, answer, row.game) if first else answer

    async def leave(self, session: Session, context: Context) -> Answer:
        """Get up before the start: free. The next to have joined becomes the opener, an empty lobby closes."""
        say, row = context.say, session.row
        if session.sitting(context.person.id) is None:
            return refused(say, say("You have no seat here."))
        seats = tuple(seat for seat in row.seats if seat.person != context.person.id)
        if not (left := persons(seats)):
            await self._closing.close_lobby(session, idle=False, press=context.press_id)
            return short(say, say("You have left. The table is closed."))
        opener = row.opener if row.opener != context.person.id else left[0].person
        options = session.options
        opener_chips = next(seat.chips or 0 for seat in seats if seat.person == opener)
        if not options.level.admits(opener_chips):
            options = replace(options, level=Level.EVERYONE)
        row = replace(
            self.touched(session),
            seats=seats,
            opener=opener,
            options=options.dump(),
            second_at=row.second_at if len(left) >= 2 else None,
        )
        row = words.of_seats(row, seats)
        if session.row.awaiting:
            row = replace(row, awaiting=0, broke=(*row.broke, context.person.id))
        before = session.saying()
        await self._saving.commit(session, row, press=context.press_id)
        session.menu = False
        await self._wait.broken(session, before, context.person.name)
        await self._boards.show(session)
        return short(say, say("You have left the table."))

    async def start(self, session: Session, context: Context) -> Answer:
        """Start with the seats taken so far, if that is this person's to do now (rules 2.5)."""
        say, row = context.say, session.row
        if session.sitting(context.person.id) is None:
            return refused(say, say("Only those who sit here can start."))
        if row.awaiting:
            return refused(say, words_awaited(say))
        if len(row.seats) < session.options.least:
            return refused(say, say("At least two players must sit here to start."))
        now, second = self._clock.monotonic(), session.second
        if context.person.id != row.opener and (second is None or now - second < ANYBODY_STARTS):
            seconds = max(1, round(ANYBODY_STARTS - (now - (second or now))))
            return refused(say, say("The opener can start now, you can in {seconds} s.", seconds=seconds))
        return await self._begin(session, self.touched(session), context)

    async def _begin(self, session: Session, row: TableRow, context: Context) -> Answer:
        """Start with the seats of `row`; the rating counts as it is now, and who no longer fits the level is taken out (rules 2.4)."""
        say = context.say
        known = await self._store.read(stored_persons.many, [seat.person for seat in row.seats])
        level = session.options.level
        fit = [
            replace(seat, chips=session.options.chips(known[seat.person].appearance))
            for seat in persons(row.seats)
            if level.admits(known[seat.person].appearance)
        ]
        if not fit:
            await self._closing.close_lobby(session, idle=False, press=context.press_id)
            return refused(say, say("Not started: a player no longer fits the level of this table."))
        sitting = {seat.person for seat in fit}
        opener = next((seat for seat in fit if seat.person == row.opener), fit[0])
        brought = {seat.person: seat for seat in fit}
        # A computer brings what the opener brings.
        seats = tuple(
            brought.get(seat.person, replace(seat, chips=opener.chips))
            for seat in row.seats
            if seat.person in sitting or not seat.human
        )
        pressed = {context.person.id: context.share} if isinstance(context.request, Press) else {}
        row = words.of_seats(drawn(replace(row, seats=seats, opener=opener.person), pressed), seats)
        if len(seats) < session.options.least:
            await self._saving.commit(session, replace(row, second_at=None), press=context.press_id)
            await self._boards.show(session)
            return refused(say, say("Not started: a player no longer fits the level of this table."))
        if len(fit) == 1 and places.shared(session.row):
            why = self._doors.against_table(say, session.place, several=False, but=session)
            if why is not None:
                return why
        session.menu = False
        await self._play.begin(session, row, press=context.press_id)
        if context.person.id not in sitting:
            return refused(say, unfit(say, level))
        if session.waiting:
            return short(say, words_awaited(say), share_text(say, row, context.person.id))
        return short(say, say("The game is on."), share_text(say, row, context.person.id))

    async def wordy(self, options: Options, person: int) -> bool:
        """Whether a person had announced a word in the game that a table with these options follows: it is kept for «Again»."""
        before = None if options.after is None else await self._tables.find(options.after)
        return before is not None and any(said.person == person for said in before.row.words)

    # options

    async def menu(self, session: Session, context: Context, *, shown: bool) -> Answer:
        """Show or hide the opener's options."""
        if (why := self._not_to_change(session, context)) is not None:
            return why
        await self._saving.commit(session, self.touched(session), press=context.press_id)
        session.menu = shown
        await self._boards.show(session, prompt=True)
        say = context.say
        return short(say, say("Press an option to change it.") if shown else say("Options are set."))

    async def choose(self, session: Session, context: Context, word: str | None) -> Answer:
        """Set one option, by the word that /newtable knows it by."""
        say = context.say
        if (why := self._not_to_change(session, context)) is not None:
            return why
        before, word = session.options, word or ""
        try:
            options = await self._chosen(session, context, word)
        except BadOption as error:
            return refused(say, bad_option(say, error, self._least_seconds))
        if not options.level.admits(context.person.appearance):
            return refused(say, unfit(say, options.level))
        if (several := places.for_several(options)) != places.shared(session.row):
            why = self._doors.against_table(say, session.place, several=several, but=session)
            if why is not None:
                return why
        lacking: NotEnough | None = None
        try:
            await self._change(session, context, options)
        except NotEnough as error:
            lacking = error
            paged = options.game != before.game
            if not paged and (before.unrated_since is None or word == "rated"):
                return poor(say, options, error)  # that is what he asked for
            await self._change(session, context, options.conceded("stake"))
        await self._boards.show(session, prompt=True)
        # What is remembered of a game is what was chosen for it, not how it was come by.
        await self.remember(context, session.options, looked_at=session.options.game != before.game)
        return short(say, say("Changed."), *told(say, before, session.options, lacking))

    async def _chosen(self, session: Session, context: Context, word: str) -> Options:
        """The options with one of them changed; another game has its own, as this lobby left them or the person's last table.

        Raises:
            BadOption: the word does not fit.
        """
        start, appearance = session.options.wished, context.person.appearance
        if (named := game_named(word) or start.game) != start.game:
            session.paged[start.game] = start
            if (left := session.paged.get(named)) is not None:
                start = left
            else:
                last = await self.last_options(context.person, named)
                company = min(start.computers, last.seats - 1)
                start = replace(last, computers=company, skill=start.skill, after=start.after)
        options = parse_options(word, start.fitting(appearance), least_seconds=self._least_seconds)
        return in_private(options, word) if session.place.private else options

    async def _change(self, session: Session, context: Context, options: Options) -> None:
        """Give a lobby where its opener sits alone other options, and his seat what it has with them."""
        chips = options.chips(context.person.appearance)
        own = tuple(replace(seat, chips=chips) for seat in persons(session.row.seats))
        row = replace(
            self.touched(session),
            game=options.game,
            options=options.dump(),
            seats=(*own, *await self.computers(options, chips)),
            stake=options.buy_in,
        )
        await self._saving.commit(session, row, press=context.press_id)

    async def computers(self, options: Options, chips: int | None) -> tuple[SeatRow, ...]:
        """The computers' seats of a table with these options; each brings what the opener brings."""
        return await computer_seats(self._store, options.computers, options.skill, chips)

    async def deal(self, session: Session, row: TableRow, context: Context) -> Answer:
        """Begin the game of a table that nobody else can join as soon as it is opened."""
        await self._play.begin(session, row, press=context.press_id)
        return short(
            context.say, context.say("The game is on."), share_text(context.say, row, context.person.id)
        )

    async def last_options(self, person: Person, game: str | None) -> Options:
        """The options of the person's last lobby, of that game or (None) of any; the game's defaults at first."""
        kept = await self._store.read(stored_persons.last_options, person.id, game or _ANY_GAME)
        options = Options.load(kept).alone() if kept else default_options(game or first_game().name)
        return options.fitting(person.appearance)

    async def remember(self, context: Context, options: Options, *, looked_at: bool = False) -> None:
        """Keep the options for his next lobby, which again is one for persons: as they were chosen.

        `looked_at`: he has only turned to this game. The table stands whether this can be stored or not.
        """
        person = context.person
        try:
            wished = options.alone().wished
            if options.computers:
                before = await self.last_options(person, options.game)
                wished = wished.of_persons(rated=before.rated)
                if context.place.private:  # there the seats are those of the computers
                    wished = replace(wished, seats=before.seats)
            for game in (_ANY_GAME,) if looked_at else (options.game, _ANY_GAME):
                await self._store.write(stored_persons.remember_options, person.id, game, wished.dump())
        except StoreFailed as error:
            log.warning("options.not_remembered", why=str(error))

    async def close(self, session: Session, context: Context) -> Answer:
        """Close the lobby by its opener's button."""
        if context.person.id != session.row.opener:
            return refused(context.say, context.say("Only the opener can close this table."))
        await self._closing.close_lobby(session, idle=False, press=context.press_id)
        return short(context.say, context.say("The table is closed."))

    def _not_to_change(self, session: Session, context: Context) -> Answer | None:
        say = context.say
        if session.row.awaiting:
            return refused(say, words_awaited(say))
        if context.person.id != session.row.opener:
            return refused(say, say("Only the opener changes the options."))
        if len(persons(session.row.seats)) > 1:
            return refused(say, say("Options can be changed only while nobody else sits here."))
        return None

    def touched(self, session: Session, *, joins: bool = False) -> TableRow:
        """The row of a lobby in which something was pressed; `joins`: somebody but its opener sits down."""
        now = self._clock.now()
        left = places.OPEN_TIME if joins else places.stays_open(session, self._clock.monotonic())
        return replace(session.row, touched_at=now, deadline=now + left)


def bad_option(say: Texts, error: BadOption, least_seconds: int) -> str:
    """What is wrong with a word of /newtable, and how it may look."""
    example = say("For example: {example}", example="/newtable ochko seats=3 timeout=60 deals=5 unrated")
    word = clean_name(error.word, 30) or "?"
    match error.option:
        case "twice":
            return contradiction_text(say, clean_name(error.allowed, 30) or "?", word)
        case "own":
            game = game_name(say, error.allowed)
            return say("“{word}” is an option of another game: {game}.", word=word, game=game)
        case "skill":
            return say("“{word}” says how computers play, and none sits here: add computers=1.", word=word)
        case "seats":
            why = say("“{word}” does not fit: seats are {seats}.", word=word, seats=error.allowed)
        case "timeout":
            why = say(
                "“{word}” does not fit: the time per move is {least} to 600 seconds.",
                word=word,
                least=least_seconds,
            )
        case "size":
            why = say("“{word}” does not fit: sizes are {sizes}.", word=word, sizes=error.allowed)
        case "deals":
            why = say("“{word}” does not fit: deals are 1, 5, 10, 20 or all.", word=word)
        case "computers":
            why = say("“{word}” does not fit: computers are {computers}.", word=word, computers=error.allowed)
        case "rated":
            return say("With a computer at it a table is unrated: take the computers off first.")
        case "level":
            why = say("“{word}” does not fit: the level is everyone, sandbox or advanced.", word=word)
        case _:
            why = say("“{word}” is not an option of a table.", word=word)
    return f"{why} {example}"
