"""What counts for the limits of a day (rules 5.5): rated games however they end, rubles of the account."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from store_samples import NOON, TurnedClock, application, moves, people, result, step

from bot.model.limits import DAY_RUBLES
from bot.model.rows import Change, Person, ResultRow, Status, TableRow
from bot.ports.requests import Account
from bot.store import limits, persons, privacy
from bot.store.limits import rubles_left
from bot.store.store import Store

RATED = '{"rated": true}'


async def begun(store: Store, code: str, seated: list[Person], **changes: Any) -> TableRow:
    values: dict[str, Any] = {"game": "ochko", "options": RATED} | changes
    table = replace(application(code, seated), **values)
    await store.save(Change(table, NOON))
    table = step(table, 1, status=Status.PLAYING)
    await store.save(Change(table, NOON, moves(table, 1)))
    return table


async def ended(store: Store, table: TableRow, status: Status, *results: ResultRow) -> None:
    await store.save(Change(step(table, status=status, ended_at=NOON), NOON, results=results))


@pytest.mark.parametrize("results", [0, 1, 3])
@pytest.mark.parametrize("status", [Status.FINISHED, Status.VOID])
async def test_a_game_counts_for_every_two_if_it_has_any_result(
    store: Store, status: Status, results: int
) -> None:
    seated = await people(store, 3)
    table = await begun(store, "ABCDEF", seated)
    for person in seated:  # while it runs too, also for who has left it
        games = await store.read(limits.pair_games, person.id, NOON)
        assert games == {other.id: 1 for other in seated if other is not person}
    await ended(store, table, status, *(result(p, n) for n, p in enumerate(seated[:results])))
    for person in seated:
        games = await store.read(limits.pair_games, person.id, NOON)
        assert games == {other.id: 1 for other in seated if other is not person and results}
    assert await store.read(limits.pair_games, seated[0].id, NOON + timedelta(days=1)) == {}


async def test_a_game_without_results_counts_if_a_ruble_moved(store: Store) -> None:
    seated = await people(store, 2)
    await store.write(lambda db: db.execute("UPDATE persons SET rubles = 10000"))
    table = await begun(store, "ABCDEF", seated, game="stuk", stake=6000)
    await ended(store, table, Status.VOID)
    assert await store.read(limits.pair_games, seated[0].id, NOON) == {}
    table = await begun(store, "GHJKLM", seated, game="stuk", stake=6000)
    # As a table whose stacks went home after one had won of the other.
    await store.write(
        lambda db: db.execute(
            "INSERT INTO ledger (person_id, currency, amount, source, source_id, reason, at)"
            " VALUES (?, 'rubles', 1, 'stake', 'GHJKLM:9', 'return', 0)",
            (seated[0].id,),
        )
    )
    await ended(store, table, Status.VOID)
    assert await store.read(limits.pair_games, seated[1].id, NOON) == {seated[0].id: 1}


@pytest.mark.parametrize(
    "changes", [{"options": '{"rated": false}'}, {"game": "blackjack"}], ids=["unrated", "blackjack"]
)
async def test_others_do_not_count(store: Store, changes: dict[str, Any]) -> None:
    seated = await people(store, 2)
    table = await begun(store, "ABCDEF", seated, **changes)
    assert await store.read(limits.pair_games, seated[0].id, NOON) == {}
    await ended(store, table, Status.FINISHED, *(result(p, n) for n, p in enumerate(seated)))
    assert await store.read(limits.pair_games, seated[0].id, NOON) == {}


async def test_rubles_of_a_day_are_those_of_the_account(store: Store, clock: TurnedClock) -> None:
    account = Account("telegram", 1, "Person 1", "hu")
    games = [("ABCDEF", 40_000, 40_000), ("GHJKLM", 30_000, 10_000), ("NPQRST", 500, 0)]
    for code, won, kept in games:
        anna, boris = await store.person(account), await store.person(Account("telegram", 2, "Person 2"))
        table = await begun(store, code, [anna, boris])
        await ended(store, table, Status.FINISHED, result(anna, 0, won // 5, won, won=True), result(boris, 1))
        assert (await store.read(persons.many, [anna.id]))[anna.id].rubles == kept
        await store.effect(f"forget {code}", privacy.forget, anna.id, store.clock.now())
    clock.turn(days=1)
    anna = await store.person(account)
    assert await store.read(lambda db: rubles_left(db, anna.id, clock.now())) == DAY_RUBLES


async def test_the_kept_hash_is_of_a_key_of_its_day(store: Store, clock: TurnedClock) -> None:
    hashes = []
    for n in range(2):
        person = await store.person(Account("telegram", 77, "Anna"))
        await store.effect(f"forget {n}", privacy.forget, person.id, store.clock.now())
        hashes.append(await column(store, "SELECT hex(account) FROM day_accounts"))
        clock.turn(days=1)
        await store.write(limits.drop_before, clock.now())
        assert await column(store, "SELECT count(*) FROM day_keys") == [0]
        assert await column(store, "SELECT count(*) FROM day_accounts") == [0]
    assert hashes[0] != hashes[1]


async def column(store: Store, query: str) -> list[object]:
    return await store.read(lambda db: [row[0] for row in db.execute(query)])
