"""How lobbies come to be: /newtable, «Again», «Open again» (rules 2.1, 2.2)."""

import asyncio
import secrets
from dataclasses import dataclass, field, replace

from bot.model.context import Context
from bot.model.errors import NotEnough, SeatTaken
from bot.model.options import BadOption, Options, game_named, in_private, options_alone, parse_options
from bot.model.rows import ResultRow, SeatRow, Status, TableRow, persons
from bot.ports.clock import Clock
from bot.ports.keys import KeyVerb
from bot.ports.screens import Answer, Button, Weight
from bot.ports.texts import Texts
from bot.screens.answers import first_seat, note, poor, share_text
from bot.screens.caption import lobby_key
from bot.screens.computers import alone_rows
from bot.screens.lines import refused, short
from bot.store import results as stored_results
from bot.store import tables as stored_tables
from bot.store.store import Store
from bot.tables import chain, words
from bot.tables.boards import Boards
from bot.tables.concessions import told
from bot.tables.doors import Doors
from bot.tables.lobby import Lobby, bad_option
from bot.tables.places import OPEN_TIME
from bot.tables.registry import Tables
from bot.tables.rewards import Rewards
from bot.tables.saving import Saving
from bot.tables.session import Session
from engine.fairness import SECRET_BYTES
from engine.players import Level as Skill

#: A row of games by «Again» goes on until so many seconds nobody has begun another one.
SERIES_SILENCE = 1800.0

#: What «Again» says where the options are to be changed before the start.
_CHANGED = "options"


