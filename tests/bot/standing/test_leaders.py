"""/leaderboard in the chat: one message, its pages and choices, who presses."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from world import GROUP

from bot.model.standings import Metric, Scope, Span
from bot.persons.leaders import View
from bot.ports.keys import Key
from bot.ports.names import visible_length
from bot.ports.requests import Place
from bot.ports.texts import LANGUAGES, texts
from bot.screens import leaders

OTHER_THREAD = Place("chat", GROUP.chat_id, thread=7)


def clean(text: str) -> str:
    return re.sub("[\u2068\u2069]", "", text)


def rows(world) -> list[str]:
    """The lines of the newest message that are rows of a board."""
    lines = clean(world.chat.last().screen.text).split("\n")
    return [line for line in lines if re.match(r"(> )?\d+ ", line)]


def button(world, label: str) -> str:
    return next(button.key for button in world.buttons() if button.label == label)


async def fill(games, count: int) -> None:
    for n in range(count):
        await games.game((f"name {n:02}", 1000 - 10 * n, True))


async def test_the_board_is_posted_for_all_and_the_asker_is_told_his_place(world, games):
    await games.game(("Anna", 1250, True), ("Boris", 300, False))
    answer = await world.command("Boris", "/leaderboard")
    assert rows(world) == ["1 Anna · 12.50 · 1 game", "> 2 Boris · 3.00 · 1 game"]
    assert answer.accepted
    assert "2" in answer.screen.text


async def test_pages_are_turned_in_place_with_the_own_row_on_each(world, games):
    await fill(games, 25)
    await world.command("name 17", "/leaderboard")
    message = world.chat.last().id
    seen: list[str] = []
    for number in range(3):
        shown = rows(world)
        assert sum(row.startswith("> 18 name 17") for row in shown) == 1
        seen += [row for row in shown if number == 1 or not row.startswith("> ")]
        if number < 2:
            await world.press("name 17", button(world, "▶"))
    assert len(seen) == len(set(seen)) == 25
    assert world.chat.last().id == message
    await world.press("name 17", button(world, "◀"))
    assert rows(world)[0].startswith("11 name 10")


async def test_games_that_end_while_pages_are_turned_lose_and_double_no_row(world, games):
    await fill(games, 30)
    await world.command("name 05", "/leaderboard")
    seen = rows(world)
    for n in range(2):
        # The last of the board become its first, and a new person comes in.
        await games.game((f"name {29 - n}", 5000, True), (f"new {n}", 9000, True))
        await world.turn(90)
        await world.press("name 05", button(world, "▶"))
        seen += [row for row in rows(world) if not row.startswith("> ")]
    assert [int(row.split("name ")[1][:2]) for row in seen] == list(range(30))


async def test_after_an_hour_a_press_shows_what_stands_now(world, games):
    await fill(games, 11)
    await world.command("name 00", "/leaderboard")
    await games.game(("new", 9000, True))
    await world.turn(2 * 3600)
    await world.press("name 00", button(world, "▶"))
    await world.press("name 00", button(world, "◀"))
    assert rows(world)[0].startswith("1 new")


async def test_the_pages_of_a_week_go_on_when_the_week_is_over(world, games):
    world.clock.until(datetime(2026, 3, 15, 23, 50, tzinfo=UTC))  # a Sunday
    await fill(games, 12)
    await world.command("name 00", "/leaderboard week")
    await world.turn(20 * 60)
    await world.press("name 00", button(world, "▶"))
    assert any("name 11" in row for row in rows(world))
    await world.press("name 00", button(world, "Week"))
    assert rows(world) == []


async def test_choices_change_what_is_counted(world, games):
    await games.game(("Anna", 100, True), ("Boris", 300, False))
    await games.game(("Anna", 900, True), place=Place("chat", 99))
    await games.game(("Vera", 700, True), at=world.clock.now() - timedelta(days=60))
    await world.command("Anna", "/leaderboard")
    for label, leader in (
        ("Wins", "Anna"),
        ("Rating", "Boris"),
        ("All time", "Vera"),
        ("Everywhere", "Anna"),
        ("Virtual rubles", "Anna"),
        ("This chat", "Vera"),
        ("Week", "Boris"),
    ):
        await world.press("Anna", button(world, label))
        assert leader in rows(world)[0], label


@pytest.mark.parametrize(
    ("arguments", "leader"),
    [("", "Boris"), ("wins", "Anna"), ("everywhere all", "Vera"), ("CHAT all Rating", "Boris")],
)
async def test_arguments_say_the_same(world, games, arguments, leader):
    await games.game(("Anna", 100, True), ("Boris", 300, False))
    await games.game(("Vera", 700, True), place=Place("chat", 99), at=datetime(2025, 1, 1, tzinfo=UTC))
    await world.command("Anna", f"/leaderboard {arguments}")
    assert leader in rows(world)[0]


async def test_unknown_words_are_refused_and_post_nothing(world):
    answer = await world.command("Anna", "/leaderboard tomorrow")
    assert not answer.accepted
    assert world.chat.messages == {}


async def test_asked_again_within_a_minute_edits_the_last_message(world, games):
    await games.game(("Anna", 100, True), ("Boris", 300, False))
    await world.command("Anna", "/leaderboard")
    await world.turn(59)
    await world.command("Boris", "/leaderboard")
    assert len(world.chat.messages) == 1
    assert rows(world)[0].startswith("> 1 Boris")
    await world.turn(1)
    await world.command("Anna", "/leaderboard")
    first, second = [world.chat.messages[n].screen for n in sorted(world.chat.messages)]
    assert second.rows
    assert first.rows == ()
    assert first.lines  # the old board stays, without its buttons


async def test_each_thread_has_its_board(world, games):
    await games.game(("Anna", 100, True))
    await world.command("Anna", "/leaderboard")
    await world.command("Anna", "/leaderboard", place=OTHER_THREAD)
    assert [message.place for message in world.chat.messages.values()] == [GROUP, OTHER_THREAD]


async def test_only_who_asked_last_turns_pages(world, games):
    await fill(games, 12)
    await world.command("name 00", "/leaderboard")
    of_first = button(world, "▶")
    before = world.chat.last().screen
    assert not (await world.press("name 01", of_first)).accepted
    assert world.chat.last().screen == before
    await world.command("name 01", "/leaderboard")
    assert not (await world.press("name 00", of_first)).accepted
    assert (await world.press("name 01", button(world, "▶"))).accepted


async def test_after_a_restart_the_same_message_goes_on(world, games):
    await fill(games, 12)
    await world.command("name 00", "/leaderboard")
    key = button(world, "▶")
    await world.restart()
    await world.press("name 00", key)
    assert len(world.chat.messages) == 1
    assert any("name 11" in row for row in rows(world))


async def test_two_chats_keep_their_boards_apart_over_a_restart(world, games):
    other = Place("chat", 99)
    for place in (GROUP, other):
        await games.game(*((f"name {n}", 100, True) for n in range(11)), place=place)
        await world.command("name 0", "/leaderboard", place=place)
    boards = {message.place: message for message in world.chat.messages.values()}
    key = next(button.key for button in world.buttons(boards[GROUP]) if button.label == "▶")
    await world.restart()
    await world.press("name 0", key)
    assert (boards[GROUP].edits, boards[other].edits) == (1, 0)


async def test_a_private_chat_counts_everywhere(world, games):
    await games.game(("Anna", 100, True))
    await world.command("Anna", "/leaderboard", place=Place("chat", 5, private=True))
    lines = clean(next(iter(world.chat.messages.values())).screen.text)
    assert "1 Anna" in lines
    labels = [button.label for button in world.buttons(next(iter(world.chat.messages.values())))]
    assert "This chat" not in labels


async def test_the_result_of_a_game_leads_to_the_board_of_its_chat(world):
    await world.open("Anna", "Boris", arguments="seats=2 deals=1")
    await world.turn(600)
    await world.more("Boris", "leaders")
    assert len(rows(world)) == 2
    assert sum(row.startswith("> ") for row in rows(world)) == 1


NAMES = [
    "\u202eevil",
    "\u2800",
    "\u200b\u200d",
    "<b>bold</b> & 'x'",
    "N" * 500,
    "two\nlines\r\n\ttabs",
    "مرحبا 12",
    "A\u0301\u0301\u0301\u0301\u0301",
    "1 Anna · 99.00",
    "\ud800",
    "",
]


async def test_no_name_breaks_the_board(world, games):
    for n, name in enumerate(NAMES):
        await games.game((name, 1000 - n * 50, True))
    await world.command("Anna", "/leaderboard all")
    board: list[str] = []
    for _ in range(2):
        text = world.chat.last().screen.text
        board += [line for line in text.split("\n") if re.match(r"\d+ ", line)]
        assert not set("\u202e\u2800\u200b\r\t\ud800") & set(text)
        assert text.count("\u2068") == text.count("\u2069")
        if forward := [button.key for button in world.buttons() if button.label == "▶"]:
            await world.press("Anna", forward[0])
    assert len(board) == len(NAMES)
    for n, line in enumerate(board):
        # Each number stays with its owner: rank and value are outside the isolates of the name.
        outside = re.sub("\u2068.+?\u2069", "", line)
        assert outside == f"{n + 1}  · {10 - n * 0.5:.2f} · 1 game"
        assert visible_length(line) <= 32


@pytest.mark.parametrize("rating", [83_350, 123_456_789_00])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_lines_of_the_board_are_narrow_in_every_language(world, games, rating, language):
    await world.command("Anna", f"/language chat {language}", admin=True)
    await games.game(("Александр Константинович", rating, True), ("Wolfeschlegelstein", 0, True))
    for metric in Metric:
        await world.command("Anna", f"/leaderboard all {metric.value}")
        screen = world.chat.last().screen
        assert screen.language == language
        assert not [line for line in screen.text.split("\n") if visible_length(line) > 32]


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_have_the_room_of_their_row(language):
    say = texts(language)
    assert all(len(say(leaders.SCOPE_LABELS[scope])) <= 16 for scope in Scope)
    assert all(len(say(leaders.SPAN_LABELS[span])) <= 10 for span in Span)
    assert all(
        len(say(leaders.METRIC_LABELS[metric])) <= (34 if metric in {Metric.RUBLES, Metric.UNITS} else 10)
        for metric in Metric
    )


@pytest.mark.parametrize("scope", list(Scope))
@pytest.mark.parametrize("metric", list(Metric))
def test_the_largest_view_fits_into_a_key(scope, metric):
    view = View(scope, Span.ALL, metric, 36**5 - 1, page=36**3 - 1, as_of=36**6 - 1, minute=36**5 - 1)
    for sent in (view, View(scope, Span.WEEK, metric, asker=1)):
        key = Key.parse(sent.key())
        assert key is not None
        assert View.read(key.argument or "") == sent


@pytest.mark.parametrize("argument", ["z-1", "a", "a-", "0zzzz-zzzzzz-1-zzzzz", "00-0-1-0", "n1-0-2-0"])
async def test_a_key_nobody_made_is_answered_all_the_same(world, argument):
    answer = await world.press("Anna", f"1:-:0:-:leaders:{argument}")
    assert answer.screen.text
    assert answer.accepted == bool(world.chat.messages)
