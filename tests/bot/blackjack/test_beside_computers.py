"""People and computers at one table of blackjack (rules 4.3, 4.15 to 4.19)."""

from bank import balanced
from evening import sit_key
from rounds import live, move, rows, standing, table, view_of
from world import World

from bot.model.rows import Status
from bot.ports.keys import Key


async def to_end_of_round(world: World) -> None:
    for _ in range(60):
        session = live(world)
        if view_of(session).to_move is None:
            return
        if session.awaited is None:
            await world.turn(1)
        else:
            await move(world, session, standing)
    raise AssertionError("the round does not end")


async def test_one_person_plays_with_a_computer_from_one_press(world: World) -> None:
    answer = await world.press("Anna", str(Key("alone", argument="blackjack")))
    assert answer.accepted, answer.screen.text
    session = live(world)
    assert [seat.account.platform for seat in session.row.seats] == ["chat", "computer"]
    for _ in range(3):
        await to_end_of_round(world)
        await world.turn(8)
    await to_end_of_round(world)
    assert "Computer" in world.chat.last().screen.text
    await world.command("Anna", "/leave")
    assert not world.app.tables.open_sessions()
    result = world.chat.last().screen.text
    assert "\u2068⚙ Computer 1\u2069" in result
    assert "4 rounds" in result
    assert rows(world, "SELECT DISTINCT units, rounds FROM persons") == [(0, 0)]
    balanced(world)


async def test_a_computer_stays_when_people_come_and_go_and_the_round_is_its_last_without_them(
    world: World,
) -> None:
    session = await table(world, "Anna", seats=3, arguments="computers=1 unrated")
    assert (await world.press("Boris", sit_key(session))).accepted
    assert not (await world.press("Vera", sit_key(session))).accepted
    await to_end_of_round(world)
    await world.turn(8)
    assert [seat.account.name for seat in live(world).row.seats] == ["Anna", "Computer 1 (normal)", "Boris"]
    session = live(world)
    for name in ("Anna", "Boris"):
        await world.command(name, "/leave")
        await world.press(name, str(Key("leave", session.code)))
    for _ in range(30):
        await world.turn(1)
    assert session.row.status is Status.FINISHED
    assert all(hand.result is not None for seat in view_of(session).seats for hand in seat.hands)
    balanced(world)
