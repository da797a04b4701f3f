"""What a platform hands in: who, where, and what was typed or pressed."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Account:
    """A person on a platform: its name (`web`, `telegram`, `discord`), the 64-bit user id, the name shown there, as it is.

    `language` is the client's language tag if the platform tells one.
    """

    platform: str
    user_id: int
    name: str
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A chat and, where the platform has them, a thread in it. Ids are 64-bit. `language` is the platform's locale of the chat."""

    platform: str
    chat_id: int
    thread: int | None = None
    private: bool = False
    language: str | None = None

    @property
    def chat(self) -> tuple[str, int]:
        """The chat without its thread: what pace and settings are kept by."""
        return (self.platform, self.chat_id)


#: What a request is known by when it is delivered again: platform, user, press id.
Mark = tuple[str, int, str]


def mark_of(account: Account, press_id: str) -> Mark:
    """The mark of that person's request."""
    return (account.platform, account.user_id, press_id)


@dataclass(frozen=True, slots=True)
class Request:
    """The part all requests share.

    `press_id` is the platform's id of the update or interaction, unique over all time and the same when it is delivered again.
    `admin` says whether the account may manage this chat, None where the platform could not say.
    `message` is the newest message id of the chat that the request shows.
    `share` is what the person adds to the seed of a table by sitting down with this request: an id that the platform
    drew and nobody could foresee, of a typed command where there is none the id of its message; empty: the press id is taken.
    `everybody`: all who are in this chat sit before one screen, so that what one of them chooses for himself holds for all.
    """

    account: Account
    place: Place
    press_id: str
    admin: bool | None = False
    message: int | None = None
    share: str = field(default="", kw_only=True)
    everybody: bool = field(default=False, kw_only=True)

    @property
    def mark(self) -> Mark:
        """What it is known by when it is delivered again."""
        return mark_of(self.account, self.press_id)


@dataclass(frozen=True, slots=True)
class Command(Request):
    """A command: its name without the slash, in lower case, and the rest of the line.

    `reply_to` is the author of the message that the command answers, where the platform tells.
    """

    name: str = ""
    arguments: str = ""
    reply_to: Account | None = None


@dataclass(frozen=True, slots=True)
class Press(Request):
    """A pressed button: its key (see `bot.ports.keys`)."""

    key: str = ""


@dataclass(frozen=True, slots=True)
class Typed(Request):
    """Plain text, which may answer a pending question."""

    text: str = ""
