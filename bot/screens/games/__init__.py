"""One description per game; the first one is offered first."""

from bot.screens.games import ochko, stuk, blackjack  # noqa: I001 - the order in which they are offered
from bot.screens.games.description import GameScreens, screens_of

__all__ = ["GameScreens", "blackjack", "ochko", "screens_of", "stuk"]
