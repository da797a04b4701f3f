"""«This evening»: the games of a chat or thread one after another are told of once, when it has become quiet there or a player says so."""

import asyncio
from dataclasses import dataclass, field
from datetime import timedelta

import structlog

from bot.history.pastgame import PastGame, past_game
from bot.model.context import Addresses, Context
from bot.model.errors import StoreFailed
from bot.model.evening import Account, Evening, Feats, Hand
from bot.model.outgoing import NO_TABLE, Outgoing, Slot, Urgency
from bot.model.rows import Status
from bot.outbox.outbox import Outbox
from bot.ports.clock import Clock
from bot.ports.requests import Place
from bot.ports.screens import Answer, Post
from bot.screens.evening import evening_screen
from bot.screens.lines import refused, short
from bot.store import evenings, tables
from bot.store.store import Store
from bot.tables.chain import CONTINUED
from bot.tables.fold import Unfoldable
from bot.tables.languages import Persons
from bot.tables.registry import Tables
from bot.tables.session import Session
from bot.tables.work import Work
from engine.game import BankEnding, Ending, HandView, Result, View

log = structlog.get_logger(__name__)

#: An evening is over when a place has been quiet for so long, in seconds.
QUIET = 1800.0

#: One game is no evening.
LEAST_GAMES = 2

#: After a start nobody is told of what ended longer ago.
_OLD = timedelta(hours=12)

_SLOT = "evening:"

Key = tuple[str, int, int | None]


@dataclass(eq=False)
class Evenings:
    """Watches the places where games have ended. The sweep calls `tidy`, the outbox `delivered`."""

    _store: Store
    _clock: Clock
    _addresses: Addresses
    _outbox: Outbox
    _persons: Persons
    _tables: Tables
    _work: Work
    _watched: dict[Key, Place] = field(default_factory=dict)
    _known: set[str] = field(default_factory=set)  # codes of ended tables that are in an evening
    _looking: bool = False

    async def restore(self) -> None:
        """Know the evenings again that go on, and tell of those whose message never arrived. What is long over is left alone."""
        now = self._clock.now()
        for evening, last in await self._store.read(evenings.unfinished):
            if now - last > _OLD:
                await self._store.write(evenings.posted, evening.id)
            elif evening.until is None:
                self._watch(evening.place)
            else:
                await self._tell(evening)

    def tidy(self) -> None:
        """What every sweep does here, one look at a time."""
        if not self._looking:
            self._looking = True
            self._work.later(self._look())

    async def _look(self) -> None:
        try:
            await self._gather()
            quiet_since = self._clock.monotonic() - QUIET
            for key, place in list(self._watched.items()):
                if self._tables.in_place(place):
                    self._tables.heard[key] = self._clock.monotonic()
                elif self._tables.heard[key] <= quiet_since:
                    await self._end(key, place)
            self._forget_quiet(quiet_since)
        except StoreFailed as error:
            log.warning("evening.look_failed", why=str(error))
        finally:
            self._looking = False

    async def _gather(self) -> None:
        """Take up the games that have ended since the last look."""
        ended = {session.code: session for session in self._tables.all_sessions() if _counts(session)}
        for code, session in ended.items():
            if code not in self._known and await self._store.write(evenings.begin, session.row):
                self._watch(session.place)
        self._known = set(ended)

    def _watch(self, place: Place) -> None:
        key = (*place.chat, place.thread)
        self._watched[key] = place
        self._tables.heard.setdefault(key, self._clock.monotonic())

    def _forget_quiet(self, since: float) -> None:
        for key in [key for key, heard in self._tables.heard.items() if heard <= since]:
            if key not in self._watched:
                del self._tables.heard[key]

    async def _end(self, key: Key, place: Place, *, press: str | None = None) -> Evening | None:
        place = self._addresses.of(place)
        now = self._clock.now()
        evening = await self._store.write(evenings.end, place, now, least=LEAST_GAMES, press=press)
        if evening is not None or press is None:
            self._watched.pop(key, None)
        if evening is not None:
            await self._tell(evening)
        return evening

    async def finish(self, context: Context) -> Answer:
        """«Finish»: somebody who has played says that the evening is over."""
        say, place = context.say, context.place
        await self._gather()
        players = await self._store.read(evenings.players, place)
        if not players:
            return refused(say, say("This evening has been told of already."))
        if context.person.id not in players:
            return refused(say, say("Only who has played this evening can finish it."))
        if any(session.playing for session in self._tables.in_place(place)):
            return refused(say, say("A game is still on here: the evening ends after it."))
        if await self._end((*place.chat, place.thread), place, press=context.press_id) is None:
            return refused(say, say("One game is no evening yet: play another one."))
        return short(say, say("The evening is over: see below."))

    async def _tell(self, evening: Evening) -> None:
        place = self._addresses.of(evening.place)
        say = await self._persons.chat_say(place)
        screen = evening_screen(say, await self._account(evening))
        slot = Slot(NO_TABLE, f"{_SLOT}{evening.id}")
        self._outbox.put(Outgoing(slot, place, Post(screen), 0, Urgency.BOARD, anew=True, once=True))
        log.info("evening.told", chat=place.chat_id, evening=evening.id)

    def delivered(self, outgoing: Outgoing) -> None:
        """A message has arrived: if it was an evening's, it is not sent again after a restart."""
        if outgoing.slot.name.startswith(_SLOT):
            self._work.later(self._posted(int(outgoing.slot.name.removeprefix(_SLOT))))

    async def _posted(self, evening: int) -> None:
        try:
            await self._store.write(evenings.posted, evening)
        except StoreFailed as error:
            log.warning("evening.not_written_down", evening=evening, why=str(error))

    async def _account(self, evening: Evening) -> Account:
        played = []
        for code in await self._store.ask(evenings.codes, evening):
            found = await self._store.ask(tables.with_moves, code)
            try:
                played.append(None if found is None else await asyncio.to_thread(past_game, *found))
            except Unfoldable as error:
                log.warning("evening.unfoldable", table=code, why=str(error))
        games = [game for game in played if game is not None]
        lasted = (evening.until or evening.since) - evening.began
        return Account(
            games=await self._store.ask(evenings.counts, evening),
            shares=await self._store.ask(evenings.shares_of, evening),
            feats=await asyncio.to_thread(feats_of, games),
            minutes=max(1, round(lasted.total_seconds() / 60)),
        )


