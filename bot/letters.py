"""Screens on their way to a chat: which message each belongs to, and how much it is waited for."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import IntEnum

from bot.requests import Place
from bot.screen import Post, Screen

#: The code of messages that belong to no table.
NO_TABLE = "-"

#: Messages of no table that are known after a restart: their buttons edit them.
_KEPT = ("leaders:", "trainers:", "training:")


class Urgency(IntEnum):
    """What goes first when a chat's pace does not allow everything at once."""

    TURN = 0  # turns and results: somebody waits for them
    LIST = 1  # applications and lists: nobody does
    TIDY = 2  # old boards losing their buttons


@dataclass(frozen=True, slots=True)
class Slot:
    """A message of a chat: the table's code (or `-`) and what the message is (`application`, `deal:3`, `result`)."""

    code: str
    name: str

    @property
    def kept(self) -> bool:
        """Whether a restart is to know which message it is: the boards of tables, and what lives on by its buttons."""
        return not self.old and (self.code != NO_TABLE or self.name.startswith(_KEPT))

    @property
    def old(self) -> bool:
        """Whether it is a message that a newer one has replaced."""
        return self.name.startswith("old:")

    @property
    def board(self) -> bool:
        """Whether it is the board of a deal."""
        return self.name.startswith("deal:")


@dataclass(frozen=True, slots=True)
class Letter:
    """A screen on its way. `revision` is the table's; `anew` posts a new message although there is one to edit.

    `once`: nothing is kept of the message, as it is never edited.
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

    def after(self, earlier: "Letter") -> "Letter":
        """This letter in place of an earlier one that was not sent: nobody who was to be called is forgotten."""
        if self.remove:
            return self
        mentions = tuple(dict.fromkeys([*earlier.post.mentions, *self.post.mentions]))
        return replace(
            self,
            post=replace(self.post, mentions=mentions),
            anew=self.anew or earlier.anew,
            farewell=self.farewell or earlier.farewell,
            urgency=min(self.urgency, earlier.urgency),
        )


@dataclass(frozen=True, slots=True)
class Shown:
    """What is known to stand in a message since `at`, in UTC; `screen` is None where it is not known.

    `posted` is the same moment on the clock that nobody can set.
    """

    message: int
    screen: Screen | None
    at: datetime
    posted: float
