"""Where chats are now: a platform may give a chat another id, and what comes by the earlier one belongs to it all the same."""

from collections.abc import Mapping
from dataclasses import replace

from bot.ports.requests import Place


class Addresses:
    """The ids that chats had earlier, and those they have."""

    def __init__(self) -> None:
        """No chat has had another id."""
        self._became: dict[tuple[str, int], int] = {}

    def learn(self, aliases: Mapping[tuple[str, int], int]) -> None:
        """Know these ids of earlier, by platform, and what each has become."""
        self._became.update(aliases)

    def earlier(self, place: Place) -> bool:
        """Whether that chat has another id now."""
        return place.chat in self._became

    def of(self, place: Place) -> Place:
        """The place under the id that its chat has now."""
        became = self._became.get(place.chat)
        return place if became is None else replace(place, chat_id=became)
