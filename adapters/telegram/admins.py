"""Admins: who may manage a chat, asked of Telegram only where it matters and remembered for a while."""

import asyncio
import logging
from datetime import datetime, timedelta

from telegram import Bot
from telegram.error import TelegramError

from bot.clock import Clock

#: How long an answer counts.
_KEPT = timedelta(minutes=5)

_log = logging.getLogger(__name__)


class Admins:
    """The administrators of groups."""

    def __init__(self, bot: Bot, clock: Clock) -> None:
        """`clock`: by which what is known grows old."""
        self._bot = bot
        self._clock = clock
        self._known: dict[int, tuple[datetime, frozenset[int]]] = {}
        self._asking: dict[int, asyncio.Lock] = {}

    async def manages(self, chat_id: int, user_id: int) -> bool:
        """Whether that person may manage that chat; no if Telegram does not say."""
        async with self._asking.setdefault(chat_id, asyncio.Lock()):
            at, admins = self._known.get(chat_id, (None, frozenset[int]()))
            if at is None or self._clock.now() - at >= _KEPT:
                try:
                    members = await self._bot.get_chat_administrators(chat_id)
                except TelegramError as error:
                    _log.warning("chat %d: its admins are not known: %s", chat_id, type(error).__name__)
                    return user_id in admins
                admins = frozenset(member.user.id for member in members)
                self._known[chat_id] = (self._clock.now(), admins)
            return user_id in admins

    def forget(self, chat_id: int) -> None:
        """Ask anew the next time."""
        self._known.pop(chat_id, None)
