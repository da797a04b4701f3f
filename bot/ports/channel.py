"""A platform as the application sees it: where messages go out, and what can go wrong there."""

from dataclasses import dataclass
from typing import Protocol

from bot.ports.requests import Place
from bot.ports.screens import Post, Screen


class Undelivered(Exception):
    """A platform did not take a message. Subclasses say what to do about it."""


class RetryAfter(Undelivered):
    """The platform asks for a pause in this chat."""

    def __init__(self, seconds: float) -> None:
        """`seconds`: how long nothing may be sent to this chat."""
        super().__init__(f"retry after {seconds} s")
        self.seconds = seconds


class MessageGone(Undelivered):
    """The message to edit is not there any more, or can no longer be edited: a new one is to be posted."""


class ChatGone(Undelivered):
    """The bot is no longer in this chat, or may not write there."""


class ChatMoved(Undelivered):
    """The chat has another id now: what is sent to it goes there."""

    def __init__(self, chat_id: int) -> None:
        """`chat_id`: the one it has."""
        super().__init__(f"chat is {chat_id} now")
        self.chat_id = chat_id


class Unreachable(Undelivered):
    """The network failed before the platform took the call: try again later."""


class PerhapsDelivered(Undelivered):
    """No answer came; a new message may have arrived.

    `repeatable`: the platform shows a message once however often it is sent with the same `Post.nonce`. Elsewhere it is never
    sent again blindly.
    """

    def __init__(self, *, repeatable: bool = False) -> None:
        """`repeatable`: see above."""
        super().__init__("no answer")
        self.repeatable = repeatable


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many calls in any so many seconds."""

    calls: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Pace:
    """How much a platform takes in one chat: at most `calls` sends and edits in any `seconds`; each adapter states its own.

    `burst`: so many of them at once, the rest is spread over the window; None: all of them at once.
    `lazy` is the least time in seconds between two edits of a list that nobody waits for (applications).
    `apart`: sends have a window and edits another. `by_thread`: a thread counts as a chat of its own.
    `half_spent`: what a run before may have sent is counted as half a window, spent at the start.
    `private` is the pace of private chats where it is another one, `total` that of all chats together.
    """

    calls: int
    seconds: float
    burst: int | None = None
    lazy: float = 0.0
    apart: bool = False
    by_thread: bool = False
    half_spent: bool = False
    private: "Pace | None" = None
    total: Limit | None = None


class Channel(Protocol):
    """An adapter as the application sees it: where messages go out. Message ids are 64-bit integers of the platform."""

    @property
    def platform(self) -> str:
        """The platform's name, as in `Place.platform`."""
        ...

    @property
    def breaks(self) -> bool:
        """Whether presses come over a line that can break: then `Application` hears of its signs of life."""
        ...

    def prove(self) -> None:
        """Ask the other end of that line for a sign of life, if one does not come soon anyway. Returns at once, never fails."""
        ...

    @property
    def pace(self) -> Pace:
        """What the platform takes per chat."""
        ...

    async def send(self, place: Place, post: Post) -> int:
        """Send a new message; returns its id.

        Raises:
            Undelivered: one of its subclasses.
        """
        ...

    async def edit(self, place: Place, message: int, screen: Screen) -> None:
        """Put a new screen into a message. An unchanged screen is success.

        Raises:
            Undelivered: one of its subclasses.
        """
        ...

    async def delete(self, place: Place, message: int) -> None:
        """Delete a message; one that is gone is success.

        Raises:
            Undelivered: one of its subclasses.
        """
        ...

    def panels_changed(self, place: Place, user_ids: frozenset[int]) -> None:
        """A hint that what `Application.panel` gives these persons has changed. Returns at once, never fails."""
        ...
