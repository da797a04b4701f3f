"""The product in the test's own process, on a clock that turns, against the server over real HTTP."""

from pathlib import Path

from botapi.server import TOKEN, BotApi
from turned import TurnedClock
from world import World

from adapters.telegram.app import TelegramAdapter
from bot.app.app import TwentyOne
from bot.screens.hands import phase_of
from bot.store.store import Store


class Inside(World):
    def __init__(self, path: Path, api: BotApi, *, calls_per_minute: int | None = None) -> None:
        super().__init__(path)
        self.clock = TurnedClock()
        self.api = api
        self.calls_per_minute = calls_per_minute
        self.adapter: TelegramAdapter
        self._begun = self.clock.now()
        api.clock = self.seconds

    def seconds(self) -> float:
        """How far the clock has been turned."""
        return (self.clock.now() - self._begun).total_seconds()

    async def begin(self) -> None:
        """Start without waiting for Telegram."""
        self.store = await Store.open(self.path, self.clock, wait=0)
        self.app = TwentyOne(self.store, self.clock, language="en", calls_per_minute=self.calls_per_minute)
        self.adapter = TelegramAdapter(self.app, TOKEN, base_url=self.api.url, clock=self.clock)
        self.app.connect(self.adapter.channel)
        await self.app.upkeep.restore()
        await self.adapter.start()

    async def start(self) -> "Inside":
        polls = self.api.telegram.updates.polls
        await self.begin()
        await self.api.until(lambda: self.api.telegram.updates.polls > polls, what="the bot polls")
        await self.app.catch_up()
        await self.settle()
        return self

    async def stop(self) -> None:
        self.app.upkeep.closing = True
        await self.adapter.stop()
        await self.app.stop(grace=0)
        await self.adapter.close()
        await self.store.close()

    async def settle(self) -> None:
        """Until every update is handled and nothing is on its way to the server."""
        for _ in range(2):
            await self.api.until(self.api.telegram.updates.quiet, what="all updates fetched")
            library = None if self.adapter.connection is None else self.adapter.connection.library
            if library is not None:
                await library.update_queue.join()
            await super().settle()
            await self._prove()

    async def _prove(self) -> None:
        """A deadline that has come waits for the answer to a poll, which the clock of the test does not bring."""
        updates = self.api.telegram.updates
        if self.app.times._waiting and updates.polling:
            polls = updates.polls
            updates.release()
            await self.api.until(lambda: updates.polls > polls, what="the next poll")
            await super().settle()

    # what people do, without waiting for the board to be shown

    async def open_table(self, evening, arguments: str, *, sit: int | None = None) -> str:
        """The first person opens a table, the others sit down; the clock is turned as far as the budget asks."""
        first, *others = evening.people[: sit or len(evening.people)]
        self.api.telegram.say(first, evening.chat, f"/newtable {arguments}", thread=evening.thread)
        await self.settle()
        code = next(
            s.code
            for s in self.app.tables.open_sessions()
            if first.id in {x.account.user_id for x in s.row.seats if x.open}
        )
        while evening.with_key(rf"1:{code}:0:a:sit") is None:
            await self.turn(1)
        for user in others:
            message, key = evening.key(rf"1:{code}:0:a:sit")
            await evening.press(user, message, key)
        await self.settle()
        return code

    def session_in(self, chat):
        return next((s for s in self.app.tables.open_sessions() if s.place.chat_id == chat.id), None)

    def pausing(self, chat) -> bool:
        session = self.session_in(chat)
        return session is not None and session.playing and session.state.to_move is None

    async def tap(self, chat, session=None, *, message=None):
        """Whoever is to move makes his least move; None while nobody is."""
        session = session or self.session_in(chat)
        if session is None or not session.playing or session.state.to_move is None:
            return None
        account = session.row.seats[session.state.to_move].account
        panel = await self.app.panel(account, session.place)
        keys = [button.key for row in panel.rows for button in row]
        key = next((key for key in keys if ":stand" in key), keys[0])
        user = self.api.telegram.users[account.user_id]
        pressed = self.api.telegram.press(user, message or chat.last(), key)
        await self.api.until(lambda: pressed.answer is not None, what=f"an answer to {key}")
        await self.settle()
        return pressed

    def stands(self, chat, session) -> bool:
        """Whether the table's board shows what is true now: the buttons of the turn that runs."""
        keys = {key for message in chat.from_bot() for key in message.payloads()}
        if session.state.to_move is None:
            return not any(f":{session.code}:" in k and (":stand" in k or ":bet:" in k) for k in keys)
        view = session.state.view(None)
        return any(k.startswith(f"1:{session.code}:{view.deal}:{phase_of(view)}:") for k in keys)
