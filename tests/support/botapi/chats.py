"""Users, chats and messages as the server keeps them, and the JSON that the Bot API makes of them."""

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

GENERAL = 1
BOT_ID = 7_311_402_556


@dataclass
class User:
    id: int
    first_name: str
    last_name: str = ""
    language: str | None = "en"
    is_bot: bool = False
    username: str | None = None
    started: bool = False  # has written to the bot in private
    blocked: bool = False

    def json(self) -> Json:
        form: Json = {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name}
        if self.last_name:
            form["last_name"] = self.last_name
        if self.username:
            form["username"] = self.username
        if self.language:
            form["language_code"] = self.language
        return form


@dataclass
class Message:
    id: int
    chat: "Chat"
    sender: User | None
    text: str
    date: int
    thread: int | None = None
    entities: list[Json] = field(default_factory=list)
    keyboard: list[list[Json]] = field(default_factory=list)
    force_reply: Json | None = None
    reply_to: "Message | None" = None
    sender_chat: Json | None = None
    silent: bool = False
    edits: int = 0
    deleted: bool = False
    extra: Json = field(default_factory=dict)

    @property
    def buttons(self) -> list[Json]:
        return [button for row in self.keyboard for button in row]

    def payloads(self) -> list[str]:
        return [button["callback_data"] for button in self.buttons if "callback_data" in button]

    def json(self, *, inner: bool = False) -> Json:
        form: Json = {
            "message_id": self.id,
            "date": self.date,
            "chat": self.chat.json(),
            "text": self.text,
            **self.extra,
        }
        if self.sender is not None:
            form["from"] = self.sender.json()
        if self.sender_chat is not None:
            form["sender_chat"] = self.sender_chat
        if self.entities:
            form["entities"] = self.entities
        if self.keyboard:
            form["reply_markup"] = {"inline_keyboard": self.keyboard}
        if self.edits:
            form["edit_date"] = self.date + self.edits
        if self.thread is not None:
            form["message_thread_id"] = self.thread
            if self.chat.forum:
                form["is_topic_message"] = True
        if self.reply_to is not None and not inner:
            form["reply_to_message"] = self.reply_to.json(inner=True)
            if not self.chat.forum and self.chat.type == "supergroup":
                # A reply in a plain supergroup carries a thread id too, though there are no topics.
                form.setdefault("message_thread_id", self.reply_to.id)
        return form


@dataclass
class Chat:
    id: int
    type: str
    title: str = ""
    forum: bool = False
    topics: set[int] = field(default_factory=set)
    members: dict[int, str] = field(default_factory=dict)  # user id -> status
    bot_status: str = "member"
    migrated_to: int | None = None
    messages: dict[int, Message] = field(default_factory=dict)
    next_id: int = 1

    @property
    def private(self) -> bool:
        return self.type == "private"

    def json(self) -> Json:
        form: Json = {"id": self.id, "type": self.type}
        if self.private:
            form["first_name"] = self.title
        else:
            form["title"] = self.title
        if self.forum:
            form["is_forum"] = True
        return form

    def standing(self) -> list[Message]:
        return [message for message in self.messages.values() if not message.deleted]

    def from_bot(self) -> list[Message]:
        return [m for m in self.standing() if m.sender is not None and m.sender.id == BOT_ID]

    def last(self) -> Message:
        return self.from_bot()[-1]
