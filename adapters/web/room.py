"""The room: the one group chat of the page, its messages as the chat log keeps them."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace

from adapters.web.outbound import Json, logged_body, message_form, packed, post_body, said_body, screen_form
from adapters.web.tabs import Tab, Tabs
from bot.ports.channel import MessageGone
from bot.ports.chatlog import ChatLog
from bot.ports.clock import Clock
from bot.ports.requests import Place
from bot.ports.screens import Post, Screen

#: Messages the page holds; the chat log keeps as many.
MESSAGES = 500

_log = logging.getLogger(__name__)


class Room:
    """A chat without a platform behind it.

    One lock orders what is kept and what is sent: every page sees the changes in the order of the log, and
    what a page gets when it connects is followed by each later change exactly once. Kept before it is shown.
    """

    def __init__(self, place: Place, chat_log: ChatLog, tabs: Tabs, clock: Clock) -> None:
        self.place = place
        self._chat_log = chat_log
        self._tabs = tabs
        self._clock = clock
        self._lock = asyncio.Lock()
        self._messages: dict[int, tuple[int | None, Mapping[str, object]]] | None = None

    def speak(self, language: str | None) -> None:
        """Take this language tag as the locale of the chat."""
        self.place = replace(self.place, language=language)

    async def is_empty(self) -> bool:
        """Whether nothing has been said here yet."""
        async with self._lock:
            return not await self._loaded()

    async def post(self, post: Post) -> int:
        """A new message of the bot; returns its id."""
        async with self._lock:
            return await self._append(None, post_body(post, self._clock.now()))

    async def newest(self) -> int | None:
        """The id of the newest message; None in an empty room."""
        async with self._lock:
            return next(reversed(await self._loaded()), None)

    async def say(self, person: int, text: str, request: str) -> int:
        """A new message of a person; returns its id. A line that was sent again is in the room already."""
        async with self._lock:
            for message, (_, body) in (await self._loaded()).items():
                if body.get("request") == request:
                    return message
            return await self._append(person, said_body(text, request, self._clock.now()))

    async def edit(self, message: int, screen: Screen) -> None:
        """Put a new screen into a message of the bot.

        Raises:
            MessageGone: it is not kept any more.
        """
        async with self._lock:
            messages = await self._loaded()
            if message not in messages or messages[message][0] is not None:
                raise MessageGone
            old = messages[message][1]
            body = {**old, "screen": screen_form(screen)}
            if body == old:
                return
            if not await self._chat_log.replace(self.place, message, packed(body)):
                self._forget(message)
                raise MessageGone
            messages[message] = (None, body)
            self._tabs.broadcast({"t": "edit", "message": message_form(message, None, body)})

    async def remove(self, message: int) -> None:
        """Take a message out of the room."""
        async with self._lock:
            await self._loaded()
            await self._chat_log.remove(self.place, message)
            self._forget(message)

    async def reload(self) -> None:
        """Read the messages as they are kept now, and send those that have changed."""
        async with self._lock:
            before, self._messages = self._messages or {}, None
            for message, (author, body) in (await self._loaded()).items():
                if before.get(message, (author, body)) != (author, body):
                    self._tabs.broadcast({"t": "edit", "message": message_form(message, author, body)})

    async def enter(self, tab: Tab, greeting: Callable[[], Json]) -> None:
        """Give a page that connects the greeting and all messages; from here on it gets every change."""
        async with self._lock:
            messages = [
                message_form(message, author, body)
                for message, (author, body) in (await self._loaded()).items()
            ]
            tab.post({**greeting(), "messages": messages})
            self._tabs.add(tab)

    async def _append(self, author: int | None, body: Json) -> int:
        messages = await self._loaded()
        message = await self._chat_log.append(self.place, author, packed(body))
        messages[message] = (author, body)
        while len(messages) > MESSAGES:
            del messages[next(iter(messages))]
        self._tabs.broadcast({"t": "message", "message": message_form(message, author, body)})
        return message

    async def _loaded(self) -> dict[int, tuple[int | None, Mapping[str, object]]]:
        if self._messages is None:
            messages: dict[int, tuple[int | None, Mapping[str, object]]] = {}
            for logged in await self._chat_log.recent(self.place, MESSAGES):
                body = logged_body(logged)
                if body is None:
                    _log.warning("message %d is kept in a form that is not known; it is not shown", logged.id)
                else:
                    messages[logged.id] = (logged.author, body)
            self._messages = messages
        return self._messages

    def _forget(self, message: int) -> None:
        if self._messages is not None and self._messages.pop(message, None) is not None:
            self._tabs.broadcast({"t": "gone", "id": message})
