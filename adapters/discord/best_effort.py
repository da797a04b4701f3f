"""Best effort: a call whose failure changes nothing, since state never depends on an answer having arrived."""

import logging
from collections.abc import Awaitable
from typing import TypeVar

import aiohttp
import discord

from adapters.discord.failures import NORMAL

_T = TypeVar("_T")

_log = logging.getLogger(__name__)


async def best_effort(call: Awaitable[_T]) -> _T | None:
    """What the call returns, None if it failed. Failures of everyday life are noted, others are warned of."""
    try:
        return await call
    except discord.InteractionResponded:
        _log.info("an interaction was answered already")
    except discord.HTTPException as error:
        level = logging.INFO if error.code in NORMAL else logging.WARNING
        _log.log(level, "an answer did not arrive: %d (%d)", error.status, error.code)
    except (TimeoutError, aiohttp.ClientError, OSError, discord.RateLimited) as error:
        _log.info("an answer did not arrive: %s", type(error).__name__)
    return None
