"""Screens on their way to a chat: which message each belongs to, and how much it is waited for."""

import secrets
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import IntEnum
from hashlib import sha256

from bot.ports.requests import Place
from bot.ports.screens import Post, Screen

#: The code of messages that belong to no table.
NO_TABLE = "-"

#: A screen that arrives so soon after its turn began is in time, in seconds.
IN_TIME = 2.0

#: Messages of no table that are known after a restart: their buttons edit them.
_KEPT = ("leaders:", "trainers:", "training:", "greeting:")


class Urgency(IntEnum):
    """What goes first when a chat's pace does not allow everything at once."""

    TURN = 0  # boards that name whose turn it is, and what calls him: somebody's time depends on them
    BOARD = 1  # boards and results that name nobody
    ANSWER = 2  # what one person has asked for
    LIST = 3  # lobbies and lists: nobody waits for them
    TIDY = 4  # old boards losing their buttons

    @property
    def patient(self) -> bool:
        """Whether it has a share of the pace only, so that boards keep theirs whatever is asked."""
        return self >= Urgency.ANSWER


@dataclass(frozen=True, slots=True)
class Wish:
    """Whose request a message answers, by the platform's user id, and which of his requests: a later one takes its place."""

    user: int
    number: int


@dataclass(frozen=True, slots=True)
class Slot:
    """A message of a chat: the table's code (or `-`) and what the message is (`lobby`, `deal:3`, `result`)."""

    code: str
    name: str

    @property
    def kept(self) -> bool:
        """Whether a restart is to know which message it is: the boards of tables, and what lives on by its buttons."""
        return not self.old and (self.code != NO_TABLE or self.name.startswith(_KEPT))

    @property
    def lasting(self) -> bool:
        """Whether it is asked for as long as its table is known; any other message only until nobody presses in it any more."""
        return self.code != NO_TABLE and not self.old and not self.name.startswith("replay:")

    @property
    def old(self) -> bool:
        """Whether it is a message that a newer one has replaced."""
        return self.name.startswith("old:")

    @property
    def board(self) -> bool:
        """Whether it is the board of a deal."""
        return self.name.startswith("deal:")


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A screen on its way. `revision` is the table's; `anew` posts a new message although there is one to edit.

    `once`: nothing is kept of the message, as it is never edited. `begun`: when the time began whose end the screen names, on the clock
    that nobody can set; a screen that is late names a later one.
    """

    slot: Slot
    place: Place
    post: Post
    revision: int
    urgency: Urgency = Urgency.TURN
    anew: bool = False
    farewell: Screen | None = None  # what the message replaced by a new one is left with
    remove: bool = False  # the message is to go
    once: bool = False
    moment: bool = False  # what it names has changed, which is no other screen: it is sent all the same
    wish: Wish | None = None
    begun: float | None = None

    def after(self, earlier: "Outgoing") -> "Outgoing":
        """This message in place of an earlier one that was not sent: nobody who was to be called is forgotten."""
        if self.remove:
            return self
        mentions = tuple(dict.fromkeys([*earlier.post.mentions, *self.post.mentions]))
        return replace(
            self,
            post=replace(self.post, mentions=mentions),
            anew=self.anew or earlier.anew,
            farewell=self.farewell or earlier.farewell,
            moment=self.moment or earlier.moment,
            urgency=min(self.urgency, earlier.urgency),
        )

    def numbered(self, replaced: "Shown | None") -> "Outgoing":
        """The message with the nonce that its message has whenever it is sent: a table's follows from what it shows, over restarts too.

        `replaced`: the message whose place it takes.
        """
        if self.slot.code == NO_TABLE:
            nonce = secrets.token_hex(12)
        else:
            facts = f"{self.slot.code} {self.slot.name} {self.revision} {replaced.message if replaced else 0}"
            nonce = sha256(facts.encode()).hexdigest()[:24]
        return replace(self, post=replace(self.post, nonce=nonce))

    def late(self, now: float) -> Screen:
        """The screen as it is sent now: the end of a time that runs from its arrival is later by what it has waited."""
        screen = self.post.screen
        if self.begun is None or now - self.begun <= IN_TIME:
            return screen
        waited = timedelta(seconds=now - self.begun)
        lines = tuple(
            tuple(span if span.until is None else replace(span, until=span.until + waited) for span in line)
            for line in screen.lines
        )
        return replace(screen, lines=lines)


@dataclass(frozen=True, slots=True)
class Shown:
    """What is known to stand in a message since `at`, in UTC; `screen` is None where it is not known.

    `posted` is the same moment on the clock that nobody can set.
    """

    message: int
    screen: Screen | None
    at: datetime
    posted: float
