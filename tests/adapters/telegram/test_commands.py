"""Commands: who is heard, what is answered where, links into the private chat."""

import json
import re

import pytest
from botapi import errors
from botapi.evening import Evening
from botapi.world import CHANNEL_BOT, GROUP_ANONYMOUS_BOT

from adapters.telegram.links import group_link, page_of, private_link

BOT = "TwentyOneTestBot"


async def say(api, inside, user, chat, text, **how):
    message = api.telegram.say(user, chat, text, **how)
    await inside.settle()
    await inside.turn(3)
    return message


async def test_an_edited_command_is_not_carried_out_again(api, inside, evening, chat):
    board, keys = evening.moves()
    mover, session = evening.mover(board), inside.session_in(chat)
    written = await say(api, inside, mover, chat, "/bet 1")
    stake = session.state.view(None).seats
    for text in ("/bet 5", "/bet 2"):
        api.telegram.rewrite(written, text)
        await inside.settle()
    assert session.row.seq == 2
    assert session.state.view(None).seats == stake
    assert len(keys) > 1


async def test_a_typed_stake_shows_no_card_to_the_group(api, inside, evening, chat):
    board, _ = evening.moves()
    await say(api, inside, evening.mover(board), chat, "/bet 1")
    assert inside.session_in(chat).row.seq == 2
    assert not any("Your card" in message.text for message in chat.from_bot())


async def test_with_privacy_mode_on_a_stake_is_typed_as_a_reply(api, inside, evening, chat):
    """The server drops plain texts; the question comes as a message to reply to."""
    board, keys = evening.moves()
    mover = evening.mover(board)
    other = re.sub(r":bet:\d+$", ":other", keys[0])
    pressed = await evening.press(mover, board, other)
    await inside.turn(3)
    question = chat.last()
    assert "1" in pressed.text
    assert question.force_reply["selective"] is True
    assert {e["user"]["id"] for e in question.entities if e["type"] == "text_mention"} == {mover.id}
    await say(api, inside, mover, chat, "1")
    assert inside.session_in(chat).row.seq == 1
    await say(api, inside, mover, chat, "many", reply_to=question)
    assert inside.session_in(chat).row.seq == 1
    assert "whole number" in chat.last().text or "stake" in chat.last().text
    await say(api, inside, mover, chat, "1", reply_to=question)
    assert inside.session_in(chat).row.seq == 2


async def test_what_is_not_for_us_is_left_alone(api, inside, chat, three):
    anna = three[0]
    bot = api.telegram.user("Other", language=None)
    bot.is_bot = True
    forwarded = {"forward_origin": {"type": "user", "date": 1, "sender_user": anna.json()}}
    for text, user, extra in (
        ("/newtable@SomeOtherBot", anna, None),
        ("/weather", anna, None),
        ("/newtable", bot, None),
        ("/newtable", anna, forwarded),
        ("hello", anna, None),
        ("/", anna, None),
    ):
        await say(api, inside, user, chat, text, extra=extra)
    api.telegram.updates.add("channel_post", api.telegram.write(chat, None, "/newtable").json(), forced=True)
    await inside.settle()
    assert chat.from_bot() == []
    assert inside.app.tables.open_sessions() == []

    await say(api, inside, anna, chat, "/weather@twentyonetestbot")
    assert "/help" in chat.last().text
    await say(api, inside, anna, chat, f"/NewTable@{BOT} seats=2")
    assert len(inside.app.tables.open_sessions()) == 1


async def test_channels_and_anonymous_admins_are_refused_kindly(api, inside, chat):
    for number, title, name in (
        (GROUP_ANONYMOUS_BOT, "Group", "GroupAnonymousBot"),
        (CHANNEL_BOT, "News", "Channel_Bot"),
    ):
        speaker = api.telegram.user(title, id=number, language=None)
        speaker.is_bot, speaker.username = True, name
        of = (
            chat.json() if number == GROUP_ANONYMOUS_BOT else {"id": -1001, "type": "channel", "title": title}
        )
        await say(api, inside, speaker, chat, "/newtable", sender_chat=of)
        assert "as yourself" in chat.last().text
    assert inside.app.tables.open_sessions() == []


async def test_only_an_admin_of_the_chat_is_one_and_is_asked_for_only_where_it_matters(
    api, inside, chat, three
):
    anna, boris, vera = three
    evening = Evening(api, chat, [boris, vera])
    await inside.open_table(evening, "seats=3")
    await say(api, inside, vera, chat, "/tables")
    assert api.count("getChatAdministrators") == 0
    await say(api, inside, vera, chat, "/stop")
    assert len(inside.app.tables.open_sessions()) == 1
    await say(api, inside, anna, chat, "/stop")
    assert inside.app.tables.open_sessions() == []
    assert api.count("getChatAdministrators") == 2


async def test_an_admin_who_was_demoted_a_moment_ago_voids_no_game(api, inside, chat, three):
    anna, boris, vera = three
    await say(api, inside, anna, chat, "/language chat hu")  # Anna is an admin, and was asked about as one
    await inside.open_table(Evening(api, chat, [boris, vera]), "seats=2")
    (session,) = inside.app.tables.open_sessions()
    chat.members[anna.id] = "member"
    await say(api, inside, anna, chat, "/stop")
    assert session.playing
    chat.members[anna.id] = "administrator"
    refusal = api.fault("getChatAdministrators", refuse=errors.flood(5))
    await say(api, inside, anna, chat, "/stop")
    assert refusal.struck == 1
    assert session.playing  # who cannot be asked about has no right
    await inside.turn(20)
    assert any("once more" in message.text for message in chat.from_bot())
    await say(api, inside, anna, chat, "/stop")
    assert not session.playing


