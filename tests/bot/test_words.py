"""«My word»: announced, awaited, given, taken into the seed (rules 2.5)."""

import json
import sqlite3
from hashlib import sha256

import pytest
from fairness_docs import checked

from bot.cli.export import export_command
from bot.cli.verify import verify_command
from bot.model.errors import StoreFailed
from bot.ports.keys import Key
from bot.screens.lines import WIDTH, line_width
from bot.tables.fold import seed_of_table

ANNAS, BORISS = "nobody knows this", "vier Pferde im Öl"


def said(world):
    """The message that tells of the words."""
    return next(m for _, m in sorted(world.chat.messages.items(), reverse=True) if "SHA-256" in m.screen.text)


async def awaiting(world, *wordy, names=("Anna", "Boris"), arguments="seats=2 unrated"):
    """A table whose seats are taken; its start waits for the words of `wordy`."""
    await world.command(names[0], f"/newtable {arguments}")
    session = world.session()
    for name in wordy:
        if name == names[0]:
            assert (await world.press(name, world.key("word"))).accepted
    for name in names[1:]:
        assert (await world.press(name, world.key("word" if name in wordy else "sit"))).accepted
    return session


async def give(world, name, word):
    assert (await world.press(name, world.key("word"))).pending
    return await world.type(name, word)


async def test_a_start_waits_for_announced_words_and_begins_when_all_have_come(world, tmp_path, capsys):
    session = await awaiting(world, "Anna", "Boris")
    assert session.waiting
    board = said(world)
    shares = [share for _, share in session.row.joins]
    digest = sha256(b"".join(share.encode() + b"\0" for share in shares)).hexdigest()
    for digits in (session.seating().commitment, digest):
        assert digits[:32] in board.screen.text.split("\n")
        assert digits[32:] in board.screen.text.split("\n")
    assert set(board.mentions) == {world.account("Anna").user_id, world.account("Boris").user_id}
    assert (await give(world, "Boris", BORISS)).accepted
    assert session.waiting
    assert BORISS not in "".join(world.chat.texts())
    assert "word given" in board.screen.text
    await give(world, "Anna", f" {ANNAS}\n")
    assert session.playing
    assert all(line_width(line) <= WIDTH for line in board.screen.lines)
    text = board.screen.text
    assert text.index(BORISS) < text.index(ANNAS) < text.index("last word: \u2068Anna\u2069")
    row = session.row
    seed = sha256(
        row.secret
        + b"".join(share.encode() + b"\0" for share in shares)
        + BORISS.encode()
        + b"\1"
        + ANNAS.encode()
        + b"\1"
    ).digest()
    assert seed_of_table(row) == seed
    await world.command("Anna", "/stop")
    assert export_command(world.path, row.code, True) == 0
    told = capsys.readouterr().out
    assert json.loads(told)["words"] == [{"seat": 1, "word": BORISS}, {"seat": 0, "word": ANNAS}]
    (tmp_path / "proof.json").write_text(told, encoding="utf-8")
    assert verify_command(str(tmp_path / "proof.json")) == 0
    assert "2, the last from seat 0 'Anna'" in capsys.readouterr().out
    assert set(checked(tmp_path / "proof.json").values()) == {"True"}
    answer = await world.command("Boris", f"/verify {row.code}")
    assert ANNAS in answer.screen.text
    assert "last word came from \u2068Anna\u2069" in answer.screen.text


async def test_what_does_not_come_in_30_s_is_left_out_and_the_board_says_so(world):
    session = await awaiting(world, "Anna", "Boris")
    await give(world, "Anna", ANNAS)
    await world.turn(29)
    assert session.waiting
    await world.turn(1)
    assert session.playing
    assert [word.word for word in session.row.words] == [ANNAS, None]
    assert "last word: \u2068Anna\u2069" in said(world).screen.text
    answer = await world.command("Boris", f"/word {BORISS}")
    assert not answer.accepted
    assert await world.type("Boris", BORISS) is None


async def test_a_start_without_words_says_that_there_is_none(world):
    session = await awaiting(world)
    assert session.playing
    assert any("no word in the seed" in text for text in world.chat.texts())
    answer = await world.command("Anna", f"/word {ANNAS}")
    assert not answer.accepted
    assert "No word is awaited" in answer.screen.text


@pytest.mark.parametrize("count", [1, 2])
async def test_a_word_that_came_and_the_wait_outlive_a_restart_with_its_full_time(world, count):
    await awaiting(world, "Anna", "Boris")
    await give(world, "Anna", ANNAS)
    for _ in range(count):
        await world.turn(20)
        await world.restart()
    session = world.session()
    await world.turn(29)
    assert session.waiting
    await give(world, "Boris", BORISS)
    assert session.playing
    assert [word.word for word in session.row.words] == [ANNAS, BORISS]
    await world.restart()
    again = world.session()
    await world.app.unfolding.unfold(again)
    assert again.row.words == session.row.words
    assert seed_of_table(again.row) == seed_of_table(session.row)


