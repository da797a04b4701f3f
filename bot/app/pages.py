"""What is said outside of games: rules, help, languages, the list of tables, which table is meant."""

from dataclasses import dataclass, field

from bot.model.context import Context
from bot.model.games import first_game
from bot.model.options import game_named
from bot.model.outgoing import NO_TABLE, Outgoing, Slot, Urgency
from bot.outbox.outbox import Outbox
from bot.ports.cards import card_in_words
from bot.ports.clock import Clock
from bot.ports.keys import Key, KeyVerb
from bot.ports.requests import Account, Place
from bot.ports.routes import Routes
from bot.ports.screens import Answer, Button, Loudness, Post, Screen, Weight
from bot.ports.texts import ENDONYMS, LANGUAGES, texts
from bot.screens.answers import note
from bot.screens.computers import alone_rows
from bot.screens.games import screens_of
from bot.screens.lines import refused, short
from bot.screens.pages import help_lines, language_rows, rules_rows, tables_screen, welcome_screen, which_rows
from bot.store import callers
from bot.store.store import Store
from bot.tables.boards import Boards
from bot.tables.languages import Persons
from bot.tables.registry import Tables
from bot.tables.session import Session

#: A list asked for again within this time edits the last one.
_LIST_AGE = 60.0


@dataclass(eq=False)
class Pages:
    """Answers that are no table's."""

    _store: Store
    _clock: Clock
    _outbox: Outbox
    _persons: Persons
    _tables: Tables
    _boards: Boards
    _listed: dict[Place, tuple[float, int]] = field(default_factory=dict)

    async def rules(self, context: Context, words: str = "") -> Answer:
        """The rules in short: of the game that is named, else of the table where the person sits."""
        session = self._tables.of_person(context.person.id)
        sits = first_game().name if session is None else session.row.game
        game = game_named(words) or sits
        return note(context.say, *screens_of(game).rules(context.say), rows=rules_rows(context.say, game))

    async def essentials(self, context: Context, game: str) -> Answer:
        """What one has to know to press the right button: an alert."""
        return short(context.say, screens_of(game).essentials(context.say), loudness=Loudness.ALERT)

    async def help(self, context: Context, routes: Routes) -> Answer:
        """How to play here, and all commands."""
        rows = alone_rows(context.say) if context.place.private else ()
        return note(context.say, *help_lines(context.say, routes.commands.values()), rows=rows)

    async def tables_list(self, context: Context) -> Answer:
        """Post the open tables of the chat for everybody."""
        place, now = context.place, self._clock.monotonic()
        screen = await self.open_tables(place)
        at, number = self._listed.get(place, (now - 2 * _LIST_AGE, 0))
        if now - at >= _LIST_AGE:
            number += 1
            self._listed[place] = (now, number)
        slot = Slot("-", f"tables:{place.thread or 0}:{number}")
        wish = self._outbox.wish(context.user)
        post = Post(screen)
        self._outbox.put(Outgoing(slot, place, post, 0, Urgency.ANSWER, wish=wish))
        n = len(self._tables.in_chat(place))
        text = context.say.plural("{n} table is open here.", "{n} tables are open here.", n)
        if not n:
            text = context.say("No table is open here.")
        return short(context.say, text, on_board=True)

    async def open_tables(self, place: Place) -> Screen:
        """The open tables of a chat: who sits at each, and the way there."""
        say = await self._persons.chat_say(place)
        tables = tuple(
            (
                session.seating(),
                session.waiting,
                session.rounds_before + session.state.deal if session.state is not None else 0,
            )
            for session in self._tables.in_chat(place)
        )
        return tables_screen(say, tables)

    async def greet(self, place: Place, account: Account | None = None, *, alone: bool = False) -> None:
        """Greet a chat, in the language of the account that added the program if one is named."""
        say = await self._persons.chat_say(place)
        if account is not None:
            say = await self._persons.say(await self._persons.of(account), place)
        slot = await self._greeting(place, alone=alone)
        post = Post(welcome_screen(say, private=place.private, alone=alone))
        self._outbox.put(Outgoing(slot, place, post, 0, Urgency.LIST, anew=True))

    async def _greet_anew(self, place: Place) -> None:
        """Put the greeting of a chat, if there is one, into the language that it speaks now."""
        say = await self._persons.chat_say(place)
        for alone in (False, True):
            slot = await self._greeting(place, alone=alone)
            await self._outbox.look_up(slot, place)
            if self._outbox.known(slot, place):
                post = Post(welcome_screen(say, private=place.private, alone=alone))
                self._outbox.put(Outgoing(slot, place, post, 0, Urgency.LIST))

    async def _greeting(self, place: Place, *, alone: bool) -> Slot:
        chat = await self._persons.chat(place)
        return Slot(NO_TABLE, f"greeting:{chat.id}:{place.thread or 0}{':alone' if alone else ''}")

    def which(self, context: Context, sessions: list[Session], verb: str) -> Answer:
        """Ask which of several tables is meant."""
        say = context.say
        seatings = tuple(session.seating() for session in sessions)
        return note(say, say("Which table?"), rows=which_rows(seatings, verb, say))

    async def notify(self, context: Context) -> Answer:
        """Turn being called at the opening of a table here on, or off again."""
        on = await self._store.write(callers.toggle, context.person.id, context.place)
        say = context.say
        if on:
            return short(say, say("You will be called when a table opens here. /notify turns it off."))
        return short(say, say("You will not be called here any more. /notify turns it on."))

    async def words(self, context: Context, word: str) -> Answer:
        """`/words on`, `/words off`: whether a person has cards in words; without a word how it is, and the way to change it."""
        say, on = context.say, context.person.words
        if word not in {"", "on", "off"}:
            return refused(say, say("Either /words on or /words off."))
        if word:
            await self._persons.choose_words(context.person, on=word == "on")
            on = word == "on"
        text = say("Cards in words: on. Here is one: {card}.", card=card_in_words(say, "Q♠"))
        if not on:
            text = say("Cards in words: off.")
        if word:
            return short(say, text)
        label = say("Turn it off") if on else say("Turn it on")
        button = Button(label, str(Key(KeyVerb.WORDS, argument="off" if on else "on")), Weight.PRIMARY)
        return note(say, text, rows=((button,),))

    # languages

    async def languages(self, context: Context) -> Answer:
        """The choice of languages."""
        say = context.say
        apart = context.admin and not context.request.everybody
        lines = [say("Your language:")] + ([say("Second row: this chat's language.")] if apart else [])
        return note(say, *lines, rows=language_rows(say, admin=apart))

    async def choose_language(self, context: Context, language: str) -> Answer:
        """A person's own language."""
        await self._persons.choose_language(context.person, language)
        if context.request.everybody:
            await self._choose_chat_language(context.place, language)
        say = texts(language)
        return short(say, say("Your language: {language}.", language=ENDONYMS[language]))

    async def choose_chat_language(self, context: Context, language: str) -> Answer:
        """The chat's language, by who may manage it."""
        if not context.admin:
            say = context.say
            return refused(
                say,
                context.without_right(
                    say("Only an admin of the chat sets its language. Yours: /language en")
                ),
            )
        await self._choose_chat_language(context.place, language)
        say = context.say
        return short(say, say("The language of this chat: {language}.", language=ENDONYMS[language]))

    async def _choose_chat_language(self, place: Place, language: str) -> None:
        """Keep a chat's choice; its greeting and the boards of its open tables follow."""
        await self._persons.choose_chat_language(place, language)
        await self._greet_anew(place)
        for session in self._tables.in_chat(place):
            async with session.lock:
                if session.folded:
                    await self._boards.show(session)

    async def language_command(self, context: Context, arguments: str) -> Answer:
        """`/language`, `/language hu`, `/language chat hu`."""
        match arguments.lower().split():
            case []:
                return await self.languages(context)
            case [language] if language in LANGUAGES:
                return await self.choose_language(context, language)
            case ["chat", language] if language in LANGUAGES:
                return await self.choose_chat_language(context, language)
            case _:
                say = context.say
                return refused(
                    say,
                    say("There are ru, hu and en. For you: /language en, for the chat: /language chat en"),
                )
