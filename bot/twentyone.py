"""The application: every request of every platform comes in here and gets its one answer."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import timedelta

import structlog

from bot.answers import refused, short
from bot.asked import Asked
from bot.boards import Boards
from bot.chatter import Chatter
from bot.clock import Clock
from bot.fold import Unfoldable
from bot.i18n import LANGUAGES, texts
from bot.keys import Key
from bot.leaving import Leaving
from bot.lobby import Lobby
from bot.moves import Moves
from bot.options import Options
from bot.persons import Persons
from bot.play import Play
from bot.ports import Channel
from bot.requests import Account, Command, Place, Press, Request, Typed
from bot.screen import Answer, CommandInfo, Screen
from bot.screens.application import APPLICATION_PHASE
from bot.screens.ochko import panel_screen
from bot.screens.pages import command_list, welcome_screen
from bot.session import DOUBLE_TAP, Accepted, Session
from bot.store.errors import PressRepeated, StoreFailed
from bot.store.store import Store
from bot.tables import Tables

log = structlog.get_logger(__name__)

#: Press ids are kept this long (design, 3.5).
_PRESS_DAYS = 7

#: The longest press id of any platform, in characters.
_PRESS_ID = 128


class TwentyOne:
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
        self.persons = Persons(store, language)
        self.tables = Tables(store, clock, self.persons)
        self._calls_per_minute = calls_per_minute
        self._boards = Boards(self.tables)
        self._play = Play(self.tables, self._boards)
        self._lobby = Lobby(self.tables, self._boards, self._play, least_seconds=least_seconds)
        self._leaving = Leaving(self.tables, self._boards, self._lobby, self._play)
        self._moves = Moves(self.tables, self._play)
        self._chatter = Chatter(self.tables, self.persons)
        self.tables.expire = self._play.expire
        self.tables.next_look = self._play.next_look
        self.tables.show = self._boards.show
        self.tables.broken = self._play.void

    # life

    def connect(self, channel: Channel) -> None:
        """Take an adapter's channel."""
        self.tables.outbox.connect(channel, calls_per_minute=self._calls_per_minute)

    async def start(self) -> None:
        """Know the open tables again; deadlines run from here on."""
        now = self.tables.clock.now()
        await self.tables.store.drop_old_presses(now - timedelta(days=_PRESS_DAYS))
        await self.tables.restore()
        self.tables.deadlines.start()

    async def catch_up(self) -> None:
        """Send what chats have missed; call it when the channels are connected."""
        await self.tables.catch_up()

    async def stop(self, grace: float = 2.0) -> None:
        """No new moves; commits are finished, what can be sent within `grace` seconds is sent."""
        await self.tables.close()
        await self.tables.outbox.close(grace)

    # requests

    async def command(self, command: Command) -> Answer:
        """Carry out a command."""
        return await self._answered(command, lambda asked: self._command(asked, command))

    async def press(self, press: Press) -> Answer:
        """Carry out a pressed button."""
        return await self._answered(press, lambda asked: self._press(asked, press))

    async def typed(self, typed: Typed) -> Answer | None:
        """Take plain text: the answer to an open question, or nothing."""
        person = await self.persons.of(typed.account)
        if (person.id, typed.place.chat) not in self._moves.questions:
            return None
        return await self._answered(typed, lambda asked: self._typed(asked, typed.text))

    async def _answered(self, request: Request, work: Callable[[Asked], Awaitable[Answer]]) -> Answer:
        """One answer for every request, whatever happens inside."""
        self._note_message(request)
        return await self.tables.guarded(self._safely(request, work))

    def _note_message(self, request: Request) -> None:
        if request.message is not None:
            known = self.tables.newest.get(request.place.chat, 0)
            self.tables.newest[request.place.chat] = max(known, request.message)

    async def _safely(self, request: Request, work: Callable[[Asked], Awaitable[Answer]]) -> Answer:
        say = texts("en")
        try:
            if self.tables.closing:
                say = texts(await self.persons.chat_language(request.place))
                return refused(
                    say,
                    say("The program is being restarted: the table stays as it is, press again in a minute."),
                )
            person = await self.persons.of(request.account)
            language = await self.persons.language(person, request.place)
            say = texts(language)
            await self.persons.chat(request.place, language)
            if not (0 < len(request.press_id) <= _PRESS_ID and request.press_id.isprintable()):
                return refused(say, say("This request could not be read."))
            if (known := self.tables.answers.get(request.press_id)) is not None:
                return known
            answer = await work(Asked(request, person, say))
            self.tables.remember(request.press_id, answer)
        except PressRepeated:
            return short(say, say("This press has been counted already; the board shows what came of it."))
        except Unfoldable:
            return refused(
                say,
                say(
                    "The program has changed and can no longer play this game on: it is stopped, nothing is counted."
                ),
            )
        except StoreFailed as error:
            log.warning("request.not_stored", why=str(error))
            return refused(
                say, say("It could not be saved, so nothing was changed. Please try once more in a moment.")
            )
        except Exception:
            log.exception("request.failed", kind=type(request).__name__)
            return refused(
                say, say("Something went wrong here, and nothing was changed. Please try once more.")
            )
        return answer

    # presses

    async def _press(self, asked: Asked, press: Press) -> Answer:
        say, key = asked.say, Key.parse(press.key)
        if key is None:
            return refused(say, say("This button is not known here any more. /tables lists what is open."))
        if key.code is None:
            return await self._page(asked, key)
        session = await self.tables.find(key.code)
        if session is None:
            return refused(say, say("This table is not known here. /tables lists what is open."))
        if key.verb == "again":
            return await self._lobby.again(session, asked)
        if key.verb == "reopen":
            return await self._lobby.open(asked, replace(session.options, after=None))
        async with session.lock:
            if (known := self.tables.answers.get(press.press_id)) is not None:
                return known
            now, person = self.tables.clock.now(), asked.person.id
            before = session.accepted.get(person)
            if before is not None and before.key == press.key and now - before.at < DOUBLE_TAP:
                return before.answer
            await self.tables.unfold(session)
            # A press that comes after the deadline finds the table as the deadline leaves it, whoever is first.
            await self._play.expire(session)
            session.pressed[person] = now
            answer = await self._at_table(session, asked, key)
            if answer.accepted:
                session.accepted[person] = Accepted(press.key, now, answer)
            self.tables.remember(press.press_id, answer)
            return answer

    async def _at_table(self, session: Session, asked: Asked, key: Key) -> Answer:
        match key.verb:
            case "cards":
                return self._moves.cards(session, asked)
            case "show":
                return await self._show(session, asked)
            case "leave" if key.phase != APPLICATION_PHASE:
                return await self._leaving.leave(session, asked, confirmed=True)
            case "stop":
                return await self._leaving.stop(session, asked)
            case "agree":
                return await self._leaving.agree(session, asked)
            case "playon":
                return await self._leaving.play_on(session, asked)
            case _ if key.phase == APPLICATION_PHASE:
                return await self._at_application(session, asked, key)
            case _:
                return await self._moves.press(session, asked, key)

    async def _at_application(self, session: Session, asked: Asked, key: Key) -> Answer:
        say = asked.say
        if not session.waiting:
            if session.playing:
                return refused(say, say("This game has begun: its board is further down."))
            return refused(say, say("This table is closed. /newtable opens another one."))
        match key.verb:
            case "sit":
                return await self._lobby.sit(session, asked)
            case "leave":
                return await self._lobby.leave(session, asked)
            case "start":
                return await self._lobby.start(session, asked)
            case "menu" | "done":
                return await self._lobby.menu(session, asked, shown=key.verb == "menu")
            case "set":
                return await self._lobby.choose(session, asked, key.argument)
            case "close":
                return await self._lobby.close(session, asked)
            case _:
                return refused(say, say("This is not possible now."))

    async def _page(self, asked: Asked, key: Key) -> Answer:
        say = asked.say
        match key.verb:
            case "rules":
                return self._chatter.rules(asked)
            case "language" if key.argument is None:
                return self._chatter.languages(asked)
            case "language" if key.argument in LANGUAGES:
                return await self._chatter.choose_language(asked, key.argument)
            case "chatlanguage" if key.argument in LANGUAGES:
                return await self._chatter.choose_chat_language(asked, key.argument)
            case "open" if key.argument in {"2", "3", "4"}:
                options = Options(seats=int(key.argument), rated=True)
                return await self._lobby.open(asked, options)
            case _:
                return refused(
                    say, say("This button is not known here any more. /tables lists what is open.")
                )

    async def _show(self, session: Session, asked: Asked) -> Answer:
        say = asked.say
        if not (session.waiting or session.playing):
            return refused(say, say("This table is closed. /newtable opens another one."))
        await self._boards.show(session, anew=True)
        return short(say, say("The board is here again."))

    # commands

    async def _command(self, asked: Asked, command: Command) -> Answer:
        say, arguments = asked.say, command.arguments.strip()
        match command.name:
            case "newtable":
                return await self._lobby.newtable(asked, arguments)
            case "bet":
                return await self._bet(asked, arguments)
            case "tables":
                return await self._chatter.tables_list(asked)
            case "table":
                return await self._which(asked, arguments, "show", self._show)
            case "stop":
                return await self._which(asked, arguments, "stop", self._leaving.stop)
            case "leave":
                return await self._leave(asked)
            case "rules":
                return self._chatter.rules(asked)
            case "help" | "start":
                return self._chatter.help(asked)
            case "language":
                return await self._chatter.language_command(asked, arguments)
            case "cancel":
                dropped = self._moves.questions.pop((asked.person.id, asked.place.chat), None)
                return short(say, say("Dropped.") if dropped else say("Nothing was asked."))
            case _:
                return refused(
                    say, say("There is no command /{name}. /help lists them.", name=command.name[:20])
                )

    async def _bet(self, asked: Asked, typed: str) -> Answer:
        session = self.tables.of_person(asked.person.id)
        if session is None or not session.playing:
            return refused(asked.say, asked.say("You do not sit at a running game."))
        async with session.lock:
            await self.tables.unfold(session)
            await self._play.expire(session)
            session.pressed[asked.person.id] = self.tables.clock.now()
            return await self._moves.bet(session, asked, typed)

    async def _typed(self, asked: Asked, text: str) -> Answer:
        question = self._moves.questions.get((asked.person.id, asked.place.chat))
        answer = await self._bet(asked, text.strip())
        if question is not None and answer.accepted:
            self._moves.questions.pop((asked.person.id, asked.place.chat), None)
        still = (asked.person.id, asked.place.chat) in self._moves.questions
        return replace(answer, pending=still)

    async def _leave(self, asked: Asked) -> Answer:
        session = self.tables.of_person(asked.person.id)
        if session is None:
            return short(asked.say, asked.say("You sit at no table."))
        async with session.lock:
            await self.tables.unfold(session)
            await self._play.expire(session)
            return await self._leaving.leave(session, asked)

    async def _which(
        self, asked: Asked, word: str, verb: str, work: Callable[[Session, Asked], Awaitable[Answer]]
    ) -> Answer:
        """Carry something out at the one table that is meant; with two it is asked which."""
        say, here = asked.say, self.tables.in_place(asked.place) or self.tables.in_chat(asked.place)
        if word:
            here = [s for s in self.tables.in_chat(asked.place) if word.upper() in {s.row.tag, s.code}]
        if not here:
            return refused(say, say("No such table is open here. /tables lists them."))
        if len(here) > 1:
            return self._chatter.which(asked, here, verb)
        async with here[0].lock:
            await self.tables.unfold(here[0])
            await self._play.expire(here[0])
            return await work(here[0], asked)

    # what adapters ask

    async def panel(self, account: Account, place: Place) -> Screen | None:
        """The private panel of a person: the own cards and, on his turn, the move buttons."""
        person = await self.persons.of(account)
        session = self.tables.of_person(person.id)
        if session is None or not session.playing or session.place.chat != place.chat:
            return None
        seat = session.seat_of(person.id)
        async with session.lock:
            try:
                await self.tables.unfold(session)
            except Unfoldable:
                return None
            if seat is None or session.state is None or not session.playing:
                return None
            return panel_screen(
                await self.persons.say(person, place), session.state.view(seat), session.seating()
            )

    async def to_move(self, place: Place) -> Sequence[int]:
        """The platform's user ids of those whose move it is in this chat, the longest waiting first."""
        found = [
            (session.row.touched_at, session.row.seats[session.state.to_move].account.user_id)
            for session in self.tables.in_chat(place)
            if session.playing and session.state is not None and session.state.to_move is not None
        ]
        return [user for _, user in sorted(found)]

    async def welcome(self, place: Place, account: Account | None = None) -> Screen:
        """What a chat is greeted with; in the adder's language if one is named."""
        if account is not None:
            person = await self.persons.of(account)
            return welcome_screen(await self.persons.say(person, place))
        return welcome_screen(await self.persons.chat_say(place))

    def commands(self, language: str) -> Sequence[CommandInfo]:
        """The commands, for the platform's menu."""
        return command_list(texts(language))

    async def language(self, place: Place, account: Account | None = None) -> str:
        """The language of that person here, or of the chat."""
        if account is None:
            return await self.persons.chat_language(place)
        return await self.persons.language(await self.persons.of(account), place)

    def text(self, language: str, message: str) -> str:
        """A text of an adapter's own."""
        return texts(language)(message)
