"""Computer players: each game's, by level."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.game import View
from engine.players import blackjack, pack36, stuk
from engine.players.player import Level, Player

#: Every player there is, by the game's name in records and by level.
PLAYERS: Mapping[str, Mapping[Level, Player]] = MappingProxyType(
    {
        "blackjack": MappingProxyType(
            {Level.EASY: blackjack.easy, Level.NORMAL: blackjack.normal, Level.HARD: blackjack.hard}
        ),
        "ochko": MappingProxyType(
            {Level.EASY: pack36.easy, Level.NORMAL: pack36.normal, Level.HARD: pack36.hard}
        ),
        "stuk": MappingProxyType({Level.EASY: stuk.easy, Level.NORMAL: stuk.normal, Level.HARD: stuk.hard}),
    }
)

#: Whether a player who banks at Стук knocks between two rounds, by level: asked where the view says that he may.
KNOCKS: Mapping[Level, Callable[[View], bool]] = MappingProxyType(
    {
        Level.EASY: stuk.never_knocks,
        Level.NORMAL: stuk.knocks_when_offered,
        Level.HARD: stuk.knocks_when_offered,
    }
)

__all__ = ["KNOCKS", "PLAYERS", "Level", "Player"]
