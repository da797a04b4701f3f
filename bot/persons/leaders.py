"""/leaderboard: one shared message per chat and thread, whose buttons obey the person who asked last."""

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from bot.model.context import Context
from bot.model.games import games
from bot.model.standings import Metric, Page, Period, Scope, Span
from bot.outbox.outbox import Outbox
from bot.ports.clock import Clock
from bot.ports.keys import Key, KeyVerb, base36
from bot.ports.requests import Place
from bot.ports.screens import Answer
from bot.screens.leaders import Choices, leaders_screen
from bot.screens.lines import refused, short
from bot.store import standings
from bot.store.store import Store
from bot.tables.languages import Persons
from bot.training.shared import SharedBoards

#: Pages are turned as of the moment the board was asked for; after this time a press asks anew.
_STANDS = timedelta(hours=1)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MINUTE = timedelta(minutes=1)

#: Units came later: their views stand at the end, so that a button from before leads where it did.
_VIEWS = [
    (scope, span, metric)
    for metrics in ([metric for metric in Metric if metric is not Metric.UNITS], [Metric.UNITS])
    for scope in Scope
    for span in Span
    for metric in metrics
]
_CHOSEN = re.compile(r"(?P<view>[0-9a-t])-(?P<asker>[0-9a-z]{1,6})", re.ASCII)
_TURNED = re.compile(
    r"(?P<view>[0-9a-t])(?P<page>[0-9a-z]{1,4})-(?P<as_of>[0-9a-z]{1,8})-(?P<asker>[0-9a-z]{1,6})-(?P<minute>[0-9a-z]{1,6})",
    re.ASCII,
)

_WORDS: dict[str, Scope | Span | Metric] = {
    **{choice.value: choice for choices in (Scope, Span, Metric) for choice in choices},
    "here": Scope.CHAT,
    "all": Span.ALL,
}


def _words() -> dict[str, Scope | Span | Metric]:
    """What may be said after the command, the games that count units by their names too."""
    return _WORDS | {game.name: Metric.UNITS for game in games() if game.rules.units}


@dataclass(frozen=True, slots=True)
class View:
    """What a board shows: what its keys carry, so that they work after a restart too.

    `as_of` is the position in the counted results that the pages are of, `minute` when that was (whole minutes
    since 1970); None for both: now.
    """

    scope: Scope
    span: Span
    metric: Metric
    asker: int
    page: int = 0
    as_of: int | None = None
    minute: int | None = None

    def key(self) -> str:
        """The key of a button that leads to this view."""
        view = base36(_VIEWS.index((self.scope, self.span, self.metric)))
        if self.as_of is None or self.minute is None:
            argument = f"{view}-{base36(self.asker)}"
        else:
            numbers = (self.as_of, self.asker, self.minute)
            argument = f"{view}{base36(self.page)}-" + "-".join(base36(number) for number in numbers)
        return str(Key(KeyVerb.LEADERS, argument=argument))

    @classmethod
    def read(cls, argument: str) -> "View | None":
        """The view of a key's argument; None for anything `key` did not make."""
        turned = _TURNED.fullmatch(argument)
        match = turned or _CHOSEN.fullmatch(argument)
        if match is None:
            return None
        view = cls(*_VIEWS[int(match["view"], 36)], asker=int(match["asker"], 36))
        if turned is None:
            return view
        page, as_of, minute = (int(turned[name], 36) for name in ("page", "as_of", "minute"))
        return replace(view, page=page, as_of=as_of, minute=minute)


class Leaders:
    """Posts leaderboards and turns their pages."""

    def __init__(self, store: Store, clock: Clock, outbox: Outbox, persons: Persons) -> None:
        """`store` is read, `outbox` takes the board."""
        self._store = store
        self._clock = clock
        self._persons = persons
        self._boards = SharedBoards("leaders", clock, outbox, persons)

    async def ask(self, context: Context, arguments: str = "") -> Answer:
        """`/leaderboard`, with any of: chat, everywhere; week, month, all; rating, rubles, wins, games, units (of blackjack)."""
        say = context.say
        scope = Scope.EVERYWHERE if context.place.private else Scope.CHAT
        view = View(scope, Span.MONTH, Metric.RATING, context.person.id)
        known = _words()
        for word in arguments.lower().split():
            match known.get(word):
                case Scope() as scope:
                    view = replace(view, scope=scope)
                case Span() as span:
                    view = replace(view, span=span)
                case Metric() as metric:
                    view = replace(view, metric=metric)
                case None:
                    words, example = ", ".join((*known, "training")), "/leaderboard week wins"
                    return refused(
                        say,
                        say("Possible words: {words}. For example: {example}", words=words, example=example),
                    )
        page = await self._show(context, view, asked_for=True)
        if page.own is None:
            return short(say, say("The leaderboard is here. No game of yours is counted in it yet."))
        return short(
            say,
            say(
                "The leaderboard is here. Your place: {rank} of {total}.",
                rank=page.own.rank,
                total=page.total,
            ),
        )

    async def press(self, context: Context, argument: str | None) -> Answer:
        """A button of a board; without an argument: the one that asks for it."""
        say = context.say
        if argument is None or argument in _words():
            return await self.ask(context, argument or "")
        view = View.read(argument)
        if view is None:
            return refused(say, say("This button no longer works. Open tables: /tables"))
        board = await self._boards.at(context.place)
        if context.person.id != view.asker or (board is not None and board.asker != view.asker):
            return refused(say, say("These buttons follow the last person who asked. Your own: /leaderboard"))
        page = await self._show(context, view, asked_for=False)
        return short(say, say("Page {page} of {pages}.", page=page.number + 1, pages=page.pages))

    async def _show(self, context: Context, view: View, *, asked_for: bool) -> Page:
        place, now = context.place, self._clock.now()
        say = await self._persons.chat_say(place)
        minute = (now - _EPOCH) // _MINUTE
        if view.minute is None or not 0 <= minute - view.minute <= _STANDS // _MINUTE:
            view = replace(view, as_of=None, minute=minute)
        assert view.minute is not None  # noqa: S101 - set above
        period = Period.of(view.span, _EPOCH + view.minute * _MINUTE)
        page = await self._store.ask(
            standings.page,
            place,
            view.scope,
            period,
            view.metric,
            own=context.person.id,
            number=view.page,
            as_of=view.as_of,
        )
        view = replace(view, page=page.number, as_of=page.as_of)
        screen = leaders_screen(say, page, _choices(view, page, place), context.person)
        await self._boards.put(context, screen, asked_for=asked_for)
        return page


def _choices(view: View, page: Page, place: Place) -> Choices:
    """The keys of the board's buttons. A choice begins at the first page, as of now."""
    fresh = replace(view, page=0, as_of=None, minute=None)
    return Choices(
        scope=view.scope,
        span=view.span,
        metric=view.metric,
        scopes={} if place.private else {scope: replace(fresh, scope=scope).key() for scope in Scope},
        spans={span: replace(fresh, span=span).key() for span in Span},
        metrics={metric: replace(fresh, metric=metric).key() for metric in Metric},
        back=replace(view, page=view.page - 1).key() if view.page > 0 else None,
        forward=replace(view, page=view.page + 1).key() if view.page + 1 < page.pages else None,
    )
