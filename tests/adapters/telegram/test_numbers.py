"""How many calls a group sees: counted on a turned clock, one press per 4 s."""

from botapi.errors import flood
from botapi.evening import Evening
from botapi.inside import Inside

PRESS = 4


def people(api, count):
    return [api.telegram.user(f"P{number}") for number in range(count)]


def in_any_minute(calls):
    return max(sum(other.at - 60 < call.at <= other.at for call in calls) for other in calls)


async def test_a_deal_of_four_seats_costs_at_most_8_calls_and_the_result_1(api, inside):
    four = people(api, 4)
    chat = api.telegram.group(*four)
    evening = Evening(api, chat, four)
    await inside.open_table(evening, "seats=4 deals=5")
    await inside.turn(60)
    while inside.session_in(chat) is not None:
        await inside.tap(chat)
        await inside.turn(8 if inside.pausing(chat) else PRESS)
    await inside.turn(60)

    calls = api.showing(chat)
    sent = [call for call in calls if call.method == "sendMessage"]
    # A bank can be broken before the last deal.
    played = sum("deal " in call.values["text"] and "/5" in call.values["text"] for call in sent)
    assert played >= 2
    for deal in range(1, played + 1):
        boards = {c.result["message_id"] for c in sent if f"deal {deal}/5" in c.values["text"]}
        assert len(boards) == 1
        about = [c for c in calls if (c.values.get("message_id") or c.result["message_id"]) in boards]
        assert 5 <= len(about) <= 8, deal
    assert sum(": over" in call.values["text"] for call in sent) == 1
    assert sum(call.values["disable_notification"] is False for call in sent) <= 5 + 2


async def test_a_lobby_with_six_presses_costs_4_calls(api, inside):
    four = people(api, 4)
    chat = api.telegram.group(*four)
    evening = Evening(api, chat, four)
    first, second, third, _ = four
    await inside.open_table(evening, "seats=4", sit=1)
    for user, verb in (
        (second, "sit"), (third, "sit"), (second, "leave"), (second, "sit"), (third, "leave"), (third, "sit"),
    ):  # fmt: skip
        await inside.turn(PRESS)
        message, key = evening.key(rf".*:a:{verb}")
        await evening.press(user, message, key)
    await inside.turn(60)

    assert len(api.showing(chat)) <= 4
    assert "3/4" in str(chat.last().buttons)
    assert first.first_name in chat.last().text


async def test_two_busy_tables_stay_within_18_calls_a_minute(api, inside):
    everybody = people(api, 8)
    chat = api.telegram.group(*everybody)
    for _ in range(45):
        sitting = {x.account.user_id for s in inside.app.tables.open_sessions() for x in s.row.seats}
        for four in (everybody[:4], everybody[4:]):
            if four[0].id not in sitting:
                await inside.turn(20)
                await inside.open_table(Evening(api, chat, four), "seats=4 deals=5")
        for session in inside.app.tables.open_sessions():
            await inside.tap(chat, session)
        await inside.turn(PRESS)

    calls = api.showing(chat)
    assert len(calls) > 40
    assert in_any_minute(calls) <= 18


async def test_25_presses_in_10_s_are_all_applied_though_the_20th_call_meets_a_limit(api, tmp_path):
    inside = await Inside(tmp_path / "twentyone.db", api, calls_per_minute=1000).start()
    everybody = people(api, 16)
    chat = api.telegram.group(*everybody, topics=(17, 18))
    for number in range(4):
        four = Evening(api, chat, everybody[4 * number : 4 * number + 4], thread=17 + number % 2)
        await inside.open_table(four, "seats=4 deals=5")
        await inside.turn(10)
    begun = len(api.showing(chat))
    limit = api.fault(None, times=999, skip=19, refuse=flood(30), when=lambda v: v.get("chat_id") == chat.id)
    presses = []
    while len(presses) < 25:
        for session in inside.app.tables.open_sessions():
            if (pressed := await inside.tap(chat, session)) is not None:
                presses.append(pressed)
            await inside.turn(0.4)
    refused_at = len(api.showing(chat))
    assert refused_at - begun == 19
    assert limit.struck == 1
    moves = sum(
        session.row.seq - session.state.view(None).deal for session in inside.app.tables.open_sessions()
    )
    assert moves == len(presses)
    limit.times = 0
    await inside.turn(32)

    after = api.showing(chat)[refused_at:]
    shown = [call.values.get("message_id") for call in after if call.method == "editMessageText"]
    assert len(shown) == len(set(shown)) <= 4
    for session in inside.app.tables.open_sessions():
        assert inside.stands(chat, session)
    await inside.stop()
