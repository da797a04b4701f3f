"""The local chat through real sockets: messages, answers, private panels, restarts."""

import asyncio
import json
import re
import time
import uuid

import pytest
from aiohttp import WSMsgType

from adapters.web import CannotListen, WebAdapter
from adapters.web.room import MESSAGES
from bot.ports.channel import ChatGone, MessageGone
from bot.ports.requests import Command, Place, Press, Typed
from bot.ports.screens import Post

GROUP = Place("web", 1)
HAND = "A♠"


def names(frame):
    return [person["name"] for person in frame["people"]]


async def test_the_first_start_brings_three_people_and_one_welcome(chat, text_of):
    pages = await asyncio.gather(*(chat.page() for _ in range(3)))
    for page in pages:
        room = await page.until("room")
        assert names(room) == ["Anna", "Boris", "Vera"]
        assert [person["admin"] for person in room["people"]] == [True, False, False]
        assert [text_of({"message": message}) for message in room["messages"]] == ["Welcome"]
        assert room["turn"] == [1]
        assert room["seated"] == [1, 2, 3]


async def test_a_line_is_shown_to_all_and_becomes_a_command(chat):
    first, second = await chat.page(), await chat.page()
    await second.until("room")
    answer = await first.ask("say", **{"as": 2}, text="/NewTable@bot  3 60 ")
    assert (answer["loudness"], answer["accepted"], answer["as"]) == ("toast", True, 2)
    assert (await second.until("message"))["message"]["text"] == "/NewTable@bot  3 60"
    command = chat.game.requests[-1]
    assert isinstance(command, Command)
    assert (command.name, command.arguments, command.admin) == ("newtable", "3 60", False)
    assert command.press_id.startswith("web:")


async def test_what_a_person_adds_to_a_seed_is_drawn_by_the_server_for_each_request(chat):
    """Whoever knows the secret and sits down last could choose an id of his own page."""
    page, request = await chat.page(), str(uuid.uuid4())
    await page.ask("press", request, **{"as": 1}, key="count")
    await page.ask("press", **{"as": 2}, key="count")
    await page.ask("say", **{"as": 1}, text="/newtable")
    shares = [asked.share for asked in chat.game.requests]
    assert len(set(shares)) == 3
    assert all(re.fullmatch("[0-9a-f]{32}", share) for share in shares)
    assert request not in " ".join(shares)


async def test_a_request_names_the_newest_message_of_the_chat(chat):
    page = await chat.page()
    await page.ask("say", **{"as": 1}, text="/newtable")
    said = chat.game.requests[-1].message
    assert chat.log.messages[said].author == 1
    board = await chat.send("board")
    await page.ask("press", **{"as": 1}, key="count")
    assert chat.game.requests[-1].message == board


async def test_the_first_person_is_the_admin(chat):
    page = await chat.page()
    for person, admin in ((1, True), (2, False), (3, False)):
        await page.ask("press", **{"as": person}, key="count")
        assert chat.game.requests[-1].admin is admin


async def test_plain_text_answers_a_question_and_nothing_else(chat, text_of):
    page = await chat.page()
    plain = await page.ask("say", **{"as": 1}, text="hello / all")
    assert (plain["loudness"], plain["screen"], plain["pending"]) == (None, None, False)
    assert isinstance(chat.game.requests[-1], Typed)
    assert (await page.ask("say", **{"as": 1}, text="/bet"))["pending"] is True
    answer = await page.ask("say", **{"as": 1}, text="3")
    assert (text_of(answer), answer["pending"]) == ("staked 3", False)


async def test_an_answer_goes_to_the_page_that_asked_only(chat):
    first, second = await chat.page(), await chat.page()
    await second.until("room")
    await first.ask("press", **{"as": 1}, key="rules")
    assert all(frame["t"] != "answer" for frame in await second.settled())