def _counts(session: Session) -> bool:
    """Whether a table has ended with a result, and no other record goes on with it."""
    row = session.row
    return row.status is Status.FINISHED and row.note != CONTINUED and row.started_at is not None


def feats_of(games: list[PastGame]) -> Feats:
    """What happened in these games besides who won."""
    deals = [(game, view) for game in games for view in game.deals]
    hands = [(_name(game, seat), hand) for game, view in deals for seat, hand in _hands(view)]
    return Feats(
        broken=sum(_broken(view) for _, view in deals),
        knocks=sum(view.last_round for _, view in deals),
        golden=sum(hand.golden for _, hand in hands),
        best=max(map(_best_of, (one for one in hands if _won(one[1]))), key=_worth, default=None),
    )


def _broken(view: View) -> bool:
    return view.bank_ending is BankEnding.BROKEN or view.ending is Ending.BANK_BROKEN


def _hands(view: View) -> list[tuple[int, HandView]]:
    return [(seat, hand) for seat, player in enumerate(view.seats) for hand in player.hands if hand.shown]


def _won(hand: HandView) -> bool:
    return hand.result is Result.WIN and None not in hand.cards


def _name(game: PastGame, seat: int) -> str:
    return game.row.seats[seat].account.name


def _best_of(one: tuple[str, HandView]) -> Hand:
    name, hand = one
    return Hand(name, tuple(card for card in hand.cards if card is not None), hand.points or 0, hand.golden)


def _worth(hand: Hand) -> tuple[bool, int, int]:
    """The golden point, then more points, then fewer cards; of equal ones the first."""
    return hand.golden, hand.points, -len(hand.cards)
