"""The command line loads what a command needs and no more."""

import subprocess
import sys

import pytest

LOADED = """
import sys
from bot.__main__ import main
sys.argv = ["twentyone", *{words!r}]
try:
    main()
finally:
    heavy = {{"bot.composition", "bot.cli.settings", "bot.store.store", "adapters", "aiosqlite", "babel", "structlog"}}
    sys.stderr.write(" ".join(sorted(heavy & set(sys.modules))))
"""


def loaded(*words):
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(words=words)], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("words", [("odds", "ochko", "--json"), ("odds", "blackjack", "--json")])
def test_odds_are_told_without_loading_the_bot(words):
    """That is what lets them answer within a second."""
    status, shown, heavy = loaded(*words)
    assert (status, shown[0], heavy) == (0, "{", "")


@pytest.mark.parametrize("command", ["audit", "export"])
def test_a_command_that_folds_records_knows_every_game_by_itself(command):
    """Tests load the whole product; a person's command is a process that has loaded little."""
    told = f"import bot.cli.{command}; from bot.model.games import games; print(*(game.name for game in games()))"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["ochko", "stuk", "blackjack"]