async def test_a_request_that_is_sent_again_is_done_once_and_answered_the_same(chat, text_of):
    request = str(uuid.uuid4())
    chat.game.gate = asyncio.Event()
    first = await chat.page()
    await first.until("room")
    await first.send(t="press", id=request, **{"as": 1}, key="count")
    await asyncio.sleep(0.05)
    await first.socket.close()
    second = await chat.page()
    await second.send(t="press", id=request, **{"as": 1}, key="count")
    await asyncio.sleep(0.05)
    chat.game.gate.set()
    assert text_of(await second.until("answer", id=request)) == "count 1"
    assert text_of(await second.ask("press", request, **{"as": 1}, key="count")) == "count 1"
    assert chat.game.count == 1
    assert len([each for each in chat.game.requests if isinstance(each, Press)]) == 1


async def test_a_line_that_is_sent_again_after_a_restart_stands_in_the_chat_once(chat):
    request = str(uuid.uuid4())
    for _ in range(2):
        page = await chat.page()
        await page.ask("say", request, **{"as": 1}, text="hello")
        await chat.restart()
    room = await (await chat.page()).until("room")
    assert [message.get("text") for message in room["messages"]] == [None, "hello"]


async def test_somebody_elses_id_does_not_fetch_his_answer(chat):
    request = str(uuid.uuid4())
    page = await chat.page()
    await page.ask("press", request, **{"as": 1}, key="cards")
    await page.ask("press", request, **{"as": 2}, key="count")
    assert [each.account.user_id for each in chat.game.requests] == [1, 2]


async def test_messages_are_edited_in_place_and_go(chat, screen_of, text_of):
    page = await chat.page()
    await page.until("room")
    message = await chat.send("one")
    assert text_of(await page.until("message")) == "one"
    await chat.adapter.edit(GROUP, message, screen_of("two"))
    edited = await page.until("edit")
    assert (edited["message"]["id"], text_of(edited)) == (message, "two")
    await chat.adapter.delete(GROUP, message)
    assert (await page.until("gone"))["id"] == message
    await chat.adapter.delete(GROUP, message)
    with pytest.raises(MessageGone):
        await chat.adapter.edit(GROUP, message, screen_of("three"))


async def test_an_unchanged_screen_is_not_sent(chat, screen_of):
    page = await chat.page()
    message = await chat.send("one")
    await chat.adapter.edit(GROUP, message, screen_of("one"))
    assert all(frame["t"] != "edit" for frame in await page.settled())


async def test_a_message_of_a_person_cannot_be_edited_by_the_bot(chat, screen_of):
    page = await chat.page()
    await page.ask("say", **{"as": 1}, text="hello")
    (said,) = [logged.id for logged in chat.log.messages.values() if logged.author == 1]
    with pytest.raises(MessageGone):
        await chat.adapter.edit(GROUP, said, screen_of("two"))


async def test_a_chat_that_is_not_here_is_gone(chat, screen_of):
    elsewhere = Place("web", 2)
    with pytest.raises(ChatGone):
        await chat.adapter.send(elsewhere, Post(screen_of("one")))
    with pytest.raises(ChatGone):
        await chat.adapter.edit(elsewhere, 1, screen_of("one"))
    with pytest.raises(ChatGone):
        await chat.adapter.delete(elsewhere, 1)


async def test_what_was_missed_is_there_after_connecting_again(chat, screen_of, text_of):
    page = await chat.page()
    await page.until("room")
    board = await chat.send("board")
    await page.socket.close()
    await chat.adapter.edit(GROUP, board, screen_of("board, turned"))
    await chat.send("result")
    room = await (await chat.page()).until("room")
    assert [text_of({"message": message}) for message in room["messages"]] == [
        "Welcome",
        "board, turned",
        "result",
    ]


async def test_the_last_messages_survive_a_restart(chat, text_of):
    page = await chat.page()
    await page.ask("say", **{"as": 1}, text="hello")
    for place in range(MESSAGES):
        await chat.send(f"message {place}")
    before = [message["id"] for message in (await (await chat.page()).until("room"))["messages"]]
    await chat.restart()
    room = await (await chat.page()).until("room")
    assert len(room["messages"]) == MESSAGES
    assert [message["id"] for message in room["messages"]] == before
    assert text_of({"message": room["messages"][-1]}) == f"message {MESSAGES - 1}"
    assert names(room) == ["Anna", "Boris", "Vera"]


