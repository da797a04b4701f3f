"""The product in a Discord of the library simcord, on a clock that tests turn: real client, real interactions, no network."""

import asyncio
import contextlib
from datetime import UTC, datetime
from pathlib import Path

import simcord
from simcord.components import walk_components
from turned import TurnedClock
from world import World

from adapters.discord.app import DiscordAdapter
from adapters.discord.layout import taken_apart
from bot.app.app import TwentyOne
from bot.ports.keys import Key
from bot.store.store import Store

#: Where simcord's clock begins.
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)

MOVES = {"bet", "hit", "stand"}


class SharedClock(TurnedClock):
    """Turned together with simcord's own; sleeping on it is waiting for the test."""

    env: simcord.Env | None = None

    async def sleep_until(self, moment):
        env, task = self.env, asyncio.current_task()
        if env is None or task not in env._work.tasks or task in env._work.external_waits:
            await super().sleep_until(moment)
        else:
            await env.external_wait(super().sleep_until(moment), reason="the clock of the test")


class QuickEnv(simcord.Env):
    """simcord, which rests for 50 ms while a callback waits for its turn of the loop: here for one.

    While it is held, what people do is only handed to the bot: so several of them press at the same time.
    """

    held = False

    async def _settle_internal(self, *, idle: float = 0.05, **more) -> None:
        if not self.held:
            await super()._settle_internal(idle=min(idle, 0.001), **more)


