"""People on a loopback Discord who play by what they see: the board's text and its buttons."""

import re
from dataclasses import dataclass, field

from gateway import CHANNEL, Gateway, Json
from simcord.components import walk_components

_MOVE = re.compile(r"b:1:[2-9A-Z]{6}:\d+:[a-z0-9.]+:(?:bet:\d+|hit|stand)")


@dataclass
class ChannelEvening:
    discord: Gateway
    people: list[int]
    channel: int = CHANNEL
    pressed: set[str] = field(default_factory=set)

    # looking

    def messages(self) -> list[Json]:
        """The newest first."""
        return [
            message
            for _, message in sorted(self.discord.sent.items(), reverse=True)
            if message["channel_id"] == str(self.channel)
        ]

    def button(self, verb: str) -> tuple[int, str] | None:
        """The newest button of a kind: its message, its id."""
        for message in self.messages():
            for custom_id in ids(message):
                if f":{verb}" in custom_id:
                    return int(message["id"]), custom_id
        return None

    def moves(self) -> tuple[Json, list[str]] | None:
        """The newest board that awaits a move which nobody here has made yet."""
        for message in self.messages():
            keys = [custom_id for custom_id in ids(message) if _MOVE.fullmatch(custom_id)]
            if keys:
                return None if turn(keys[0]) in self.pressed else (message, keys)
        return None

    def mover(self, board: Json) -> int:
        line = next(line for line in text(board).splitlines() if "▸" in line)
        return next(user for user in self.people if f"Player {user}\u2069" in line or f"<@{user}>" in line)

    def over(self) -> str | None:
        """The result, once it is there."""
        for message in self.messages():
            if any(":again" in custom_id for custom_id in ids(message)):
                return text(message)
        return None

    # acting

    async def open(self, **options: int | str) -> None:
        """The first person opens a table, the others sit down."""
        first, *others = self.people
        await self.discord.command(first, "newtable", self.channel, seats=len(self.people), **options)
        for user in others:
            await self.discord.press(user, *await self.discord.until(lambda: self.button("sit")))

    async def move(self) -> None:
        """The one to move makes the first move there is: the least stake, or enough."""
        board, keys = await self.discord.until(self.moves)
        key = next((key for key in keys if ":stand" in key), keys[0])
        self.pressed.add(turn(key))
        await self.discord.press(self.mover(board), int(board["id"]), key)

    async def play(self) -> str:
        """To the result; returns its text."""
        while True:
            await self.discord.until(lambda: self.over() or self.moves(), seconds=60)
            if (result := self.over()) is not None:
                return result
            await self.move()


def ids(message: Json) -> list[str]:
    return [part["custom_id"] for part in walk_components(message["components"]) if "custom_id" in part]


def text(message: Json) -> str:
    parts = walk_components(message["components"])
    return "\n".join(part["content"] for part in parts if part.get("type") == 10)


def turn(custom_id: str) -> str:
    return ":".join(custom_id.split(":")[2:5])
