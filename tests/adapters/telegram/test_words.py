"""«My word» on Telegram: announced by a button, written in the chat, in the seed when the game begins."""

from hashlib import sha256

from botapi.evening import Evening


async def test_a_word_is_written_in_the_chat_and_enters_the_seed(api, inside):
    anna, boris = people = [api.telegram.user(name) for name in ("Anna", "Boris")]
    chat = api.telegram.group(*people)
    evening = Evening(api, chat, people)
    opened = api.telegram.say(anna, chat, "/newtable seats=2 deals=1")
    await inside.settle()
    await inside.turn(8)
    for user, verb in ((anna, "word"), (boris, "sit")):
        message, key = evening.key(rf"1:[0-9A-Z]{{6}}:0:a:{verb}")
        await evening.press(user, message, key)
        await inside.settle()
        await inside.turn(8)
    (session,) = inside.app.tables.open_sessions()
    assert session.row.awaiting
    typed, pressed = (share for _, share in session.row.joins)
    assert typed == str(opened.id)
    press = api.telegram.presses[pressed]
    assert press.user is boris
    assert sha256(pressed.encode()).hexdigest()[:8] in press.answer["text"]
    message, key = evening.key(r"1:[0-9A-Z]{6}:0:a:word\S*")
    await evening.press(anna, message, key)
    await inside.settle()
    api.telegram.say(anna, chat, "nobody guesses it", reply_to=message)
    await inside.settle()
    await inside.turn(8)
    assert session.playing
    assert [said.word for said in session.row.words] == ["nobody guesses it"]
