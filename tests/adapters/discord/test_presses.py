"""Presses: what is answered where, by the board, in the panel, by the window; late, twice, after a restart."""

import asyncio
import contextlib
import sqlite3
from datetime import timedelta

import pytest
from server import buttons, custom_id, has, said, text_of
from simcord.results import to_discord_message

from bot.screens import hands


async def test_a_move_on_the_board_changes_the_board_and_brings_the_hand(server):
    await server.open_table("Anna", "Boris", deals="5")
    name, _, result = await server.step()
    assert result.deferred
    assert result.followups == []
    assert "Your card" in text_of(server.hand(name))
    assert any(kind == "p" for kind, _ in buttons(server.hand(name)))
    board = server.board("cards")
    assert "Your card" not in server.shown()
    assert name in text_of(server.env.backend.get_message(board.channel.id, board.id))


async def test_a_press_in_the_panel_changes_the_panel(server):
    await server.open_table("Anna", "Boris", deals="5")
    name, _, _ = await server.step()
    panel = server.hand(name)
    again = await server.click(name, panel, "stand")
    assert again.followups == []
    assert again.response.id == panel.id
    assert "Enough" in text_of(server.env.backend.get_message(panel.channel_id, panel.id))
    assert server.mover() != name


async def test_my_cards_come_in_a_message_of_their_own_with_the_moves(server):
    await server.open_table("Anna", "Boris", deals="5")
    await server.turn(3)
    name = server.mover()
    result = await server.click(name, server.board("cards"), "cards")
    assert result.response.ephemeral
    assert any(has(key, "bet") for _, key in buttons(result.response))
    waiting = next(n for n in ("Anna", "Boris") if n != name)
    other = await server.click(waiting, server.board("cards"), "cards")
    assert buttons(other.response) == []


async def test_a_refusal_is_seen_by_its_presser_alone(server):
    await server.open_table("Anna", "Boris", deals="5")
    await server.turn(3)
    waiting = next(n for n in ("Anna", "Boris") if n != server.mover())
    for name in (waiting, "Gleb"):
        result = await server.click(name, server.board("bet"), "bet")
        assert result.response.ephemeral
        assert said(result)
    assert server.app.tables.open_sessions()[0].row.seq == 1


async def test_the_new_hand_arrives_by_itself_below_the_new_board(server):
    await server.open_table("Anna", "Boris", deals="5")
    presses = {}
    session = server.app.tables.open_sessions()[0]
    while session.state.view(None).deal == 1:
        if server.mover():
            name, _, presses[name] = await server.step()
        await server.turn(2 if server.mover() else 8)
    await server.turn(4)
    board = server.board("bet")
    hands = [
        message
        for message in server.env.backend.messages[server.channel.id].values()
        if message.flags & 64 and message.id > board.id
    ]
    assert len(hands) == 2
    assert all("card" in text_of(hand).lower() for hand in hands)


async def test_a_token_lives_15_minutes_and_no_longer(server):
    """Boards are edited by the bot's token, a hand is not sent by a dead one."""
    await server.slash("Anna", "newtable", seats=3)
    await server.turn(2)
    for verb in ("sit", "leave", "sit"):
        await server.turn(8 * 60)
        await server.click("Vera", server.board("sit"), verb)
        await server.turn(5)
    assert "Vera" in server.shown()
    await server.click("Boris", server.board("sit"), "sit")
    await server.turn(5)
    assert server.mover() is not None
    assert server.hand("Anna").id < server.board("bet").id
    assert server.hand("Boris").id > server.board("bet").id


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_typed_stake_also_after_a_restart(server, restarted, monkeypatch):
    """The window is known by what stands in its id."""
    monkeypatch.setattr(hands, "_EACH_STAKE", 1)
    await server.open_table("Anna", "Boris", deals="5")
    await server.turn(2)
    name = server.mover()
    session = server.app.tables.open_sessions()[0]
    windows = [await server.click(name, server.board("other"), "other") for _ in range(4)]
    assert windows[0].modal["custom_id"].startswith("stake:1:")
    assert "1 to 5" in str(windows[0].modal)
    assert len({window.modal["custom_id"] for window in windows}) == 4
    if restarted:
        await server.restart()
        session = server.app.tables.open_sessions()[0]

    async def type_in(window, text):
        await server.person(name).submit_modal(window, {"stake": text})
        await server.settle()
        return server.private(name)

    assert "whole number" in await type_in(windows[0], "many")
    assert "whole number" in await type_in(windows[1], "99")
    assert session.row.seq == 1
    assert "Stake 2" in await type_in(windows[2], "2")
    assert session.row.seq == 2
    assert "out of date" in await type_in(windows[3], "1")
    assert session.row.seq == 2