async def test_leaving_is_free_in_the_wait_drops_all_words_and_is_not_done_twice(world):
    session = await awaiting(
        world, "Anna", "Vera", names=("Anna", "Vera", "Boris"), arguments="seats=3 unrated"
    )
    await give(world, "Anna", ANNAS)
    old = said(world)
    assert (await world.press("Boris", world.key("leave"))).accepted
    assert session.waiting
    assert not session.row.awaiting
    assert {word.person for word in session.row.next_words} == {seat.person for seat in session.row.seats}
    assert {word.word for word in session.row.next_words} == {None}
    assert "\u2068Boris\u2069 left" in old.screen.text
    await world.restart()
    session = world.session()
    refusal = await world.press("Boris", world.key("sit"))
    assert not refusal.accepted
    assert "without you" in refusal.screen.text
    await world.press("Gleb", world.key("sit"))
    assert session.row.awaiting
    await world.turn(30)
    assert session.playing
    assert [word.word for word in session.row.words] == [None, None]


async def test_in_the_wait_nobody_sits_down_starts_or_changes_options(world):
    session = await awaiting(world, "Anna", names=("Anna", "Boris"), arguments="seats=4 unrated")
    await world.press("Anna", world.key("start"))
    assert session.row.awaiting
    await world.turn(1)  # or the same button is a double tap
    for name, verb in (("Gleb", "sit"), ("Gleb", "word"), ("Anna", "start"), ("Anna", "menu")):
        answer = await world.press(name, str(Key(verb, session.code, 0, "a")))
        assert not answer.accepted, verb
    assert len(session.row.seats) == 2


async def test_a_closed_application_takes_the_question_away(world):
    session = await awaiting(world, "Anna", "Boris")
    await world.command("Anna", "/stop")
    assert not session.waiting
    assert not session.row.awaiting
    assert not any("SHA-256" in text for text in world.chat.texts())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("short", "8 to 32"),
        ("x" * 33, "8 to 32"),
        ("e\u0301" * 7, "8 to 32"),  # seven characters once they are put together
        ("ab\u202ecdefgh", "control"),
        ("ab\u2066cdefgh", "control"),
        ("line\nbreaks", "control"),
        ("nul\0nul\0", "control"),
        ("one\1one\1", "control"),
    ],
)
async def test_what_is_no_word_is_refused_with_what_would_be_one(world, text, why):
    session = await awaiting(world, "Anna", "Boris")
    answer = await give(world, "Anna", text)
    assert not answer.accepted
    assert answer.pending
    assert why in answer.screen.text
    assert session.row.next_words[0].word is None


async def test_a_word_is_kept_in_nfc_and_is_not_changed_any_more(world):
    session = await awaiting(world, "Anna", "Boris")
    await give(world, "Anna", "e\u0301" * 8)
    assert session.row.next_words[0].word == "\u00e9" * 8
    assert not (await world.command("Anna", "/word something else")).accepted
    assert session.row.next_words[0].word == "\u00e9" * 8


async def test_again_keeps_the_announcement(world):
    session = await awaiting(world, "Boris", arguments="seats=2 deals=1 unrated")
    await give(world, "Boris", BORISS)
    await world.turn(600)
    assert not session.playing
    await world.press("Anna", world.key("again"))
    await world.press("Boris", world.key("again"))
    after = world.session()
    assert after.row.awaiting
    assert [word.person for word in after.row.next_words] == [after.row.seats[1].person]


async def test_one_alone_with_computers_has_none_and_one_with_a_free_seat_beside_them_has(world):
    await world.command("Anna", "/newtable ochko seats=2 computers=1")
    assert "word" not in {Key.parse(button.key).verb for button in world.buttons() if button.key}
    await world.command("Anna", "/leave")
    await world.turn(20)
    await world.command("Anna", "/newtable ochko seats=3 computers=1")
    assert (await world.press("Anna", world.key("word"))).accepted


async def test_words_are_in_mydata_and_stay_with_the_record_when_their_person_is_forgotten(world):
    session = await awaiting(world, "Anna")
    await give(world, "Anna", ANNAS)
    assert ANNAS in (await world.command("Anna", "/mydata")).file.content
    assert ANNAS not in (await world.command("Boris", "/mydata")).file.content
    await world.command("Anna", "/stop")
    answer = await world.command("Anna", "/forget")
    assert "words that you gave" in answer.screen.text
    await world.press("Anna", str(Key("forget")))
    with sqlite3.connect(world.path) as db:
        assert db.execute("SELECT word FROM words WHERE table_code = ?", (session.code,)).fetchall() == [
            (ANNAS,)
        ]
    assert ANNAS in (await world.command("Boris", f"/verify {session.code}")).screen.text


async def test_words_outlive_a_start_that_could_not_be_saved(world, monkeypatch):
    session = await awaiting(world, "Anna", "Boris")
    await give(world, "Anna", ANNAS)
    given = session.row.next_words

    async def full(*_changes):
        raise StoreFailed("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(world.store, "save", full)
        await world.turn(31)
        assert not (await world.command("Boris", f"/word {BORISS}")).accepted
    assert session.waiting
    assert session.row.next_words == given
    await world.turn(35)
    assert session.playing
    assert [word.word for word in session.row.words] == [ANNAS, None]