class Server(World):
    """A server (guild) with a channel, people in it, and the bot."""

    def __init__(self, path: Path, *, language: str = "en", locale: str = "en-US") -> None:
        super().__init__(path, language=language)
        self.clock = SharedClock(BEGIN)
        self.locale = locale
        self.people: dict[str, simcord.MemberActor] = {}
        self.env: simcord.Env
        self.adapter: DiscordAdapter
        self.faulty = False

    async def start(self) -> "Server":
        self.store = await Store.open(self.path, self.clock, wait=0)
        self._build()
        self.env = QuickEnv(self.adapter.bot(), strict_sync=False, shard_count=1, settle_timeout=10)
        await self.env.start()
        self.clock.env = self.env
        self.back()
        await self._begin()
        return self

    def back(self) -> None:
        """The bot comes to a server, in which nobody is yet."""
        self.guild = self.env.create_guild(preferred_locale=self.locale)
        self.channel = self.guild.create_text_channel("cards")
        users = {name: member.user for name, member in self.people.items()}
        self.people = {name: self.guild.add_member(user) for name, user in users.items()}

    def _build(self) -> None:
        self.app = TwentyOne(self.store, self.clock, language=self.language, least_seconds=self.least_seconds)
        self.adapter = DiscordAdapter(self.app, "token", clock=self.clock)
        self.app.connect(self.adapter.channel)

    async def _begin(self) -> None:
        # simcord has no heartbeats: its gateway answers whenever it is asked.
        self.adapter.channel.proving = self._answer_heartbeat
        await self.app.upkeep.restore()
        await self.app.catch_up()
        await self.settle()

    def _answer_heartbeat(self) -> None:
        asyncio.get_running_loop().call_soon(self.app.line_alive, "discord")

    async def restart(self) -> None:
        """As a kill and a new start on the same database and the same server."""
        await self.app.stop(grace=0)
        await self.store.close()
        self.store = await Store.open(self.path, self.clock, wait=0)
        self._build()
        await self.env.restart_bot(self.adapter.bot())
        await self._begin()

    async def stop(self) -> None:
        await self.app.stop(grace=0)
        await self.env.bot.panels.close()
        await self.env.shutdown()
        await self.store.close()
        if not self.faulty:
            self.env.raise_errors()

    async def settle(self) -> None:
        for _ in range(3):
            await self.env.settle()
            await self.app.upkeep.settle()
            await self._until_quiet()
            panels = [task for task in self.env.bot.panels._tasks if not self._sleeps(task)]
            if panels:
                await asyncio.sleep(0.001)

    def _sleeps(self, task) -> bool:
        return task in self.env._work.external_waits

    def _busy(self) -> bool:
        queues = self.app.outbox._queues.values()
        running = [queue.task for queue in queues if queue.task is not None]
        return any(not self._waits(task) for task in running)

    def _waits(self, task) -> bool:
        future = getattr(task, "_fut_waiter", None)
        return any(future is sleeper for _, _, sleeper in self.clock._sleepers)

    async def turn(self, seconds: float) -> None:
        goal = self.clock.monotonic() + seconds
        while True:
            await self.settle()
            due = [self.deadline(), self.clock.next_wake()]
            moments = [moment for moment in due if moment is not None and moment <= goal]
            if not moments:
                break
            await self._set(min(moments))
            self.app.deadlines.sweep()
            await self.settle()
        await self._set(goal)
        await self.settle()

    async def _set(self, moment: float) -> None:
        ahead = moment - self.clock.monotonic()
        if ahead > 0:
            await self.env.advance_time(ahead)
        self.clock.set(moment)

    # people

    def person(self, name: str, **permissions: bool) -> simcord.MemberActor:
        if name not in self.people:
            user = self.env.create_user(name, global_name=name)
            self.people[name] = self.guild.add_member(user)
        return self.people[name]

    async def slash(self, name: str, command: str, *, channel=None, **options):
        result = await self.person(name).slash(channel or self.channel, command, **options)
        await self.settle()
        return result

    async def click(self, name: str, message, verb: str, argument: str | None = None):
        result = await self.person(name).click(message, custom_id=custom_id(message, verb, argument))
        await self.settle()
        return result

    # what is shown

    def messages(self, channel=None) -> list:
        """What all see of the bot, the oldest first."""
        values = self.env.backend.messages.get((channel or self.channel).id, {}).values()
        return sorted(
            (m for m in values if m.author_id == self.env.backend.bot_user.id and not m.flags & 64),
            key=lambda m: m.id,
        )

    def board(self, verb: str, argument: str | None = None, channel=None):
        """The newest message with such a button."""
        for message in reversed(self.messages(channel)):
            if any(has(key, verb, argument) for _, key in buttons(message)):
                return simcord.results.to_discord_message(self.env, message)
        raise AssertionError(f"no button {verb}: {[text_of(m) for m in self.messages(channel)]}")

    def shown(self, channel=None) -> str:
        return "\n---\n".join(text_of(message) for message in self.messages(channel))

    def hand(self, name: str, channel=None):
        """The newest message that this person alone sees."""
        stored = self.env.backend.messages.get((channel or self.channel).id, {}).values()
        mine = [m for m in stored if m.flags & 64 and m.visible_to(self.person(name).id)]
        return simcord.results.ResponseMessage(self.env, max(mine, key=lambda m: m.id))

    def private(self, name: str, channel=None) -> str:
        """All that this person alone sees."""
        stored = self.env.backend.messages.get((channel or self.channel).id, {}).values()
        return "\n".join(text_of(m) for m in stored if m.flags & 64 and m.visible_to(self.person(name).id))

    def mover(self) -> str | None:
        for session in self.app.tables.open_sessions():
            if session.playing and session.state is not None and session.state.to_move is not None:
                return session.row.seats[session.state.to_move].account.name
        return None

    async def open_table(self, *names: str, channel=None, **options) -> None:
        first, *others = names
        await self.slash(first, "newtable", channel=channel, seats=len(names), **options)
        await self.turn(2)
        for name in others:
            await self.click(name, self.board("sit", channel=channel), "sit")
        await self.turn(4)

    async def step(self, choose=None, channel=None):
        """Whoever is to move presses a button of the board."""
        name = self.mover()
        assert name is not None
        for message in reversed(self.messages(channel)):
            keys = [key for kind, key in buttons(message) if any(has(key, verb) for verb in MOVES)]
            if keys:
                break
        key = choose(keys) if choose else least(keys)
        board = simcord.results.to_discord_message(self.env, message)
        result = await self.person(name).click(board, custom_id=f"b:{key}")
        await self.settle()
        return name, key, result

    async def play_out(self, choose=None, channel=None) -> None:
        while any(session.playing for session in self.app.tables.open_sessions()):
            if self.mover() is not None:
                await self.step(choose, channel)
            await self.turn(2 if self.mover() else 8)


def least(keys: list[str]) -> str:
    return next((key for key in keys if ":stand" in key), keys[0])


def buttons(message) -> list[tuple[str, str]]:
    """The buttons of a message as (kind, payload)."""
    found = [
        part["custom_id"]
        for part in walk_components(message.components)
        if part.get("type") == 2 and "custom_id" in part
    ]
    return [taken_apart(custom_id) for custom_id in found]


def has(key: str, verb: str, argument: str | None = None) -> bool:
    parsed = Key.parse(key)
    return parsed is not None and parsed.verb == verb and argument in {None, parsed.argument}


def custom_id(message, verb: str, argument: str | None = None) -> str:
    components = message.components
    if components and not isinstance(components[0], dict):
        components = [part.to_dict() for part in components]
    for part in walk_components(components):
        if "custom_id" in part and has(taken_apart(part["custom_id"])[1], verb, argument):
            return part["custom_id"]
    raise AssertionError(f"no button {verb} {argument}")


def text_of(message) -> str:
    return "\n".join(
        part["content"] for part in walk_components(message.components) if part.get("type") == 10
    )


def said(result) -> str:
    """What the presser alone was shown in answer."""
    shown = [result.response] if result.response is not None and result.response.ephemeral else []
    with contextlib.suppress(AttributeError):
        shown += result.followups
    return "\n".join(text_of(message) for message in shown)
