"""Channel: messages of the application sent, edited and deleted in Telegram's chats."""

import logging
from collections.abc import Callable

from telegram import Bot, ForceReply, InlineKeyboardMarkup, LinkPreviewOptions, ReplyParameters
from telegram.error import TelegramError

from adapters.telegram.failures import BADLY_SET, NO_THREAD, NOT_DELETED, UNCHANGED, says, undelivered
from adapters.telegram.outbound import keyboard, rendered
from bot.ports.channel import Limit, Pace, Unreachable
from bot.ports.requests import Place
from bot.ports.screens import Post, Screen

PLATFORM = "telegram"

#: A group takes about 20 sends and edits a minute; two are kept back for what the outbox does not count.
#: Lists: 6 joins within 25 s are to cost 3 edits at most. A private chat takes one message a second, all chats together about 30.
#: A third at once: with the rest spread four tables have a turn's board every 20 s at most, even if all of them begin at the same time.
PACE = Pace(
    calls=18,
    seconds=60.0,
    burst=6,
    lazy=9.0,
    half_spent=True,
    private=Pace(calls=1, seconds=1.0),
    total=Limit(25, 1.0),
)

_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)

_log = logging.getLogger(__name__)


class TelegramChannel:
    """A `bot.ports.Channel`. Until it is opened, and after it is closed, Telegram counts as unreachable."""

    platform = PLATFORM
    pace = PACE
    #: Presses come by polls, which fail with the line.
    breaks = True

    def __init__(self) -> None:
        """Closed; `sending` and `sent` hear of every message on its way and of how it ended."""
        self._bot: Bot | None = None
        self.sending: Callable[[Place, Post], None] = lambda _place, _post: None
        self.sent: Callable[[Place, Post, bool], None] = lambda _place, _post, _arrived: None

    def open(self, bot: Bot) -> None:
        """Send through this bot from now on."""
        self._bot = bot

    def close(self) -> None:
        """Send nothing any more."""
        self._bot = None

    def prove(self) -> None:
        """Each poll is answered within seconds anyway."""

    async def send(self, place: Place, post: Post) -> int:
        bot = self._open_bot()
        self.sending(place, post)
        arrived = False
        try:
            message = await self._send(bot, place, post, thread=place.thread, styled=True)
            arrived = True
        except TelegramError as error:
            raise self._failure(error, place, sending=True) from error
        finally:
            self.sent(place, post, arrived)
        return message

    async def _send(self, bot: Bot, place: Place, post: Post, *, thread: int | None, styled: bool) -> int:
        shown = rendered(post.screen)
        markup: InlineKeyboardMarkup | ForceReply | None = keyboard(post.screen)
        if markup is None and post.asks:
            markup = ForceReply(selective=True)
        reply = None
        if post.reply_to is not None:
            reply = ReplyParameters(post.reply_to, allow_sending_without_reply=True)
        entities = shown.entities if styled else None
        try:
            if post.file is not None:
                message = await bot.send_document(
                    place.chat_id,
                    bytes(post.file),
                    shown.text,
                    filename=post.file.name,
                    caption_entities=entities,
                    reply_markup=markup,
                    message_thread_id=thread,
                    disable_notification=not post.mentions,
                    reply_parameters=reply,
                )
            else:
                message = await bot.send_message(
                    place.chat_id,
                    shown.text,
                    entities=entities,
                    reply_markup=markup,
                    message_thread_id=thread,
                    disable_notification=not post.mentions,
                    reply_parameters=reply,
                    link_preview_options=_NO_PREVIEW,
                )
        except TelegramError as error:
            if thread is not None and says(error, NO_THREAD):
                return await self._send(bot, place, post, thread=None, styled=styled)
            if styled and says(error, BADLY_SET):
                _log.warning("chat %d: entities refused, sent without", place.chat_id)
                return await self._send(bot, place, post, thread=thread, styled=False)
            raise
        return message.message_id

    async def edit(self, place: Place, message: int, screen: Screen) -> None:
        bot = self._open_bot()
        try:
            await self._edit(bot, place, message, screen, styled=True)
        except TelegramError as error:
            if says(error, UNCHANGED):
                return
            raise self._failure(error, place, sending=False) from error

    async def _edit(self, bot: Bot, place: Place, message: int, screen: Screen, *, styled: bool) -> None:
        shown = rendered(screen)
        try:
            await bot.edit_message_text(
                shown.text,
                place.chat_id,
                message,
                entities=shown.entities if styled else None,
                reply_markup=keyboard(screen),
                link_preview_options=_NO_PREVIEW,
            )
        except TelegramError as error:
            if not (styled and says(error, BADLY_SET)):
                raise
            _log.warning("chat %d: entities refused, edited without", place.chat_id)
            await self._edit(bot, place, message, screen, styled=False)

    async def delete(self, place: Place, message: int) -> None:
        bot = self._open_bot()
        try:
            await bot.delete_message(place.chat_id, message)
        except TelegramError as error:
            if not says(error, NOT_DELETED):
                raise self._failure(error, place, sending=False) from error

    def panels_changed(self, place: Place, user_ids: frozenset[int]) -> None:
        """Telegram has no panels: hidden cards are shown in answer to a press."""

    def _open_bot(self) -> Bot:
        if self._bot is None:
            raise Unreachable
        return self._bot

    def _failure(self, error: TelegramError, place: Place, *, sending: bool) -> Exception:
        failure = undelivered(error, sending=sending)
        _log.info("chat %d: %s", place.chat_id, type(failure).__name__)
        return failure