async def test_two_clicks_at_once_act_once(server):
    await server.open_table("Anna", "Boris", deals="5")
    await server.turn(2)
    name, _, _ = await server.step()
    board = server.board("stand")
    stand = custom_id(board, "stand")
    server.env.held = True
    results = [await server.person(name).click(board, custom_id=stand) for _ in range(2)]
    server.env.held = False
    await server.settle()
    assert all(result.acknowledged for result in results)
    assert server.app.tables.open_sessions()[0].row.seq == 3
    assert said(results[1]) == ""


async def test_after_a_restart_old_buttons_work_and_the_game_goes_on(server):
    await server.open_table("Anna", "Boris", deals="1")
    before = server.board("bet")
    await server.restart()
    name = server.mover()
    await server.click(name, before, "bet")
    assert "Your card" in text_of(server.hand(name))
    app = server.messages()[0]
    assert app is not None
    await server.play_out()
    await server.turn(5)
    more = await server.click(name, server.board("again"), "more")
    assert more.acknowledged
    assert "look at it again" in said(more)


@pytest.mark.parametrize("code", [10062, 10015, 40060, 10008, 50001])
async def test_an_answer_that_does_not_arrive_changes_nothing(server, code):
    await server.open_table("Anna", "Boris", deals="1")
    server.env.inject_error("POST", "/interactions/*", status=404, code=code, times=1)
    await server.step()
    assert server.app.tables.open_sessions()[0].row.seq == 2
    await server.turn(3)
    await server.play_out()
    assert not server.app.tables.open_sessions()


class Blocked:
    """Another program holds the database: whatever is written waits."""

    def __init__(self, server) -> None:
        self.server = server

    async def __aenter__(self) -> "Blocked":
        self.lock = sqlite3.connect(self.server.path, isolation_level=None)
        self.lock.execute("BEGIN IMMEDIATE")
        self.server.env.held = True
        return self

    async def late(self, result) -> None:
        """Four seconds pass; within three of them the press is acknowledged."""
        clock = self.server.clock
        begun = clock.now()
        while clock.now() < begun + timedelta(seconds=4):
            clock.forward(0.1)
            await asyncio.sleep(0.002)
            assert result.acknowledged or clock.now() < begun + timedelta(seconds=3)
        assert result.deferred

    async def __aexit__(self, *_) -> None:
        self.lock.rollback()
        self.lock.close()
        self.server.env.held = False
        await self.server.settle()


async def test_a_write_that_is_blocked_for_4_s_is_acknowledged_in_time_done_once_and_told_then(server):
    """Pressed on the board, and in the panel."""
    await server.open_table("Anna", "Boris", deals="5")
    await server.turn(2)
    session, name, board = server.app.tables.open_sessions()[0], server.mover(), server.board("bet")
    async with Blocked(server) as blocked:
        result = await server.person(name).click(board, custom_id=custom_id(board, "bet"))
        await blocked.late(result)
        assert session.row.seq == 1
    assert session.row.seq == 2
    assert "Your card" in text_of(server.hand(name))
    panel = server.hand(name)
    async with Blocked(server) as blocked:
        result = await server.person(name).click(panel, custom_id=custom_id(panel, "stand"))
        await blocked.late(result)
        assert session.row.seq == 2
    assert session.row.seq == 3
    assert "Enough" in text_of(server.env.backend.get_message(panel.channel_id, panel.id))
    with contextlib.closing(sqlite3.connect(server.path)) as database:
        (stored,) = database.execute("SELECT count(*) FROM moves").fetchone()
    assert stored == 3


async def test_what_takes_long_is_deferred_and_answered_then(server, monkeypatch):
    await server.open_table("Anna", "Boris", deals="5")
    await server.turn(2)
    real = server.app.press

    async def slow(press):
        await server.clock.sleep_until(server.clock.monotonic() + 4)
        return await real(press)

    monkeypatch.setattr(server.app, "press", slow)
    name, _, result = await server.step()
    await server.turn(2)
    assert result.deferred
    assert server.app.tables.open_sessions()[0].row.seq == 1
    await server.turn(2)
    assert server.app.tables.open_sessions()[0].row.seq == 2
    assert "Your card" in text_of(server.hand(name))
    await server.click(name, server.board("cards"), "cards")
    await server.turn(4)
    assert "Enough" not in text_of(server.hand(name))
    refused = await server.click("Gleb", server.board("cards"), "cards")
    await server.turn(4)
    assert "not at this table" in said(refused)


