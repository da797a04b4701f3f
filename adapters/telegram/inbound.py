"""Inbound: an update becomes a request of the application.

Commands are taken from new messages of people only: no edited messages, no channel posts, nothing forwarded or sent through another bot.
"""

import asyncio
import logging
import re
from dataclasses import dataclass

from telegram import CallbackQuery, Chat, ChatMember, ChatMemberUpdated, Message, Update, User
from telegram.constants import ChatType

from adapters.common.requests import carried_out
from adapters.telegram.admins import Admins
from adapters.telegram.answers import ALONE_ONLY, Answers, Origin
from adapters.telegram.channel import PLATFORM
from adapters.telegram.links import page_of
from adapters.telegram.reading import press_id
from adapters.telegram.replies import Replies, Reply
from adapters.telegram.texts import LOST, NOBODY
from bot.ports.app import App
from bot.ports.clock import Clock
from bot.ports.requests import Account, Command, Place, Press, Typed
from bot.ports.screens import Answer, Screen

#: What Telegram is asked for.
UPDATES = (Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER)

#: A group is greeted once in so many seconds, though adding the bot arrives as a membership and as a /start.
_GREETED = 60.0

_COMMAND = re.compile(r"/([A-Za-z0-9_]{1,32})(?:@([A-Za-z0-9_]{1,64}))?(?:\s+(.*))?", re.DOTALL | re.ASCII)
_GROUPS = frozenset({ChatType.GROUP, ChatType.SUPERGROUP})
_OUTSIDE = frozenset({ChatMember.LEFT, ChatMember.BANNED})

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Line:
    """A command as it was typed. `addressed`: to this bot by its name."""

    name: str
    arguments: str
    addressed: bool


def read_line(text: str, bot: str) -> Line | None:
    """A command for this bot; None for other texts, and for commands that name another bot."""
    match = _COMMAND.fullmatch(text)
    if match is None:
        return None
    name, to, arguments = match[1].lower(), match[2], match[3]
    if to is not None and to.lower() != bot.lower():
        return None
    return Line(name, (arguments or "").strip(), to is not None)


def account_of(user: User) -> Account:
    """A person as Telegram shows him."""
    return Account(PLATFORM, user.id, user.full_name, user.language_code)


def place_of(chat: Chat, message: Message | None = None) -> Place:
    """A chat; with its topic only if the message says it is one, since replies carry thread ids as well."""
    thread = None
    if message is not None and message.is_topic_message:
        thread = message.message_thread_id
    return Place(PLATFORM, chat.id, thread, private=chat.type == ChatType.PRIVATE)


