"""Pages while games end: every row of the moment that was asked for, once; and sums that agree with results and ledger."""

import random
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from bot.model.standings import Metric, Scope, Span
from bot.ports.requests import Place
from bot.store import persons as stored_persons
from bot.store import privacy

CHATS = [Place("chat", -1), Place("chat", -2)]


async def play(book, chance: random.Random, names: list[str], games: int) -> None:
    for _ in range(games):
        seats = chance.sample(names, 4)
        await book.game(
            *((name, chance.choice((0, 0, 100, 100, 200, 833)), chance.random() < 0.5) for name in seats),
            place=chance.choice(CHATS),
            rated=chance.random() < 0.8,
        )
        book.clock.forward(chance.choice((60, 3600, 40_000)))


def content(pages) -> list[tuple]:
    return [(row.rank, row.person, row.value, row.games) for page in pages for row in page.rows]


@pytest.mark.parametrize("seed", range(12))
async def test_pages_of_a_position_show_what_stood_then_whatever_ends_meanwhile(book, seed):
    chance = random.Random(seed)
    names = [f"name {n}" for n in range(35)]
    await play(book, chance, names[:28], 25)  # the others come in while pages are turned
    metric, span = chance.choice(list(Metric)), chance.choice(list(Span))
    scope, moment, own = chance.choice(list(Scope)), book.clock.now(), chance.randint(1, 28)

    async def page(number: int, as_of: int | None):
        return await book.board(
            metric, span=span, scope=scope, place=CHATS[0], own=own, number=number, as_of=as_of, at=moment
        )

    first = await page(0, None)
    stood = [first, *[await page(number, first.as_of) for number in range(1, first.pages)]]
    assert len(content(stood)) == first.total

    turned = [first]
    for number in range(1, first.pages):
        await play(book, chance, names, 3)
        turned.append(await page(number, first.as_of))
    assert content(turned) == content(stood)
    assert not [person for person, times in Counter(row[1] for row in content(turned)).items() if times > 1]
    assert {(turn.total, turn.own) for turn in turned} == {(first.total, first.own)}


async def test_the_pages_of_a_period_that_is_over_leave_the_games_of_the_next_aside(book):
    sunday = datetime(2026, 3, 15, 23, 59, tzinfo=UTC)
    await book.game(("Anna", 300, True), ("Boris", 200, True), at=sunday)
    page = await book.board(span=Span.WEEK, at=sunday)
    await book.game(("Anna", 100, True), at=sunday + timedelta(minutes=1))
    later = await book.board(span=Span.WEEK, at=sunday, as_of=page.as_of)
    assert content([later]) == content([page])


async def test_asking_anew_shows_what_came_meanwhile(book):
    await book.game(("Anna", 100, True))
    page = await book.board()
    await book.game(("Boris", 200, True))
    assert await book.names(as_of=page.as_of) == [(1, "Anna")]
    assert await book.names() == [(1, "Boris"), (2, "Anna")]


async def test_a_position_that_has_not_come_yet_is_now(book):
    await book.game(("Anna", 100, True))
    page = await book.board(as_of=10**12)
    await book.game(("Boris", 200, True))
    assert page.as_of == 1
    assert await book.names(as_of=page.as_of) == [(1, "Anna")]


@pytest.mark.parametrize("seed", range(4))
async def test_boards_agree_with_results_ledger_and_balances(book, seed):
    chance = random.Random(100 + seed)
    await play(book, chance, [f"name {n}" for n in range(9)], 40)
    persons = await book.store.read(stored_persons.many, [person.id for person in book.persons.values()])
    stored = {person: await book.store.ask_apart(privacy.stored_of, person) for person in persons}

    for metric in Metric:
        shown = {row.person: row.value for row in (await book.board(metric)).rows}
        summed = {
            person: sum(row[metric.value] or 0 for row in rows["results"])
            for person, rows in stored.items()
            if any(row["games"] for row in rows.get("results", []))
        }
        balances = {person: getattr(persons[person], metric.value) for person in summed}
        assert shown == summed == balances
        if metric in {Metric.RATING, Metric.RUBLES, Metric.UNITS}:
            booked = {
                person: sum(
                    row["amount"] for row in rows.get("ledger", []) if row["currency"] == metric.value
                )
                for person, rows in stored.items()
                if person in shown
            }
            assert shown == booked
        chats = [await book.board(metric, scope=Scope.CHAT, place=place) for place in CHATS]
        assert sum(row.value for page in chats for row in page.rows) == sum(shown.values())


async def test_what_a_full_balance_did_not_take_is_not_on_the_board(book):
    for _ in range(6):  # the cap of 10^12 comes with the sixth
        await book.game(("Anna", 2 * 10**11, True))
    person = (await book.store.read(stored_persons.many, [1]))[1]
    assert (await book.board(Metric.RATING)).rows[0].value == person.rating == 10**12
