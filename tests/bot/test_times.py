"""Time that counts: standstill, clocks that are set, presses in time, lines that are down (rules 5.4)."""

import asyncio

import pytest
from evening import carefully, moves_of, phase, play_out, seat, sit_key, to_move
from world import World

from bot.ports.keys import Key
from bot.tables.session import Session

DAY = 86_400


def left(world: World, session: Session) -> float:
    """Seconds until the deadline."""
    assert session.due is not None
    return session.due - world.clock.monotonic()


def moment(world: World, session: Session) -> object:
    """The moment that the newest board of the chat names."""
    board = max((m for m in world.chat.messages.values() if m.screen.rows), key=lambda m: m.id)
    return next(span.until for line in board.screen.lines for span in line if span.until is not None)


# standstill


@pytest.mark.parametrize("first", ["press", "look"])
async def test_45_seconds_of_standstill_in_a_move_of_30_cost_nobody_anything(
    world: World, first: str
) -> None:
    session = await seat(world, "Anna", "Boris", "Vera", arguments="timeout=30")
    await world.press(
        to_move(session) or "", carefully(moves_of(world, session))
    )  # a first move has more time
    while session.due is None or session.due - session.begun != 30:
        await world.press(to_move(session) or "", carefully(moves_of(world, session)))
    name, key = to_move(session) or "", carefully(moves_of(world, session))
    seq, named = session.row.seq, moment(world, session)
    await world.turn(20)
    world.clock.stand(45)  # the process is stopped; the press lies in the socket
    if first == "look":
        world.app.deadlines.sweep()
        await world.settle()
        assert (to_move(session), left(world, session)) == (name, 30)
        assert moment(world, session) == session.row.deadline != named
    assert (await world.press(name, key)).accepted
    assert session.row.seq == seq + 1


@pytest.mark.parametrize(("stands", "seconds"), [(3.1, 90), (1.5, 48.5)])
async def test_more_than_three_seconds_are_a_standstill(world: World, stands: float, seconds: float) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    await world.turn(40)
    world.clock.stand(stands)
    world.app.times.look()
    assert left(world, session) == pytest.approx(seconds)


async def test_an_application_and_a_pause_have_their_time_again_too(world: World) -> None:
    await world.command("Anna", "/newtable seats=3")
    session = world.session()
    await world.press("Boris", sit_key(session))
    await world.turn(595)
    world.clock.stand(3600)
    await world.turn(599)
    assert session.waiting
    await world.turn(1)
    assert not session.waiting


# clocks that are set


@pytest.mark.parametrize("step", [3600, DAY, -3600, -30, 60])
async def test_a_wall_clock_that_is_set_takes_no_move_and_gives_none(world: World, step: int) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name = to_move(session)
    await world.turn(80)
    world.clock.step(step)
    await world.turn(1)  # a beat sees it
    assert (to_move(session), left(world, session)) == (name, 89)
    assert moment(world, session) == session.row.deadline
    await world.turn(88)
    assert to_move(session) == name
    await world.turn(1)
    assert to_move(session) != name


@pytest.mark.parametrize("step", [3600, DAY, -3600])
async def test_a_game_goes_on_as_if_no_clock_had_been_set(world: World, step: int) -> None:
    """Set back, presses were answered «accepted» for an hour and nothing was drawn, no board came, no table could be opened."""
    session = await seat(world, "Anna", "Boris", arguments="deals=1")
    while session.playing and (name := to_move(session)) is not None:
        seq, stood = session.row.seq, phase(session)
        world.clock.step(step)
        await world.turn(1)
        assert (await world.press(name, moves_of(world, session)[0])).accepted
        await world.turn(1)
        assert session.row.seq > seq
        assert (
            phase(session) == stood
            or any(session.code in key for key in moves_of(world, session))
            or not session.playing
        )
    await world.turn(20)
    world.clock.step(step)
    assert (await world.command("Anna", "/newtable")).accepted
    assert (await world.command("Anna", "/leave")).accepted
    refused = await world.command("Anna", "/newtable")
    assert 1 <= world.number(refused.screen.text.removeprefix("One new table in 20 s")) <= 20
    await world.turn(20)
    assert (await world.command("Anna", "/newtable")).accepted


async def test_whoever_waits_for_the_start_waits_a_minute_whatever_the_clock_says(world: World) -> None:
    await world.command("Anna", "/newtable seats=3")
    session = world.session()
    await world.press("Boris", sit_key(session))
    start = str(Key("start", session.code, 0, "a"))
    world.clock.step(-3600)
    await world.turn(59)
    assert not (await world.press("Boris", start)).accepted
    world.clock.step(DAY)
    assert not (await world.press("Boris", start)).accepted
    await world.turn(1)
    assert (await world.press("Boris", start)).accepted


@pytest.mark.parametrize("step", [-3600, DAY])
async def test_a_start_has_the_full_time_whatever_the_clock_says(world: World, step: int) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    await world.turn(50)
    await world.stop()
    world.clock.step(step)
    await world.start()
    assert left(world, world.session()) == 90
    assert world.session().code == session.code


# presses in time


