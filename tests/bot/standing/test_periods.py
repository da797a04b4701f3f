"""Weeks from Monday and months, in UTC: a game belongs to the period in which it ended."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from bot.model.standings import Period, Span
from bot.store import privacy, standings

_LAST = timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("span", "before"),
    [
        (Span.WEEK, datetime(2026, 3, 16, tzinfo=UTC)),
        (Span.MONTH, datetime(2026, 3, 1, tzinfo=UTC)),
        (Span.MONTH, datetime(2024, 3, 1, tzinfo=UTC)),  # after 29 February
        (Span.MONTH, datetime(2027, 1, 1, tzinfo=UTC)),
        (Span.WEEK, datetime(2027, 1, 4, tzinfo=UTC)),  # after the ISO week 53 of 2026
        (Span.WEEK, datetime(2018, 12, 31, tzinfo=UTC)),  # a week of two years
    ],
)
async def test_the_last_microsecond_of_a_period_is_not_in_the_next(book, span, before):
    await book.game(("Anna", 100, True), at=before - _LAST)
    await book.game(("Boris", 300, True), at=before)

    assert await book.names(span=span, at=before - _LAST) == [(1, "Anna")]
    assert await book.names(span=span, at=before) == [(1, "Boris")]
    assert await book.names(span=Span.ALL, at=before) == [(1, "Boris"), (2, "Anna")]


async def test_a_week_that_begins_in_one_year_and_ends_in_the_next_is_one_week(book):
    await book.game(("Anna", 100, True), at=datetime(2026, 12, 28, tzinfo=UTC))
    await book.game(("Anna", 200, True), at=datetime(2027, 1, 3, 23, 59, tzinfo=UTC))

    (row,) = (await book.board(span=Span.WEEK, at=datetime(2026, 12, 31, tzinfo=UTC))).rows
    assert (row.value, row.games) == (300, 2)


async def test_a_moment_is_taken_in_utc_whatever_zone_it_is_given_in():
    tokyo = timezone(timedelta(hours=9))
    sunday_in_utc = datetime(2026, 3, 16, 3, 0, tzinfo=tokyo)
    period = Period.of(Span.WEEK, sunday_in_utc)
    assert (period.since, period.label) == (datetime(2026, 3, 9, tzinfo=UTC), "w2026-03-09")


async def test_sums_of_periods_nobody_can_ask_for_are_dropped_and_the_others_stay(book):
    now = book.clock.now()
    for days in (0, 7, 31, 14, 80):
        await book.game(("Anna", 100, True), at=now - timedelta(days=days))
    await book.store.write(standings.drop_old, book.clock.now())

    rows = (await book.store.ask_apart(privacy.stored_of, 1))["standings"]
    assert {row["period"] for row in rows} == {"all", "m2026-02", "m2026-03", "w2026-03-02", "w2026-03-09"}
    assert (await book.board()).rows[0].games == 5
