"""The methods of the Bot API that the product uses, carried out on the server's chats."""

import re

from botapi import errors
from botapi.chats import GENERAL, Chat, Json
from botapi.checks import check_commands, check_entities, check_keyboard, check_text, units
from botapi.world import Telegram


class Methods:
    """One function a method: `do_send_message` is sendMessage."""

    def __init__(self, telegram: Telegram) -> None:
        self.telegram = telegram

    def find(self, method: str):
        return getattr(self, "do_" + re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", method), None)

    def do_get_me(self, _values: Json) -> Json:
        return {
            **self.telegram.bot.json(),
            "can_join_groups": True,
            "can_read_all_group_messages": not self.telegram.privacy,
            "supports_inline_queries": False,
        }

    def do_delete_webhook(self, _values: Json) -> bool:
        return True

    # commands

    def do_set_my_commands(self, values: Json) -> bool:
        check_commands(values["commands"], values.get("language_code"))
        self.telegram.commands[self._menu(values)] = values["commands"]
        return True

    def do_get_my_commands(self, values: Json) -> list[Json]:
        return self.telegram.commands.get(self._menu(values), [])

    def _menu(self, values: Json) -> tuple[str, str]:
        return (values.get("scope", {}).get("type", "default"), values.get("language_code") or "")

    # messages

    def do_send_document(self, values: Json) -> Json:
        if units(values.get("caption") or "") > 1024:
            raise errors.bad("message caption is too long")
        as_message = {"text": values.get("caption") or "", "entities": values.get("caption_entities")}
        return self.do_send_message({**values, **as_message})

    def do_send_message(self, values: Json) -> Json:
        chat = self._writable(values["chat_id"])
        text = check_text(values["text"])
        markup = values.get("reply_markup") or {}
        keyboard = markup.get("inline_keyboard", [])
        check_keyboard(keyboard)
        entities = self._entities(text, values)
        thread = values.get("message_thread_id")
        if thread is not None and (thread == GENERAL or thread not in chat.topics):
            raise errors.NO_THREAD
        reply = values.get("reply_parameters")
        answered = None
        if reply is not None:
            answered = chat.messages.get(reply["message_id"])
            if answered is None and not reply.get("allow_sending_without_reply"):
                raise errors.NO_REPLY
        message = self.telegram.write(chat, self.telegram.bot, text, thread=thread, reply_to=answered)
        message.entities, message.keyboard = entities, keyboard
        message.force_reply = markup if markup.get("force_reply") else None
        message.silent = bool(values.get("disable_notification"))
        return message.json()

    def do_edit_message_text(self, values: Json) -> Json:
        chat = self._writable(values["chat_id"])
        message = chat.messages.get(values["message_id"])
        if message is None or message.deleted:
            raise errors.EDIT_NOT_FOUND
        if message.sender is not self.telegram.bot:
            raise errors.NOT_EDITABLE
        text = check_text(values["text"])
        keyboard = (values.get("reply_markup") or {}).get("inline_keyboard", [])
        check_keyboard(keyboard)
        entities = self._entities(text, values)
        if (message.text, message.keyboard, message.entities) == (text, keyboard, entities):
            raise errors.NOT_MODIFIED
        message.text, message.keyboard, message.entities = text, keyboard, entities
        message.edits += 1
        return message.json()

    def do_delete_message(self, values: Json) -> bool:
        chat = self._writable(values["chat_id"])
        message = chat.messages.get(values["message_id"])
        if message is None or message.deleted:
            raise errors.DELETE_NOT_FOUND
        message.deleted = True
        return True

    def _entities(self, text: str, values: Json) -> list[Json]:
        if "parse_mode" in values:
            raise errors.bad("unsupported parse_mode: the product sets entities")
        entities = values.get("entities") or []
        check_entities(text, entities)
        # A mention of somebody the bot never met is dropped without a word.
        return [
            {**entity, "user": self.telegram.users[entity["user"]["id"]].json()}
            if entity["type"] == "text_mention"
            else entity
            for entity in entities
            if entity["type"] != "text_mention" or entity["user"]["id"] in self.telegram.users
        ]

    # presses

    def do_answer_callback_query(self, values: Json) -> bool:
        if units(values.get("text") or "") > 200:
            raise errors.ANSWER_TOO_LONG
        url = values.get("url")
        if url is not None and not url.startswith(f"https://t.me/{self.telegram.bot.username}?start="):
            raise errors.bad("URL_INVALID")
        press = self.telegram.presses.get(values["callback_query_id"])
        if press is None or press.answer is not None:
            raise errors.TOO_OLD
        press.answer = values
        return True

    # chats

    def do_get_chat_administrators(self, values: Json) -> list[Json]:
        chat = self._writable(values["chat_id"])
        if chat.private:
            raise errors.bad("there are no administrators in the private chat")
        return [
            self._member(user, status)
            for user, status in chat.members.items()
            if status in {"creator", "administrator"}
        ]

    def do_get_chat_member(self, values: Json) -> Json:
        chat = self._writable(values["chat_id"])
        return self._member(values["user_id"], chat.members.get(values["user_id"], "left"))

    def _member(self, user: int, status: str) -> Json:
        form: Json = {"user": self.telegram.users[user].json(), "status": status}
        if status == "creator":
            form["is_anonymous"] = False
        if status == "administrator":
            rights = (
                "can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members",
                "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories",
                "can_edit_stories", "can_delete_stories", "can_be_edited", "is_anonymous",
            )  # fmt: skip
            form |= dict.fromkeys(rights, False)
        return form

    def _writable(self, chat_id: int) -> Chat:
        chat = self.telegram.chats.get(chat_id)
        if chat is None:
            if chat_id in self.telegram.users:
                raise errors.CANNOT_INITIATE
            raise errors.NO_CHAT
        if chat.migrated_to is not None:
            raise errors.migrated(chat.migrated_to)
        if chat.private:
            user = self.telegram.users[chat.id]
            if user.blocked:
                raise errors.BLOCKED
            if not user.started:
                raise errors.CANNOT_INITIATE
        elif chat.bot_status in {"kicked", "left"}:
            raise errors.KICKED_GROUP if chat.type == "group" else errors.KICKED_SUPERGROUP
        return chat
