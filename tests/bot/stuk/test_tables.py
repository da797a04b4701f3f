"""Whole tables of Стук, played by the buttons that the chat shows (rules part 3)."""

import pytest
from bank import PEOPLE, balanced, by_chance, chips, escrow, met, moves, table, view_of, wallets
from world import World

from bot.store.rows import Status


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (6, 3)])
async def test_an_unrated_table_is_played_to_its_end_and_no_chip_is_lost(
    world: World, seats: int, seed: int
) -> None:
    session = await table(world, *PEOPLE[:seats])
    assert [row.chips for row in session.row.seats] == [60] * seats
    async for played in moves(world, session, by_chance(seed)):
        session = played
        assert chips(session) == 60 * seats
    assert session.row.status is Status.FINISHED
    assert view_of(session).ending is not None
    results = await world.store.results(session.code)
    assert [row.net for row in results] == [seat.chips - 60 for seat in view_of(session).seats]
    assert {row.rubles for row in results} == {0}


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (2, 4), (6, 3), (6, 5)])
async def test_a_rated_table_moves_rubles_as_played_and_nothing_else(
    world: World, seats: int, seed: int
) -> None:
    names = PEOPLE[:seats]
    await met(world, *names)
    session = await table(world, *names, arguments="rated")
    assert set(wallets(world).values()) == {4000}
    assert escrow(world) == 6000 * seats
    async for played in moves(world, session, by_chance(seed)):
        session = played
    assert session.row.status is Status.FINISHED
    stacks = {
        row.account.name: seat.chips
        for row, seat in zip(session.row.seats, view_of(session).seats, strict=True)
    }
    assert wallets(world) == {name: 4000 + 100 * stacks[name] for name in names}
    assert escrow(world) == 0
    balanced(world)
    result = world.chat.last().screen.text
    assert result.count("in the wallet") == seats
    persons = await world.store.persons(row.person for row in session.row.seats)
    assert {person.games for person in persons.values()} == {1}
    assert {person.rating for person in persons.values()} == {0}
    assert sum(person.wins for person in persons.values()) == sum(chips > 60 for chips in stacks.values())
