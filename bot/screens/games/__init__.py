"""One description per game; the first one is offered first."""

from bot.screens.games import ochko, stuk, blackjack  # noqa: I001 - the order in which they are offered
from bot.screens.games.description import screens_of

__all__ = ["blackjack", "ochko", "screens_of", "stuk"]
