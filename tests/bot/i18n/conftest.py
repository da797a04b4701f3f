"""Whole evenings in memory, in one language or another, with everything that was shown kept for reading."""

import random
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from world import ChatTwin, World

from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.ports.screens import Answer, Post, Screen

#: Names as long as boards cut them: two scripts, a space, a name written from right to left.
NAMES = ("Максимилиан", "Szárnyashegyi", "Jean-Claude Ann", "שלמה בן־דוד")


@dataclass
class Reading(ChatTwin):
    """A chat that keeps every screen it was ever sent, not only the last of each message."""

    screens: list[Screen] = field(default_factory=list)

    async def send(self, place: Place, post: Post) -> int:
        self.screens.append(post.screen)
        return await super().send(place, post)

    async def edit(self, place: Place, message: int, screen: Screen) -> None:
        self.screens.append(screen)
        await super().edit(place, message, screen)


@dataclass
class Evening:
    """Games of one chat: who plays, what they were shown, what they were answered."""

    world: World
    chat: Reading
    chance: random.Random
    names: tuple[str, ...] = NAMES
    answers: list[Answer] = field(default_factory=list)
    panels: list[Screen] = field(default_factory=list)
    old_keys: list[str] = field(default_factory=list)

    async def say(self, name: str, text: str, *, admin: bool = False) -> Answer:
        answer = await self.world.command(name, text, admin=admin)
        self.answers.append(answer)
        return answer

    async def press(self, name: str, key: str, *, admin: bool = False) -> Answer:
        answer = await self.world.press(name, key, admin=admin)
        self.answers.append(answer)
        return answer

    async def type(self, name: str, text: str) -> None:
        answer = await self.world.type(name, text)
        if answer is not None:
            self.answers.append(answer)

    async def sit(self, arguments: str = "") -> None:
        """Open a table, look through its options and take its seats."""
        first, *others = self.names
        await self.say(first, f"/newtable seats={len(self.names)} {arguments}")
        await self.press(first, self.world.key("menu"))
        await self.press(first, self.world.key("done"))
        for name in others:
            await self.press(name, self.world.key("sit"))

    @property
    def playing(self) -> bool:
        return any(session.playing for session in self.world.app.tables.open_sessions())

    @property
    def banker(self) -> str:
        session = self.world.session()
        assert session.state is not None
        number = session.state.view(None).banker
        assert number is not None
        return str(session.row.seats[number].account.name)

    def moves(self) -> list[str]:
        """The keys of the move buttons on the newest board."""
        for message in sorted(self.chat.messages.values(), key=lambda m: -m.id):
            keys = [button.key for button in self.world.buttons(message) if button.key]
            read = [(key, Key.parse(key)) for key in keys]
            found = [
                k for k, key in read if key and key.deal and key.verb in {"bet", "hit", "stand", "other"}
            ]
            if found:
                return found
        return []

    async def step(self) -> None:
        """One move by chance; now and then looks at cards and presses out of turn or too late."""
        mover = self.world.mover()
        if mover is None:
            await self.world.turn(8)
            return
        for name in self.names:
            panel = await self.world.panel(name)
            if panel is not None:
                self.panels.append(panel)
        if self.chance.random() < 0.2:
            other = self.chance.choice([name for name in self.names if name != mover])
            await self.press(other, self.world.key("cards"))
            await self.press(other, self.chance.choice(self.moves()))
            if self.old_keys:
                await self.press(mover, self.chance.choice(self.old_keys))
        if self.world.mover() != mover:
            return
        key = self.chance.choice(self.moves())
        self.old_keys.append(key)
        answer = await self.press(mover, key)
        if answer.pending:
            await self.type(mover, "0")
            await self.type(mover, "1")

    async def finish(self, steps: int = 1500) -> None:
        """Play to the end."""
        for _ in range(steps):
            if not self.playing:
                return
            await self.step()
        raise AssertionError("the game does not end")


Begin = Callable[..., Awaitable[Evening]]


@pytest.fixture
async def evening(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Begin]:
    """Evenings by language and seed; the same seed is the same evening."""
    worlds: list[World] = []

    async def begin(language: str, seed: int = 1) -> Evening:
        chance = random.Random(f"{language}:{seed}")
        monkeypatch.setattr(secrets, "token_bytes", chance.randbytes)
        monkeypatch.setattr(secrets, "choice", chance.choice)
        world = World(folder / f"{len(worlds)}.db", language=language)
        chat = world.chat = Reading()
        worlds.append(world)
        await world.start()
        return Evening(world, chat, chance)

    yield begin
    for world in worlds:
        await world.stop()
