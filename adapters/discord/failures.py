"""Failures: what an error of Discord's API means for a message, told apart by its code."""

import asyncio

import aiohttp
import discord

from bot.ports.channel import ChatGone, MessageGone, PerhapsDelivered, RetryAfter, Undelivered, Unreachable

#: Unknown message; written by somebody else; too many edits of a message older than an hour.
_NO_MESSAGE = frozenset({10008, 50005, 30046})
#: Unknown channel or server; no access; permissions missing; the thread is locked.
_NO_CHAT = frozenset({10003, 10004, 50001, 50013, 160005})
#: An archived thread takes no edits; a new message opens it again, unless it is locked.
_ARCHIVED = 50083
#: What answers to interactions meet in everyday life: unknown interaction or webhook, answered already, message or access gone,
#: token expired. State never depends on an answer having arrived.
NORMAL = frozenset({10062, 10015, 40060, 10008, 50001, 50027})

#: No answer in time, as far as Discord's own servers know.
_TIMED_OUT = 408

#: The wait where Discord does not name one, in seconds.
_PAUSE = 5.0


def undelivered(error: Exception, *, sending: bool) -> Undelivered:
    """What the outbox is told. `sending`: a new message, of which nobody may know whether it has arrived."""
    match error:
        case discord.RateLimited():
            return RetryAfter(error.retry_after)
        case discord.HTTPException():
            return _refused(error, sending=sending)
        case aiohttp.ClientConnectorError():
            return Unreachable()
        case aiohttp.ClientError() | asyncio.TimeoutError() | OSError():
            return _unknown(sending=sending)
        case _:
            return Unreachable()


def _unknown(*, sending: bool) -> Undelivered:
    """Nobody knows what came of the call: an edit is made again, a message is sent again by its nonce, and is there once."""
    return PerhapsDelivered(repeatable=True) if sending else Unreachable()


def _refused(error: discord.HTTPException, *, sending: bool) -> Undelivered:
    if error.code in _NO_CHAT:
        return ChatGone()
    if error.code == _ARCHIVED:
        return ChatGone() if sending else MessageGone()
    if error.code in _NO_MESSAGE:
        return MessageGone()
    if error.status == 429:
        return RetryAfter(_wish(error))
    if error.status == 401:
        return Unreachable()
    if error.status == _TIMED_OUT or error.status >= 500:
        return _unknown(sending=sending)
    return Undelivered(f"{error.status} ({error.code})")


def _wish(error: discord.HTTPException) -> float:
    try:
        return max(0.1, float(error.response.headers.get("Retry-After", _PAUSE)))
    except (AttributeError, TypeError, ValueError):
        return _PAUSE
