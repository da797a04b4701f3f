"""Answers: the one answer of the application on its way to the person who asked.

A press is answered by Telegram's own toast or alert, exactly once; a command by a message: any in a private chat, in a group a short one.
"""

import asyncio
import logging
from dataclasses import dataclass, replace
from types import MappingProxyType

from telegram import Bot, CallbackQuery
from telegram.error import TelegramError

from adapters.common.requests import PATIENCE
from adapters.telegram.failures import TOO_OLD, says
from adapters.telegram.links import PAGES, group_link, private_link
from adapters.telegram.outbound import ANSWER_UNITS, answer_text, pages, units
from adapters.telegram.replies import Replies, Reply
from adapters.telegram.texts import ADD_TO_GROUP, ALONE, IN_PRIVATE, READ_ON, RECEIVED, TO_PRIVATE
from bot.ports.app import App
from bot.ports.keys import Key
from bot.ports.requests import Account, Place
from bot.ports.screens import Answer, Button, Loudness, Screen, Span, Weight
from bot.ports.texts import base_language

#: How long the language of a person may take to be found when the outcome takes too long, in seconds.
_LOOK_UP = 0.5

#: Lines of a long text that a group sees.
_FIRST_LINES = 3

_log = logging.getLogger(__name__)


#: Pages too long for a group: three lines there, the rest in private. A choice of languages stays where it was asked for.
_LONG = frozenset({"rules", "help"})

#: Commands for one person alone, and what a group is told of them: they are carried out in the private chat.
ALONE_ONLY = MappingProxyType({"train": ALONE, "mydata": IN_PRIVATE})


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a request came from: who, where, and the message that asked."""

    account: Account
    place: Place
    message: int


class Answers:
    """Sends answers."""

    def __init__(self, app: App, bot: Bot, replies: Replies) -> None:
        """`replies`: what is said in groups goes through them."""
        self._app = app
        self._bot = bot
        self._replies = replies

    # presses

    async def to_press(self, query: CallbackQuery, origin: Origin, work: asyncio.Task[Answer]) -> Answer:
        """Answer a press with its outcome, or say that it is received where that takes too long; returns the outcome."""
        done, _ = await asyncio.wait({work}, timeout=PATIENCE)
        if not done:
            await self.toast(query, self._app.text(await self._language(origin), RECEIVED))
        answer = await work
        message = self._message_for(answer, origin, query.data or "")
        if done:
            await self._outcome(query, origin, answer, message)
        if message is not None:
            self._replies.note(origin.place, *pages(message), asker=origin.account.user_id)
        elif not done and answer.loudness is Loudness.NOTE:
            self._replies.answer(origin.place, Reply(origin.account, origin.message, answer.screen))
        if answer.pending and not origin.place.private:
            self._replies.ask(origin.place, origin.account, answer.screen)
        return answer

    async def _outcome(
        self, query: CallbackQuery, origin: Origin, answer: Answer, message: Screen | None
    ) -> None:
        page = _page(query.data or "")
        if answer.loudness is Loudness.NOTE and message is None and page is not None:
            await self._answer(query, url=private_link(self._bot.username, page))
        elif answer.loudness is Loudness.NOTE and message is not None and origin.place.private:
            await self._answer(query)
        else:
            alert = answer.loudness is not Loudness.TOAST
            await self.toast(query, answer_text(answer.screen), alert=alert and message is None)

    def _message_for(self, answer: Answer, origin: Origin, key: str) -> Screen | None:
        """The message that an answer to a press needs beside its toast; None if the toast says it all."""
        if answer.loudness is not Loudness.NOTE:
            return None
        if origin.place.private:
            return self._private(answer, asked="open" if _verb(key) == "open" else None)
        if _page(key) in _LONG | ALONE_ONLY.keys():
            return None
        if answer.screen.rows or units(answer.screen.text) > ANSWER_UNITS:
            return answer.screen
        return None

    async def toast(self, query: CallbackQuery, text: str, *, alert: bool = False) -> None:
        """Answer a press with a text."""
        await self._answer(query, text=text, alert=alert)

    async def _answer(
        self, query: CallbackQuery, *, text: str | None = None, alert: bool = False, url: str | None = None
    ) -> None:
        """Answer once. State never depends on the answer having arrived."""
        try:
            await self._bot.answer_callback_query(
                query.id, text=text, show_alert=True if alert else None, url=url
            )
        except TelegramError as error:
            if says(error, TOO_OLD):
                _log.info("a press was answered too late")
            else:
                _log.warning("a press could not be answered: %s", type(error).__name__)

    async def _language(self, origin: Origin) -> str:
        try:
            async with asyncio.timeout(_LOOK_UP):
                return await self._app.language(origin.place, origin.account)
        except TimeoutError:
            return base_language(origin.account.language) or "en"

    # commands and typed answers

    def to_command(self, origin: Origin, answer: Answer, name: str) -> None:
        """Answer a command in the chat it came from."""
        private = origin.place.private
        # What came of a stake that was typed is told in any case; of the pages that one asks for only the last.
        asker = origin.account.user_id if name and name != "bet" else None
        if answer.on_board and answer.accepted and not (private and answer.loudness is Loudness.ALERT):
            return
        if private:
            shown = pages(self._private(answer, asked=name))
            self._replies.note(origin.place, *shown, asker=asker, file=answer.file)
        elif name in _LONG:
            lines = self._first_lines(answer.screen, name)
            self._replies.note(origin.place, lines, asker=asker, reply_to=origin.message)
        elif answer.screen.rows:
            self._replies.note(origin.place, answer.screen, asker=asker, reply_to=origin.message)
        else:
            self._replies.answer(origin.place, Reply(origin.account, origin.message, answer.screen))

    async def to_private(self, origin: Origin, page: str) -> None:
        """Answer a command in a group with the way to the private chat, where it is carried out."""
        language = await self._app.language(origin.place, origin.account)
        label = self._app.text(language, TO_PRIVATE)
        button = Button(label, weight=Weight.PRIMARY, url=private_link(self._bot.username, page))
        line = (Span(self._app.text(language, ALONE_ONLY[page])),)
        screen = Screen((line,), ((button,),), language)
        self._replies.note(origin.place, screen, asker=origin.account.user_id, reply_to=origin.message)

    def welcome(self, place: Place, screen: Screen) -> None:
        """Greet a private chat, with the way into a group."""
        self._replies.note(place, self._with_group_link(screen))

    def _private(self, answer: Answer, *, asked: str | None) -> Screen:
        lost = asked in {"newtable", "open"} and not answer.accepted
        return self._with_group_link(answer.screen) if lost else answer.screen

    def _with_group_link(self, screen: Screen) -> Screen:
        label = self._app.text(screen.language, ADD_TO_GROUP)
        button = Button(label, url=group_link(self._bot.username))
        return replace(screen, rows=(*screen.rows, (button,)))

    def _first_lines(self, screen: Screen, page: str) -> Screen:
        return replace(screen, lines=screen.lines[:_FIRST_LINES], rows=((self._read_on(screen, page),),))

    def _read_on(self, screen: Screen, page: str) -> Button:
        label = self._app.text(screen.language, READ_ON)
        return Button(label, url=private_link(self._bot.username, page))


def _verb(key: str) -> str:
    parsed = Key.parse(key)
    return "" if parsed is None else parsed.verb


def _page(key: str) -> str | None:
    """The page that a key asks for, if it is one that a private link opens."""
    verb = _verb(key)
    return verb if verb in PAGES else None
