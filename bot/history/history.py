"""Tables looked at again: the promise of an open one, the proof and the deals of one that has ended."""

import asyncio
from collections import OrderedDict

import structlog

from bot.history.pastgame import NeverPlayed, PastGame, StillOpen, past_game
from bot.model.context import Context
from bot.model.games import game_of
from bot.model.outgoing import Outgoing, Slot, Urgency
from bot.outbox.outbox import Outbox
from bot.ports.keys import CODE, Key
from bot.ports.names import clean_name
from bot.ports.requests import Place
from bot.ports.screens import Answer, Post
from bot.screens.answers import note
from bot.screens.caption import TableCaption, game_name
from bot.screens.lines import refused, short
from bot.screens.proof import promise_lines, promise_rows, proof_lines, proof_rows
from bot.screens.reckoning import more_rows
from bot.screens.replay import closed_replay_screen, replay_screen
from bot.store import tables as stored_tables
from bot.store.store import Store
from bot.tables.fold import Unfoldable
from bot.tables.languages import Persons
from bot.tables.registry import Tables
from bot.tables.session import Session
from engine.proof import Proof, Verdict, proof_from, verify

log = structlog.get_logger(__name__)

#: Games kept as they were played once more, so that turning a page does not play them again.
_KEPT = 16


class History:
    """Answers about what was played. Whoever knows the six characters of a table may ask, in any chat."""

    def __init__(self, store: Store, outbox: Outbox, persons: Persons, tables: Tables) -> None:
        """`outbox` takes what it posts."""
        self._store = store
        self._outbox = outbox
        self._persons = persons
        self._tables = tables
        self._games: OrderedDict[str, PastGame] = OrderedDict()

    async def command(self, context: Context, name: str, word: str) -> Answer:
        """`/verify CODE` and `/replay CODE`."""
        say, code = context.say, word.upper()
        here = {session.row.tag: session.code for session in self._tables.in_chat(context.place)}
        code = here.get(code, code)
        if not word:
            return refused(say, say("Which table? For example: {example}", example=f"/{name} K7A2BC"))
        if CODE.fullmatch(code) is None:
            return self._unknown(context, word)
        return await (self.proof(context, code) if name == "verify" else self.replay(context, code))

    async def more(self, context: Context, code: str) -> Answer:
        """What else there is to see of a game that is over."""
        seating = await self._seating(code)
        if seating is None:
            return self._unknown(context, code)
        say = context.say
        title = say(
            "{game} {tag}: look at it again", game=game_name(say, seating.options.game), tag=seating.tag
        )
        return note(say, title, rows=more_rows(say, seating))

    # the proof

    async def proof(self, context: Context, code: str) -> Answer:
        """The proof of a table that has ended, for the one who asks; of any other the promise alone."""
        say = context.say
        seating = await self._seating(code)
        if seating is None:
            return self._unknown(context, code)
        try:
            game = await self._game(code)
            proof, verdict = await asyncio.to_thread(_checked, game)
        except (StillOpen, NeverPlayed) as error:
            played = isinstance(error, StillOpen)
            lines = promise_lines(say, seating, played=played)
            return note(say, *lines, rows=promise_rows(say, seating))
        except Unfoldable as error:
            return self._other_rules(context, code, error)
        return note(say, *proof_lines(say, seating, proof, verdict), rows=proof_rows(say, seating, proof))

    # the replay

    async def replay(self, context: Context, code: str) -> Answer:
        """Post the first deal of a table that has ended, to be turned by the one who asks."""
        return await self._show(context, code, 1, anew=True)

    async def turn(self, context: Context, key: Key) -> Answer:
        """A button of a replay's pages."""
        say, code = context.say, key.code or ""
        if key.argument != str(context.person.id):
            text = say(
                "Only the person who asked can turn these pages. Your own: {example}",
                example=f"/replay {code}",
            )
            return refused(say, text)
        return await self._show(context, code, key.deal, anew=False)

    async def _show(self, context: Context, code: str, page: int, *, anew: bool) -> Answer:
        say = context.say
        seating = await self._seating(code)
        if seating is None:
            return self._unknown(context, code)
        try:
            game = await self._game(code)
        except StillOpen:
            return refused(say, say("This table has not ended: its cards are shown only then."))
        except NeverPlayed:
            return refused(say, say("This table was closed before a card was dealt."))
        except Unfoldable as error:
            return self._other_rules(context, code, error)
        page = min(max(page, 1), len(game.deals))
        await self._put(context, game, page, seating, anew=anew)
        count = len(game.deals)
        if game_of(seating.options.game).rounds:
            return short(say, say("Round {n} of {rounds}.", n=page, rounds=count))
        return short(say, say("Deal {deal} of {deals}.", deal=page, deals=count))

    async def _put(
        self, context: Context, game: PastGame, page: int, seating: TableCaption, *, anew: bool
    ) -> None:
        """One message for each table, person and place; found again after a restart."""
        place, outbox = context.place, self._outbox
        slot = Slot(seating.code, _slot_name(place, context.person.id))
        await outbox.look_up(slot, place)
        say = await self._persons.chat_say(place)
        screen = replay_screen(say, game.deals, page, seating, context.person.id)
        farewell = closed_replay_screen(say, seating)
        # Revision 0: it shows nothing of the table that a restart would have to catch up with.
        wish = outbox.wish(context.user)
        outbox.put(Outgoing(slot, place, Post(screen), 0, Urgency.ANSWER, anew, farewell, wish=wish))

    # what is read

    async def _seating(self, code: str) -> TableCaption | None:
        row = await self._store.read(stored_tables.get, code)
        return None if row is None else Session(row).seating()

    async def _game(self, code: str) -> PastGame:
        """The game of a table, played once more from its stored moves.

        Raises:
            StillOpen, NeverPlayed, Unfoldable, LookupError: see `past_game`; there is no such table.
        """
        if (known := self._games.get(code)) is not None:
            self._games.move_to_end(code)
            return known
        row = await self._store.read(stored_tables.get, code)
        if row is None:
            raise LookupError(code)
        game = await asyncio.to_thread(past_game, row, await self._store.read(stored_tables.moves, code))
        self._games[code] = game
        if len(self._games) > _KEPT:
            self._games.popitem(last=False)
        return game

    def _unknown(self, context: Context, word: str) -> Answer:
        say = context.say
        return refused(say, say("No table has the code {code}.", code=clean_name(word, 12) or "?"))

    def _other_rules(self, context: Context, code: str, error: Unfoldable) -> Answer:
        log.warning("history.unfoldable", table=code, why=str(error))
        say = context.say
        return refused(say, say("This game was played by older rules that this program no longer has."))


def _slot_name(place: Place, person: int) -> str:
    return f"replay:{person}:{place.platform}:{place.chat_id}:{place.thread or 0}"


def _checked(game: PastGame) -> tuple[Proof, Verdict]:
    """The proof as it would be exported, read and checked like anybody's."""
    proof = proof_from(game.proof())
    return proof, verify(proof)