@dataclass(eq=False)
class Opening:
    """Opens lobbies, one at a time: who opens in the same instant is pointed to the table of the first."""

    _store: Store
    _clock: Clock
    _tables: Tables
    _rewards: Rewards
    _doors: Doors
    _boards: Boards
    _saving: Saving
    _lobby: Lobby
    _least_seconds: int  # the shortest time per move that /newtable takes
    _gate: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def newtable(self, context: Context, arguments: str) -> Answer:
        """Open a lobby with the person seated, or say where one waits."""
        options = await self._lobby.last_options(context.person, game_named(arguments))
        try:
            if context.place.private:  # nobody else is there: computers are
                options = in_private(options, "")
                options = parse_options(arguments, options, least_seconds=self._least_seconds)
                options = in_private(options, arguments)
            else:
                options = parse_options(arguments, options, least_seconds=self._least_seconds)
        except BadOption as error:
            if context.place.private and error.option == "rated":
                return _for_groups(context.say)
            return note(context.say, bad_option(context.say, error, self._least_seconds), accepted=False)
        return await self.open(context, options)

    async def alone(self, context: Context, game: str) -> Answer:
        """Seat the person with a computer and deal at once."""
        async with self._gate:
            return await self._open(context, options_alone(game), beside=True, start=True)

    async def open(self, context: Context, options: Options, *, beside: bool = False) -> Answer:
        """Open a lobby with these options unless something stands against it; `beside` another one that waits."""
        async with self._gate:
            return await self._open(context, options, beside=beside)

    async def reopen(self, session: Session, context: Context) -> Answer:
        """Open a lobby that was closed once more."""
        if session.waiting or session.playing:
            return refused(context.say, context.say("This is not possible now."))
        async with self._gate:
            return await self._open(
                _at(session, context), _anew(session.options, context).alone(), like=session.options
            )

    async def again(self, session: Session, context: Context, how: str | None = None) -> Answer:
        """Open the same lobby once more with this person seated, or sit down in the one that a former player opened.

        `how` is another way for its computers to play, or `options`: to be changed before it starts.
        """
        if session.waiting or session.playing:
            return refused(context.say, context.say("This is not possible now."))
        while True:
            async with self._gate:
                follower = self._follower(session)
                if follower is None:
                    former = {seat.person for seat in persons(session.row.seats)}
                    if context.person.id not in former and session.options.seats <= len(former):
                        text = context.say(
                            "All seats are kept for those who played here. Another table: /newtable"
                        )
                        return refused(context.say, text)
                    options = await self._next_options(session, context)
                    if options.computers and how in set(Skill):
                        options = replace(options, skill=Skill(how))
                    alone = [seat.person for seat in persons(session.row.seats)] == [context.person.id]
                    start = bool(options.computers) and alone and how != _CHANGED
                    context = _at(session, context)
                    menu = how == _CHANGED
                    return await self._open(
                        context, options, before=session, like=session.options, start=start, menu=menu
                    )
            async with follower.lock:
                if follower.waiting:
                    return await self._lobby.sit(follower, context)

    async def _next_options(self, session: Session, context: Context) -> Options:
        """The same game once more: with the score of the evening, unrated while no more rated games count (rules 5.5)."""
        options, ended = _anew(session.options, context), session.ended
        series: tuple[tuple[int, int], ...] = ()
        lately = ended is not None and self._clock.monotonic() - ended <= SERIES_SILENCE
        if session.row.status is Status.FINISHED and lately and not options.open_ended:
            series = series_after(options, await self._store.read(stored_results.of_table, session.code))
        persons = [seat.person for seat in session.row.seats]
        if options.rated and not options.open_ended and await self._rewards.spent(persons):
            options = options.conceded("pair")
        return replace(options, after=session.code, series=series)

    def _follower(self, session: Session) -> Session | None:
        here = self._tables.in_place(session.place)
        return next((s for s in here if s.waiting and s.options.after == session.code), None)

    async def _open(
        self,
        context: Context,
        options: Options,
        *,
        before: Session | None = None,
        like: Options | None = None,
        beside: bool = False,
        start: bool = False,
        menu: bool = False,
    ) -> Answer:
        if (why := await self._against(context, options, before=before, beside=beside)) is not None:
            return why
        say, person, place, now = context.say, context.person, context.place, self._clock.now()
        code = await self._tables.fresh_code()
        link, secret = chain.opened(code, secrets.token_bytes(SECRET_BYTES))
        chips = options.chips(person.appearance)
        row = TableRow(
            code=code,
            tag=self._tables.fresh_tag(place),
            place=place,
            game=options.game,
            options=options.dump(),
            status=Status.LOBBY,
            opener=person.id,
            secret=secret,
            created_at=now,
            touched_at=now,
            deadline=now + OPEN_TIME,
            seats=(SeatRow(person.id, person.account, chips), *await self._lobby.computers(options, chips)),
            joins=((person.id, context.share),),
            stake=options.buy_in,
            link=link,
        )
        if await self._lobby.wordy(options, person.id):
            row = words.with_announced(row, person.id)
        session = Session(row)
        lacking: NotEnough | None = None
        first = not await self._store.read(stored_tables.has_sat, person.id)
        async with session.lock:
            try:
                if start:
                    answer = await self._lobby.deal(session, row, context)
                    self._doors.opened(person.id, before)
                    return first_seat(say, answer, options.game) if first else answer
                try:
                    await self._saving.commit(session, row, press=context.press_id)
                except NotEnough as error:
                    if like is None or like.unrated_since is None:
                        return poor(say, options, error)
                    lacking, options = error, options.conceded("stake")
                    row = replace(row, options=options.dump(), stake=0)
                    await self._saving.commit(session, row, press=context.press_id)
            except SeatTaken:
                return refused(say, say("You sit at another table."))
            self._doors.opened(person.id, before)
            session.menu = menu
            await self._boards.show(session)
        if not beside:  # else it was the one unrated table that was offered
            await self._lobby.remember(context, options)
        opened = say("Table {tag} is open. Your seat: 1.", tag=row.tag)
        gave_way = [] if place.private else told(say, like, options, lacking)
        if first:  # the first lesson leaves no room for more
            answer = short(say, opened, share_text(say, row, person.id), *gave_way, on_board=not gave_way)
            return first_seat(say, answer, options.game)
        # The board does not say what gave way.
        return short(say, opened, *gave_way, share_text(say, row, person.id), on_board=not gave_way)

    async def _against(
        self, context: Context, options: Options, *, before: Session | None, beside: bool
    ) -> Answer | None:
        """What stands against a new table, None if nothing does."""
        say, place = context.say, context.place
        if place.private and not options.computers:
            return _for_groups(say)
        waiting = next((s for s in self._tables.in_place(place) if s.waiting), None)
        if waiting is not None and not beside and self._tables.of_person(context.person.id) is None:
            await self._boards.show(waiting, anew=True)
            return self._point_to(say, waiting)
        return self._doors.against_opening(context, options, before)

    def _point_to(self, say: Texts, waiting: Session) -> Answer:
        sit = Button(say("Sit down"), lobby_key(waiting.code, KeyVerb.SIT), Weight.PRIMARY)
        text = say("Table {tag} is already waiting for players: sit down there.", tag=waiting.row.tag)
        return note(say, text, rows=((sit,),), accepted=False)


def _for_groups(say: Texts) -> Answer:
    """That several persons play in groups, and what one of them can do alone."""
    text = say("Tables are for groups: add the bot to a group chat and open one there.")
    return note(say, text, rows=alone_rows(say), accepted=False)


def _anew(options: Options, context: Context) -> Options:
    """The options of another table like one before it: what gave way there comes back, unless the reason is still there."""
    wished = options.wished
    if options.everyone_since is not None:
        wished = wished.fitting(context.person.appearance)
    return wished.conceded("computers") if options.computers else wished


def _at(session: Session, context: Context) -> Context:
    """The request as if asked where that table is."""
    return replace(context, request=replace(context.request, place=session.place))


def series_after(options: Options, results: list[ResultRow]) -> tuple[tuple[int, int], ...]:
    """The score of a row of games with one more of them counted: (person, games won), in the order they first sat down."""
    won = dict(options.series)
    for result in results:
        won[result.person] = won.get(result.person, 0) + int(result.won)
    return tuple(won.items())
