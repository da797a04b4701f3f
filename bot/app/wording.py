"""The texts of the program for who needs nothing else of it."""

from collections.abc import Mapping, Sequence

from bot.ports.screens import CommandInfo
from bot.ports.texts import N_, texts
from bot.screens.pages import command_list

#: The games by their names, the one that is offered first first.
GAMES = {"ochko": N_("Ochko"), "stuk": N_("Stuk"), "blackjack": N_("Blackjack")}


class Catalogues:
    """Implements `bot.ports.Wording`."""

    def commands(self, language: str) -> Sequence[CommandInfo]:
        """The commands, for the platform's menu."""
        return command_list(texts(language))

    def games(self) -> Mapping[str, str]:
        """The games, each with the text that names it."""
        return GAMES

    def text(self, language: str, message: str) -> str:
        """A text of an adapter's own."""
        return texts(language)(message)
