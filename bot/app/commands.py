"""Typed commands, and typed answers to open questions."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.app.pages import Pages
from bot.model.context import Asked
from bot.ports.keys import CODE, KeyVerb
from bot.ports.screens import Answer
from bot.screens.answers import refused, short
from bot.tables.announcing import Announcing
from bot.tables.boards import Boards
from bot.tables.leaving import Leaving
from bot.tables.moves import Moves
from bot.tables.play import Play
from bot.tables.registry import Tables
from bot.tables.session import Session


class Commands:
    """Carries out commands about the table where a person sits, or the one that he names."""

    def __init__(
        self,
        *,
        tables: Tables,
        boards: Boards,
        play: Play,
        moves: Moves,
        leaving: Leaving,
        announcing: Announcing,
        pages: Pages,
    ) -> None:
        """The parts that do it."""
        self._tables = tables
        self._boards = boards
        self._play = play
        self._moves = moves
        self._leaving = leaving
        self._announcing = announcing
        self._pages = pages

    async def table(self, asked: Asked, word: str) -> Answer:
        """`/table K7`: its board again, down here."""
        return await self._which(asked, word, KeyVerb.SHOW, self.show)

    async def stop(self, asked: Asked, word: str) -> Answer:
        """`/stop K7`."""
        return await self._which(asked, word, KeyVerb.STOP, self._leaving.stop)

    async def cancel(self, asked: Asked) -> Answer:
        """Drop the questions that are open."""
        dropped = self._moves.drop_question(asked)
        dropped = self._announcing.drop_question(asked) or dropped
        return short(asked.say, asked.say("Cancelled.") if dropped else asked.say("No question is open."))

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

    async def typed(self, asked: Asked, text: str) -> Answer:
        """Take a text as the answer to the person's open question; it stays open until a stake is placed or a word is given."""
        account, place = asked.request.account, asked.place
        if self._announcing.asks(account, place):
            answer = await self.word(asked, text)
            return replace(answer, pending=self._announcing.asks(account, place))
        answer = await self.bet(asked, text.strip())
        return replace(answer, pending=self._moves.asks(asked.request.account, asked.place))

    async def bet(self, asked: Asked, text: str) -> Answer:
        """A typed stake, at the table where the person sits."""
        session = self._tables.of_person(asked.person.id)
        if session is None or not session.playing:
            return refused(asked.say, asked.say("You are not in a running game."))
        async with self._play.current(session, asked) as session:
            session.pressed[asked.person.id] = asked.read_at
            return await self._moves.bet(session, asked, text)

    async def word(self, asked: Asked, text: str) -> Answer:
        """A word for the seed, at the table where the person sits."""
        session = self._tables.of_person(asked.person.id)
        if session is None:
            return refused(asked.say, asked.say("You are not at a table."))
        async with self._play.current(session, asked) as session:
            return await self._announcing.say(session, asked, text)

    async def leave(self, asked: Asked) -> Answer:
        """Get up from the table where the person sits."""
        session = self._tables.of_person(asked.person.id)
        if session is None:
            return short(asked.say, asked.say("You are not at a table."))
        async with self._play.current(session, asked) as session:
            return await self._leaving.leave(session, asked)

    async def _which(
        self, asked: Asked, word: str, verb: str, work: Callable[[Session, Asked], Awaitable[Answer]]
    ) -> Answer:
        """Carry something out at the one table that is meant; with two it is asked which."""
        say, here = asked.say, self._tables.in_place(asked.place) or self._tables.in_chat(asked.place)
        if word:
            here = await self._named(asked, word.upper())
        if not here:
            none = (
                say("No such table is open here. /tables lists them.")
                if word
                else say("No table is open here.")
            )
            return refused(say, none)
        if len(here) > 1:
            return self._pages.which(asked, here, verb)
        async with self._play.current(here[0], asked) as session:
            return await work(session, asked)

    async def _named(self, asked: Asked, word: str) -> list[Session]:
        """The open tables of the chat that go by these characters; boards told the codes of a table's earlier records too."""
        open_here = self._tables.in_chat(asked.place)
        known = await self._tables.find(word) if CODE.fullmatch(word) else None
        later = None if known is None else self._tables.following(known)
        return [s for s in open_here if s is later or word in {s.row.tag, s.code}]
