"""The program with its local page, on a clock that the test turns."""

from world import World

from adapters.web import WebAdapter
from bot.app.app import TwentyOne
from bot.store.chatlog import StoredChatLog, StoredPeople
from bot.store.store import Store


class Local(World):
    """The program with its local page."""

    async def start(self) -> "Local":
        self.store = await Store.open(self.path, self.clock, wait=0)
        self.app = TwentyOne(self.store, self.clock, language="en")
        log, people = StoredChatLog(self.store), StoredPeople(self.store)
        self.adapter = WebAdapter(self.app, log, people, port=0, clock=self.clock)
        self.app.connect(self.adapter)
        (self.address,) = await self.adapter.start()
        return self

    async def stop(self) -> None:
        await self.adapter.stop()
        await super().stop()
