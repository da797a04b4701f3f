"""Every board, label and short answer fits a phone, in every language, whatever happens in a game."""

import random

import pytest
from phone import assert_fits, assert_labels_fit

from bot.model.games import first_game
from bot.model.options import MOVE_SECONDS, Level, Options
from bot.ports.keys import Key
from bot.ports.screens import Answer, Loudness, Screen
from bot.ports.texts import LANGUAGES, texts
from bot.screens.caption import TableCaption
from bot.screens.games import screens_of
from bot.screens.games.ochko import board_screen
from bot.screens.lobby import closed_screen, lobby_screen, started_screen
from bot.screens.pages import language_rows, tables_screen, welcome_screen
from bot.screens.result import result_screen
from engine.game import Move, Phase, Step, Verb
from engine.games import GAMES
from engine.rules import SeatStart, Setup

ANSWER = 200

NAMES = ("Максимилиан", "Szárnyashegyi", "Jean-Claude Ann", "\u2800")


def assert_answer_fits(answer: Answer) -> None:
    assert_labels_fit(answer.screen)
    if answer.loudness in {Loudness.TOAST, Loudness.ALERT}:
        text = answer.screen.text
        assert len(text) <= ANSWER
        assert not text.endswith("…"), text


def is_board(screen: Screen) -> bool:
    """Not a result, nor a note of one line."""
    keys = [Key.parse(button.key or "") for row in screen.rows for button in row]
    return len(screen.lines) > 1 and not any(key is not None and key.verb == "again" for key in keys)


def seating(options: Options, **values: object) -> TableCaption:
    return TableCaption(
        "QYPENQ", "M8", options, NAMES[: options.seats], (1, 2, 3, 4)[: options.seats], "f" * 64, **values
    )


def assert_evening_fits(evening) -> None:
    for screen in evening.chat.screens:
        if is_board(screen):
            assert_fits(screen)
        assert_labels_fit(screen)
    for panel in evening.panels:
        assert_fits(panel)
    for answer in evening.answers:
        assert_answer_fits(answer)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("seed", "arguments"), [(1, "deals=5"), (2, "deals=10 unrated"), (3, "deals=all")])
async def test_a_game_to_its_end(evening, language, seed, arguments):
    played = await evening(language, seed)
    await played.sit(arguments)
    await played.finish()
    await played.press(played.names[0], played.world.key("again"))
    assert any(not is_board(screen) for screen in played.chat.screens)
    assert_evening_fits(played)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_game_whose_seats_run_out_of_time(evening, language):
    played = await evening(language)
    await played.sit()
    await played.step()
    await played.world.restart()
    for _ in range(10):
        if not played.playing:
            break
        await played.world.turn(400)
    assert not played.playing
    assert_evening_fits(played)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_game_that_is_left_and_put_to_the_vote(evening, language):
    played = await evening(language)
    await played.sit()
    for _ in range(6):
        await played.step()
    for name in played.names:
        await played.say(name, "/newtable")
        await played.say(name, "/leave")
    await played.say(played.names[0], "/stop")
    await played.press(played.names[1], played.world.key("playon"))
    await played.say(played.names[0], "/stop")
    for name in played.names:
        await played.press(name, played.world.key("agree"))
    assert not played.playing
    assert_evening_fits(played)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_banker_who_leaves(evening, language):
    played = await evening(language)
    await played.sit()
    await played.step()
    banker = played.banker
    await played.say(banker, "/leave")
    await played.press(banker, str(Key("leave", played.world.session().code)))
    assert not played.playing
    assert_evening_fits(played)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_applications_that_never_start_and_all_that_is_refused(evening, language):
    played = await evening(language)
    first, second, third, fourth = played.names
    for text in (
        "/newtable seats=5",
        "/newtable timeout=1",
        "/newtable deals=3",
        "/newtable level=none",
        "/newtable Wolfeschlegelsteinhausenbergerdorff",
        "/bet 5",
        "/leave",
        "/stop",
        "/table",
        "/tables",
        "/rules",
        "/help",
        "/language",
        "/language de",
        "/language chat hu",
        "/cancel",
        "/abcdefghijklmnopqrstuvwxyz",
    ):
        await played.say(first, text)
    await played.say(first, "/newtable seats=4 deals=all")
    for name in (first, second):
        await played.press(name, played.world.key("sit"))
    for verb in ("start", "menu"):
        await played.press(second, played.world.key(verb))
        await played.press(third, played.world.key(verb))
        await played.press(first, played.world.key("menu"))
    await played.say(third, "/newtable")
    await played.say(fourth, "/stop")
    await played.say(first, "/tables")
    await played.press(first, played.world.key("leave"))
    await played.press(second, played.world.key("leave"))
    await played.press(third, played.world.key("reopen"))
    await played.world.turn(700)
    await played.press(third, played.world.key("reopen"))
    assert_evening_fits(played)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", Level)
def test_applications_of_every_kind(language, level):
    say = texts(language)
    for seats in (2, 3, 4):
        for deals in first_game().deals:
            for seconds in (*MOVE_SECONDS, 600):
                options = Options(seats=seats, deals=deals, seconds=seconds, rated=deals != 1, level=level)
                here = seating(options)
                for menu in (False, True):
                    for taken in range(1, seats):
                        assert_fits(lobby_screen(say, here, (120,) * taken, menu=menu, appearance=120))
                assert_fits(started_screen(say, here))
                assert_fits(closed_screen(say, here, why="unjoined"))
                assert_labels_fit(tables_screen(say, ((here, True, 0), (here, False, 50))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages(language):
    say = texts(language)
    assert_labels_fit(welcome_screen(say))
    assert_labels_fit(tables_screen(say, ()))
    for admin in (False, True):
        assert_labels_fit(Screen((), language_rows(say, admin=admin), language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("stack", [1, 5, 30, 640])
def test_boards_of_small_and_great_stacks(language, stack):
    say = texts(language)
    chance = random.Random(f"{language}:{stack}")
    for deals in (20, None):
        options = Options(deals=deals, seconds=300)
        state = GAMES["ochko"].start(
            Setup(
                seats=tuple(SeatStart(name, stack) for name in NAMES),
                options=options.engine,
                seed=chance.randbytes(32),
            )
        )
        while not state.finished:
            here = seating(options, seconds=300, restarted=True)
            assert_fits(board_screen(say, state.view(None), here))
            for seat in range(len(NAMES)):
                assert_fits(screens_of("ochko").panel(say, state.view(seat), here))
            state = moved(state, chance)
        assert_fits(board_screen(say, state.view(None), seating(options)))
        assert_labels_fit(result_screen(say, state.view(None), state.results(), seating(options), 90))


def moved(state, chance):
    """The state after one move by chance; a seat forfeits now and then."""
    view = state.view(None)
    if view.phase is Phase.PAUSE:
        step = state.apply(None, Move(Verb.DEAL))
    elif chance.random() < 0.01:
        step = state.apply(view.to_move, Move(Verb.TIMEOUT))
    else:
        legal = chance.choice([m for m in state.legal() if m.verb in {Verb.BET, Verb.HIT, Verb.STAND}])
        amount = chance.choice([legal.min, legal.max]) if legal.verb is Verb.BET else 0
        step = state.apply(view.to_move, Move(legal.verb, amount or 0))
    assert isinstance(step, Step), step
    return step.state
