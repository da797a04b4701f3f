"""/mydata and /forget."""

import json
import sqlite3

import pytest
from world import GROUP

from bot.ports.keys import Key
from bot.ports.names import isolated
from bot.ports.requests import Place
from bot.ports.screens import Loudness
from bot.store import persons, privacy, results
from bot.store.chatlog import StoredChatLog, StoredPeople
from bot.store.privacy import NOBODY, OF_TRAININGS, SHOWN
from bot.store.schema import references

FORGET = str(Key("forget"))

#: What stays of a forgotten person, without his name; everything else is taken.
_STAYS = {
    "counted",
    "counted_rounds",
    "escrow",
    "joins",
    "ledger",
    "moves",
    "results",
    "round_standings",
    "seats",
}
_STAYS |= {"standings", "tables", "words", "broken_starts"}
_STAYS |= {"encounters", "day_accounts"}  # two days, and to the end of the day
_TAKEN = {"accounts", "last_options", "callers", "trainings", "lessons", "trainees"}


#: Secrets, what lets one check a guess of them, other persons, the account under the key of its day.
_HIDDEN = {
    "tables.secret",
    "tables.root",
    "tables.stacks",
    "trainings.secret",
    "moves.digest",
    "training_moves.digest",
    "encounters.other_id",
    "day_accounts.account",
}


async def forget(world, name: str, *, press_id: str | None = None):
    await world.command(name, "/forget")
    return await world.press(name, FORGET, press_id=press_id)


def everything(path) -> str:
    """All text in the database file."""
    with sqlite3.connect(path) as db:
        return "\n".join(db.iterdump())


def stored_json(answer) -> dict:
    return json.loads(bytes(answer.file))


async def test_mydata_is_private_and_has_every_row_that_names_the_person(world, games):
    await games.game(("Anna", 1250, True), ("Boris", 300, False))
    await world.open("Anna", "Vera", arguments="seats=2 deals=1")
    await world.turn(600)
    answer = await world.command("Anna", "/mydata")
    assert answer.loudness is Loudness.NOTE
    data = stored_json(answer)
    anna = games.persons["Anna"].id
    assert data["persons"][0]["name"] == "Anna"
    assert data["accounts"][0]["user_id"] == world.account("Anna").user_id
    assert sum(row["rating"] for row in data["results"]) >= 1250
    assert {row["person_id"] for row in data["ledger"]} == {anna}
    assert {row["person_id"] for row in data["seats"]} == {anna}
    assert "Boris" not in answer.screen.text + answer.file.content
    assert set(data) >= {"joins", "counted", "standings", "tables", "last_options"}


async def test_mydata_of_a_running_table_shows_no_secret(world):
    await world.open("Anna", "Vera", arguments="seats=2")
    row = world.session().row
    text = (await world.command("Anna", "/mydata")).file.content
    assert row.code in text
    assert row.secret.hex() not in text
    assert "secret" not in text
    assert "digest" not in text


async def test_every_table_that_names_persons_is_decided_about(book):
    assert set(await book.store.read(lambda db: references(db, "persons"))) == _STAYS | _TAKEN


async def test_every_column_of_a_person_is_decided_about_and_what_is_secret_is_not_shown(book):
    def columns(db: sqlite3.Connection) -> set[str]:
        tables = {*references(db, "persons"), *OF_TRAININGS, "persons"}
        query = "SELECT name FROM pragma_table_xinfo(?)"
        return {f"{table}.{row['name']}" for table in tables for row in db.execute(query, (table,))}

    shown = {f"{table}.{name}" for table, names in (SHOWN | OF_TRAININGS).items() for name in names.split()}
    assert not shown & _HIDDEN
    assert await book.store.read(columns) == shown | _HIDDEN


async def test_forgetting_asks_first_and_waits_a_minute_for_the_answer(world):
    await world.command("Anna", "/help")
    refused = await world.press("Anna", FORGET)
    assert not refused.accepted
    asked = await world.command("Anna", "/forget")
    assert [button.key for row in asked.screen.rows for button in row] == [FORGET]
    await world.turn(60)
    assert not (await world.press("Anna", FORGET)).accepted
    assert (await world.store.read(persons.many, [1]))[1].name == "Anna"


async def test_the_question_of_one_is_no_leave_for_another(world):
    await world.command("Boris", "/help")
    await world.command("Anna", "/forget")
    assert not (await world.press("Boris", FORGET)).accepted


async def test_who_sits_at_a_table_is_not_forgotten(world):
    await world.command("Anna", "/forget")
    await world.command("Anna", "/newtable")
    assert not (await world.press("Anna", FORGET)).accepted
    assert not (await world.command("Anna", "/forget")).accepted
    await world.command("Anna", "/leave")
    assert (await forget(world, "Anna")).accepted


