"""Whole games, played by the buttons that the chat shows."""

import sqlite3

import pytest
from evening import PEOPLE, carefully, chosen_by, keys_shown, moves, play_out, seat, to_move
from world import World

from bot.model.rows import Person, Status
from bot.store import boards, results
from bot.store import persons as stored_persons
from bot.tables.session import Session


async def persons(world: World) -> dict[str, Person]:
    found = await world.store.read(stored_persons.many, range(1, 20))
    return {person.name: person for person in found.values()}


def ledger(world: World) -> dict[tuple[int, str], int]:
    with sqlite3.connect(world.path) as db:
        rows = db.execute("SELECT person_id, currency, sum(amount) FROM ledger GROUP BY 1, 2").fetchall()
    db.close()
    return {(person, currency): amount for person, currency, amount in rows}


def chips(session: Session) -> int:
    """All chips of a table: bank, stacks, stakes still in play."""
    assert session.state is not None
    view = session.state.view(None)
    in_play = sum(h.stake for s in view.seats for h in s.hands if h.result is None)
    return (view.bank or 0) + sum(s.chips for s in view.seats) + in_play


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (2, 2), (3, 3), (3, 4), (4, 5), (4, 6)])
async def test_a_game_played_by_buttons_is_booked_as_the_engine_reckons(
    world: World, seats: int, seed: int
) -> None:
    session = await seat(world, *PEOPLE[:seats], arguments="deals=5")
    async for _ in moves(world, session, chosen_by(seed)):
        assert chips(session) == 5 * seats
    assert session.row.status is Status.FINISHED
    assert session.state is not None
    known, booked = await persons(world), ledger(world)
    for row, result in zip(session.row.seats, session.state.results(), strict=True):
        person = known[row.account.name]
        assert (person.games, person.wins) == (result.games, result.wins)
        assert (person.rating, person.rubles) == (result.rating, result.rubles)
        assert booked.get((person.id, "rating"), 0) == result.rating
        assert booked.get((person.id, "rubles"), 0) == result.rubles
        assert not row.open
    assert sum(result.net for result in session.state.results()) == 0
    stored = await world.store.read(results.of_table, session.code)
    assert [row.net for row in stored] == [result.net for result in session.state.results()]
    assert keys_shown(world, {"again"})
    assert not keys_shown(world, {"bet", "hit", "stand", "sit", "start"})


async def test_an_unrated_game_changes_nothing_anywhere(world: World) -> None:
    before_first = await seat(world, "Anna", "Boris", arguments="unrated deals=1")
    before = await persons(world)
    await play_out(world, before_first, chosen_by(7))
    assert before_first.row.status is Status.FINISHED
    assert await persons(world) == before
    assert ledger(world) == {}


async def test_a_second_game_adds_to_the_first(world: World) -> None:
    for seed in (1, 2):
        session = await seat(world, "Anna", "Boris", arguments="deals=1")
        await play_out(world, session, chosen_by(seed))
        await world.turn(20)
    known = await persons(world)
    assert {person.games for person in known.values()} == {2}
    assert sum(ledger(world).values()) == sum(p.rating + p.rubles for p in known.values())


async def test_each_deal_has_a_board_and_the_result_a_message_of_its_own(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera", arguments="deals=5")
    await play_out(world, session, carefully)
    assert session.state is not None
    deals = session.state.view(None).deal
    slots = [board.slot for board in await world.store.read(boards.of_table, session.code)]
    assert sorted(slots) == sorted(["application", "result", *(f"deal:{n + 1}" for n in range(deals))])
    assert len(world.chat.messages) == deals + 2


async def test_the_start_calls_everybody_and_each_later_board_the_first_to_act(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera", arguments="deals=5")
    users = {world.account(name).user_id for name in ("Anna", "Boris", "Vera")}
    assert set(world.chat.last().mentions) == users
    while world.session() and to_move(session) is not None:
        await world.press(to_move(session) or "", carefully(keys_shown(world, {"bet", "stand"})))
    if session.row.status is Status.PLAYING:
        await world.turn(8)
        assert world.chat.last().mentions == (world.account(to_move(session) or "").user_id,)
