"""Computers are named and marked as such on every screen, which fits a phone in every language."""

import random

import pytest
from phone import assert_fits, assert_labels_fit
from world import World

from bot.model.computers import Computer, decided, skills
from bot.model.games import game_of
from bot.model.options import Options
from bot.ports.names import COMPUTER_MARK
from bot.ports.screens import Screen
from bot.ports.texts import LANGUAGES, texts
from bot.screens.caption import TableCaption
from bot.screens.computers import alone_rows
from bot.screens.games import screens_of
from bot.screens.lobby import lobby_screen, started_screen
from bot.screens.notices import lonely_screen, void_screen
from bot.screens.result import result_screen
from engine.game import Move, Step, Verb
from engine.games import GAMES
from engine.players import Level as Skill
from engine.rules import SeatStart, Setup

WITH_COMPUTERS = ("ochko", "stuk")


def seating(
    game: str, skill: Skill = Skill.NORMAL, *, private: bool = False, persons: int = 1
) -> TableCaption:
    """Persons and then computers with the highest numbers there are."""
    seats = game_of(game).seats[-1]
    count = seats - persons
    computers = tuple(Computer(7 - count + n, skill) for n in range(count))
    options = Options(game=game, seats=seats, rated=False, computers=len(computers), skill=skill)
    names = ("Максимилиан",) * persons + tuple(computer.account.name for computer in computers)
    all_seats = (None,) * persons + computers
    return TableCaption(
        code="QYPENQ",
        tag="M8",
        options=options,
        names=names,
        mentions=tuple(range(seats)),
        commitment="f" * 64,
        seconds=60,
        restarted=True,
        computers=all_seats,
        private=private,
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", WITH_COMPUTERS)
def test_every_board_and_result_of_a_game_fits(language, game):
    say, here, chance = texts(language), seating(game), random.Random(language)
    screens, options = screens_of(game), here.options
    starts = tuple(SeatStart(name, options.stack or 5) for name in here.names)
    state = GAMES[game].start(Setup(starts, options.engine, chance.randbytes(32), banker=0))
    marked = set()
    for _ in range(300):
        view = state.view(None)
        board = screens.board(say, view, here)
        assert_fits(board)
        assert_fits(screens.panel(say, state.view(0), here))
        marked |= {n for n in range(1, 7) if say("Computer {n}", n=n) in board.text}
        if state.finished:
            break
        move = Move(Verb.DEAL) if state.to_move is None else decided(state, Skill.NORMAL)
        step = state.apply(state.to_move, move)
        assert isinstance(step, Step), step
        state = step.state
    assert {computer.number for computer in here.computers if computer} <= marked
    result = result_screen(say, state.view(None), state.results(), here, 90)
    assert_labels_fit(result)
    assert say("Computer {n}", n=6) in result.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", WITH_COMPUTERS)
@pytest.mark.parametrize("private", [False, True])
def test_every_application_fits_and_names_the_level(language, game, private):
    say = texts(language)
    for skill in skills(game):
        here = seating(game, skill, private=private)
        for menu in (False, True):
            shown = lobby_screen(say, here, (60,) * here.options.seats, menu=menu, appearance=5)
            assert_fits(shown)
            word = {Skill.EASY: say("easy"), Skill.NORMAL: say("normal"), Skill.HARD: say("hard")}[skill]
            assert word in shown.text
        assert_fits(started_screen(say, here))
        assert_fits(lonely_screen(say, here))
        assert_fits(void_screen(say, here, "deserted"))
    assert_fits(Screen((), alone_rows(say)))


def test_a_person_s_name_is_said_as_it_is_and_a_computer_s_in_the_language():
    here = seating("ochko", persons=2)
    names = {language: here.name(texts(language), 2) for language in LANGUAGES}
    assert len(set(names.values())) == 3
    assert len({here.name(texts(language), 0) for language in LANGUAGES}) == 1


@pytest.mark.parametrize("name", ["Computer 1", "⚙ Computer 1", "\u26ed Computer 1"])
async def test_a_person_who_is_called_like_a_computer_has_not_its_mark(world: World, name: str) -> None:
    await world.command(name, "/newtable computers=1 seats=3")
    lines = world.chat.last().screen.text.split("\n")
    called = [line for line in lines if "Computer 1" in line]
    assert len(called) == 2
    assert [COMPUTER_MARK in line for line in called] == [False, True]
