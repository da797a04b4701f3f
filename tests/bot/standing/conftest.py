"""Finished games put into a real store without being played: standings are sums over their results."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from pathlib import Path

import pytest
from turned import TurnedClock
from world import World

from bot.model.rows import Change, Person, ResultRow, SeatRow, Status, TableRow
from bot.model.standings import Metric, Page, Period, Scope, Span
from bot.ports.requests import Account, Place
from bot.store import standings
from bot.store.store import Store

CHAT = Place("chat", -1002234567890)

#: What a seat took: who, rating in hundredths, whether he won. Rubles are five times the rating (rules 2.22).
Seat = tuple[str, int, bool]


def halves(rating: int) -> int:
    """The half units that such a seat has taken besides, some of them below zero: no game has both, the store takes both."""
    return rating // 100 - 4


@dataclass
class Book:
    """A store into which finished games are written, and leaderboards read out of it."""

    store: Store
    clock: TurnedClock
    account: Callable[[str], Account] | None = None
    persons: dict[str, Person] = field(default_factory=dict)
    units: bool = True  # whether rounds and units are booked as well
    _codes: "count[int]" = field(default_factory=lambda: count(1))

    async def person(self, name: str) -> Person:
        if name not in self.persons:
            account = self.account(name) if self.account else Account("chat", 100 + len(self.persons), name)
            self.persons[name] = await self.store.person(account)
        return self.persons[name]

    async def game(
        self, *seats: Seat, place: Place = CHAT, at: datetime | None = None, rated: bool = True
    ) -> str:
        """A table of these seats that is over; returns its code."""
        now = at or self.clock.now()
        people = [await self.person(name) for name, _, _ in seats]
        code = f"{next(self._codes):06d}"
        table = TableRow(
            code=code,
            tag="K7",
            place=place,
            game="ochko",
            options="{}",
            status=Status.FINISHED,
            opener=people[0].id,
            secret=b"secret",
            created_at=now,
            touched_at=now,
            seats=tuple(SeatRow(person.id, person.account, 5, open=False, settled=True) for person in people),
            revision=1,
            started_at=now,
            ended_at=now,
        )
        results = tuple(
            ResultRow(
                person=person.id,
                seat=number,
                games=int(rated),
                wins=int(rated and won),
                rating=rating if rated else 0,
                rubles=rating * 5 if rated else 0,
                net=halves(rating) if rated and self.units else 3,
                won=won,
                forfeited=False,
                rounds=int(self.units),
                units=halves(rating) if rated and self.units else None,
            )
            for number, (person, (_, rating, won)) in enumerate(zip(people, seats, strict=True))
        )
        await self.store.save(Change(table, now, results=results))
        return code

    async def board(
        self,
        metric: Metric = Metric.RATING,
        *,
        span: Span = Span.ALL,
        scope: Scope = Scope.EVERYWHERE,
        place: Place = CHAT,
        own: int = 0,
        number: int = 0,
        as_of: int | None = None,
        at: datetime | None = None,
    ) -> Page:
        period = Period.of(span, at or self.clock.now())
        return await self.store.ask(
            standings.page, place, scope, period, metric, own=own, number=number, as_of=as_of
        )

    async def names(self, metric: Metric = Metric.RATING, **asked: object) -> list[tuple[int, str]]:
        """Rank and name of each row of a page."""
        page = await self.board(metric, **asked)
        return [(row.rank, row.name) for row in page.rows]


@pytest.fixture
async def book(folder: Path) -> AsyncIterator[Book]:
    clock = TurnedClock()
    store = await Store.open(folder / "twentyone.db", clock, wait=0)
    yield Book(store, clock)
    await store.close()


@pytest.fixture
def games(world: World) -> Book:
    """Finished games of the people of `world`."""
    return Book(world.store, world.clock, world.account)
