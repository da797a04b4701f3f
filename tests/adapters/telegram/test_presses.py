"""Presses: each answered once with its outcome, carried out or refused once, whatever Telegram and the network do."""

import asyncio
from itertools import pairwise

from botapi import errors
from botapi.errors import forbidden
from botapi.evening import Evening

from adapters.telegram import answers
from bot.model.errors import StoreFailed


async def answered(api, *presses):
    await api.until(lambda: all(press.answer is not None for press in presses), what="the answers")


async def test_a_press_behind_a_held_lock_gets_its_one_answer_in_time_and_is_applied_once(
    api, inside, evening, chat, monkeypatch
):
    monkeypatch.setattr(answers, "PATIENCE", 0.05)
    api.fault("answerCallbackQuery", refuse=errors.TOO_OLD)
    session = inside.session_in(chat)
    seq = session.row.seq
    before = api.count("answerCallbackQuery")
    board, keys = evening.moves()
    async with session.lock:
        api.telegram.press(evening.mover(board), board, keys[0])
        await api.until(lambda: api.count("answerCallbackQuery") > before, what="the one answer")
        answered = next(c for c in reversed(api.calls) if c.method == "answerCallbackQuery").values
        assert session.row.seq == seq
    await inside.settle()

    assert answered["text"] == answers.RECEIVED
    assert session.row.seq == seq + 1
    assert api.count("answerCallbackQuery") == before + 1
    # The press that could not be answered is not left open, and the bot goes on.
    next(p for p in api.telegram.presses.values() if p.answer is None).answer = {}
    assert (await inside.tap(chat)).text


async def test_an_unchanged_board_keeps_its_buttons_and_is_not_sent_again(api, inside, evening, chat):
    api.fault("editMessageText", refuse=errors.NOT_MODIFIED)
    board = evening.moves()[0]
    before = board.keyboard
    await inside.tap(chat)
    calls = len(api.showing(chat))
    await inside.turn(20)

    assert board.keyboard == before
    assert len(api.showing(chat)) == calls
    pressed = await inside.tap(chat)
    assert "stake" not in pressed.text.lower() or pressed.text
    await inside.turn(5)
    assert board.keyboard != before


async def test_the_same_update_twice_in_a_row_and_at_once_is_one_move(api, inside, evening, chat):
    session = inside.session_in(chat)
    for _ in range(2):
        board, keys = evening.moves()
        user, seq, at = evening.mover(board), session.row.seq, api.telegram.updates.next_id
        api.telegram.updates.next_id += 1
        twins = [api.telegram.press(user, board, keys[-1], update_id=at) for _ in range(2)]
        await answered(api, *twins)
        await inside.settle()
        again = api.telegram.press(user, board, keys[-1], update_id=at + 1)
        await answered(api, again)
        assert session.row.seq == seq + 1
        assert twins[0].text == twins[1].text
        evening.pressed.add(evening.turn(keys[0]))
        await inside.turn(5)


async def test_a_press_that_failed_before_its_commit_counts_when_it_comes_again(
    api, inside, evening, chat, monkeypatch
):
    session, store = inside.session_in(chat), inside.app.store
    save, seq = store.save, session.row.seq

    async def failing(_change):
        raise StoreFailed("disk full")

    board, keys = evening.moves()
    monkeypatch.setattr(store, "save", failing)
    first = api.telegram.press(evening.mover(board), board, keys[0], update_id=700_000_000)
    await api.until(lambda: first.answer is not None, what="an answer")
    assert session.row.seq == seq
    monkeypatch.setattr(store, "save", save)
    second = api.telegram.press(evening.mover(board), board, keys[0], update_id=700_000_000)
    await api.until(lambda: second.answer is not None, what="an answer")
    assert session.row.seq == seq + 1


async def test_two_in_two_chats_pressing_together_each_move_in_their_own_game(api, inside):
    evenings = []
    for number in range(2):
        pair = [api.telegram.user(f"{name}{number}") for name in ("Anna", "Boris")]
        chat = api.telegram.group(*pair, id=-1_002_234_567_890 - number)
        evenings.append(Evening(api, chat, pair))
        await inside.open_table(evenings[-1], "seats=2 deals=5")
    boards = [evening.moves() for evening in evenings]
    presses = [
        api.telegram.press(evening.mover(board), board, keys[0])
        for evening, (board, keys) in zip(evenings, boards, strict=True)
    ]
    await api.until(lambda: all(press.answer is not None for press in presses), what="both answers")
    await inside.settle()

    assert [inside.session_in(evening.chat).row.seq for evening in evenings] == [2, 2]
    assert all("stake" in press.text.lower() for press in presses)


