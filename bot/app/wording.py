"""The texts of the program for who needs nothing else of it."""

from collections.abc import Mapping

from bot.app.routes import ROUTES
from bot.ports.texts import N_, texts

#: The games by their names, the one that is offered first first.
GAMES = {"ochko": N_("Ochko"), "stuk": N_("Stuk"), "blackjack": N_("Blackjack")}


class Catalogues:
    """Implements `bot.ports.Wording`."""

    routes = ROUTES

    def games(self) -> Mapping[str, str]:
        """The games, each with the text that names it."""
        return GAMES

    def text(self, language: str, message: str) -> str:
        """A text of an adapter's own."""
        return texts(language)(message)
