"""A request with the person behind it, the texts to answer him in, and where its chat is now."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.model.rows import Person
from bot.ports.requests import Mark, Place, Request
from bot.ports.texts import Texts


@dataclass(frozen=True, slots=True)
class Context:
    """Who asks, where, and in which language he is answered."""

    request: Request
    person: Person
    say: Texts
    read_at: float  # when the program read it, on the clock that nobody can set

    @property
    def place(self) -> Place:
        """The chat and thread he asks in."""
        return self.request.place

    @property
    def user(self) -> int:
        """His user id on the platform he asks from."""
        return self.request.account.user_id

    @property
    def press_id(self) -> str:
        """The id under which the effect of this request is stored, once."""
        return self.request.press_id

    @property
    def share(self) -> str:
        """What he adds to a seed by sitting down with this request."""
        return self.request.share or self.request.press_id

    @property
    def mark(self) -> Mark:
        """What the request is known by when it comes again."""
        return self.request.mark

    @property
    def admin(self) -> bool:
        """Whether he may manage this chat: not where the platform could not say."""
        return self.request.admin is True

    def without_right(self, text: str) -> str:
        """Why he may not do what an admin may: `text`, or that it could not be found out whether he is one."""
        if self.request.admin is None:
            return self.say(
                "It cannot be found out now whether you manage this chat. Please try once more in a moment."
            )
        return text


class Addresses:
    """The ids that chats had earlier, and those they have: what comes by an earlier one belongs to the chat all the same."""

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
