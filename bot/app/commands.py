"""Typed commands, and typed answers to open questions."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.app.pages import Pages
from bot.model.context import Context
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

    async def table(self, context: Context, word: str) -> Answer:
        """`/table K7`: its board again, down here."""
        return await self._which(context, word, KeyVerb.SHOW, self.show)

    async def stop(self, context: Context, word: str) -> Answer:
        """`/stop K7`."""
        return await self._which(context, word, KeyVerb.STOP, self._leaving.stop)

    async def cancel(self, context: Context) -> Answer:
        """Drop the questions that are open."""
        dropped = self._moves.drop_question(context)
        dropped = self._announcing.drop_question(context) or dropped
        return short(
            context.say, context.say("Cancelled.") if dropped else context.say("No question is open.")
        )

    async def show(self, session: Session, context: Context) -> Answer:
        """Bring a table's board down again. Called under the table's lock."""
        say = context.say
        if not (session.waiting or session.playing):
            return refused(say, say("This table is closed. To open another one: /newtable"))
        if seconds := self._boards.posted_again_in(session):
            why = say("The board is further up; /table can bring it here in {seconds} s.", seconds=seconds)
            return refused(say, why)
        await self._boards.show(session, anew=True)
        return short(say, say("The board is here again."), on_board=True)

    async def typed(self, context: Context, text: str) -> Answer:
        """Take a text as the answer to the person's open question; it stays open until a stake is placed or a word is given."""
        account, place = context.request.account, context.place
        if self._announcing.asks(account, place):
            answer = await self.word(context, text)
            return replace(answer, pending=self._announcing.asks(account, place))
        answer = await self.bet(context, text.strip())
        return replace(answer, pending=self._moves.asks(context.request.account, context.place))

    async def bet(self, context: Context, text: str) -> Answer:
        """A typed stake, at the table where the person sits."""
        session = self._tables.of_person(context.person.id)
        if session is None or not session.playing:
            return refused(context.say, context.say("You are not in a running game."))
        async with self._play.current(session, context) as session:
            session.pressed[context.person.id] = context.read_at
            return await self._moves.bet(session, context, text)

    async def word(self, context: Context, text: str) -> Answer:
        """A word for the seed, at the table where the person sits."""
        session = self._tables.of_person(context.person.id)
        if session is None:
            return refused(context.say, context.say("You are not at a table."))
        async with self._play.current(session, context) as session:
            return await self._announcing.say(session, context, text)

    async def leave(self, context: Context) -> Answer:
        """Get up from the table where the person sits."""
        session = self._tables.of_person(context.person.id)
        if session is None:
            return short(context.say, context.say("You are not at a table."))
        async with self._play.current(session, context) as session:
            return await self._leaving.leave(session, context)

    async def _which(
        self, context: Context, word: str, verb: str, work: Callable[[Session, Context], Awaitable[Answer]]
    ) -> Answer:
        """Carry something out at the one table that is meant; with two it is asked which."""
        say, here = context.say, self._tables.in_place(context.place) or self._tables.in_chat(context.place)
        if word:
            here = await self._named(context, word.upper())
        if not here:
            none = (
                say("No such table is open here. /tables lists them.")
                if word
                else say("No table is open here.")
            )
            return refused(say, none)
        if len(here) > 1:
            return self._pages.which(context, here, verb)
        async with self._play.current(here[0], context) as session:
            return await work(session, context)

    async def _named(self, context: Context, word: str) -> list[Session]:
        """The open tables of the chat that go by these characters; boards told the codes of a table's earlier records too."""
        open_here = self._tables.in_chat(context.place)
        known = await self._tables.find(word) if CODE.fullmatch(word) else None
        later = None if known is None else self._tables.following(known)
        return [s for s in open_here if s is later or word in {s.row.tag, s.code}]
