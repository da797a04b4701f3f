"""Leaderboards of the store: ranks, ties, scopes, one's own row, what is counted."""

import random

import pytest

from bot.model.standings import Metric, Scope, Span
from bot.ports.requests import Account, Place
from bot.store import standings

HERE = Place("chat", -1002234567890)
ELSEWHERE = Place("chat", 77)


async def test_ties_share_a_rank_and_the_next_rank_is_skipped(book):
    for name, rating in (("Vera", 700), ("Anna", 900), ("Boris", 700), ("Gleb", 500)):
        await book.game((name, rating, True))
    assert await book.names() == [(1, "Anna"), (2, "Boris"), (2, "Vera"), (4, "Gleb")]


async def test_a_tie_is_ordered_by_fewer_games_then_by_name_then_by_person(book):
    await book.game(("Anna", 300, True))
    await book.game(("Anna", 0, False))
    await book.game(("Vera", 300, True))
    await book.game(("Boris", 300, True))
    twin = await book.store.person(Account("chat", 999, "Boris"))
    book.persons["other Boris"] = twin
    await book.game(("other Boris", 300, True))

    rows = (await book.board()).rows
    assert [row.name for row in rows] == ["Boris", "Boris", "Vera", "Anna"]
    assert [row.person for row in rows[:2]] == sorted(row.person for row in rows[:2])
    assert {row.rank for row in rows} == {1}


async def test_twenty_five_equal_scores_asked_twenty_times_are_the_same_board(book):
    names = [f"name {n}" for n in range(25)]
    random.Random(3).shuffle(names)
    for name in names:
        await book.game((name, 400, True))
    boards = [[await book.board(number=page) for page in range(3)] for _ in range(20)]

    assert all(board == boards[0] for board in boards)
    rows = [row for page in boards[0] for row in page.rows]
    assert [row.name for row in rows] == sorted(names)
    assert {row.rank for row in rows} == {1}
    assert [len(page.rows) for page in boards[0]] == [10, 10, 5]


async def test_a_tie_over_the_edge_of_a_page_keeps_its_rank(book):
    for n in range(9):
        await book.game((f"high {n}", 1000 + n, True))
    for n in range(4):
        await book.game((f"tied {n}", 500, True))
    await book.game(("low", 1, True))
    ranks = [row.rank for row in (await book.board(number=1)).rows]
    assert ranks == [10, 10, 10, 14]


@pytest.mark.parametrize("metric", list(Metric))
async def test_each_metric_orders_by_its_own_sum(book, metric):
    await book.game(("Anna", 500, False), ("Boris", 100, True))
    await book.game(("Boris", 100, True), ("Vera", 0, False))
    await book.game(("Vera", 0, False), ("Boris", 100, False))
    leads = {
        Metric.RATING: ("Anna", 500),
        Metric.RUBLES: ("Anna", 2500),
        Metric.WINS: ("Boris", 2),
        Metric.GAMES: ("Boris", 3),
        Metric.UNITS: ("Anna", 1),
    }
    rows = (await book.board(metric)).rows
    assert (rows[0].name, rows[0].value) == leads[metric]
    if metric is Metric.UNITS:
        assert [(row.name, row.value, row.games) for row in rows[1:]] == [("Vera", -8, 2), ("Boris", -9, 3)]


async def test_a_chat_counts_its_own_games_in_all_its_threads(book):
    await book.game(("Anna", 100, True), place=HERE)
    await book.game(("Anna", 200, True), place=Place("chat", HERE.chat_id, thread=5))
    await book.game(("Anna", 400, True), ("Boris", 100, False), place=ELSEWHERE)
    await book.game(("Vera", 800, True), place=Place("other", HERE.chat_id))

    async def values(scope: Scope, place: Place) -> dict[str, int]:
        return {row.name: row.value for row in (await book.board(scope=scope, place=place)).rows}

    assert await values(Scope.CHAT, HERE) == {"Anna": 300}
    assert await values(Scope.CHAT, Place("chat", HERE.chat_id, thread=9)) == {"Anna": 300}
    assert await values(Scope.CHAT, ELSEWHERE) == {"Anna": 400, "Boris": 100}
    assert await values(Scope.EVERYWHERE, HERE) == {"Anna": 700, "Boris": 100, "Vera": 800}
    assert await values(Scope.CHAT, Place("chat", 12345)) == {}


async def test_an_unrated_game_changes_no_board(book):
    await book.game(("Anna", 100, True))
    before = [await book.board(metric, span=span) for metric in Metric for span in Span]
    await book.game(("Anna", 900, True), ("Boris", 500, False), rated=False)
    assert [await book.board(metric, span=span) for metric in Metric for span in Span] == before


async def test_the_own_row_has_its_rank_on_every_page(book):
    for n in range(30):
        await book.game((f"name {n:02}", 1000 - n, True))
    own = book.persons["name 17"].id
    for number in range(3):
        page = await book.board(own=own, number=number)
        assert page.own is not None
        assert (page.own.name, page.own.rank) == ("name 17", 18)
        assert (page.own in page.rows) == (number == 1)
    stranger = await book.person("who never played")
    assert (await book.board(own=stranger.id)).own is None


@pytest.mark.parametrize("own", [0, 1])
async def test_a_page_beyond_the_last_is_the_last(book, own):
    for n in range(11):
        await book.game((f"name {n:02}", 1000 - n, True))
    page = await book.board(number=40, own=own)
    assert (page.number, [row.name for row in page.rows], page.total) == (1, ["name 10"], 11)


async def test_a_new_name_is_the_one_that_is_shown_and_ordered_by(book):
    await book.game(("Anna", 100, True), ("Boris", 100, False))
    await book.store.person(Account("chat", 100, "Zoe"))
    assert await book.names() == [(1, "Boris"), (1, "Zoe")]


@pytest.mark.parametrize("metric", list(Metric))
async def test_a_page_is_one_query_that_the_index_answers_in_its_order(book, metric):
    asked = {
        "scope": 0,
        "period": "all",
        "as_of": 0,
        "since": 0,
        "until": 1,
        "own": 1,
        "rows": 10,
        "offset": 0,
    }
    plan = await book.store.read(
        lambda db: [row[3] for row in db.execute("EXPLAIN QUERY PLAN " + standings._PAGES[metric], asked)]
    )
    table = "round_standings" if metric is Metric.UNITS else "standings"
    index = f"SEARCH {table} USING COVERING INDEX {table}_{metric.value} (scope=? AND period=?"
    assert f"{index})" in plan  # walked up to the mark
    assert f"{index} AND {metric.value}<?)" in plan  # and from there
    # Sorted are the later games of `late` and the rows of the page, never a board.
    before_sorts = [plan[n - 1] for n, step in enumerate(plan) if step == "USE TEMP B-TREE FOR ORDER BY"]
    assert not [step for step in before_sorts if "standings" in step and "PRIMARY KEY" not in step]
    assert not [step for step in plan if step.startswith((f"SCAN {table}", "SCAN counted", "SCAN persons"))]
