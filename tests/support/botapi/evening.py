"""People who play an evening by what they see: the board's text, its buttons, the answers to their presses."""

import re
from dataclasses import dataclass, field

from botapi.chats import Chat, Message, User
from botapi.server import BotApi
from botapi.world import Pressed

_MOVE = re.compile(r"1:[2-9A-Z]{6}:\d+:[a-z0-9.]+:(?:bet:\d+|hit|stand)")


@dataclass
class Evening:
    api: BotApi
    chat: Chat
    people: list[User]
    thread: int | None = None
    pressed: set[str] = field(default_factory=set)
    answers: list[Pressed] = field(default_factory=list)

    # looking

    def messages(self) -> list[Message]:
        return self.chat.from_bot()

    def with_key(self, pattern: str) -> tuple[Message, str] | None:
        """The newest message with a button whose key fits, and that key."""
        for message in reversed(self.messages()):
            for key in message.payloads():
                if re.fullmatch(pattern, key):
                    return message, key
        return None

    def key(self, pattern: str) -> tuple[Message, str]:
        found = self.with_key(pattern)
        assert found is not None, [m.text for m in self.messages()]
        return found

    def moves(self) -> tuple[Message, list[str]] | None:
        """The newest board that awaits a move which nobody here has made yet."""
        for message in reversed(self.messages()):
            keys = [key for key in message.payloads() if _MOVE.fullmatch(key)]
            if keys:
                return None if self.turn(keys[0]) in self.pressed else (message, keys)
        return None

    @staticmethod
    def turn(key: str) -> str:
        return ":".join(key.split(":")[1:4])

    def mover(self, board: Message) -> User:
        line = next(line for line in board.text.splitlines() if "▸" in line)
        return next(user for user in self.people if f"\u2068{user.first_name}\u2069" in line)

    def result(self) -> Message | None:
        found = self.with_key(r"1:[2-9A-Z]{6}:0:-:again")
        return None if found is None else found[0]

    # acting

    async def press(self, user: User, message: Message, key: str) -> Pressed:
        pressed = self.api.telegram.press(user, message, key)
        self.answers.append(pressed)
        await self.api.until(lambda: pressed.answer is not None, what=f"an answer to {key}")
        return pressed

    async def open(self, arguments: str, *, sit: int | None = None) -> None:
        """The first person opens a table, the others sit down."""
        first, *others = self.people[: sit or len(self.people)]
        self.api.telegram.say(first, self.chat, f"/newtable {arguments}", thread=self.thread)
        await self.api.until(lambda: self.with_key(r".*:a:sit"), what="an application")
        for user in others:
            message, key = self.key(r".*:a:sit")
            await self.press(user, message, key)

    async def move(self) -> Pressed:
        """The one to move makes the first move there is: the least stake, or enough."""
        await self.api.until(lambda: self.moves() is not None, what="a board that awaits a move")
        found = self.moves()
        assert found is not None
        board, keys = found
        key = next((key for key in keys if ":stand" in key), keys[0])
        self.pressed.add(self.turn(key))
        return await self.press(self.mover(board), board, key)

    async def play(self) -> Message:
        """To the result; returns its message."""
        while True:
            await self.api.until(
                lambda: self.result() is not None or self.moves() is not None, what="a move or the result"
            )
            if (result := self.result()) is not None:
                return result
            await self.move()
