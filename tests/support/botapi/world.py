"""Telegram as people use it: accounts, groups, topics, what is written and pressed, and what of it reaches the bot."""

import re
import time
from dataclasses import dataclass
from itertools import count

from botapi.chats import BOT_ID, GENERAL, Chat, Json, Message, User
from botapi.updates import Updates

GROUP_ANONYMOUS_BOT = 1_087_968_824
CHANNEL_BOT = 136_817_688


@dataclass
class Pressed:
    """A press on its way: its query, and the answer once it came."""

    id: str
    user: User
    key: str
    answer: Json | None = None

    @property
    def text(self) -> str:
        return (self.answer or {}).get("text") or ""

    @property
    def alert(self) -> bool:
        return bool((self.answer or {}).get("show_alert"))


class Telegram:
    def __init__(self) -> None:
        self.bot = User(BOT_ID, "Twenty-one", language=None, is_bot=True, username="TwentyOneTestBot")
        self.privacy = True
        self.users: dict[int, User] = {BOT_ID: self.bot}
        self.chats: dict[int, Chat] = {}
        self.updates = Updates()
        self.presses: dict[str, Pressed] = {}
        self.commands: dict[tuple[str, str], list[Json]] = {}
        self._query_ids = count(4_382_999_001_234_567)

    # who and where

    def user(self, name: str, *, id: int | None = None, language: str | None = "en", last: str = "") -> User:  # noqa: A002 - the name it has in the Bot API
        user_id = 5_134_861_499 + len(self.users) if id is None else id
        return self.users.setdefault(user_id, User(user_id, name, last, language))

    def group(
        self,
        *people: User,
        id: int = -1_002_234_567_890,  # noqa: A002 - as above
        kind: str = "supergroup",
        topics: tuple[int, ...] = (),
    ) -> Chat:
        chat = Chat(id, kind, f"Group {id}", forum=bool(topics), topics=set(topics))
        chat.members = {user.id: "member" for user in people}
        if people:
            chat.members[people[0].id] = "creator"
        self.chats[id] = chat
        return chat

    def private(self, user: User) -> Chat:
        return self.chats.setdefault(user.id, Chat(user.id, "private", user.first_name))

    # what happens

    def write(
        self,
        chat: Chat,
        sender: User | None,
        text: str,
        *,
        thread: int | None = None,
        reply_to: Message | None = None,
    ) -> Message:
        message = Message(
            chat.next_id, chat, sender, text, int(time.time()), None if thread == GENERAL else thread
        )
        chat.next_id += 1
        message.reply_to = reply_to
        chat.messages[message.id] = message
        return message

    def say(
        self,
        user: User,
        chat: Chat,
        text: str,
        *,
        thread: int | None = None,
        reply_to: Message | None = None,
        sender_chat: Json | None = None,
        extra: Json | None = None,
    ) -> Message:
        """A person writes. Whether the bot hears of it is Telegram's to decide."""
        if chat.private:
            user.started, user.blocked = True, False
        message = self.write(chat, user, text, thread=thread, reply_to=reply_to)
        message.sender_chat, message.extra = sender_chat, extra or {}
        if match := re.match(r"/\w+(?:@\w+)?", text, re.ASCII):
            message.entities = [{"type": "bot_command", "offset": 0, "length": match.end()}]
        if self._heard(chat, message):
            self.updates.add("message", message.json())
        return message

    def _heard(self, chat: Chat, message: Message) -> bool:
        """Privacy mode: commands not meant for another bot, replies to the bot; in private everything."""
        if chat.private or not self.privacy or chat.bot_status == "administrator":
            return True
        if chat.bot_status in {"left", "kicked"}:
            return False
        if match := re.match(r"/\w+(?:@(\w+))?", message.text, re.ASCII):
            return match[1] is None or match[1].lower() == str(self.bot.username).lower()
        return message.reply_to is not None and message.reply_to.sender is self.bot

    def rewrite(self, message: Message, text: str) -> None:
        """A person edits his message; an old update of that kind may come though it is not asked for."""
        message.text, message.edits = text, message.edits + 1
        self.updates.add("edited_message", message.json(), forced=True)

    def press(
        self, user: User, message: Message, key: str, *, update_id: int | None = None, gone: bool = False
    ) -> Pressed:
        """A person presses a button. `gone`: Telegram no longer tells what the message says."""
        number = str(next(self._query_ids))
        shown = message.json()
        if gone:
            shown = {"message_id": message.id, "chat": message.chat.json(), "date": 0}
        body = {
            "id": number,
            "from": user.json(),
            "message": shown,
            "chat_instance": str(-message.chat.id),
            "data": key,
        }
        pressed = self.presses[number] = Pressed(number, user, key)
        self.updates.add("callback_query", body, update_id=update_id)
        return pressed

    def upgrade(self, chat: Chat, to: int) -> Chat:
        """A group becomes a supergroup: another chat with numbers of its own, told by a message in the one and its mirror in the other."""
        after = self.group(id=to)
        after.members, after.bot_status = dict(chat.members), "left"
        self.membership(self.users[next(iter(chat.members))], after, chat.bot_status)
        for here, there in ((chat, {"migrate_to_chat_id": to}), (after, {"migrate_from_chat_id": chat.id})):
            message = self.write(here, self.users[next(iter(chat.members))], "")
            message.extra = there
            body = message.json()
            del body["text"]
            self.updates.add("message", body)
        chat.migrated_to = to
        return after

    def membership(self, user: User, chat: Chat, status: str) -> None:
        """Somebody adds the bot, or removes it."""
        before, chat.bot_status = chat.bot_status, status

        def member(standing: str) -> Json:
            extra = {"until_date": 0} if standing == "kicked" else {}
            return {"user": self.bot.json(), "status": standing, **extra}

        self.updates.add(
            "my_chat_member",
            {
                "chat": chat.json(),
                "from": user.json(),
                "date": int(time.time()),
                "old_chat_member": member(before),
                "new_chat_member": member(status),
            },
        )
