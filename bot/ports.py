"""The seams between the application and the platforms: what each side offers the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.requests import Account, Command, Place, Press, Typed
from bot.screen import Answer, CommandInfo, Post, Screen


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


class Wording(Protocol):
    """The part of the application that only says things: what a chore of the host needs, which starts nothing."""

    def commands(self, language: str) -> Sequence[CommandInfo]:
        """The commands, for the platform's menu."""
        ...

    def text(self, language: str, message: str) -> str:
        """A text of an adapter's own, from the catalogues; the English text is its key."""
        ...


class Application(Wording, Protocol):
    """The application as an adapter sees it. No call raises for anything a person did; every call gives its one answer."""

    async def command(self, command: Command) -> Answer:
        """Carry out a command."""
        ...

    async def press(self, press: Press) -> Answer:
        """Carry out a pressed button. Once called, it is carried out or refused once, even if the caller is cancelled."""
        ...

    async def typed(self, typed: Typed) -> Answer | None:
        """Take plain text; None if nothing was asked."""
        ...

    async def panel(self, account: Account, place: Place) -> Screen | None:
        """The private panel of a person: the own cards and, on his turn, the move buttons; None if he sits at no table here."""
        ...

    async def to_move(self, place: Place) -> Sequence[int]:
        """The platform's user ids of those whose move it is at the running tables of this chat, the longest waiting first."""
        ...

    async def welcome(self, place: Place, account: Account | None = None, *, alone: bool = False) -> Screen:
        """What a chat is greeted with, in the chat's language, or in that of the account.

        `alone`: somebody may be alone there, and is offered a game with the computer, as a private chat always is.
        """
        ...

    def post(self, place: Place, name: str, *posts: Post, asker: int | None = None) -> None:
        """Send messages of an adapter's own, within the chat's pace and behind its boards.

        A newer one of the same name takes the place of one that is not sent yet; what is sent is not edited. What answers `asker`
        (the platform's user id) takes the place of everything that he asked for before and that still waits.
        """
        ...

    def left(self, place: Place) -> None:
        """The bot has been removed from that chat: its tables are void, whoever sits there is free. Returns at once."""
        ...

    def moved(self, place: Place, chat_id: int) -> None:
        """The chat of that place has another id now: everything that is known of it moves along. Returns at once; may be told again."""
        ...

    def read(self, account: Account, place: Place, press_id: str) -> None:
        """A request has been read that will be handed in: what was read in time is in time. Call `handled` when that is done.

        A request that is handed in as soon as it is read needs neither.
        """
        ...

    def handled(self, account: Account, press_id: str) -> None:
        """A request that was read has been handed in, or asks for nothing."""
        ...

    def sent(self, account: Account, press_id: str) -> None:
        """The answer to a press has been sent: from soon after that on the same key is no double tap of it any more."""
        ...

    def line_alive(self, platform: str) -> None:
        """The line that brings presses has brought something, if only the word that there is nothing."""
        ...

    def line_failed(self, platform: str) -> None:
        """That line is down, or its last try has failed."""
        ...

    async def language(self, place: Place, account: Account | None = None) -> str:
        """The language (ru, hu, en) of that person here, or of the chat."""
        ...


@dataclass(frozen=True, slots=True)
class Logged:
    """A message of the local chat as kept: its id, who wrote it (None: the bot), its body (JSON of the adapter's own form)."""

    id: int
    author: int | None
    body: str


class ChatLog(Protocol):
    """The messages of a chat without a platform behind it, kept over restarts. Holds the last 500 of each chat."""

    async def append(self, place: Place, author: int | None, body: str) -> int:
        """Keep a new message; returns its id. Ids only grow."""
        ...

    async def replace(self, place: Place, message: int, body: str) -> bool:
        """Put a new body into a message; False if it is not there any more."""
        ...

    async def remove(self, place: Place, message: int) -> None:
        """Remove a message; one that is gone is success."""
        ...

    async def recent(self, place: Place, count: int = 500) -> Sequence[Logged]:
        """The last messages, the oldest first."""
        ...


class People(Protocol):
    """The persons of a chat without a platform behind it, kept over restarts."""

    async def local(self) -> Sequence[Account]:
        """All local persons, in the order they came."""
        ...

    async def add_local(self, name: str) -> Account:
        """A new local person. The name may be any text; what is shown of it is cleaned."""
        ...
