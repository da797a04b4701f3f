"""Life in a server: threads, lost rights, removal, deleted people, reconnects, names, limits, counts."""

import random

import discord
import pytest
from bank import balanced, endow, escrow, wallets
from server import Server, said, text_of
from simcord.builders import ChannelHandle
from simcord.components import walk_components

from adapters.discord.layout import COMPONENTS, CUSTOM_ID, LABEL, layout
from adapters.discord.outbound import escaped, markdown, pages
from bot.app.routes import ROUTES
from bot.ports.keys import Key
from bot.ports.screens import Button, Screen, Span, Tone
from bot.ports.texts import LANGUAGES, texts
from bot.screens.games.ochko import rules_lines
from bot.screens.pages import help_lines

NASTY = (
    "@everyone",
    "```@here",
    "<@&1>",
    "**_a_** ~~b~~",
    "[x](https://x.y)",
    "# big",
    "<t:0:R>",
    "||spoiler||",
    "\\",
    "{0}",
)


async def test_a_rated_game_in_a_thread_stays_in_it(server):
    """The thread is where it is played."""
    thread = await a_thread(server)
    await server.open_table("Anna", "Boris", channel=thread, deals="1")
    session = server.app.tables.open_sessions()[0]
    assert (session.place.chat_id, session.place.thread) == (server.channel.id, thread.id)
    await server.play_out(channel=thread)
    await server.turn(5)
    assert "over" in server.shown(thread)
    assert server.messages() == []


async def a_thread(server: Server, channel=None):
    parent = channel or server.channel
    thread = server.env.backend.create_thread(parent.id, "table", server.guild.owner.id)
    await server.settle()
    return ChannelHandle(server.env, server.guild, thread)


async def test_a_thread_without_send_in_threads_is_refused(server):
    channel = server.guild.create_text_channel(
        "closed",
        overwrites={server.env.bot.user: discord.PermissionOverwrite(send_messages_in_threads=False)},
    )
    thread = await a_thread(server, channel)
    result = await server.slash("Anna", "newtable", channel=thread, seats=2)
    assert "Send Messages in Threads" in said(result)
    assert server.app.tables.open_sessions() == []


async def test_an_archived_thread_is_opened_again_by_a_new_board(server):
    thread = await a_thread(server)
    await server.open_table("Anna", "Boris", channel=thread, deals="5")
    board = server.board("bet", channel=thread)
    server.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50083, times=1)
    await server.step(channel=thread)
    await server.step(channel=thread)
    await server.turn(5)
    assert server.board("cards", channel=thread).id != board.id
    assert len(server.app.tables.open_sessions()) == 1


@pytest.mark.parametrize("code", [50001, 50013, 10003])
async def test_where_the_bot_can_write_no_more_the_table_is_void_and_all_are_free(server, code):
    await server.open_table("Anna", "Boris", deals="5")
    server.env.inject_error("*", "/channels/*/messages*", status=403, code=code, times=2)
    await server.step()
    await server.turn(3)
    await server.turn(5)
    assert server.app.tables.open_sessions() == []
    await server.turn(30)
    await server.open_table("Anna", "Boris", deals="5")
    assert server.mover() is not None


async def test_a_bot_removed_in_mid_game_gives_the_stakes_back_and_returns_clean(server):
    """Стук with rubles at stake, in the channel and in a thread of it."""
    for name in ("Anna", "Boris", "Vera", "Gleb"):
        await server.slash(name, "help")
    endow(server, "Anna", "Boris", "Vera", "Gleb")
    before = wallets(server)
    thread = await a_thread(server)
    for names, channel in ((("Anna", "Boris"), None), (("Vera", "Gleb"), thread)):
        await server.open_table(*names, channel=channel, game="stuk", rated="rated")
    await server.turn(10)
    assert escrow(server) == 4 * 20 * 3 * 100
    await server.step()

    server.env.backend.remove_guild(server.guild.id)
    await server.settle()

    assert server.app.tables.open_sessions() == []
    assert wallets(server) == before
    assert escrow(server) == 0
    await server.turn(200)
    balanced(server)
    server.back()
    await server.open_table("Anna", "Vera", game="ochko", deals="1")
    await server.play_out()
    assert not server.app.tables.open_sessions()
    assert "Anna" in server.shown()


async def test_who_agrees_to_stop_is_told_that_others_are_to_answer(server):
    await server.open_table("Anna", "Boris", "Vera", deals="5")
    await server.slash("Anna", "stop")
    await server.turn(3)
    agreed = await server.click("Boris", server.board("agree"), "agree")
    assert "Others are still to answer" in said(agreed)
    await server.click("Vera", server.board("agree"), "agree")
    assert server.app.tables.open_sessions() == []


async def test_the_time_of_a_move_counts_down_by_itself(server):
    """A relative timestamp, no edits."""
    await server.open_table("Anna", "Boris", deals="5")
    session = server.app.tables.open_sessions()[0]
    due = round(session.row.deadline.timestamp())
    assert f"{server.mover()}\u2069: <t:{due}:R>" in server.shown()
    calls = len(server.env.http_requests)
    await server.turn(10)
    assert len(server.env.http_requests) == calls


async def test_a_lost_thread_leaves_the_tables_of_the_channel_alone(server):
    thread = await a_thread(server)
    await server.open_table("Anna", "Boris", deals="5")
    await server.open_table("Vera", "Gleb", channel=thread, deals="5")
    server.env.inject_error("*", f"/channels/{thread.id}/messages*", status=404, code=10003, times=None)
    await server.turn(200)
    open_now = server.app.tables.open_sessions()
    assert all(session.place.thread is None for session in open_now)