async def test_what_is_stored_of_a_person_is_told_to_him_alone(api, inside, evening, chat, three):
    asked = await say(api, inside, three[0], chat, "/mydata")
    (pointing,) = [message for message in chat.from_bot() if message.reply_to is asked]
    assert str(three[0].id) not in pointing.text
    assert "rating" not in pointing.text
    assert [b["url"] for b in pointing.buttons] == [f"https://t.me/{BOT}?start=mydata"]
    private = api.telegram.private(three[0])
    await say(api, inside, three[0], private, "/start mydata")
    told = "".join(message.text for message in private.from_bot())
    assert str(three[0].id) in told
    (sent,) = [call for call in api.calls if call.method == "sendDocument"]
    assert sent.chat == private.id
    assert json.loads(sent.files["document"])["accounts"][0]["user_id"] == three[0].id
    assert all(len(message.text) <= 4096 for message in private.from_bot())


async def test_long_texts_are_three_lines_and_a_private_link_in_a_group(api, inside, chat, three):
    written = await say(api, inside, three[0], chat, "/rules")
    short = chat.last()
    assert short.reply_to is written
    assert len(short.text.splitlines()) == 3
    assert [b["url"] for b in short.buttons] == [f"https://t.me/{BOT}?start=rules"]

    private = api.telegram.private(three[0])
    await say(api, inside, three[0], private, "/start rules")
    assert len(private.last().text.splitlines()) == 9


async def test_the_buttons_of_a_group_s_greeting_answer_without_a_message_where_they_can(
    api, inside, chat, three
):
    evening = Evening(api, chat, three)
    chat.bot_status = "left"
    api.telegram.membership(three[1], chat, "member")
    api.telegram.say(three[1], chat, f"/start@{BOT} new")
    await inside.settle()
    await inside.turn(5)
    assert len(chat.from_bot()) == 1
    rules = await evening.press(three[0], *evening.key(".*:rules"))
    assert rules.answer["url"] == f"https://t.me/{BOT}?start=rules"
    await evening.press(three[0], *evening.key(".*:language"))
    await inside.turn(5)
    assert evening.with_key(".*:chatlanguage:hu") is not None
    await evening.press(three[0], *evening.key(".*:chatlanguage:hu"))
    assert (await evening.press(three[2], *evening.key(".*:language:ru"))).text
    opened = await evening.press(three[0], *evening.key(".*:open:3"))
    await inside.turn(10)
    assert opened.text
    assert len(inside.app.tables.open_sessions()) == 1


@pytest.mark.parametrize("payload", ["", " rules", " unknown_token", " " + "x" * 80, " <b>"])
async def test_start_is_answered_kindly_whatever_it_carries(api, inside, three, payload):
    private = api.telegram.private(three[0])
    await say(api, inside, three[0], private, f"/start{payload}")
    assert len(private.from_bot()) == 1
    if payload != " rules":
        assert private.last().buttons[-1]["url"] == group_link(BOT)


def test_every_link_fits_the_alphabet_of_deep_links():
    for page in ("rules", "help", "language", "mydata"):
        assert re.fullmatch(r"https://t\.me/\w+\?start=[A-Za-z0-9_-]{1,64}", private_link(BOT, page))
        assert page_of(page) == page
    assert page_of("table_K7") is None
    for payload in ("", "x" * 65, "a b", "привет"):
        with pytest.raises(ValueError, match="payload"):
            private_link(BOT, payload)


async def test_a_private_chat_points_to_groups_and_answers_everything(api, inside, three):
    private = api.telegram.private(three[0])
    for text, expected in (
        ("/newtable rated", "group"),
        ("/rules", "36"),
        ("/language hu", "Magyar"),
        ("hello", "21"),
        ("/nonsense", "/help"),
    ):
        await say(api, inside, three[0], private, text)
        assert expected.lower() in private.last().text.lower() or private.last().buttons
    pointing = [m for m in private.from_bot() if any("startgroup" in b.get("url", "") for b in m.buttons)]
    assert len(pointing) == 2
    pressed = api.telegram.press(three[0], pointing[-1], "1:-:0:-:rules")
    await inside.settle()
    await inside.turn(3)
    assert pressed.answer is not None
    assert "36" in private.last().text


async def test_answers_that_wait_together_become_one_message(api, inside, chat, three):
    evening = Evening(api, chat, three)
    await inside.open_table(evening, "seats=3", sit=2)
    # The budget is used up: everything below has to wait.
    for _ in range(8):
        await say(api, inside, three[0], chat, "/nothing@" + BOT)
    before = len(chat.from_bot())
    for user in three:
        api.telegram.say(user, chat, "/cancel")
    await inside.settle()
    await inside.turn(60)
    merged = chat.last()
    assert len(chat.from_bot()) == before + 1
    assert all(user.first_name in merged.text for user in three)


async def test_the_menus_are_set_per_language_and_kind_of_chat_and_only_where_they_differ(api, inside):
    await api.until(lambda: api.count("setMyCommands") == 6, what="the menus")
    assert set(api.telegram.commands) == {
        (scope, language)
        for scope in ("all_group_chats", "all_private_chats")
        for language in ("", "ru", "hu")
    }
    english = {c["command"]: c["description"] for c in api.telegram.commands["all_group_chats", ""]}
    russian = {c["command"]: c["description"] for c in api.telegram.commands["all_group_chats", "ru"]}
    assert english.keys() == russian.keys()
    assert english != russian
    alone = {c["command"] for c in api.telegram.commands["all_private_chats", ""]}
    assert english.keys() - alone == {"tables", "notify"}
    written = api.count("setMyCommands")
    await inside.restart()
    await api.until(lambda: api.count("getMyCommands") == 12, what="the menus are compared")
    assert api.count("setMyCommands") == written == 6
