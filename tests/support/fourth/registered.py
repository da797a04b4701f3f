"""Lets the fourth game be played for the time of a test."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bot.model import games
from bot.ports.texts import catalogue
from bot.screens.games import description
from engine import games as rules
from engine import players
from fourth.description import GAME, SCREENS, TEXTS
from fourth.player import PLAYERS


@contextmanager
def registered() -> Iterator[str]:
    """The game's name; afterwards nobody knows of it."""
    known: list[dict[str, Any]] = [
        rules._GAMES,
        players._PLAYERS,
        players._KNOCKS,
        games._GAMES,
        description._SCREENS,
    ]
    catalogues: list[tuple[Any, dict[str, str]]] = [(catalogue(lang), said) for lang, said in TEXTS.items()]
    before = [dict(one) for one in known]
    try:
        players.register(GAME.name, PLAYERS)
        description.describe(GAME, SCREENS)
        for messages, said in catalogues:
            messages._catalog.update(said)
        yield GAME.name
    finally:
        for one, was in zip(known, before, strict=True):
            one.clear()
            one.update(was)
        for messages, said in catalogues:
            for message in said:
                messages._catalog.pop(message, None)
