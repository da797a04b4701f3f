"""Typed commands, and typed answers to open questions."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from bot.app.parts import Parts
from bot.model.context import Context
from bot.ports.keys import CODE, KeyVerb
from bot.ports.screens import Answer
from bot.screens.lines import refused, short
from bot.tables.session import Session


async def table(parts: Parts, context: Context, word: str) -> Answer:
    """`/table K7`: its board again, down here."""
    return await _which(parts, context, word, KeyVerb.SHOW, partial(show, parts))


async def stop(parts: Parts, context: Context, word: str) -> Answer:
    """`/stop K7`."""
    return await _which(parts, context, word, KeyVerb.STOP, parts.leaving.stop)


async def cancel(parts: Parts, context: Context) -> Answer:
    """Drop the questions that are open."""
    dropped = parts.moves.drop_question(context)
    dropped = parts.announcing.drop_question(context) or dropped
    return short(context.say, context.say("Cancelled.") if dropped else context.say("No question is open."))


async def show(parts: Parts, session: Session, context: Context) -> Answer:
    """Bring a table's board down again. Called under the table's lock."""
    say = context.say
    if not (session.waiting or session.playing):
        return refused(say, say("This table is closed. To open another one: /newtable"))
    if seconds := parts.boards.posted_again_in(session):
        why = say("The board is further up; /table can bring it here in {seconds} s.", seconds=seconds)
        return refused(say, why)
    await parts.boards.show(session, anew=True)
    return short(say, say("The board is here again."), on_board=True)


async def typed_answer(parts: Parts, context: Context, text: str) -> Answer:
    """Take a text as the answer to the person's open question; it stays open until a stake is placed or a word is given."""
    account, place = context.request.account, context.place
    if parts.announcing.asks(account, place):
        answer = await word(parts, context, text)
        return replace(answer, pending=parts.announcing.asks(account, place))
    answer = await bet(parts, context, text.strip())
    return replace(answer, pending=parts.moves.asks(context.request.account, context.place))


async def bet(parts: Parts, context: Context, text: str) -> Answer:
    """A typed stake, at the table where the person sits."""
    session = parts.tables.of_person(context.person.id)
    if session is None or not session.playing:
        return refused(context.say, context.say("You are not in a running game."))
    async with parts.play.current(session, context) as session:
        session.pressed[context.person.id] = context.read_at
        return await parts.moves.bet(session, context, text)


async def word(parts: Parts, context: Context, text: str) -> Answer:
    """A word for the seed, at the table where the person sits."""
    session = parts.tables.of_person(context.person.id)
    if session is None:
        return refused(context.say, context.say("You are not at a table."))
    async with parts.play.current(session, context) as session:
        return await parts.announcing.say(session, context, text)


async def leave(parts: Parts, context: Context) -> Answer:
    """Get up from the table where the person sits."""
    session = parts.tables.of_person(context.person.id)
    if session is None:
        return short(context.say, context.say("You are not at a table."))
    async with parts.play.current(session, context) as session:
        return await parts.leaving.leave(session, context)


async def _which(
    parts: Parts,
    context: Context,
    word: str,
    verb: KeyVerb,
    work: Callable[[Session, Context], Awaitable[Answer]],
) -> Answer:
    """Carry something out at the one table that is meant; with two it is asked which."""
    say, here = context.say, parts.tables.in_place(context.place) or parts.tables.in_chat(context.place)
    if word:
        here = await _named(parts, context, word.upper())
    if not here:
        none = (
            say("No such table is open here. /tables lists them.") if word else say("No table is open here.")
        )
        return refused(say, none)
    if len(here) > 1:
        return parts.pages.which(context, here, verb)
    async with parts.play.current(here[0], context) as session:
        return await work(session, context)


async def _named(parts: Parts, context: Context, word: str) -> list[Session]:
    """The open tables of the chat that go by these characters; boards told the codes of a table's earlier records too."""
    open_here = parts.tables.in_chat(context.place)
    known = await parts.tables.find(word) if CODE.fullmatch(word) else None
    later = None if known is None else parts.tables.following(known)
    return [s for s in open_here if s is later or word in {s.row.tag, s.code}]