class Inbound:
    """Carries updates to the application and has them answered. Nothing that an update causes is raised."""

    def __init__(
        self,
        app: App,
        answers: Answers,
        replies: Replies,
        admins: Admins,
        *,
        clock: Clock,
        bot: User,
    ) -> None:
        """`bot`: who Telegram says we are."""
        self._app = app
        self._answers = answers
        self._replies = replies
        self._admins = admins
        self._clock = clock
        self._me = bot
        self._routes = app.routes
        self._greeted: dict[int, float] = {}
        self._asked: set[tuple[int, int]] = set()

    async def take(self, update: Update) -> None:
        """Carry out one update."""
        try:
            if update.callback_query is not None:
                await self._press(update.update_id, update.callback_query)
            elif update.message is not None:
                await self._message(update.update_id, update.message)
            elif update.my_chat_member is not None:
                await self._membership(update.my_chat_member)
        except Exception:  # noqa: BLE001 - logged; whatever fails, the others go on and the asker is answered
            _log.exception("update %d failed", update.update_id)

    # presses

    async def _press(self, update_id: int, query: CallbackQuery) -> None:
        account = account_of(query.from_user)
        if query.message is None or query.data is None:
            language = await self._app.language(Place(PLATFORM, account.user_id), account)
            await self._answers.toast(query, self._app.text(language, LOST))
            return
        message = query.message if isinstance(query.message, Message) else None
        place = place_of(query.message.chat, message)
        origin = Origin(account, place, query.message.message_id)
        pressed = self._pressed(update_id, origin, query.data, share=query.id)
        carrying = carried_out(self._app, place, account, press_id(update_id), pressed)
        answer = await self._answers.to_press(query, origin, asyncio.create_task(carrying))
        self._app.sent(account, press_id(update_id))
        self._await_typed(origin, answer)

    async def _pressed(self, update_id: int, origin: Origin, key: str, *, share: str) -> Answer:
        account, place = origin.account, origin.place
        admin = self._routes.key_asks_for_admin(key) and await self._manages(place, account)
        press = Press(account, place, press_id(update_id), admin, origin.message, key, share=share)
        return await self._app.press(press)

    # messages

    async def _message(self, update_id: int, message: Message) -> None:
        if message.migrate_to_chat_id is not None:
            self._moved(message.chat.id, message.migrate_to_chat_id)
        if message.migrate_from_chat_id is not None:
            self._moved(message.migrate_from_chat_id, message.chat.id)
        if message.text is None or message.chat.type not in {*_GROUPS, ChatType.PRIVATE}:
            return
        if message.is_automatic_forward or message.forward_origin is not None or message.via_bot is not None:
            return
        place = place_of(message.chat, message)
        line = read_line(message.text, self._me.username or "")
        if message.sender_chat is not None:
            if line is not None and self._meant(line, place):
                await self._refuse_chat(place, message)
            return
        if message.from_user is None or message.from_user.is_bot:
            return
        origin = Origin(account_of(message.from_user), place, message.message_id)
        if line is not None:
            if self._meant(line, place):
                await self._command(update_id, origin, line)
        elif not message.text.startswith("/"):
            await self._typed(update_id, origin, message)

    def _meant(self, line: Line, place: Place) -> bool:
        """In a group other bots have commands too: an unknown one is ours only if it names us."""
        return place.private or line.addressed or self._routes.command(line.name) is not None

    async def _command(self, update_id: int, origin: Origin, line: Line) -> None:
        account, place = origin.account, origin.place
        name, arguments = line.name, line.arguments
        if name == "start":
            page = page_of(arguments) if place.private else None
            if page is None:
                await self._start(origin)
                return
            name, arguments = page, ""
        if name in ALONE_ONLY and not place.private:
            await self._answers.to_private(origin, name)
            return
        admin = self._routes.command_asks_for_admin(name) and await self._manages(place, account)
        request, share = press_id(update_id), str(origin.message)
        command = Command(account, place, request, admin, origin.message, name, arguments, share=share)
        answer = await carried_out(self._app, place, account, request, self._app.command(command))
        if name == "cancel":
            self._asked.discard((place.chat_id, account.user_id))
        self._answers.to_command(origin, answer, name)

    async def _start(self, origin: Origin) -> None:
        if origin.place.private:
            screen = await self._app.welcome(origin.place, origin.account)
            self._answers.welcome(origin.place, screen)
        else:
            await self._greet(origin.place, origin.account)

    async def _typed(self, update_id: int, origin: Origin, message: Message) -> None:
        """Plain text counts as an answer if it replies to us or if its writer was asked; in private it is greeted."""
        account, place = origin.account, origin.place
        to = message.reply_to_message
        answered = to is not None and to.from_user is not None and to.from_user.id == self._me.id
        if not (place.private or answered or (place.chat_id, account.user_id) in self._asked):
            return
        answer = await self._app.typed(
            Typed(
                account,
                place,
                press_id(update_id),
                message=origin.message,
                text=message.text or "",
                share=str(origin.message),
            )
        )
        if answer is None:
            if place.private:
                await self._start(origin)
            return
        self._await_typed(origin, answer)
        self._answers.to_command(origin, answer, "")

    def _await_typed(self, origin: Origin, answer: Answer) -> None:
        asked = (origin.place.chat_id, origin.account.user_id)
        if answer.pending:
            self._asked.add(asked)
        else:
            self._asked.discard(asked)

    async def _refuse_chat(self, place: Place, message: Message) -> None:
        language = await self._app.language(place)
        text = self._app.text(language, NOBODY)
        name = message.sender_chat.effective_name if message.sender_chat is not None else None
        account = Account(PLATFORM, message.sender_chat.id if message.sender_chat else 0, name or "?")
        self._replies.answer(place, Reply(account, message.message_id, Screen.of(text, language)))

    # chats

    def _moved(self, old: int, new: int) -> None:
        """A group has become a supergroup: the same chat with another id, told by a message in the one and its mirror in the other."""
        self._greeted[new] = self._clock.monotonic()  # that it comes into the new one is told as well
        self._app.moved(Place(PLATFORM, old), new)

    async def _membership(self, change: ChatMemberUpdated) -> None:
        came = (
            change.old_chat_member.status in _OUTSIDE
            and change.new_chat_member.status not in _OUTSIDE
            and change.chat.type in _GROUPS
        )
        if change.new_chat_member.status in _OUTSIDE:
            self._app.left(place_of(change.chat))
        if came:
            await self._greet(place_of(change.chat), account_of(change.from_user))

    async def _greet(self, place: Place, account: Account) -> None:
        now = self._clock.monotonic()
        last = self._greeted.get(place.chat_id)
        if last is not None and now - last < _GREETED:
            return
        self._greeted[place.chat_id] = now
        await self._app.greet(place, account)

    async def _manages(self, place: Place, account: Account) -> bool | None:
        return False if place.private else await self._admins.manages(place.chat_id, account.user_id)
