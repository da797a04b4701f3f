"""The games, each by its name in records."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.game import Rules
from engine.games.blackjack import BLACKJACK
from engine.games.ochko import OCHKO
from engine.games.stuk import STUK

GAMES: Mapping[str, Rules] = MappingProxyType({rules.name: rules for rules in (OCHKO, STUK, BLACKJACK)})
