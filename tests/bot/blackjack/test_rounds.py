"""Whole tables of blackjack, played by the buttons that the chat shows (rules part 4)."""

import pytest
from bank import balanced
from rounds import (
    PEOPLE,
    by_chance,
    close,
    live,
    play,
    rows,
    shown_units,
    table,
    units,
    view_of,
)
from world import World

from bot.store import results


@pytest.mark.parametrize(("seats", "rounds"), [(1, 20), (3, 8), (6, 5)])
async def test_people_play_rounds_with_splits_and_doubles_and_have_what_was_shown(
    world: World, seats: int, rounds: int
) -> None:
    names = PEOPLE[:seats]
    await table(world, *names)
    hands = doubles = 0
    async for session in play(world, by_chance(seats), rounds=rounds):
        view = view_of(session)
        hands = max(hands, *(len(seat.hands) for seat in view.seats))
        doubles += sum(hand.stake == 2 for seat in view.seats for hand in seat.hands)
    session = live(world)
    assert view_of(session).deal >= rounds
    rounds = view_of(session).deal
    assert hands > 1
    assert doubles
    board = world.chat.last().screen.text
    await close(world)
    assert not world.app.tables.open_sessions()
    stored = await world.store.read(results.of_table, session.code)
    assert [row.net for row in stored] == [row.units for row in stored]
    had = units(world)
    assert had == {name: shown_units(board, name) for name in names}
    assert had == {name: shown_units(world.chat.last().screen.text, name) for name in names}
    assert rows(world, "SELECT DISTINCT rounds, games, rubles, rating FROM persons") == [(rounds, 0, 0, 0)]
    balanced(world)
