"""What a chat without a platform behind it keeps."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.ports.requests import Account, Place


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