async def test_hidden_cards_come_by_alert_to_who_has_blocked_the_bot_or_never_started_it(
    api, inside, evening, chat, three
):
    refused = iter([errors.CANNOT_INITIATE, errors.BLOCKED])
    for user in three[1:]:
        api.fault(None, times=99, refuse=next(refused), when=lambda v, user=user: v.get("chat_id") == user.id)
        api.telegram.private(user)
    board, key = evening.key(r".*:cards")
    for user in three:
        shown = await evening.press(user, board, key)
        assert shown.alert
        assert "=" in shown.text
    await inside.tap(chat)
    api.telegram.say(three[1], api.telegram.private(three[1]), "/rules")
    await inside.turn(5)
    assert (await inside.tap(chat)).text


async def test_every_send_is_delivered_but_times_out_and_there_is_one_extra_copy_at_most(
    api, inside, chat, three
):
    evening = Evening(api, chat, three)
    await inside.open_table(evening, "seats=3 deals=1", sit=2)
    await inside.turn(60)
    sends = api.fault("sendMessage", times=999, drop=True)
    message, key = evening.key(r".*:a:sit")
    await evening.press(three[2], message, key)
    while (session := inside.session_in(chat)) is not None:
        await inside.tap(chat, session)
        await inside.turn(4)
    await inside.turn(300)

    assert sends.struck > 1
    shown = [message.text for message in chat.from_bot()]
    assert sum(": over" in text for text in shown) == 1
    assert max(shown.count(text) for text in shown) == 1
    paid = await inside.store.read(lambda db: [row[0] for row in db.execute("SELECT count(*) FROM results")])
    assert paid == [3]


async def test_a_board_that_was_deleted_is_posted_anew(api, inside, evening, chat):
    board = evening.moves()[0]
    board.deleted = True
    await inside.tap(chat)
    api.problems_seen.clear()
    await inside.turn(5)
    found = [call for call in api.calls if call.description == errors.EDIT_NOT_FOUND.description]
    assert len(found) == 1
    found[0].injected = True
    assert evening.moves()[0].id > board.id


async def test_a_limit_in_the_group_does_not_keep_private_answers_back(api, inside, evening, chat, three):
    limit = api.fault(None, times=99, refuse=errors.flood(40), when=lambda v: v.get("chat_id") == chat.id)
    pressed = await inside.tap(chat)
    assert pressed.text
    private = api.telegram.private(three[0])
    api.telegram.say(three[0], private, "/rules")
    await inside.turn(3)
    assert private.from_bot()
    assert limit.struck == 1
    limit.times = 0
    await inside.turn(40)
    assert inside.stands(chat, inside.session_in(chat))


async def test_a_press_on_a_message_that_telegram_no_longer_knows_is_answered(api, inside, evening, chat):
    board, keys = evening.moves()
    pressed = api.telegram.press(evening.mover(board), board, keys[0], gone=True)
    await api.until(lambda: pressed.answer is not None, what="an answer")
    assert inside.session_in(chat).row.seq == 2


async def test_a_chat_that_took_the_bot_out_disturbs_no_other(api, inside, evening, chat):
    chat.bot_status = "kicked"
    await inside.tap(chat)
    await inside.turn(5)
    kicked = [call for call in api.calls if call.status == 403]
    assert kicked
    for call in kicked:
        assert call.description == errors.KICKED_SUPERGROUP.description
        call.injected = True
    assert forbidden("x").code == 403
    chat.bot_status = "member"


async def test_a_chat_that_takes_the_bot_out_frees_everybody_without_waiting_for_a_call(
    api, inside, evening, chat, three
):
    assert inside.session_in(chat) is not None
    api.telegram.membership(three[1], chat, "kicked")
    await inside.settle()
    assert inside.session_in(chat) is None
    await inside.turn(5)
    for call in api.calls:
        call.injected = call.injected or call.status == 403
    chat.bot_status = "member"


async def test_the_time_of_a_move_is_told_as_a_moment(inside, evening, chat):
    board, _ = evening.moves()
    (moment,) = [entity for entity in board.entities if entity["type"] == "date_time"]
    assert moment["unix_time"] == inside.session_in(chat).row.deadline.timestamp()
    assert moment["date_time_format"] == "r"
    assert board.text[moment["offset"] :].startswith("90 s")


async def test_presses_at_once_are_each_answered(api, inside, evening, chat, three):
    board, key = evening.key(r".*:cards")
    presses = [api.telegram.press(user, board, key) for user in three * 5]
    await asyncio.wait_for(
        api.until(lambda: all(press.answer is not None for press in presses), what="all answers"), 60
    )
    assert all(before.at <= after.at for before, after in pairwise(api.calls))
