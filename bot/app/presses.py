"""Pressed buttons: each key finds its table and what it asks for there."""

from bot.app.parts import Parts
from bot.model.context import Asked
from bot.model.options import games_alone, read_offer
from bot.ports.keys import Key
from bot.ports.screens import Answer
from bot.ports.texts import LANGUAGES
from bot.screens.answers import refused, short
from bot.screens.seating import APPLICATION_PHASE
from bot.tables.session import Session
from bot.tables.taps import answered, tapped_again

#: Asking changes nothing, so that it is no press whose repetition could.
_QUESTIONS = frozenset({"cards", "help"})


class Presses:
    """Carries out what a key stands for."""

    def __init__(self, parts: Parts) -> None:
        """The parts that do it."""
        self._store = parts.store
        self._taps = parts.taps
        self._tables = parts.tables
        self._boards = parts.boards
        self._opening = parts.opening
        self._lobby = parts.lobby
        self._play = parts.play
        self._moves = parts.moves
        self._leaving = parts.leaving
        self._joining = parts.joining
        self._announcing = parts.announcing
        self._chatter = parts.chatter
        self._history = parts.history
        self._exhibition = parts.exhibition
        self._desk = parts.desk

    async def press(self, asked: Asked, text: str) -> Answer:
        """Carry out the key that a button sent, whatever it is."""
        say, key = asked.say, Key.parse(text)
        if key is None:
            return refused(say, say("This button no longer works. Open tables: /tables"))
        if key.code is None:
            return await self._page(asked, key)
        if (answer := await self._history.press(asked, key)) is not None:
            return answer
        session = await self._tables.find(key.code)
        if session is None:
            return refused(say, say("There is no such table here. Open tables: /tables"))
        if session.place.chat != asked.place.chat and not _from_anywhere(key):
            # An admin of one chat is none of another, and who sits down must see the table.
            return refused(say, say("There is no such table here. Open tables: /tables"))
        match key.verb:
            case "again":
                return await self._opening.again(session, asked, key.argument)
            case "reopen":
                return await self._opening.reopen(session, asked)
            case _:
                return await self._at_session(session, asked, key, text)

    async def _at_session(self, session: Session, asked: Asked, key: Key, text: str) -> Answer:
        # A press that comes after the deadline finds the table as the deadline leaves it, whoever is first.
        async with self._play.current(session, asked) as table:
            person = asked.person.id
            if (same := tapped_again(table.accepted.get(person), asked, text)) is not None:
                return same
            table.pressed[person] = asked.read_at
            answer = await answered(self._store, asked, self._at_table(table, asked, key))
            if answer.accepted:
                table.shares.setdefault(person, asked.share)
            if answer.accepted and key.verb not in _QUESTIONS:
                table.accepted[person] = self._taps.accepted(asked, text, answer)
            return answer

    async def _at_table(self, session: Session, asked: Asked, key: Key) -> Answer:
        match key.verb:
            case "cards":
                return self._moves.cards(session, asked)
            case "help":
                return self._chatter.essentials(asked, session.row.game)
            case "show":
                return await self.show(session, asked)
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
            if session.playing and session.options.open_ended and key.verb == "sit":
                return await self._joining.sit(session, asked)
            if session.playing and key.verb == "word":
                return await self._announcing.press(session, asked)
            if session.playing:
                return refused(say, say("This game has begun: its board is further down."))
            return refused(say, say("This table is closed. To open another one: /newtable"))
        match key.verb:
            case "sit":
                return await self._lobby.sit(session, asked)
            case "word":
                return await self._announcing.press(session, asked)
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
                return self._chatter.rules(asked, key.argument or "")
            case "watch":
                return await self._exhibition.press(asked)
            case "language" if key.argument is None:
                return self._chatter.languages(asked)
            case "language" if key.argument in LANGUAGES:
                return await self._chatter.choose_language(asked, key.argument)
            case "chatlanguage" if key.argument in LANGUAGES:
                return await self._chatter.choose_chat_language(asked, key.argument)
            case "open" if (offer := read_offer(key.argument or "")) is not None:
                return await self._opening.open(asked, offer, beside=not offer.rated)
            case "alone" if key.argument in games_alone():
                return await self._opening.alone(asked, key.argument)
            case _:
                unknown = say("This button no longer works. Open tables: /tables")
                return await self._desk.press(asked, key) or refused(say, unknown)

    async def show(self, session: Session, asked: Asked) -> Answer:
        """Bring a table's board down again. Called under the table's lock."""
        say = asked.say
        if not (session.waiting or session.playing):
            return refused(say, say("This table is closed. To open another one: /newtable"))
        if seconds := self._boards.posted_again_in(session):
            why = say("The board is further up; /table can bring it here in {seconds} s.", seconds=seconds)
            return refused(say, why)
        await self._boards.show(session, anew=True)
        return short(say, say("The board is here again."), on_board=True)


def _from_anywhere(key: Key) -> bool:
    """Whether a key may be pressed in another chat than its table's: getting up works from any."""
    return key.verb == "leave" and key.phase != APPLICATION_PHASE
