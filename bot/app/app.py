"""The application: every request of every platform comes in here and gets its one answer."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

import structlog

from bot.app.commands import typed_answer
from bot.app.parts import Parts
from bot.app.routes import COMMANDS, KEYS, Pressed, no_longer
from bot.app.wording import Catalogues
from bot.model.context import Context
from bot.model.errors import PressRepeated, StoreFailed, TableReread
from bot.model.outgoing import NO_TABLE, Outgoing, Slot, Urgency
from bot.model.rows import Person
from bot.ports.channel import Channel
from bot.ports.clock import Clock
from bot.ports.keys import Key, KeyVerb
from bot.ports.names import clean_name
from bot.ports.requests import Account, Command, Mark, Place, Press, Request, Typed, mark_of
from bot.ports.screens import Answer, Loudness, Post, Screen
from bot.ports.texts import Texts, texts
from bot.screens.caption import LOBBY_PHASE
from bot.screens.lines import fitted, in_words, refused, short
from bot.screens.pages import welcome_screen
from bot.store import standings
from bot.store.store import Store
from bot.tables.fold import Unfoldable
from bot.tables.session import Session
from bot.tables.work import answered, tapped_again

log = structlog.get_logger(__name__)

#: Press ids are kept this long.
_PRESS_DAYS = 7

#: The longest press id of any platform, in characters.
_PRESS_ID = 128

#: Answers kept for requests that are delivered twice.
_ANSWERS_KEPT = 2000

#: A verb that no version knows.
_OTHER = Pressed()

Work = Callable[[Context], Awaitable[Answer]]


class TwentyOne(Catalogues):
    """Implements `bot.ports.Application`."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        language: str = "en",
        least_seconds: int = 15,
        calls_per_minute: int | None = None,
    ) -> None:
        """`language`: of a chat about which nothing is known; `least_seconds`: the shortest time per move."""
        self._calls_per_minute = calls_per_minute
        self._answers: OrderedDict[Mark, Answer] = OrderedDict()
        self._in_work: dict[Mark, asyncio.Event] = {}
        self.parts = parts = Parts.around(store, clock, language=language, least_seconds=least_seconds)
        self.store, self.clock, self.outbox = store, clock, parts.outbox
        self.persons, self.tables, self.upkeep = parts.persons, parts.tables, parts.upkeep
        self.work, self.deadlines, self.times = parts.work, parts.deadlines, parts.times
        self.unfolding, self._taps, self._addresses = parts.unfolding, parts.taps, parts.addresses
        self._relocation = parts.relocation

    # life

    def connect(self, channel: Channel) -> None:
        """Take an adapter's channel."""
        self.outbox.connect(channel, calls_per_minute=self._calls_per_minute)

    async def start(self) -> None:
        """Know the open tables again; deadlines run from here on."""
        now = self.clock.now()
        await self.store.drop_old_presses(now - timedelta(days=_PRESS_DAYS))
        await self.store.write(standings.drop_old, now)
        await self.upkeep.days.begin()
        await self.upkeep.restore()
        self.deadlines.start()

    async def catch_up(self) -> None:
        """Send what chats have missed; call it when the channels are connected."""
        await self.upkeep.catch_up()
        await self.parts.evenings.restore()

    async def stop(self, grace: float = 2.0) -> None:
        """No new moves; commits are finished, what can be sent within `grace` seconds is sent."""
        await self.parts.exhibition.close()
        await self.upkeep.close()
        await self.outbox.close(grace)

    # requests

    async def command(self, command: Command) -> Answer:
        """Carry out a command."""
        return await self._answered(command, lambda context: self._command(context, command))

    async def _command(self, context: Context, command: Command) -> Answer:
        route = COMMANDS.get(command.name)
        if route is None:
            name = clean_name(command.name, 20) or "?"
            return refused(
                context.say, context.say("There is no command /{name}. /help lists them.", name=name)
            )
        return await route.handler(self.parts, context, command)

    async def press(self, press: Press) -> Answer:
        """Carry out a pressed button."""
        self._note_board(press)
        return await self._answered(press, lambda context: self._press(context, press.key))

    async def _press(self, context: Context, text: str) -> Answer:
        """Carry out the key that a button sent, whatever it is."""
        say, key, parts = context.say, Key.parse(text), self.parts
        route = None if key is None else KEYS.get(key.verb, _OTHER)
        if key is None or route is None:
            return refused(say, say("This button no longer works. Open tables: /tables"))
        if key.code is None:
            return await (route.page or no_longer)(parts, context, key)
        if route.past is not None:
            return await route.past(parts, context, key)
        session = await parts.tables.find(key.code)
        waits = key.phase == LOBBY_PHASE
        # An admin of one chat is none of another, and who sits down must see the table.
        if session is None or (
            session.place.chat != context.place.chat and not (route.anywhere and not waits)
        ):
            return refused(say, say("There is no such table here. Open tables: /tables"))
        if route.beside is not None:
            return await route.beside(parts, session, context, key)
        # A press that comes after the deadline finds the table as the deadline leaves it, whoever is first.
        async with parts.play.current(session, context) as table:
            person = context.person.id
            if (same := tapped_again(table.accepted.get(person), context, text)) is not None:
                return same
            table.pressed[person] = context.read_at
            work = (
                self._waiting(table, context, key, route)
                if waits
                else route.table(parts, table, context, key)
                if route.table is not None
                else parts.moves.press(table, context, key)
            )
            answer = await answered(parts.store, context, work)
            if answer.accepted:
                table.shares.setdefault(person, context.share)
            if answer.accepted and not route.question:
                table.accepted[person] = parts.taps.accepted(context, text, answer)
            return answer

    async def _waiting(self, session: Session, context: Context, key: Key, route: Pressed) -> Answer:
        """A key of a table that waits for players, whatever the table does now."""
        say, parts = context.say, self.parts
        if route.table is not None and route.waiting is None:
            return await route.table(parts, session, context, key)
        if session.waiting:
            if route.waiting is None:
                return refused(say, say("This is not possible now."))
            return await route.waiting(parts, session, context, key)
        if session.playing and session.options.open_ended and key.verb == KeyVerb.SIT:
            return await parts.joining.sit(session, context)
        if session.playing and key.verb == KeyVerb.WORD:
            return await parts.announcing.press(session, context)
        if session.playing:
            return refused(say, say("This game has begun: its board is further down."))
        return refused(say, say("This table is closed. To open another one: /newtable"))

    async def typed(self, typed: Typed) -> Answer | None:
        """Take plain text: the answer to an open question, or nothing."""
        await self._relocation.over(typed.place)
        asking, place = (self.parts.announcing, self.parts.moves), self._addresses.of(typed.place)
        if not any(part.asks(typed.account, place) for part in asking):
            return None
        return await self._answered(typed, lambda context: typed_answer(self.parts, context, typed.text))

    async def _answered(self, request: Request, work: Work) -> Answer:
        """One answer for every request, whatever happens inside."""
        mark = request.mark
        read_at = self.times.arrivals.read(mark, request.place)
        self.tables.heard[(*self._addresses.of(request.place).chat, request.place.thread)] = read_at
        return await self.work.guarded(self._arrived(request, mark, work))

    async def _arrived(self, request: Request, mark: Mark, work: Work) -> Answer:
        """Take a request by the id that its chat has now; the number of its message says nothing of another chat's."""
        try:
            if request.place.chat in self._relocation.under_way:
                await self._relocation.over(request.place)
            if self._addresses.earlier(request.place):
                request = replace(request, place=self._addresses.of(request.place), message=None)
            self._note_message(request)
            return await self._once(request, mark, work)
        finally:
            self.times.arrivals.done(mark)

    async def _once(self, request: Request, mark: Mark, work: Work) -> Answer:
        """Carry a request out once, however often it is delivered; one that failed may be tried again."""
        while (earlier := self._in_work.get(mark)) is not None:
            await earlier.wait()
        if (known := self._answers.get(mark)) is not None:
            return known
        done = self._in_work[mark] = asyncio.Event()
        # The task of this request is its own: every line that it causes says where it comes from.
        structlog.contextvars.bind_contextvars(chat=request.place.chat_id, user=request.account.user_id)
        try:
            answer, final = await self._safely(request, mark, work)
        finally:
            del self._in_work[mark]
            done.set()
        if final:
            self._answers[mark] = answer
            if len(self._answers) > _ANSWERS_KEPT:
                self._answers.popitem(last=False)
        return answer

    def _note_board(self, press: Press) -> None:
        """A button of a board was pressed: that message has arrived, if anybody doubted it."""
        key = Key.parse(press.key)
        if key is not None and key.code is not None and key.deal and press.message is not None:
            slot = Slot(key.code, f"deal:{key.deal}")
            self.outbox.seen(slot, press.place, press.message)

    def _note_message(self, request: Request) -> None:
        if request.message is not None:
            known = self.tables.newest.get(request.place.chat, 0)
            self.tables.newest[request.place.chat] = max(known, request.message)

    async def _safely(self, request: Request, mark: Mark, work: Work) -> tuple[Answer, bool]:
        """The answer, and whether it stands: the same request delivered again gets it too."""
        say = texts("en")
        try:
            if self.upkeep.closing and self.store.lost is None:
                say = texts(await self.persons.chat_language(request.place))
                text = say(
                    "The program is being restarted: the table stays as it is, press again in a minute."
                )
                return refused(say, text), False
            person = await self.persons.of(request.account)
            structlog.contextvars.bind_contextvars(person=person.id)
            language = await self.persons.language(person, request.place)
            say = texts(language)
            await self.persons.chat(request.place, language)
            if not (0 < len(request.press_id) <= _PRESS_ID and request.press_id.isprintable()):
                return refused(say, say("This request could not be read.")), False
            read_at = self.times.arrivals.read(mark, request.place)
            context = Context(request, person, say, read_at)
            return _shown(say, await answered(self.store, context, work(context)), person), True
        except PressRepeated:
            text = say("This press has been counted already; the board shows what came of it.")
            return short(say, text), True
        except Unfoldable:
            text = say(
                "The program has changed and can no longer play this game on: it is stopped, nothing more is counted."
            )
            return refused(say, text), True
        except TableReread:
            return refused(say, say("The game has moved on: its board is shown anew.")), True
        except StoreFailed as error:
            log.warning("request.not_stored", press=request.press_id, why=str(error))
            self.times.not_saved(None, error)
            text = say("It could not be saved, so nothing was changed. Please try once more in a moment.")
        except Exception:
            log.exception("request.failed", kind=type(request).__name__)
            text = say("Something went wrong here, and nothing was changed. Please try once more.")
        return refused(say, text), False

    # what adapters ask

    async def panel(self, account: Account, place: Place) -> Screen | None:
        """The private panel of a person: the own cards and, on his turn, the move buttons."""
        return await self.work.guarded(self._panel(account, self._addresses.of(place)))

    async def _panel(self, account: Account, place: Place) -> Screen | None:
        try:
            person = await self.persons.of(account)
            session = self.tables.of_person(person.id)
            if session is None or not session.playing or session.place.chat != place.chat:
                return None
            async with session.lock:
                await self.unfolding.unfold(session)
                seat = session.seat_of(person.id)
                if session.sitting(person.id) is None or seat is None:
                    return None
                if session.state is None or not session.playing:
                    return None
                say = await self.persons.say(person, place)
                screens = session.screens
                panel = screens.panel(say, session.view(seat), session.seating())
                return in_words(say, panel) if person.words else panel
        except (StoreFailed, Unfoldable) as error:
            log.warning("panel.not_shown", why=str(error))
            return None

    async def to_move(self, place: Place) -> Sequence[int]:
        """The platform's user ids of those whose move it is in this chat, the longest waiting first."""
        found = [
            (session.begun, session.row.seats[seat].account.user_id)
            for session in self.tables.in_chat(self._addresses.of(place))
            if (seat := session.awaited) is not None
        ]
        return [user for _, user in sorted(found)]

    async def sitting(self, place: Place) -> Mapping[int, str]:
        """Who sits at which open table of this chat."""
        return {
            seat.account.user_id: session.code
            for session in self.tables.in_chat(self._addresses.of(place))
            for seat in (*session.row.seats, *session.row.coming)
            if seat.open
        }

    async def open_tables(self, place: Place) -> Screen | None:
        """The lobbies and running games of a chat with the way to each; None while there are none."""
        place = self._addresses.of(place)
        return await self.parts.pages.open_tables(place) if self.tables.in_chat(place) else None

    async def welcome(self, place: Place, account: Account | None = None, *, alone: bool = False) -> Screen:
        """What a chat is greeted with; in the adder's language if one is named."""
        place = self._addresses.of(place)
        if account is None:
            say = await self.persons.chat_say(place)
        else:
            say = await self.persons.say(await self.persons.of(account), place)
        return welcome_screen(say, private=place.private, alone=alone)

    async def greet(self, place: Place, account: Account | None = None, *, alone: bool = False) -> None:
        """Greet a chat, in the adder's language if one is named."""
        await self.parts.pages.greet(self._addresses.of(place), account, alone=alone)

    def post(self, place: Place, name: str, *posts: Post, asker: int | None = None) -> None:
        """Send messages of an adapter's own, within the chat's pace and behind its boards."""
        outbox = self.outbox
        wish = None if asker is None else outbox.wish(asker)
        for number, post in enumerate(posts):
            slot = Slot(NO_TABLE, f"{name}:{number}" if number else name)
            outbox.put(Outgoing(slot, place, post, 0, Urgency.ANSWER, once=True, wish=wish))

    def read(self, account: Account, place: Place, press_id: str) -> None:
        """A request has been read and is on its way here."""
        self.times.arrivals.read(mark_of(account, press_id), place)

    def handled(self, account: Account, press_id: str) -> None:
        """A request that was read is on its way no longer."""
        self.times.arrivals.done(mark_of(account, press_id))

    def sent(self, account: Account, press_id: str) -> None:
        """The answer to a press has gone out."""
        self._taps.sent(mark_of(account, press_id))

    def line_alive(self, platform: str) -> None:
        """The line that brings a platform's presses stands."""
        self.times.line_alive(platform)

    def line_failed(self, platform: str) -> None:
        """The line that brings a platform's presses is down."""
        self.times.lines.failed(platform)

    def left(self, place: Place) -> None:
        """The bot is no longer in that chat: nobody there is bound to a table any more."""
        self.upkeep.leave_chat(place)

    def moved(self, place: Place, chat_id: int) -> None:
        """The chat has another id: tables, settings and standings move along."""
        self._relocation.move(place, chat_id)

    async def language(self, place: Place, account: Account | None = None) -> str:
        """The language of that person here, or of the chat."""
        place = self._addresses.of(place)
        if account is None:
            return await self.persons.chat_language(place)
        return await self.persons.language(await self.persons.of(account), place)


def _shown(say: Texts, answer: Answer, person: Person) -> Answer:
    """An answer as its person wants it, within what every platform shows."""
    screen = in_words(say, answer.screen) if person.words else answer.screen
    if answer.loudness in {Loudness.TOAST, Loudness.ALERT}:
        screen = fitted(screen)
    return replace(answer, screen=screen)
