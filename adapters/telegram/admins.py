"""Admins: who may manage a chat, asked of Telegram in the moment it matters: a right that was taken away counts no more."""

import logging
from collections.abc import Callable

from telegram import Bot
from telegram.error import ChatMigrated, TelegramError

_log = logging.getLogger(__name__)


class Admins:
    """The administrators of groups."""

    def __init__(self, bot: Bot, moved: Callable[[int, int], None]) -> None:
        """`moved` hears of a chat that has another id.

        `bot` asks. It need not be an admin itself: the list of admins is told to every bot, a single member is not.
        """
        self._bot = bot
        self._moved = moved

    async def manages(self, chat_id: int, user_id: int) -> bool | None:
        """Whether that person may manage that chat now; None if Telegram does not say."""
        try:
            members = await self._bot.get_chat_administrators(chat_id)
        except ChatMigrated as error:
            self._moved(chat_id, error.new_chat_id)
            return await self.manages(error.new_chat_id, user_id)
        except TelegramError as error:
            _log.warning("chat %d: its admins are not known: %s", chat_id, type(error).__name__)
            return None
        return any(member.user.id == user_id for member in members)
