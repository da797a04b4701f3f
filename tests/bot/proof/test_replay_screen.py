"""A replay fits a phone in every language, whatever was played."""

import pytest
from phone import assert_fits
from played import played

from bot.model.options import Options
from bot.ports.keys import Key
from bot.ports.texts import LANGUAGES, texts
from bot.screens.caption import TableCaption
from bot.screens.replay import closed_replay_screen, replay_screen
from engine.game import Verb
from engine.record import Record
from engine.replay import replay

NAMES = ("Максимилиан", "Szárnyashegyi", "Jean-Claude Ann", "\u2800")


def wild(state, dice):
    """Any move that may be made: time-outs and leaving too."""
    seat, legal = state.to_move, state.legal()
    verb = dice.choice(["timeout", "leave", *["play"] * 20])
    if verb != "play":
        return f"{seat} {verb}"
    if legal[0].verb is Verb.BET:
        return f"{seat} bet {dice.randint(legal[0].min, legal[0].max)}"
    return f"{seat} {dice.choice(['hit', 'hit', 'stand'])}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(8))
def test_every_page_fits(language, number):
    rules, setup, state, moves, _, _ = played(number, chips=(999, 500, 500, 500), deals=20, choose=wild)
    deals = replay(Record(rules, setup, tuple(moves))).deals
    seating = TableCaption("QYPENQ", "M8", Options(seats=4), NAMES, (1, 2, 3, 4), "f" * 64)
    assert len(deals) == state.view(None).deal
    for page in range(1, len(deals) + 1):
        screen = replay_screen(texts(language), deals, page, seating, 2**31)
        assert_fits(screen)
        for row in screen.rows:
            for button in row:
                assert Key.parse(button.key) is not None
    assert not closed_replay_screen(texts(language), seating).rows