async def test_a_failure_inside_is_answered_kindly(server, monkeypatch, caplog):
    await server.open_table("Anna", "Boris", deals="5")

    async def broken(press):
        raise RuntimeError

    monkeypatch.setattr(server.app, "press", broken)
    result = await server.click("Anna", server.board("cards"), "cards")
    assert "Something went wrong" in said(result)
    caplog.clear()


async def test_the_buttons_stay_known_whatever_views_come_and_go(server):
    """Every component is dynamic or a link, no view ever stops, none is sent twice."""
    store = server.env.bot._connection._view_store
    await server.open_table("Anna", "Boris", deals="1")
    for _ in range(3):
        await server.slash("Anna", "language")
        await server.turn(16 * 60 if _ == 0 else 5)
    assert len(store._dynamic_items) == 1
    assert store._views == {}
    assert store._synced_message_views == {}


async def test_a_deleted_board_is_posted_anew(server):
    await server.open_table("Anna", "Boris", "Vera", deals="5")
    board = server.board("bet")
    server.env.backend.delete_message(board.channel.id, board.id)
    name = server.mover()
    await server.turn(95)
    assert server.mover() != name
    assert server.board("cards").id != board.id


async def test_a_board_older_than_55_minutes_gives_way_to_a_new_one(server):
    await server.slash("Anna", "newtable", seats=3)
    await server.turn(2)
    first = server.board("sit")
    for _ in range(7):
        await server.turn(8 * 60)
        await server.click("Boris", server.board("sit"), "sit")
        await server.turn(3)
        await server.click("Boris", server.board("sit"), "leave")
        await server.turn(3)
    await server.turn(5 * 60)
    await server.click("Boris", server.board("sit"), "sit")
    await server.turn(5)
    newest = server.board("sit")
    assert newest.id != first.id
    assert buttons(server.env.backend.get_message(server.channel.id, first.id)) == []
    assert server.clock.now() - newest.created_at < timedelta(minutes=55)


async def test_too_many_edits_of_an_old_message_bring_a_new_one(server):
    await server.open_table("Anna", "Boris", deals="5")
    board = server.board("bet")
    server.env.inject_error("PATCH", "/channels/*/messages/*", status=429, code=30046, times=1)
    await server.step()
    await server.step()
    await server.turn(5)
    assert server.board("cards").id != board.id


async def test_an_edit_that_is_stuck_for_30_s_does_not_delay_the_turn_of_a_table(server):
    """The list of another table in the same channel cannot be shown."""
    await server.open_table("Anna", "Boris", deals="5")
    session = server.app.tables.open_sessions()[0]
    await server.slash("Vera", "newtable", seats=3)
    await server.turn(2)
    due, clock, request = session.due, server.clock, server.env.bot.http.request
    await server.turn(due - clock.monotonic() - 10)
    until, stuck = clock.monotonic() + 30, []

    async def slow(route, **how):
        if route.method == "PATCH" and clock.monotonic() < until:
            stuck.append(route)
            await clock.sleep_until(until)
        return await request(route, **how)

    server.env.bot.http.request = slow
    await server.click("Gleb", server.board("sit"), "sit")
    assert stuck
    await server.turn(due - clock.monotonic() - 0.1)
    assert session.row.seq == 1
    await server.turn(0.2)
    assert session.row.seq == 2
    assert clock.monotonic() < until
    await server.turn(40)
    assert "Gleb" in server.shown()


async def test_a_copied_promise_is_shown_to_be_copied(server):
    await server.slash("Anna", "newtable", seats=2)
    await server.turn(2)
    board = server.board("sit")
    promise = next(payload for kind, payload in buttons(server.messages()[-1]) if kind == "c")
    result = await server.person("Boris").click(board, custom_id=f"c:{promise}")
    assert f"`{promise}`" in said(result)
    assert len(promise) == 64


async def test_an_unknown_button_is_answered(server):
    await server.slash("Anna", "newtable", seats=2)
    await server.turn(2)
    message = server.messages()[-1]
    message.components[0]["components"][1]["components"][0]["custom_id"] = "of an older version"
    board = to_discord_message(server.env, message)
    result = await server.person("Anna").click(board, custom_id="of an older version")
    assert "/tables" in said(result)


async def test_the_language_is_chosen_in_the_message_that_asks(server):
    asked = await server.slash("Anna", "language")
    chosen = await server.click("Anna", asked.response, "language", "hu")
    assert chosen.followups == []
    assert "Magyar" in text_of(server.env.backend.get_message(server.channel.id, asked.response.id))