async def test_a_kept_message_in_an_unknown_form_is_left_out(chat, text_of):
    await chat.page()
    for body in ("{", "[]", '{"at": 1}', '{"at": "2026-01-01T00:00:00+00:00", "text": "of the bot?"}'):
        await chat.log.append(GROUP, None, body)
    await chat.restart()
    room = await (await chat.page()).until("room")
    assert [text_of({"message": message}) for message in room["messages"]] == ["Welcome"]


async def test_cards_reach_a_page_only_after_it_asked_for_that_hand(chat):
    asking, other = await chat.page(), await chat.page()
    await asking.until("room")
    await other.until("room")
    chat.adapter.panels_changed(GROUP, frozenset({1, 2, 3}))
    await asking.send(t="panel", **{"as": 2}, open=True)
    panel = await asking.until("panel")
    assert panel["as"] == 2
    assert HAND in json.dumps(panel, ensure_ascii=False)
    assert HAND not in json.dumps(await other.settled(), ensure_ascii=False)


async def test_an_open_panel_follows_the_game_until_it_is_covered(chat, text_of):
    page = await chat.page()
    await page.send(t="panel", **{"as": 2}, open=True)
    assert text_of(await page.until("panel", **{"as": 2})) == f"{HAND} count 0"
    chat.game.count = 7
    chat.adapter.panels_changed(GROUP, frozenset({1, 2}))
    assert text_of(await page.until("panel")) == f"{HAND} count 7"
    await page.send(t="panel", **{"as": 2}, open=False)
    await page.settled()
    page.seen.clear()
    chat.adapter.panels_changed(GROUP, frozenset({1, 2}))
    assert all(frame["t"] != "panel" for frame in await page.settled())


async def test_the_panel_as_an_answer_stays_open(chat, text_of):
    page = await chat.page()
    answer = await page.ask("press", **{"as": 3}, key="cards")
    assert answer["loudness"] == "panel"
    chat.game.count = 5
    chat.adapter.panels_changed(GROUP, frozenset({3}))
    assert text_of(await page.until("panel", **{"as": 3})) == f"{HAND} count 5"


async def test_the_turn_is_told_to_every_page(chat):
    first, second = await chat.page(), await chat.page()
    await second.until("room")
    await first.ask("press", **{"as": 1}, key="count")
    assert (await first.until("turn"))["people"] == [2]
    assert (await second.until("turn"))["people"] == [2]


async def test_a_person_may_be_added_with_any_name(chat):
    page, other = await chat.page(), await chat.page()
    await other.until("room")
    request = str(uuid.uuid4())
    for _ in range(2):
        await page.send(t="person", id=request, name="<b>Ж\u202e ана  ")
        assert (await page.until("added", id=request))["person"] == 4
    assert names(await other.until("people")) == ["Anna", "Boris", "Vera", "<b>Ж ана"]
    assert chat.people.accounts[-1].name == "<b>Ж\u202e ана"
    assert (await other.ask("say", **{"as": 4}, text="hello"))["as"] == 4


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\u2800", "?"),
        ("\u3164 \u200b", "?"),
        ("\u0301", "?"),
        ("Z\u0335\u0321\u0322\u0327\u0328\u0316\u0317o", "Z\u0335\u0321o"),
        ("Anna\u00ad\u180e", "Anna"),
    ],
)
async def test_a_person_is_called_on_the_page_as_on_the_boards(chat, name, shown):
    page = await chat.page()
    await page.send(t="person", id=str(uuid.uuid4()), name=name)
    assert names(await page.until("people"))[-1] == shown


async def test_a_chat_takes_so_many_people_and_no_more(chat):
    page = await chat.page()
    await page.until("room")
    while len(chat.people.accounts) < 50:
        await chat.people.add_local("somebody")
    request = str(uuid.uuid4())
    await page.send(t="person", id=request, name="one more")
    assert (await page.until("bad", id=request))["message"] == "the chat is full"
    assert len(chat.people.accounts) == 50


