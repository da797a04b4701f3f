"""A group of Telegram becomes a supergroup in mid-game, told by messages or by any call."""

from botapi.evening import Evening

from bot.ports.requests import Place

OLD, NEW = -555, -1001557912345


async def evening_in_a_group(inside):
    people = [inside.api.telegram.user(name) for name in ("Anna", "Boris")]
    chat = inside.api.telegram.group(*people, id=OLD, kind="group")
    evening = Evening(inside.api, chat, people)
    await inside.open_table(evening, "seats=2 deals=5 timeout=300")
    await inside.turn(60)
    return people, chat, inside.session_in(chat)


async def tap(inside, chat, session):
    pressed = await inside.tap(chat, session)
    await inside.turn(10)
    return pressed


async def test_both_messages_come_and_the_round_goes_on(inside):
    """A round in -555; migrate_to_chat_id, then the mirror; a move there, /top, /leave."""
    people, old, session = await evening_in_a_group(inside)
    await tap(inside, old, session)
    played = session.row.seq
    new = inside.api.telegram.upgrade(old, NEW)
    await inside.settle()
    await inside.turn(10)
    assert session.place.chat_id == NEW
    assert any("deal 1/5" in message.text for message in new.from_bot())
    await tap(inside, new, session)
    assert session.row.seq == played + 1
    # A button of a board left behind in the old chat is a button of the same table.
    assert (await inside.tap(old, session, message=old.last())).text
    assert session.row.seq == played + 2
    inside.api.telegram.say(people[0], new, "/leaderboard")
    await inside.settle()
    await inside.turn(10)
    assert any("leader" in message.text.lower() for message in new.from_bot())
    inside.api.telegram.say(people[0], new, "/leave")
    await inside.settle()
    await inside.turn(10)
    assert any(":leave" in key for message in new.from_bot() for key in message.payloads())


async def test_an_edit_that_fails_tells_of_it_though_no_message_came(inside):
    _, old, session = await evening_in_a_group(inside)
    new = inside.api.telegram.group(id=NEW)
    new.members, old.migrated_to = dict(old.members), NEW
    await tap(inside, old, session)
    assert session.place.chat_id == NEW
    assert inside.stands(new, session)


async def test_a_question_about_admins_that_fails_tells_of_it_too(inside):
    people, old, session = await evening_in_a_group(inside)
    new = inside.api.telegram.group(id=NEW)
    new.members, old.migrated_to = dict(old.members), NEW
    inside.api.telegram.say(people[0], old, "/language chat hu")
    await inside.settle()
    await inside.turn(10)
    assert session.place.chat_id == NEW
    assert await inside.app.language(Place("telegram", NEW)) == "hu"