async def test_a_press_that_was_read_in_time_is_in_time_however_long_its_way_is(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name, key = to_move(session) or "", moves_of(world, session)[0]
    await world.turn(89)
    request = world.request(name, key)
    world.app.read(request.account, request.place, request.press_id)
    world.clock.forward(5)
    world.app.deadlines.sweep()  # the timer comes first, and waits for it
    await world.settle()
    assert to_move(session) == name
    assert (await world.ask(world.app.press(request))).accepted
    assert session.row.seq == 2


async def test_a_later_request_waits_for_one_that_was_read_in_time(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name, key = to_move(session) or "", moves_of(world, session)[0]
    await world.turn(89)
    early = world.request(name, key)
    world.app.read(early.account, early.place, early.press_id)
    world.clock.forward(5)
    late = asyncio.create_task(world.app.press(world.request("Gleb", str(Key("cards", session.code)))))
    for _ in range(20):
        await asyncio.sleep(0)
    assert not late.done()
    assert (await world.app.press(early)).accepted
    await late
    await world.settle()
    assert session.row.seq == 2


async def test_a_deadline_comes_at_once_when_what_was_read_before_it_asked_for_nothing(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name, request = to_move(session), world.request("Boris", "?")
    await world.turn(89)
    world.app.read(request.account, request.place, request.press_id)
    await world.turn(1)
    assert to_move(session) == name
    world.app.handled(request.account, request.press_id)
    await world.settle()
    assert to_move(session) != name


async def test_a_request_that_hangs_gives_the_table_its_time_again_and_holds_nothing_up_for_long(
    world: World,
) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name, request = to_move(session), world.request("Boris", "?")
    await world.turn(89)
    world.app.read(request.account, request.place, request.press_id)
    await world.turn(15)
    assert to_move(session) == name
    assert left(world, session) > 88
    await world.turn(90)
    assert to_move(session) != name


async def test_requests_from_elsewhere_hold_no_table_up(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name, request = to_move(session), world.request("Gleb", "?", place=world.chat_place(7))
    await world.turn(89)
    world.app.read(request.account, request.place, request.press_id)
    await world.turn(1)
    assert to_move(session) != name


async def test_a_press_read_after_the_deadline_is_late(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name, key = to_move(session) or "", moves_of(world, session)[0]
    world.clock.forward(90)
    assert not (await world.press(name, key)).accepted
    assert to_move(session) != name


async def test_leaving_is_confirmed_by_when_the_second_press_was_read(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    name = to_move(session) or ""
    await world.press(name, moves_of(world, session)[0])
    while (name := to_move(session) or "") and phase(session)[1] != "draw":
        await world.press(name, moves_of(world, session)[0])
    assert not (await world.command(name, "/leave")).accepted
    await world.turn(20)
    request = world.request(name, str(Key("leave", session.code)))
    world.app.read(request.account, request.place, request.press_id)
    world.clock.forward(2)
    assert (await world.ask(world.app.press(request))).accepted


# lines that are down


@pytest.fixture
async def far(world: World) -> World:
    """A world whose presses come over a line that can break."""
    world.chat.breaks = True
    return world


async def test_a_move_runs_out_when_its_line_has_shown_that_it_stood_at_the_deadline(far: World) -> None:
    session = await seat(far, "Anna", "Boris", "Vera")
    name = to_move(session)
    await far.turn(89)
    far.app.line_alive("chat")
    await far.turn(4)
    assert to_move(session) == name
    assert far.chat.proofs > 0
    far.app.line_alive("chat")
    await far.settle()
    assert to_move(session) != name


async def test_while_its_line_is_down_no_move_runs_out_and_then_has_its_full_time(far: World) -> None:
    session = await seat(far, "Anna", "Boris", "Vera")
    name, named = to_move(session), moment(far, session)
    await far.turn(80)
    far.app.line_failed("chat")
    await far.turn(30)
    assert to_move(session) == name
    far.app.line_alive("chat")
    await far.settle()
    assert (to_move(session), left(far, session)) == (name, 90)
    assert moment(far, session) == session.row.deadline != named
    assert (await far.press(name or "", moves_of(far, session)[0])).accepted


async def test_a_line_that_stays_down_holds_a_move_up_for_five_minutes_at_most(far: World) -> None:
    session = await seat(far, "Anna", "Boris", "Vera")
    name = to_move(session)
    await far.turn(80)
    for _ in range(4):  # it comes and goes
        far.app.line_failed("chat")
        await far.turn(70)
        far.app.line_alive("chat")
        await far.settle()
    far.app.line_failed("chat")
    await far.turn(90 + 300 - 80 - 4 * 70 - 1)
    assert to_move(session) == name
    await far.turn(2)
    assert to_move(session) != name


async def test_a_moment_without_a_line_is_none(far: World) -> None:
    session = await seat(far, "Anna", "Boris", "Vera")
    await far.turn(40)
    far.app.line_alive("chat")
    await far.turn(2)
    far.app.line_failed("chat")
    await far.turn(1)
    far.app.line_alive("chat")
    assert left(far, session) == 47


async def test_pauses_and_computers_need_no_line(far: World) -> None:
    session = await seat(far, "Anna", "Boris", arguments="deals=5")
    await play_out(far, session, carefully)
    assert not session.playing


async def test_a_quiet_line_is_asked_while_somebody_plays(far: World) -> None:
    await far.turn(60)
    assert far.chat.proofs == 0
    await seat(far, "Anna", "Boris", "Vera")
    await far.turn(15)
    assert far.chat.proofs > 0
