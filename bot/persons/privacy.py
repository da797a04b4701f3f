"""/mydata and /forget: what is stored of a person, and how it is cut off."""

import asyncio
from dataclasses import replace

from bot.model.context import Context
from bot.model.errors import SeatTaken
from bot.ports.clock import Clock
from bot.ports.keys import Key, KeyVerb
from bot.ports.requests import Account
from bot.ports.screens import Answer, Button, Weight
from bot.screens.answers import note
from bot.screens.lines import refused
from bot.screens.privacy import data_file, data_lines, forget_lines, forgotten_lines
from bot.store import privacy
from bot.store import tables as stored_tables
from bot.store.store import Store
from bot.tables.registry import Tables
from bot.tables.upkeep import Upkeep

#: How long the question whether to forget waits for its answer.
_CONFIRM_TIME = 60


class Privacy:
    """Answers to who asks alone."""

    def __init__(self, store: Store, clock: Clock, tables: Tables, upkeep: Upkeep) -> None:
        """`store` is read; the seats of `tables` name persons."""
        self._store = store
        self._clock = clock
        self._tables = tables
        self._upkeep = upkeep
        self._asked: dict[int, float] = {}

    async def mydata(self, context: Context) -> Answer:
        """What is stored of who asks: the main things in words, everything in a file."""
        stored = await self._store.ask_apart(privacy.stored_of, context.person.id)
        answer = note(context.say, *data_lines(context.say, context.person, stored))
        return replace(answer, file=await asyncio.to_thread(data_file, stored))

    async def ask(self, context: Context) -> Answer:
        """Say what `/forget` does and ask whether it is meant."""
        say = context.say
        if (code := await self._store.read(stored_tables.seat_of, context.person.id)) is not None:
            return await self._seated(context, code)
        now = self._clock.monotonic()
        self._asked = {person: until for person, until in self._asked.items() if until > now}
        self._asked[context.person.id] = now + _CONFIRM_TIME
        button = Button(say("Forget me"), str(Key(KeyVerb.FORGET)), Weight.DANGER)
        seconds = _CONFIRM_TIME
        return note(say, *forget_lines(say, context.person, seconds), rows=((button,),))

    async def forget(self, context: Context) -> Answer:
        """Forget who asks, if he was told within the last minute what that means."""
        say, person = context.say, context.person
        until = self._asked.pop(person.id, None)
        if until is None or until <= self._clock.monotonic():
            return refused(
                say, say("Nothing was forgotten: ask with /forget first, then press within a minute.")
            )
        try:
            name = await self._store.effect(context.press_id, privacy.forget, person.id, self._clock.now())
        except SeatTaken as taken:
            return await self._seated(context, taken.code)
        await self._upkeep.rename(person.id, Account("", 0, name))
        return note(say, *forgotten_lines(say, person))

    async def _seated(self, context: Context, code: str) -> Answer:
        session = await self._tables.find(code)
        tag = code if session is None else session.row.tag
        say = context.say
        return refused(say, say("You sit at table {tag}: /leave first, then /forget.", tag=tag))
