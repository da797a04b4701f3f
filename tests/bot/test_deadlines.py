"""Missed moves, pauses, calls, and deadlines that wait for their screen (rules 2.17, 2.18, 5.4)."""

import asyncio

import pytest
from evening import banker, carefully, moves_of, phase, seat, to_move
from world import World

from bot.model.rows import Status
from bot.ports.channel import PerhapsDelivered, RetryAfter, Unreachable
from bot.ports.keys import Key
from bot.tables.session import Session


def forfeited(session: Session) -> list[str]:
    assert session.state is not None
    seats = session.state.view(None).seats
    return [
        row.account.name
        for row, seat in zip(session.row.seats, seats, strict=True)
        if seat.standing.value == "forfeited"
    ]


def left(world: World, session: Session) -> float:
    """Seconds until the deadline."""
    assert session.due is not None
    return session.due - world.clock.monotonic()


async def advance(world: World, session: Session, until: str) -> None:
    """Play carefully until that phase, each press two seconds after the other."""
    while session.playing and phase(session)[1] != until:
        name = to_move(session)
        if name is None:
            await world.turn(8)
        else:
            await world.turn(2)
            await world.press(name, carefully(moves_of(world, session)))


async def test_a_missed_stake_forfeits_and_the_next_has_full_time(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name = to_move(session) or ""
    await world.turn(89)
    assert to_move(session) == name
    await world.turn(1)
    assert forfeited(session) == [name]
    assert left(world, session) == 90  # a first move too
    assert (await world.command(name, "/newtable", place=world.chat_place(1))).accepted


async def test_a_missed_draw_gives_the_stake_to_the_bank(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    await advance(world, session, "draw")
    assert session.state is not None
    name, bank = to_move(session) or "", session.state.view(None).bank or 0
    assert left(world, session) == 60
    await world.turn(60)
    assert forfeited(session) == [name]
    assert session.state.view(None).bank == bank + 1


async def test_a_banker_who_misses_his_move_ends_the_game(world: World) -> None:
    session = await seat(world, "Anna", "Boris", arguments="unrated")
    await advance(world, session, "bank")
    name = banker(session)
    if session.playing and to_move(session) == name:
        await world.turn(90)
        assert session.row.status is Status.FINISHED
        assert forfeited(session) == [name]


@pytest.mark.parametrize(("seconds", "first"), [(15, 90), (60, 90), (120, 120)])
async def test_a_first_move_has_a_minute_and_a_half_at_least(world: World, seconds: int, first: int) -> None:
    session = await seat(world, "Anna", "Boris", arguments=f"timeout={seconds}")
    assert left(world, session) == first
    name = to_move(session) or ""
    await world.press(name, moves_of(world, session)[0])
    if to_move(session) == name:
        assert left(world, session) == seconds


async def test_six_move_times_where_the_move_time_is_very_short(world: World) -> None:
    world.least_seconds = 1
    await world.restart()
    session = await seat(world, "Anna", "Boris", arguments="timeout=2")
    assert left(world, session) == 12


async def test_the_next_deal_begins_by_itself_after_eight_seconds(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera", arguments="deals=5")
    await advance(world, session, "pause")
    if session.playing:
        await world.turn(7)
        assert phase(session)[:2] == (1, "pause")
        await world.turn(1)
        assert phase(session)[:2] == (2, "stake")


async def test_leaving_in_the_pause_does_not_prolong_it(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera", arguments="deals=5")
    await advance(world, session, "pause")
    if not session.playing:
        return
    await world.turn(6)
    leaver = next(name for name in ("Anna", "Boris", "Vera") if name != banker(session))
    await world.command(leaver, "/leave")
    if session.playing:
        await world.turn(2)
        assert phase(session)[:2] == (2, "stake")


async def test_each_draw_has_the_full_time(world: World) -> None:
    for number in range(6):
        session = await seat(world, f"A{number}", f"B{number}")
        await advance(world, session, "draw")
        name = to_move(session)
        await world.turn(50)
        await world.press(name or "", str(Key("hit", session.code, 1, _phase(session))))
        if session.playing and to_move(session) == name:
            assert left(world, session) == 60
            return
        await world.command("Boss", "/stop", admin=True)


def _phase(session: Session) -> str:
    assert session.state is not None
    return f"d{session.state.to_move}"


@pytest.mark.parametrize("press_first", [True, False])
@pytest.mark.parametrize(("moment", "late"), [(89.999, False), (90, True)])
async def test_a_press_about_the_deadline_and_the_timer_do_one_thing(
    world: World, moment: float, late: bool, press_first: bool
) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name, key = to_move(session) or "", moves_of(world, session)[0]
    world.clock.forward(moment)
    press, look = world.app.press(world.request(name, key)), world.app.upkeep.look(session.code)
    both = (press, look) if press_first else (look, press)
    await asyncio.gather(*(asyncio.create_task(work) for work in both))
    await world.settle()
    assert session.row.seq == 2
    assert forfeited(session) == ([name] if late else [])
    assert left(world, session) == 90


async def test_two_timers_that_ring_at_once_forfeit_one_move(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    world.clock.forward(95)
    await asyncio.gather(*(world.app.upkeep.look(session.code) for _ in range(5)))
    assert len(forfeited(session)) == 1
    assert session.row.seq == 2


async def test_who_never_acts_does_not_hold_the_others_up(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera", arguments="deals=1")
    await world.turn(600)
    assert session.row.status is Status.FINISHED
    assert world.app.tables.open_sessions() == []
    for name in ("Anna", "Boris", "Vera"):
        assert (await world.command(name, "/newtable", place=world.chat_place(ord(name[0])))).accepted


# screens that do not arrive


async def test_a_deadline_waits_while_its_screen_is_held_up_and_then_runs_in_full(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    world.chat.failures.append(RetryAfter(120))
    await world.press(to_move(session) or "", moves_of(world, session)[0])
    name = to_move(session)
    await world.turn(100)
    assert to_move(session) == name
    await world.press("Gleb", str(Key("cards", session.code)))  # nor does a press let it run out
    assert to_move(session) == name
    await world.turn(20)
    assert left(world, session) == 90
    await world.turn(89)
    assert to_move(session) == name
    await world.turn(1)
    assert forfeited(session) == [name]


async def test_a_timer_that_comes_between_the_screen_and_its_new_deadline_waits_too(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    world.chat.failures.append(RetryAfter(120))
    await world.press(to_move(session) or "", moves_of(world, session)[0])
    name = to_move(session)
    await world.turn(100)
    await session.lock.acquire()
    look = asyncio.create_task(world.app.upkeep.look(session.code))
    for _ in range(5):
        await asyncio.sleep(0)
    world.clock.forward(20)
    for _ in range(20):
        await asyncio.sleep(0)
    session.lock.release()
    await look
    await world.settle()
    assert (to_move(session), left(world, session)) == (name, 90)


async def test_a_deadline_waits_five_minutes_at_most(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    world.chat.failures.extend([Unreachable()] * 100)
    await world.press(to_move(session) or "", moves_of(world, session)[0])
    name = to_move(session)
    await world.turn(90 + 299)
    assert to_move(session) == name
    await world.turn(3)
    assert forfeited(session) == [name]


async def test_a_late_screen_moves_the_deadline_five_minutes_at_most(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera", arguments="timeout=300")
    world.chat.failures.append(RetryAfter(350))
    await world.press(to_move(session) or "", moves_of(world, session)[0])
    name = to_move(session)
    await world.turn(350)
    assert to_move(session) == name
    assert left(world, session) == 250


async def test_a_board_posted_again_prolongs_nothing(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    await world.turn(65)
    await world.command("Anna", "/table")
    assert left(world, session) == 25


async def test_a_board_that_may_have_arrived_holds_nothing_up(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    world.chat.failures.append(PerhapsDelivered())
    await world.press(to_move(session) or "", moves_of(world, session)[0])
    name = to_move(session)
    await world.turn(90)
    assert forfeited(session) == [name]


# calls


def nudges(world: World, name: str) -> int:
    user = world.account(name).user_id
    return sum(m.mentions == (user,) and not m.screen.rows for m in world.chat.messages.values())


async def test_who_has_not_moved_is_called_once_after_a_third_of_the_time(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name = to_move(session) or ""
    await world.turn(29)
    assert nudges(world, name) == 0
    await world.turn(1)
    assert nudges(world, name) == 1
    await world.turn(50)
    assert nudges(world, name) == 1
    await world.press(name, moves_of(world, session)[0])
    assert nudges(world, name) == 0  # taken away after his move


async def test_who_pressed_just_now_is_not_called(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name = to_move(session) or ""
    await world.turn(25)
    await world.press(name, str(Key("cards", session.code)))
    await world.turn(19)
    assert nudges(world, name) == 0
    await world.turn(1)
    assert nudges(world, name) == 1


async def test_two_calls_in_a_deal_at_most(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera", "Gleb")
    called = 0
    while session.playing and phase(session)[0] == 1 and (name := to_move(session)) is not None:
        await world.turn(31)
        called += nudges(world, name)
        await world.press(name, carefully(moves_of(world, session)))
    assert called == 2
    assert all(not m.screen.text.endswith("move") for m in world.chat.messages.values())
