"""The product in the test's own process, on a clock that turns, against the server over real HTTP."""

import asyncio
from pathlib import Path

from botapi.server import TOKEN, BotApi
from turned import TurnedClock
from world import World

from adapters.telegram.app import TelegramAdapter
from bot.store.store import Store
from bot.twentyone import TwentyOne


class Inside(World):
    def __init__(self, path: Path, api: BotApi, *, calls_per_minute: int | None = None) -> None:
        super().__init__(path)
        self.clock = TurnedClock()
        self.api = api
        self.calls_per_minute = calls_per_minute
        self.adapter: TelegramAdapter
        begun = self.clock.now()
        api.clock = lambda: (self.clock.now() - begun).total_seconds()

    async def start(self) -> "Inside":
        self.store = await Store.open(self.path, self.clock, wait=0)
        self.app = TwentyOne(self.store, self.clock, language="en", calls_per_minute=self.calls_per_minute)
        self.adapter = TelegramAdapter(self.app, TOKEN, base_url=self.api.url, clock=self.clock)
        self.app.connect(self.adapter)
        await self.app.tables.restore()
        polls = self.api.telegram.updates.polls
        await self.adapter.start()
        await self.api.until(lambda: self.api.telegram.updates.polls > polls, what="the bot polls")
        await self.app.catch_up()
        await self.settle()
        return self

    async def stop(self) -> None:
        self.app.tables.closing = True
        await self.adapter.stop()
        await self.app.stop(grace=0)
        await self.adapter.close()
        await self.store.close()

    async def settle(self) -> None:
        """Until every update is handled and nothing is on its way to the server."""
        for _ in range(2):
            await self.api.until(self.api.telegram.updates.quiet, what="all updates fetched")
            library = self.adapter._library
            if library is not None:
                await library.update_queue.join()
            await super().settle()

    async def turn(self, seconds: float) -> None:
        await super().turn(seconds)

    async def pause(self) -> None:
        """Let what is ready run; for tests in which something is meant to be stuck."""
        for _ in range(50):
            await asyncio.sleep(0)
