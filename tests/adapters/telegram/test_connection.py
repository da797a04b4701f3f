"""The connection: no network, a second poller, a wrong token, a stop in the middle of a long poll."""

import asyncio
import signal

import aiohttp
import pytest
from botapi import errors
from botapi.evening import Evening
from botapi.inside import Inside
from botapi.server import TOKEN, BotApi

from bot.model.errors import StoreUnusable
from bot.store.store import Store


async def test_a_second_poller_takes_the_updates_for_a_while_and_the_game_goes_on(api, inside, caplog):
    people = [api.telegram.user(name) for name in ("Anna", "Boris")]
    chat = api.telegram.group(*people)
    await inside.open_table(Evening(api, chat, people), "seats=2 deals=5")
    await inside.turn(60)
    async with aiohttp.ClientSession() as other:
        answer = await other.post(f"{api.url}/bot{TOKEN}/getUpdates", data={"timeout": "0"})
        assert answer.status == 200
    conflicts = api.fault("getUpdates", times=2, refuse=errors.CONFLICT)
    await api.until(lambda: conflicts.struck == 2, what="conflicts")
    pressed = await inside.tap(chat)

    assert pressed.text
    told = [record.getMessage() for record in caplog.records if "409" in record.getMessage()]
    assert len(told) == 1
    assert any("there again" in record.getMessage() for record in caplog.records)


async def test_a_second_process_on_the_same_database_is_turned_away(inside):
    with pytest.raises(StoreUnusable):
        await Store.open(inside.path, inside.clock, wait=0)


async def test_without_a_network_the_program_waits_and_says_so_once(tmp_path, caplog):
    caplog.set_level("INFO")
    api = await BotApi().start()
    port = int(api.url.rsplit(":", 1)[1])
    await api.stop()
    world = Inside(tmp_path / "twentyone.db", api)
    await world.begin()
    while world.clock.next_wake() is None:  # it waits to try again
        await asyncio.sleep(0.01)
    world.api = later = BotApi()
    await later.start(port)
    world.clock.forward(1)
    await later.until(lambda: later.telegram.updates.polling, what="the bot polls")
    lines = [
        r.getMessage()
        for r in caplog.records
        if r.name.startswith(("adapters.telegram", "bot.ports.supervisor"))
    ]
    assert sum("cannot be reached" in line for line in lines) == 1
    assert not any(TOKEN in line for line in lines)
    assert sum("there again" in line for line in lines) == 1
    assert sum("can_read_all_group_messages" in line for line in lines) == 1
    await world.stop()
    await later.stop()


async def test_a_wrong_token_ends_the_program_with_one_line(api, program):
    wrong = program(TELEGRAM_TOKEN="1234567890:" + "w" * 35)
    await wrong.start(ready=False)
    assert wrong.process is not None
    assert await wrong.process.wait() == 1
    lines = [line for line in wrong.written().splitlines() if line]
    assert lines[-1] == "twentyone: Telegram refuses TELEGRAM_TOKEN"
    assert sum("refuses" in line for line in lines) == 2
    assert "w" * 35 not in wrong.written()


async def test_ctrl_c_ends_the_program_in_the_middle_of_a_long_poll(api, program):
    bot = await program(TWENTYONE_LANGUAGE="hu").start()
    await api.until(lambda: api.telegram.updates.polling, what="a long poll")
    assert await bot.stop(signal.SIGINT) == 0


@pytest.mark.parametrize(
    ("name", "value"), [("ALL_PROXY", "socks://127.0.0.1:9"), ("no_proxy", "2001:db8::1/64")]
)
async def test_a_proxy_of_the_environment_that_cannot_be_is_named_and_not_tried_again(
    tmp_path, monkeypatch, name, value
):
    monkeypatch.setenv(name, value)
    world = Inside(tmp_path / "twentyone.db", BotApi())
    await world.begin()
    async with asyncio.timeout(10):
        reason = await world.adapter.ended()
    assert name.upper() in reason
    assert value not in reason
    await world.stop()
