"""The line that brings presses: refused or frozen for 30 s at 15 s a move (rules 5.4). The clock is turned, the HTTP is real."""

import asyncio

import pytest
from botapi.evening import Evening
from botapi.inside import Inside
from botapi.server import BotApi

from adapters.telegram.polls import PollingRequest
from bot.store import tables


async def short_turn(api: BotApi, inside: Inside):
    """A table where the mover has 15 s: it is not his first move of the game."""
    people = [api.telegram.user(name) for name in ("Anna", "Boris", "Vera")]
    chat = api.telegram.group(*people)
    await inside.open_table(Evening(api, chat, people), "seats=3 deals=5 timeout=15")
    session = inside.session_in(chat)
    await inside.turn(60)
    while session.full != 15 or session.state.to_move is None:
        await inside.turn(1)
        await inside.tap(chat)
    await inside.turn(1)
    return chat, session


def polling(inside: Inside) -> PollingRequest:
    request = inside.adapter.connection.library.bot._request[0]
    assert isinstance(request, PollingRequest)
    return request


async def pass_unheard(inside: Inside, seconds: float) -> None:
    """Time passes, and every deadline of it is looked at; no update comes."""
    for _ in range(round(seconds)):
        inside.clock.forward(1)
        inside.app.deadlines.sweep()
        await inside.app.upkeep.settle()


async def last_move(inside: Inside, session) -> tuple[int, str]:
    """The number of the last move that is stored, and its verb."""
    move = (await inside.store.read(tables.moves, session.code))[-1]
    return move.seq, move.text.split(" ")[1]


def press_of_the_mover(api: BotApi, chat, session):
    account = session.row.seats[session.state.to_move].account
    view = session.state.view(session.state.to_move)
    key = f"1:{session.code}:{view.deal}:d{session.state.to_move}:stand"
    return api.telegram.press(api.telegram.users[account.user_id], chat.last(), key)


@pytest.mark.parametrize("how", ["refused", "dropped", "frozen"])
async def test_half_a_minute_without_the_line_costs_nobody_his_move(api, inside, how):
    chat, session = await short_turn(api, inside)
    mover, seq, lines = session.state.to_move, session.row.seq, inside.app.times.lines
    frozen = asyncio.Event()
    trouble = {
        "refused": {"status": 502},
        "dropped": {"drop": True, "after": False},
        "frozen": {"hold": frozen},
    }
    fault = api.fault("getUpdates", times=1000, **trouble[how])
    longest, polling(inside)._longest = polling(inside)._longest, 0.2
    api.telegram.updates.release()
    await api.until(lambda: fault.struck, what="the fault")
    while "telegram" not in lines._failed:  # a frozen line is known by what is overdue, of the network's time
        await asyncio.sleep(0.01)
    polling(inside)._longest = longest
    await pass_unheard(inside, 20)
    pressed = press_of_the_mover(api, chat, session)
    await pass_unheard(inside, 10)
    assert (session.state.to_move, session.row.seq) == (mover, seq)
    fault.times = 0
    frozen.set()
    await api.until(lambda: pressed.answer is not None, what="an answer")
    await inside.settle()
    assert await last_move(inside, session) == (seq + 1, "stand")


async def test_a_move_runs_out_with_the_first_poll_that_is_answered_after_its_deadline(api, inside):
    _, session = await short_turn(api, inside)
    seq = session.row.seq
    await pass_unheard(inside, 15)
    assert session.row.seq == seq
    api.telegram.updates.release()
    await api.until(lambda: session.row.seq == seq + 1, what="the forfeit")
    assert await last_move(inside, session) == (seq + 1, "timeout")


async def test_what_was_read_in_time_is_in_time_though_it_waits_in_the_librarys_queue(api, inside):
    chat, session = await short_turn(api, inside)
    seq, held = session.row.seq, asyncio.Event()
    take = inside.adapter.connection._inbound.take

    async def later(update):
        await held.wait()
        await take(update)

    inside.adapter.connection._inbound.take = later
    pressed = press_of_the_mover(api, chat, session)
    await api.until(api.telegram.updates.quiet, what="the press is read")
    await pass_unheard(inside, 14)
    api.telegram.updates.release()
    await api.until(api.telegram.updates.quiet, what="another poll")
    await pass_unheard(inside, 1)
    assert session.row.seq == seq
    held.set()
    await api.until(lambda: pressed.answer is not None, what="an answer")
    await inside.settle()
    assert await last_move(inside, session) == (seq + 1, "stand")
