"""Whole tables of Стук, played by the buttons that the chat shows (rules part 3)."""

import random
import secrets

import pytest
from bank import (
    PEOPLE,
    balanced,
    by_chance,
    careful,
    chips,
    escrow,
    met,
    moves,
    offered,
    table,
    view_of,
    wallets,
)
from world import World

from bot.model.rows import Status
from bot.store import persons as stored_persons
from bot.store import results as stored_results


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
    results = await world.store.read(stored_results.of_table, session.code)
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
    persons = await world.store.read(stored_persons.many, [row.person for row in session.row.seats])
    assert {person.games for person in persons.values()} == {1}
    assert {person.rating for person in persons.values()} == {0}
    assert sum(person.wins for person in persons.values()) == sum(chips > 60 for chips in stacks.values())


@pytest.mark.parametrize("seats", [2, 6])
async def test_rated_tables_go_through_all_that_can_happen_to_a_bank(
    world: World, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broken bank, a knock by its button, the last round, the bank handed on; then the new balances (rules 3.10 to 3.13)."""
    names, seen = PEOPLE[:seats], set[str]()
    await met(world, *names, rubles=1000)
    for number in range(20):
        if {"knock", "broken", "last_round", "handed on"} <= seen:
            break
        chance = random.Random(f"{seats}:{number}")
        monkeypatch.setattr(secrets, "token_bytes", chance.randbytes)
        session = await table(world, *names, arguments=f"rated size=10 {'' if number else 'timeout=30'}")
        before, first = wallets(world), view_of(session).deal_banker
        async for played in moves(world, session, by_chance(number)):
            session, view = played, view_of(played)
            seen |= {view.bank_ending.value} if view.bank_ending else set()
            seen |= {"knock"} if view.last_round else set()
            seen |= {"handed on"} if view.deal_banker != first else set()
        assert session.row.status is Status.FINISHED
        stacks = [seat.chips for seat in view_of(session).seats]
        after = wallets(world)
        for row, stack in zip(session.row.seats, stacks, strict=True):
            assert after[row.account.name] == before[row.account.name] + 100 * stack
        balanced(world)
        await world.turn(30)
    assert {"knock", "broken", "last_round", "handed on"} <= seen
    shown = "\n".join(world.chat.texts())
    for text in (
        "The bank is broken.",
        "the next round is the last one",
        "The last round is played",
        "the next bank:",
    ):
        assert text in shown.replace("\n", " ").replace("  ", " "), text


async def test_a_round_is_called_a_round_wherever_it_is_named(world: World) -> None:
    """In the list of tables, in the replay, after an old button; the proof says who banks first (rules 3.1)."""
    session = await table(world, *PEOPLE[:2])
    old = offered(world, session)["stand"][0]
    await world.command("Anna", "/tables")
    assert "round 1" in world.chat.last().screen.text
    code = session.code
    async for played in moves(world, session, careful):
        session = played
    for command, said in (
        (f"/verify {code}", "the opener banks first"),
        (f"/replay {code}", "Round 1 of"),
    ):
        text = (await world.command("Anna", command)).screen.text
        assert said in text, text
    assert "the seed gives the banker" not in (await world.command("Anna", f"/verify {code}")).screen.text
    assert "round 1/" in world.chat.last().screen.text
    assert not [text for text in world.chat.texts() if "deal " in text.lower()]
    assert not (await world.press("Anna", old)).accepted
