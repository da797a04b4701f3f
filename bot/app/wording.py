"""The texts of the program for who needs nothing else of it."""

from collections.abc import Mapping

from bot.app.routes import ROUTES
from bot.model.games import games
from bot.ports.texts import texts


class Catalogues:
    """Implements `bot.ports.Wording`."""

    routes = ROUTES

    def games(self) -> Mapping[str, str]:
        """The games, each with the text that names it; the one that is offered first first."""
        return {game.name: game.title for game in games()}

    def text(self, language: str, message: str) -> str:
        """A text of an adapter's own."""
        return texts(language)(message)