async def test_the_name_is_a_number_everywhere_and_the_figures_stay(world, games):
    await games.game(("Anna the unmistakable", 1250, True), ("Boris", 300, False))
    number = games.persons["Anna the unmistakable"].id
    before = (await world.store.read(persons.many, [number]))[number]
    assert (await forget(world, "Anna the unmistakable")).accepted

    after = (await world.store.read(persons.many, [number]))[number]
    assert (after.name, after.rating, after.rubles) == (f"player {number}", before.rating, before.rubles)
    assert (after.account.platform, after.account.user_id) == ("", 0)
    assert "unmistakable" not in everything(world.path)
    assert str(world.account("Anna the unmistakable").user_id) not in everything(world.path)
    await world.command("Boris", "/leaderboard")
    assert f"1 {isolated(f'player {number}')} · 12.50" in world.chat.last().screen.text
    assert "unmistakable" not in world.chat.last().screen.text


async def test_a_forgotten_person_is_named_in_the_language_of_the_board(world, games):
    await games.game(("Anna", 1250, True), ("Boris", 300, False))
    await forget(world, "Anna")
    await world.command("Boris", "/language chat ru", admin=True)
    await world.command("Boris", "/leaderboard")
    assert "player" not in world.chat.last().screen.text


async def test_the_next_request_of_the_account_is_of_a_new_person(world, games):
    await games.game(("Anna", 1250, True))
    old = games.persons["Anna"].id
    await forget(world, "Anna")
    await world.command("Anna", "/profile")
    new = await world.store.read(persons.find, world.account("Anna"))
    assert new is not None
    assert new.id != old
    assert (new.rating, new.games) == (0, 0)


async def test_delivered_twice_forgets_once(world):
    await world.command("Anna", "/help")
    first = await forget(world, "Anna", press_id="press:forget")
    again = await world.press("Anna", FORGET, press_id="press:forget")
    assert again == first
    assert await world.store.read(persons.find, world.account("Anna")) is None


async def test_tables_that_stand_in_the_chat_show_the_number(world):
    await world.open("Annabel", "Boris", arguments="seats=2 deals=1")
    await world.turn(600)
    await forget(world, "Annabel")
    assert not any("Annabel" in text for text in world.chat.texts()[-2:])
    await world.restart()
    assert not any("Annabel" in text for text in world.chat.texts()[-2:])


async def test_who_left_a_running_game_can_be_forgotten_and_the_game_goes_on(world):
    await world.open("Anna", "Boris", "Vera", arguments="seats=3 deals=1")
    names = {"Anna", "Boris", "Vera"}
    session = world.session()
    banker = session.row.seats[session.state.view(None).banker].account.name
    leaver = next(iter(sorted(names - {banker})))
    await world.command(leaver, "/leave")
    await world.press(leaver, world_key(world, leaver))
    assert (await forget(world, leaver)).accepted
    await world.turn(900)
    assert not world.app.tables.open_sessions()
    rows = await world.store.read(results.of_table, session.code)
    assert len(rows) == 3


def world_key(world, name: str) -> str:
    session = world.session()
    return str(Key("leave", session.code))


LOCAL = Place("web", 1)


async def test_kept_messages_of_the_local_page_lose_author_calls_and_name(book):
    people, chat_log = StoredPeople(book.store), StoredChatLog(book.store)
    await people.add_local("Boris")
    anna = await people.add_local("Anna-Maria the Great")
    person = await book.store.person(anna)
    await chat_log.append(LOCAL, anna.user_id, json.dumps({"at": "", "text": "hello", "request": "1"}))
    await chat_log.append(LOCAL, 1, json.dumps({"at": "", "text": "Anna?", "request": "2"}))
    board = {
        "at": "",
        "screen": {
            "language": "en",
            "lines": [
                [{"text": f"> {isolated('Anna-Mari…')}", "mention": anna.user_id}, {"text": " · stake 3"}],
                [{"text": isolated("Boris"), "mention": 1}],
                [{"text": isolated("Anna-Maria the Great")}],
            ],
            "rows": [],
        },
        "mentions": [1, anna.user_id],
    }
    await chat_log.append(LOCAL, None, json.dumps(board))
    await chat_log.append(LOCAL, None, "not JSON")
    await book.store.effect("press:1", privacy.forget, person.id, book.clock.now())

    said, other, shown, odd = await chat_log.recent(LOCAL)
    assert (said.author, other.author, shown.author, odd.body) == (NOBODY, 1, None, "not JSON")
    body = json.loads(shown.body)
    assert body["mentions"] == [1]
    assert body["screen"]["lines"] == [
        [{"text": f"> {isolated('player 2')}"}, {"text": " · stake 3"}],
        [{"text": isolated("Boris"), "mention": 1}],
        [{"text": isolated("player 2")}],
    ]


async def test_the_number_of_a_forgotten_local_person_is_not_given_again(book):
    people = StoredPeople(book.store)
    first, second = [await people.add_local(name) for name in ("Anna", "Boris")]
    person = await book.store.person(second)
    await book.store.effect("press:1", privacy.forget, person.id, book.clock.now())
    third = await people.add_local("Vera")
    assert third.user_id not in {first.user_id, second.user_id}


@pytest.mark.parametrize("name", ["\u202e", "<b>", "", "N" * 300, "player 2"])
async def test_any_name_is_forgotten(world, games, name):
    await games.game((name, 100, True), ("Boris", 50, False))
    assert (await forget(world, name)).accepted
    await world.command("Boris", "/leaderboard", place=GROUP)
    assert isolated("player 1") in world.chat.last().screen.text
