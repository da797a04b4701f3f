"""The texts of the program for who needs nothing else of it."""

from collections.abc import Sequence

from bot.ports.screens import CommandInfo
from bot.ports.texts import texts
from bot.screens.pages import command_list


class Catalogues:
    """Implements `bot.ports.Wording`."""

    def commands(self, language: str) -> Sequence[CommandInfo]:
        """The commands, for the platform's menu."""
        return command_list(texts(language))

    def text(self, language: str, message: str) -> str:
        """A text of an adapter's own."""
        return texts(language)(message)
