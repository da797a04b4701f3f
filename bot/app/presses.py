"""Pressed buttons: each key finds its table and what it asks for there."""

from bot.app.parts import Parts
from bot.app.routes import KEYS, Pressed, move, no_longer
from bot.model.context import Context
from bot.ports.keys import Key, KeyVerb
from bot.ports.screens import Answer
from bot.screens.answers import refused
from bot.screens.caption import LOBBY_PHASE
from bot.tables.session import Session
from bot.tables.taps import answered, tapped_again

#: A verb of no version that is known.
_OTHER = Pressed()


class Presses:
    """Carries out what a key stands for."""

    def __init__(self, parts: Parts) -> None:
        """The parts that do it."""
        self._parts = parts

    async def press(self, context: Context, text: str) -> Answer:
        """Carry out the key that a button sent, whatever it is."""
        say, key, parts = context.say, Key.parse(text), self._parts
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
                else (route.table or move)(parts, table, context, key)
            )
            answer = await answered(parts.store, context, work)
            if answer.accepted:
                table.shares.setdefault(person, context.share)
            if answer.accepted and not route.question:
                table.accepted[person] = parts.taps.accepted(context, text, answer)
            return answer

    async def _waiting(self, session: Session, context: Context, key: Key, route: Pressed) -> Answer:
        """A key of a table that waits for players, whatever the table does now."""
        say, parts = context.say, self._parts
        if route.table is not None and route.waiting is None and route.table is not move:
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