async def test_a_pause_that_discord_asks_for_is_kept(server):
    await server.open_table("Anna", "Boris", "Vera", deals="5")
    before = server.shown()
    server.env.inject_error("PATCH", "/channels/*/messages/*", status=429, code=0, times=1)
    await server.step()
    await server.turn(3)
    assert server.app.tables.open_sessions()[0].row.seq == 2
    assert server.shown() == before
    await server.turn(10)
    assert server.shown() != before


async def test_ready_comes_three_times_and_each_deadline_fires_once(server):
    await server.open_table("Anna", "Boris", "Vera", deals="5")
    client = server.env.bot
    for _ in range(3):
        client.dispatch("ready")
        await server.settle()
    before = server.app.tables.open_sessions()[0].row.seq
    await server.turn(91)
    moved = server.app.tables.open_sessions()[0].row.seq - before
    assert moved == 1


async def test_names_ping_nobody_and_are_shown_as_they_are(server):
    people = NASTY[:4]
    await server.open_table(*people, deals="1")
    await server.play_out(random.Random(1).choice)
    await server.turn(5)
    allowed = {server.person(name).id for name in people}
    for message in server.messages():
        assert not message.mention_everyone
        assert message.mention_role_ids == []
        assert set(message.mention_user_ids) <= allowed
    sent = [entry for entry in server.env.http_requests if entry.method in {"POST", "PATCH"}]
    for entry in sent:
        mentions = (entry.json or {}).get("allowed_mentions") if isinstance(entry.json, dict) else None
        if mentions is not None:
            assert set(mentions.get("parse", [])) == set()


@pytest.mark.parametrize("name", NASTY)
def test_escaping_disarms_everything_and_loses_nothing(name):
    shown = escaped(name)
    assert "@everyone" not in shown
    assert "@here" not in shown
    plain = shown.replace("\u200b", "")
    kept, skip = [], False
    for char in plain:
        if char == "\\" and not skip:
            skip = True
            continue
        assert skip or char not in "\\*_~`|<>[]()#", shown
        kept.append(char)
        skip = False
    assert "".join(kept) == name


def test_lines_that_look_like_lists_stay_lines():
    for start in ("- a", "1. a", "+ a"):
        assert markdown(Screen(((Span(start),),))) in {"\\- a", "1\\. a", "\\+ a"}
    assert markdown(Screen(((Span("x`y", Tone.CODE),),))).count("`") == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_layouts_keep_discords_limits(language):
    say = texts(language)
    longest = Key("bet", "ZZZZZZ", 999_999, "draw.9.9", "9" * 24)
    rows = tuple(tuple(Button("Ж" * 90, str(longest)) for _ in range(5)) for _ in range(9))
    lines = tuple((Span("Ő" * 32, Tone.STRONG), Span(" <:ace:123456789012345678> ")) for _ in range(60))
    for screen in (
        Screen(lines, rows),
        Screen(help_lines(say, ROUTES.commands.values())),
        Screen(rules_lines(say)),
        Screen(()),
    ):
        for panel in (False, True):
            view = layout(screen, panel=panel)
            parts = list(walk_components(view.to_components()))
            ids = [part["custom_id"] for part in parts if "custom_id" in part]
            assert len(ids) == len(set(ids))
            assert all(1 <= len(number) <= CUSTOM_ID for number in ids)
            assert all(len(part["label"]) <= LABEL for part in parts if part.get("label"))
            assert len(parts) <= COMPONENTS
            assert view.content_length() <= 4000
            assert view.timeout is None
    together = "".join(markdown(page) for page in pages(Screen(lines * 4)))
    assert together.count("Ő") == 32 * 240


async def test_a_leaderboard_names_people_who_are_gone(server):
    """Nobody is looked up."""
    await server.open_table("Anna", "Boris", deals="1")
    await server.play_out()
    await server.turn(5)
    boris = server.person("Boris")
    server.env.inject_error("GET", "/users/*", status=404, code=10013, times=None)
    server.env.inject_error("GET", "/guilds/*", status=404, code=10013, times=None)
    await server.slash("Anna", "leaderboard")
    await server.turn(3)
    assert "Boris" in text_of(server.messages()[-1])
    assert boris.id


async def test_a_deal_of_four_seats_costs_at_most_10_sends_and_edits(server):
    four = ("Anna", "Boris", "Vera", "Gleb")
    await server.open_table(*four, deals="5")
    session = server.app.tables.open_sessions()[0]
    counts: dict[int, int] = {}
    seen = len(server.env.http_requests)
    while session.playing:
        deal = session.state.view(None).deal
        if server.mover():
            await server.step()
        await server.turn(4 if server.mover() else 8)
        calls = server.env.http_requests[seen:]
        seen = len(server.env.http_requests)
        counts[deal] = counts.get(deal, 0) + sum(
            entry.method in {"POST", "PATCH", "DELETE"} and entry.path.startswith("/channels/")
            for entry in calls
        )
    assert len(counts) >= 2
    assert max(counts.values()) <= 10, counts


async def test_presses_without_a_mention_are_silent(server):
    """Only a game's start and a deal's first mover are called."""
    await server.open_table("Anna", "Boris", deals="5")
    for message in server.messages():
        called = bool(message.mention_user_ids)
        assert bool(message.flags & 4096) != called
