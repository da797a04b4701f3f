"""The games, each by its name in records."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.games.blackjack import BLACKJACK
from engine.games.ochko import OCHKO
from engine.games.stuk import STUK
from engine.rules import Rules

_GAMES: dict[str, Rules] = {}

#: Every game there is, by its name.
GAMES: Mapping[str, Rules] = MappingProxyType(_GAMES)


def register(rules: Rules) -> None:
    """Let a game be one of those that records and tables may name.

    Raises:
        ValueError: another one has this name.
    """
    if _GAMES.setdefault(rules.name, rules) is not rules:
        raise ValueError(f"there are two games of the name {rules.name!r}")


for _rules in (OCHKO, STUK, BLACKJACK):
    register(_rules)
