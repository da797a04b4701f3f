"""Rated tables of Стук by the real process: two groups at once, of two and of six, to everybody's new balance."""

import asyncio
import re
import signal

from botapi.chats import Message
from botapi.evening import Evening
from purse import RUBLES, audited, endowed, rubles
from steering import EVERYTHING, SIZE, Steering

from bot.ports.requests import Account

NAMES = ("Anna", "Boris", "Vera", "Gleb", "Dora", "Emil")
_MOVE = re.compile(r"1:[2-9A-Z]{6}:[1-9]\d*:[a-z0-9.]+:(?:bet:\d+|hit|stand|knock|deal)")


class Bank(Evening):
    """A group at a table of Стук."""

    steering: Steering

    def awaiting(self) -> tuple[Message, list[str]] | None:
        """The newest board with a move that somebody is still to make."""
        for message in reversed(self.messages()):
            if keys := [key for key in message.payloads() if _MOVE.fullmatch(key)]:
                return (message, keys) if self.steering.open(keys) else None
        return None

    def seen(self) -> bool:
        """Whether all that is to be seen of a table has been."""
        for message in self.messages():
            self.steering.read(message.text)
        return self.steering.seen >= EVERYTHING

    async def play_bank(self) -> Message:
        """To the result; returns its message."""
        self.steering, going = Steering(), self.people[2:]
        while True:
            await self.api.until(
                lambda waiting=going: self.result() or self.awaiting() or (self.seen() and waiting),
                what="a move or the result",
            )
            if (result := self.result()) is not None:
                return result
            if self.seen() and going:
                # Between two banks everybody may go; when all have gone who had no bank yet, the table ends.
                for user in going:
                    self.api.telegram.say(user, self.chat, "/leave")
                going = []
                continue
            board, keys = self.awaiting() or (self.chat.last(), [])
            key = self.steering.choose(keys, board.text)
            if self.steering.again:
                await self.steering.breathe()
            pressed = await self.press(self.mover(board), board, key)
            self.steering.answered(pressed.text)

    async def balance(self, user) -> str:
        """What /wallet tells a person in private."""
        chat = self.api.telegram.private(user)
        self.api.telegram.say(user, chat, "/wallet")
        await self.api.until(chat.from_bot, what="the wallet")
        return chat.last().text


async def test_rated_tables_go_through_a_knock_and_broken_banks_to_the_new_balances(api, program, tmp_path):
    groups = []
    for number, names in enumerate((NAMES[:2], NAMES)):
        people = [api.telegram.user(name) for name in names]
        groups.append(Bank(api, api.telegram.group(*people, id=-1_002_234_567_890 - number), people))
    everybody = [(group, user) for group in groups for user in group.people]
    database = tmp_path / "twentyone.db"
    await endowed(database, *(Account("telegram", user.id, user.first_name) for _, user in everybody))
    bot = await program().start()

    async def evening(group: Bank) -> None:
        await group.open(f"stuk rated size={SIZE} seats={len(group.people)} timeout=120")
        result = await group.play_bank()
        await api.until(group.seen, what="a knock, its last round, a broken bank and the next one")
        assert result.text.count("in the wallet") == len(group.people)

    await asyncio.gather(*(evening(group) for group in groups))
    after = rubles(database)
    assert sum(after.values()) == RUBLES * len(everybody)
    assert any(held != RUBLES for held in after.values())
    for group, user in everybody:
        held = after[user.first_name, user.id]
        assert f"In the wallet: {held:.2f} virtual rubles" in await group.balance(user)
    assert await bot.stop(signal.SIGTERM, seconds=30) == 0
    audited(database)
