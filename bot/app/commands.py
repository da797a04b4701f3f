"""Typed commands, and typed answers to open questions."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.app.parts import Parts
from bot.app.presses import Presses
from bot.model.context import Asked
from bot.ports.keys import CODE
from bot.ports.names import clean_name
from bot.ports.requests import Command
from bot.ports.screens import Answer
from bot.screens.answers import refused, short
from bot.tables.session import Session


class Commands:
    """Carries out commands."""

    def __init__(self, parts: Parts, presses: Presses) -> None:
        """The parts that do it."""
        self._tables = parts.tables
        self._opening = parts.opening
        self._play = parts.play
        self._moves = parts.moves
        self._leaving = parts.leaving
        self._announcing = parts.announcing
        self._chatter = parts.chatter
        self._history = parts.history
        self._desk = parts.desk
        self._presses = presses

    async def command(self, asked: Asked, command: Command) -> Answer:
        """Carry out a command."""
        say, name, arguments = asked.say, command.name, command.arguments.strip()
        match name:
            case "newtable":
                return await self._opening.newtable(asked, arguments)
            case "word":
                return await self._word(asked, arguments)
            case "bet":
                return await self._bet(asked, arguments)
            case "notify":
                return await self._chatter.notify(asked)
            case "tables":
                return await self._chatter.tables_list(asked)
            case "table":
                return await self._which(asked, arguments, "show", self._presses.show)
            case "stop":
                return await self._which(asked, arguments, "stop", self._leaving.stop)
            case "leave":
                return await self._leave(asked)
            case "verify" | "replay":
                return await self._history.command(asked, name, arguments)
            case "rules":
                return self._chatter.rules(asked, arguments)
            case "help" | "start":
                return self._chatter.help(asked)
            case "language":
                return await self._chatter.language_command(asked, arguments)
            case "cancel":
                dropped = self._moves.drop_question(asked)
                dropped = self._announcing.drop_question(asked) or dropped
                return short(say, say("Cancelled.") if dropped else say("No question is open."))
            case _:
                name = clean_name(command.name, 20) or "?"
                unknown = say("There is no command /{name}. /help lists them.", name=name)
                return await self._desk.command(asked, command) or refused(say, unknown)

    async def typed(self, asked: Asked, text: str) -> Answer:
        """Take a text as the answer to the person's open question; it stays open until a stake is placed or a word is given."""
        account, place = asked.request.account, asked.place
        if self._announcing.asks(account, place):
            answer = await self._word(asked, text)
            return replace(answer, pending=self._announcing.asks(account, place))
        answer = await self._bet(asked, text.strip())
        return replace(answer, pending=self._moves.asks(asked.request.account, asked.place))

    async def _bet(self, asked: Asked, text: str) -> Answer:
        session = self._tables.of_person(asked.person.id)
        if session is None or not session.playing:
            return refused(asked.say, asked.say("You are not in a running game."))
        async with self._play.current(session, asked) as session:
            session.pressed[asked.person.id] = asked.read_at
            return await self._moves.bet(session, asked, text)

    async def _word(self, asked: Asked, text: str) -> Answer:
        session = self._tables.of_person(asked.person.id)
        if session is None:
            return refused(asked.say, asked.say("You are not at a table."))
        async with self._play.current(session, asked) as session:
            return await self._announcing.say(session, asked, text)

    async def _leave(self, asked: Asked) -> Answer:
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
            return self._chatter.which(asked, here, verb)
        async with self._play.current(here[0], asked) as session:
            return await work(session, asked)

    async def _named(self, asked: Asked, word: str) -> list[Session]:
        """The open tables of the chat that go by these characters; boards told the codes of a table's earlier records too."""
        open_here = self._tables.in_chat(asked.place)
        known = await self._tables.find(word) if CODE.fullmatch(word) else None
        later = None if known is None else self._tables.following(known)
        return [s for s in open_here if s is later or word in {s.row.tag, s.code}]
