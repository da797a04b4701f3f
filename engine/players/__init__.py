"""Computer players: each game's, by level."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.game import View
from engine.players import blackjack, ochko, stuk
from engine.players.player import Level, Player

#: Whether a player who banks knocks between two rounds (rules 3.11): asked where the view says that he may.
Wish = Callable[[View], bool]

_PLAYERS: dict[str, Mapping[Level, Player]] = {}
_KNOCKS: dict[str, Mapping[Level, Wish]] = {}

#: Every player there is, by the game's name in records and by level; and which of them knock.
PLAYERS: Mapping[str, Mapping[Level, Player]] = MappingProxyType(_PLAYERS)
KNOCKS: Mapping[str, Mapping[Level, Wish]] = MappingProxyType(_KNOCKS)


def register(game: str, players: Mapping[Level, Player], knocks: Mapping[Level, Wish] | None = None) -> None:
    """Let a game have players; a level without a wish to knock never does."""
    _PLAYERS[game] = MappingProxyType(dict(players))
    _KNOCKS[game] = MappingProxyType(dict(knocks or {}))


register("ochko", {Level.EASY: ochko.easy, Level.NORMAL: ochko.normal, Level.HARD: ochko.hard})
register(
    "stuk",
    {Level.EASY: stuk.easy, Level.NORMAL: stuk.normal, Level.HARD: stuk.hard},
    dict.fromkeys((Level.NORMAL, Level.HARD), stuk.knocks_when_offered),
)
register(
    "blackjack", {Level.EASY: blackjack.easy, Level.NORMAL: blackjack.normal, Level.HARD: blackjack.hard}
)

__all__ = ["KNOCKS", "PLAYERS", "Level", "Player", "register"]
