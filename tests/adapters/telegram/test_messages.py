"""Messages: names, ids, topics, entities, limits."""

import pytest
from botapi.evening import Evening
from hypothesis import given
from hypothesis import strategies as st

from adapters.telegram.outbound import answer_text, cut, pages, rendered, units
from bot.ports.screens import Button, Screen, Span, Tone

NAMES = ("<3", "a_b*[c](d)", "</b>&lt;", "back\\slash {0}")
TURNING = ("\u202eevil", "\u2800", "\u200b", "محمد")


async def played(api, inside, names, *, language="en", chat_id=-1_002_234_567_890, thread=None):
    people = [
        api.telegram.user(name, language=language, id=2**52 - 1 - number) for number, name in enumerate(names)
    ]
    chat = api.telegram.group(*people, id=chat_id, topics=() if thread is None else (thread,))
    evening = Evening(api, chat, people, thread)
    await inside.open_table(evening, f"seats={len(names)} deals=1")
    while (session := inside.session_in(chat)) is not None:
        await inside.tap(chat, session)
        await inside.turn(4)
    await inside.turn(60)
    return chat, evening


async def test_names_with_every_markup_are_shown_as_they_are(api, inside):
    chat, evening = await played(api, inside, NAMES)
    for name in NAMES:
        shown = name if len(name) <= 10 else name[:9].rstrip()
        assert any(shown in message.text for message in chat.from_bot()), name
        assert shown in evening.result().text
    assert all("parse_mode" not in call.values for call in api.calls)


async def test_names_that_turn_or_hide_text_stay_in_their_place(api, inside):
    chat, _ = await played(api, inside, TURNING)
    for message in chat.from_bot():
        assert "\u202e" not in message.text
        assert message.text.count("\u2068") == message.text.count("\u2069")
        for line in message.text.splitlines():
            # Isolates open and close within a line: the numbers beside a name stay with their owner.
            assert line.count("\u2068") == line.count("\u2069")


@pytest.mark.parametrize("language", ["ru", "hu", "en"])
async def test_every_keyboard_fits_with_the_largest_ids_and_the_longest_names(api, inside, language):
    """The server refuses a payload of more than 64 bytes."""
    names = ["Ж" * 64, "Щ" * 64, "Ő" * 64, "🂡" * 64]
    thread = 3_895_315_077
    chat, _ = await played(
        api, inside, names, language=language, chat_id=-1_002_147_483_648_123, thread=thread
    )
    assert max(len(key) for message in chat.messages.values() for key in message.payloads()) <= 64
    stored = await inside.store.read(
        lambda db: [
            tuple(row) for row in db.execute("SELECT chats.chat_id, tables.thread FROM chats, tables")
        ]
    )
    users = await inside.store.read(lambda db: {row[0] for row in db.execute("SELECT user_id FROM accounts")})
    assert stored[0] == (-1_002_147_483_648_123, thread)
    assert 2**52 - 1 in users


async def test_everything_of_a_table_in_a_topic_stays_in_its_topic(api, inside):
    """The call for the one who does not move and the forfeit, too."""
    people = [api.telegram.user(name) for name in ("Anna", "Boris")]
    chat = api.telegram.group(*people, topics=(17,))
    evening = Evening(api, chat, people, thread=17)
    await inside.open_table(evening, "seats=2 deals=5")
    await inside.turn(400)
    sends = [call for call in api.showing(chat) if call.method == "sendMessage"]
    assert len(sends) >= 3
    assert {call.values.get("message_thread_id") for call in sends} == {17}
    assert any("forfeit" in message.text for message in chat.from_bot())


async def test_a_reply_in_a_group_without_topics_names_no_topic(api, inside):
    people = [api.telegram.user(name) for name in ("Anna", "Boris")]
    chat = api.telegram.group(*people)
    first = api.telegram.say(people[0], chat, "/tables")
    await inside.turn(5)
    api.telegram.say(people[0], chat, "/newtable", reply_to=first)
    await inside.settle()
    await inside.turn(5)
    assert inside.app.tables.open_sessions()[0].place.thread is None


async def test_a_topic_that_is_gone_sends_to_the_chat(api, inside):
    people = [api.telegram.user(name) for name in ("Anna", "Boris")]
    chat = api.telegram.group(*people, topics=(17,))
    evening = Evening(api, chat, people, thread=17)
    await inside.open_table(evening, "seats=2 deals=1", sit=1)
    chat.topics.clear()
    message, key = evening.key(".*:a:sit")
    await evening.press(people[1], message, key)
    await inside.turn(5)
    lost = [call for call in api.calls if "thread not found" in call.description]
    assert lost
    for call in lost:
        call.injected = True
    assert chat.last().thread is None
    assert "▸" in chat.last().text


async def test_who_is_called_is_mentioned_and_everything_else_is_silent(api, inside):
    people = [api.telegram.user(name) for name in ("Anna", "Boris")]
    chat = api.telegram.group(*people)
    evening = Evening(api, chat, people)
    await inside.open_table(evening, "seats=2 deals=1")
    app, board = chat.from_bot()[:2]
    assert app.silent
    assert not board.silent
    mentioned = [entity["user"]["id"] for entity in board.entities if entity["type"] == "text_mention"]
    assert sorted(mentioned) == sorted(user.id for user in people)
    promise = [button["copy_text"]["text"] for button in app.buttons if "copy_text" in button]
    assert [len(text) for text in promise] == [64]


texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)
spans = st.builds(Span, texts, st.sampled_from(Tone), st.none() | st.integers(1, 2**52 - 1))
screens = st.builds(
    Screen, st.lists(st.lists(spans, max_size=4).map(tuple), min_size=1, max_size=6).map(tuple)
)


@given(screens)
def test_an_entity_covers_its_span_in_utf_16_units(screen):
    shown = rendered(screen)
    assert shown.text == screen.text
    raw = shown.text.encode("utf-16-le")
    covered = [raw[2 * e.offset : 2 * (e.offset + e.length)].decode("utf-16-le") for e in shown.entities]
    marked = [span.text for line in screen.lines for span in line if span.text.strip()]
    assert set(covered) <= set(marked)


@given(st.text(max_size=400))
def test_an_answer_is_at_most_200_units(text):
    assert units(answer_text(Screen(((Span(text),),)))) <= 200
    assert cut(text, 10_000) == text


def test_a_long_screen_is_split_between_lines_and_the_last_part_has_the_buttons():
    row = (Button("Again", "1:-:0:-:rules"),)
    long = Screen(tuple((Span("🂡" * 30),) for _ in range(200)), (row,))
    parts = pages(long)
    assert len(parts) > 1
    assert [bool(part.rows) for part in parts] == [False] * (len(parts) - 1) + [True]
    assert all(units(part.text) <= 4096 for part in parts)
    assert "\n".join(part.text for part in parts) == long.text


def test_half_a_surrogate_pair_can_be_sent():
    assert rendered(Screen(((Span("a\ud83c"),),))).text.encode("utf-8")