@pytest.mark.parametrize("person", [4, 2**63 - 1])
async def test_nobody_acts_for_a_person_who_is_not_there(chat, person):
    page = await chat.page()
    request = str(uuid.uuid4())
    await page.send(t="press", id=request, **{"as": person}, key="count")
    assert (await page.until("bad", id=request))["message"] == "there is no such person here"
    await page.send(t="panel", **{"as": person}, open=True)
    assert (await page.until("bad"))["message"] == "there is no such person here"
    assert chat.game.requests == []


@pytest.mark.parametrize("text", ["", "no json", "[" * 10_000, '{"t":"say"}', '{"t":"press","id":null}'])
async def test_a_bad_frame_is_answered_once_and_the_page_lives_on(chat, text):
    page = await chat.page()
    await page.until("room")
    await page.socket.send_str(text)
    bad = await page.until("bad")
    assert "\n" not in bad["message"]
    assert "Traceback" not in bad["message"]
    assert (await page.ask("press", **{"as": 1}, key="count"))["accepted"] is True


async def closing(page):
    while (message := await page.socket.receive(timeout=5)).type is WSMsgType.TEXT:
        pass
    return message


@pytest.mark.parametrize(
    ("frame", "code"), [(b"\x00\x01", 1003), ("x" * 20_000, 1009)], ids=["binary", "oversized"]
)
async def test_a_binary_or_oversized_frame_ends_the_connection_politely(chat, frame, code):
    page = await chat.page()
    await (page.socket.send_bytes if isinstance(frame, bytes) else page.socket.send_str)(frame)
    assert (await closing(page)).data == code


async def test_too_many_requests_at_once_are_refused(chat):
    page = await chat.page()
    await page.until("room")
    chat.game.gate = asyncio.Event()
    for _ in range(40):
        await page.send(t="press", id=str(uuid.uuid4()), **{"as": 1}, key="count")
    assert (await page.until("bad"))["message"] == "too many requests at once"
    chat.game.gate.set()
    await page.until("answer")


async def test_a_fault_of_the_program_is_answered_and_may_be_tried_again(chat, text_of):
    page = await chat.page()
    request = str(uuid.uuid4())
    chat.game.broken = True
    answer = await page.ask("press", request, **{"as": 1}, key="count")
    assert (text_of(answer), answer["accepted"]) == ("Something went wrong. Please try again.", False)
    chat.game.broken = False
    assert text_of(await page.ask("press", request, **{"as": 1}, key="count")) == "count 1"


async def test_a_busy_port_is_said_in_one_line(chat):
    port = int(chat.origin.rpartition(":")[2])
    second = WebAdapter(chat.game, chat.log, chat.people, "127.0.0.1", port)
    with pytest.raises(CannotListen) as busy:
        await second.start()
    told = str(busy.value)
    assert told.startswith(
        f"the local page cannot be opened at 127.0.0.1:{port}: another program is using it"
    )
    assert "TWENTYONE_WEB_PORT" in told
    await second.stop()


async def test_stopping_closes_the_pages_soon_and_leaves_nothing_running(chat):
    before = asyncio.all_tasks()
    await chat.restart()
    pages = [await chat.page() for _ in range(3)]
    for page in pages:
        await page.until("room")
    chat.game.gate = asyncio.Event()
    await pages[0].send(t="press", id=str(uuid.uuid4()), **{"as": 1}, key="count")
    await asyncio.sleep(0.05)
    started = time.monotonic()
    stopping = asyncio.create_task(chat.adapter.stop())
    assert [(await closing(page)).data for page in pages] == [1001] * 3
    await stopping
    assert time.monotonic() - started < 2
    await asyncio.sleep(0.05)
    assert {task for task in asyncio.all_tasks() - before if not task.done()} == set()
    await chat.adapter.stop()


async def test_a_page_that_does_not_answer_does_not_keep_the_program(chat):
    page = await chat.page()
    await page.until("room")
    # This page never reads again, so it never says goodbye either.
    started = time.monotonic()
    await chat.adapter.stop()
    assert time.monotonic() - started < 3
