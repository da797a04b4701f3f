"""Computer players: each game's, by level."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.players import blackjack, pack36
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
    }
)

__all__ = ["PLAYERS", "Level", "Player"]
