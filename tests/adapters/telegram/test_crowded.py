"""One person who asks without end costs a group a few messages, and none when he stops."""

import pytest
from botapi.evening import Evening


@pytest.mark.parametrize("asks", ["/help", "/rules stuk", "/verify", "proof"])
async def test_what_one_person_asks_every_second_is_answered_a_few_times_and_not_for_minutes(
    api, inside, asks
):
    people = [api.telegram.user(name) for name in ("Anna", "Boris", "Mallory")]
    chat = api.telegram.group(*people)
    evening = Evening(api, chat, people)
    await inside.open_table(evening, "seats=2 deals=5", sit=2)
    await inside.turn(60)
    code = inside.session_in(chat).code
    before = len(chat.from_bot())
    for second in range(40):
        if asks == "proof":
            await evening.press(people[2], chat.last(), f"1:{code}:0:a:proof")
        else:
            api.telegram.say(people[2], chat, f"{asks} {code}" if asks == "/verify" else asks)
        await inside.turn(1)
        if second == 10:
            assert len(chat.from_bot()) > before  # he is answered
    assert len(chat.from_bot()) - before <= 8
    await inside.turn(16)
    rest = len(chat.from_bot())
    await inside.turn(14)
    assert len(chat.from_bot()) <= rest + 1  # a reminder of whose turn it is
