"""Failures: what an error of the Bot API means for a message, told apart by its description (platforms' own words)."""

import httpx
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.ports.channel import ChatGone, ChatMoved, MessageGone, PerhapsDelivered, Undelivered, Unreachable
from bot.ports.channel import RetryAfter as PauseWanted

#: The call never left this machine.
_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)

#: The message shows that screen already: success.
UNCHANGED = ("message is not modified",)
#: The topic is not there (any more): what is sent goes to the chat without it.
NO_THREAD = ("message thread not found",)
#: The entities are refused: the same text goes without them.
BADLY_SET = ("entit",)
_NO_MESSAGE = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "there is no text in the message to edit",
    "message identifier is not specified",
)
#: The message is gone, or stays for good: as good as deleted.
NOT_DELETED = ("message to delete not found", "message can't be deleted", "message_id_invalid")
_NO_CHAT = (
    "chat not found",
    "not enough rights",
    "have no rights",
    "chat_write_forbidden",
    "topic_closed",
    "group chat was deactivated",
    "peer_id_invalid",
    "user is deactivated",
)
#: The press can no longer be answered. It is carried out all the same.
TOO_OLD = ("query is too old", "query id is invalid", "query_id_invalid")


def says(error: TelegramError, phrases: tuple[str, ...]) -> bool:
    """Whether the Bot API refused a call in one of these words."""
    message = error.message.lower()
    return isinstance(error, BadRequest) and any(phrase in message for phrase in phrases)


def undelivered(error: TelegramError, *, sending: bool) -> Undelivered:
    """What the outbox is told. `sending`: a new message, which would be doubled by a second try."""
    match error:
        case RetryAfter():
            # The library's own reading of the wish, in seconds or as a timedelta by its switch.
            wish = error.retry_after
            return PauseWanted(float(wish) if isinstance(wish, int | float) else wish.total_seconds())
        case ChatMigrated():
            return ChatMoved(error.new_chat_id)
        case Forbidden():
            return ChatGone()
        case BadRequest():
            if says(error, _NO_MESSAGE):
                return MessageGone()
            return ChatGone() if says(error, _NO_CHAT) else Undelivered(error.message)
        case InvalidToken():
            return Unreachable()
        case TimedOut():
            return PerhapsDelivered() if sending and _was_sent(error) else Unreachable()
        case NetworkError():
            # An error with a cause came from the connection, one without was the server's own word.
            broken = error.__cause__ is not None
            return PerhapsDelivered() if sending and broken and _was_sent(error) else Unreachable()
        case _:
            return Unreachable()


def _was_sent(error: TelegramError) -> bool:
    return not isinstance(error.__cause__, _NOT_SENT)
