"""The instant in which one record of a table follows another: nothing is lost in it, nobody gains by it."""

import asyncio

import pytest
from bank import balanced
from evening import sit_key
from rounds import live, move, play_on, rows, standing, table, to_pause, view_of
from world import World

from bot.model.errors import StoreFailed
from bot.ports.keys import Key
from bot.tables.chain import ROUNDS
from bot.tables.session import Session


def names_of(session: Session) -> list[str]:
    return [seat.account.name for seat in session.row.seats]


async def silent_round(world: World, who: str) -> None:
    """A round, or what is left of it, in which one person makes no move and the others stand; then its pause."""
    while (seat := view_of(live(world)).to_move) is not None:
        session = live(world)
        if session.row.seats[seat].account.name == who:
            await world.turn(91)
        else:
            await move(world, session, standing)


@pytest.mark.parametrize("restarted", [False, True])
async def test_two_missed_rounds_free_a_seat_also_where_a_record_begins_between_them(
    world: World, restarted: bool
) -> None:
    first = await table(world, "Anna", "Boris", seats=3, arguments="rated timeout=15")
    await silent_round(world, "Boris")
    await world.press("Vera", sit_key(first))
    await world.turn(8)
    second = live(world)
    assert second.code != first.code
    assert view_of(second).seats[1].hands[0].stake == 1
    if restarted:
        await world.restart()
    await silent_round(world, "Boris")
    assert world.app.tables.of_person(2) is None
    await world.turn(8)
    assert names_of(live(world)) == ["Anna", "Vera"]
    balanced(world)


async def test_a_move_between_two_missed_rounds_keeps_the_seat_also_over_records(world: World) -> None:
    first = await table(world, "Anna", "Boris", seats=3, arguments="rated timeout=15")
    await silent_round(world, "Boris")
    await world.press("Vera", sit_key(first))
    await world.turn(8)
    while (seat := view_of(live(world)).to_move) == 0:
        await move(world, live(world), standing)
    assert seat == 1
    await move(world, live(world), lambda _view, _verbs: "hit")
    await silent_round(world, "Boris")
    assert world.app.tables.of_person(2) is live(world)


async def test_a_chat_that_is_lost_while_the_record_changes_holds_nobody(world: World) -> None:
    first = await table(world, "Anna", seats=2)
    await world.press("Boris", sit_key(first))
    await to_pause(world)
    world.clock.forward(8)
    press = asyncio.create_task(world.app.press(world.request("Anna", str(Key("help", first.code)))))
    while not first.lock.locked():
        await asyncio.sleep(0)
    world.app.left(first.place)
    await press
    await world.settle()
    assert world.app.tables.open_sessions() == []
    assert rows(world, "SELECT count(*) FROM tables") == [(2,)]


async def test_a_record_that_began_although_its_save_was_reported_as_failed_is_played_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await table(world, "Anna", seats=2)
    await world.press("Boris", sit_key(first))
    await to_pause(world)
    save = world.store.save

    async def kept(*changes):
        await save(*changes)
        if len(changes) == 2:
            raise StoreFailed("the disk says no, and has it all the same")

    monkeypatch.setattr(world.store, "save", kept)
    world.clock.forward(8)
    world.app.deadlines.sweep()
    await world.settle()
    await world.turn(10)
    second = live(world)
    assert names_of(second) == ["Anna", "Boris"]
    assert world.app.tables.of_person(1) is second
    await to_pause(world)
    balanced(world)


async def test_at_the_20th_round_one_comes_and_another_goes_in_the_same_instant(world: World) -> None:
    first = await table(world, "Anna", "Boris", seats=3)
    await play_on(world, rounds=ROUNDS)
    assert live(world) is first
    world.clock.forward(8)
    came, _, again, gone = await asyncio.gather(
        world.app.press(world.request("Vera", sit_key(first))),
        world.app.press(world.request("Boris", str(Key("leave", first.code)))),
        world.app.press(world.request("Vera", sit_key(first))),
        world.app.press(world.request("Boris", str(Key("leave", first.code)))),
    )
    await world.settle()
    assert came.accepted
    assert again.screen == came.screen  # a double tap
    assert world.app.tables.of_person(3) is live(world)
    if gone.accepted:
        assert world.app.tables.of_person(2) is None
    await to_pause(world)
    await world.turn(8)
    assert "Vera" in names_of(live(world))
    balanced(world)


async def test_who_sits_down_at_two_tables_at_once_has_one_seat(world: World) -> None:
    first = await table(world, "Anna", seats=2)
    await world.turn(30)
    await world.command("Boris", "/newtable blackjack seats=2", place=world.chat_place(1))
    second = world.session("Boris")
    answers = await asyncio.gather(
        world.app.press(world.request("Vera", sit_key(first))),
        world.app.press(world.request("Vera", sit_key(second), place=second.place)),
    )
    await world.settle()
    assert sorted(answer.accepted for answer in answers) == [False, True]
    assert rows(world, "SELECT count(*) FROM seats WHERE open = 1 AND person_id = 3") == [(1,)]


async def test_a_seat_taken_by_a_press_that_comes_again_in_the_next_record_is_one_seat(world: World) -> None:
    first = await table(world, "Anna", seats=3)
    taken = await world.press("Boris", sit_key(first), press_id="update 7")
    await to_pause(world)
    await world.turn(8)
    second = live(world)
    assert second.code != first.code
    again = await world.press("Boris", sit_key(first), press_id="update 7")
    assert again.screen == taken.screen
    await world.restart()
    late = await world.press("Boris", sit_key(first), press_id="update 7")
    assert "already" in late.screen.text or "counted" in late.screen.text
    assert names_of(live(world)) == ["Anna", "Boris"]
    assert live(world).row.coming == ()


async def test_a_table_is_found_by_the_code_of_an_earlier_record(world: World) -> None:
    first = await table(world, "Anna", seats=2)
    await world.press("Boris", sit_key(first))
    await to_pause(world)
    await world.turn(70)
    assert live(world).code != first.code
    shown = await world.command("Anna", f"/table {first.code.lower()}")
    assert shown.accepted, shown.screen.text
    elsewhere = await world.command("Anna", f"/stop {first.code}", place=world.chat_place(1))
    assert not elsewhere.accepted
    assert live(world).playing
