"""Boards tell what is so, and buttons keep their place: what is pressed twice in a hurry is never something dearer."""

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

from bot.model.games import game_of
from bot.model.options import Options
from bot.ports.keys import Key
from bot.ports.screens import Screen
from bot.ports.texts import LANGUAGES, texts
from bot.screens.caption import TableCaption
from bot.screens.games import GameScreens, screens_of
from engine.game import GameState, Move, Step, Verb
from engine.games import GAMES
from engine.rules import SeatStart, Setup

STACK = 30

#: A row, counted from the last one, and the part of it that a button takes.
Place = tuple[int, Fraction, Fraction]


def caption(game: str) -> TableCaption:
    seats = game_of(game).seats[-1]
    names = tuple(f"Person {number}" for number in range(seats))
    return TableCaption("QYPENQ", "M8", Options(game=game, seats=seats), names, tuple(range(seats)), "f" * 64)


def played(game: str, seed: int, moves: int = 200) -> Iterator[GameState]:
    """The states of a game at random; small stakes are as likely as great ones."""
    chance, here, units = random.Random(seed), caption(game), GAMES[game].units
    starts = tuple(SeatStart(name, None if units else STACK) for name in here.names)
    banker = None if units else 0
    state = GAMES[game].start(Setup(starts, here.options.engine, chance.randbytes(32), banker=banker))
    for _ in range(moves):
        yield state
        if state.finished and not GAMES[game].open_ended:
            return
        move = Move(Verb.DEAL)
        if state.to_move is not None:
            legal = chance.choice(state.legal())
            move = Move(legal.verb, chance.randint(legal.min or 0, legal.max or 0))
        step = state.apply(state.to_move, move)
        assert isinstance(step, Step), step
        state = step.state


def to_move(game: str, seed: int) -> Iterator[GameState]:
    """Those of them in which somebody is to move."""
    return (state for state in played(game, seed) if state.to_move is not None)


def places(screen: Screen) -> dict[tuple[str, str | None], Place]:
    """Where each button that moves is, by verb and argument. A chat stands on its last line, so rows count from below."""
    found = {}
    for up, row in enumerate(reversed(screen.rows)):
        for at, button in enumerate(row):
            if (key := Key.parse(button.key or "")) is not None:
                found[key.verb, key.argument] = (up, Fraction(at, len(row)), Fraction(at + 1, len(row)))
    return found


def overlap(one: Place, other: Place) -> bool:
    return one[0] == other[0] and one[1] < other[2] and other[1] < one[2]


def of(found: dict[tuple[str, str | None], Place], verb: str) -> Place:
    return next(place for (known, _), place in found.items() if known == verb)


def boards(screens: GameScreens, state: GameState, here: TableCaption) -> Iterator[tuple[str, Screen]]:
    for language in LANGUAGES:
        say = texts(language)
        yield "board", screens.board(say, state.view(None), here)
        yield "panel", screens.panel(say, state.view(state.to_move), here)


@pytest.mark.parametrize("game", [name for name, rules in GAMES.items() if not rules.units])
def test_all_there_is_is_never_staked_where_draw_comes_next(game):
    screens, here = screens_of(game), caption(game)
    drawing: dict[str, Place] = {}
    greatest: dict[str, list[Place]] = {"board": [], "panel": []}
    for seed in range(6):
        for state in to_move(game, seed):
            bet = next((legal for legal in state.legal() if legal.verb is Verb.BET), None)
            for kind, screen in boards(screens, state, here):
                found = places(screen)
                if bet is None or (kind == "board" and ("hit", None) in found):
                    drawing[kind] = of(found, "hit")
                if bet is not None and bet.min != bet.max:
                    greatest[kind].append(found["bet", str(bet.max)])
    for kind, there in greatest.items():
        assert len(there) > 30
        assert not any(overlap(place, drawing[kind]) for place in there), kind


def test_hit_and_stand_keep_their_place_whatever_else_is_possible():
    screens, here = screens_of("blackjack"), caption("blackjack")
    seen: dict[tuple[str, str], set[Place]] = {}
    counts = set()
    for seed in range(6):
        for state in to_move("blackjack", seed):
            counts.add(len(state.legal()))
            for kind, screen in boards(screens, state, here):
                for verb in ("hit", "stand"):
                    seen.setdefault((kind, verb), set()).add(of(places(screen), verb))
    assert counts == {2, 3, 4}
    assert {len(found) for found in seen.values()} == {1}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_everybody_may_know_and_has_changed_is_seen_on_the_board(game, language):
    screens, here, say = screens_of(game), caption(game), texts(language)
    changes = 0
    for seed in range(4):
        before = None
        for state in played(game, seed):
            view = state.view(None)
            shown = screens.board(say, view, here)
            if before is not None and view != before[0]:
                changes += 1
                assert shown != before[1], (before[0], view)
            before = (view, shown)
    assert changes > 100
