"""Bot: the library's client with this project's commands, buttons and windows."""

import asyncio
import logging
from collections.abc import Callable

import aiohttp
import discord
import yarl
from discord.ext import commands

from adapters.discord.answers import Answers
from adapters.discord.channel import PLATFORM, DiscordChannel
from adapters.discord.commands import CONTEXTS, INSTALLS, Translator, Tree, slash_commands
from adapters.discord.inbound import Inbound
from adapters.discord.layout import Pressable
from adapters.discord.origin import Interaction, data_of
from adapters.discord.panels import Panels
from bot.ports.app import App
from bot.ports.clock import Clock
from bot.ports.requests import Place

#: A call that Discord's limits would keep longer than this is given back to the outbox, in seconds.
_LONGEST_WAIT = 3.0

#: A heartbeat that is not acknowledged for so long, in seconds, tells that the line is down.
_LONGEST_ACK = 3.0

_log = logging.getLogger(__name__)


def _intents() -> discord.Intents:
    """Servers and their channels, nothing else: no messages, no members."""
    intents = discord.Intents.none()
    intents.guilds = True
    return intents


class DiscordBot(commands.AutoShardedBot):
    """One connection to Discord; the adapter makes a new one if it breaks for good. `well` hears whenever it stands."""

    def __init__(
        self,
        app: App,
        channel: DiscordChannel,
        clock: Clock,
        *,
        gateway: str | None = None,
        proxy: str | None = None,
    ) -> None:
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = (
            False  # nothing is ever said aloud here
        )
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=_intents(),
            tree_cls=Tree,
            proxy=proxy,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=CONTEXTS,
            allowed_installs=INSTALLS,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            enable_debug_events=True,  # each message of the gateway is a sign of life; see `on_socket_raw_receive`
        )
        self.http.max_ratelimit_timeout = _LONGEST_WAIT  # the constructor takes 30 s at least
        self._gateway = None if gateway is None else yarl.URL(gateway)
        self._application_port = app
        self._channel_port = channel
        self._overdue: asyncio.TimerHandle | None = None
        self._proof: asyncio.Task[None] | None = None
        self.well: Callable[[], None] = lambda: None
        self.panels = Panels(app, clock)
        self.inbound = Inbound(app, Answers(app, self.panels, clock), clock)
        for command in slash_commands(app, self.inbound):
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        """Start things, once: `on_ready` comes after every lost connection."""
        self.add_dynamic_items(Pressable)
        await self.tree.set_translator(Translator(self._application_port))
        self._channel_port.shown, self._channel_port.changed = self.panels.shown, self.panels.changed
        self._channel_port.proving = self.prove
        self._channel_port.open(self)

    async def on_ready(self) -> None:
        """Tell that the connection stands; it comes again after every new one."""
        self.well()
        self._application_port.line_alive(PLATFORM)

    async def on_resumed(self) -> None:
        """The connection was gone for a moment."""
        self._application_port.line_alive(PLATFORM)

    # the line that brings presses

    async def on_socket_raw_receive(self, _message: str) -> None:
        """The gateway has said something, if only that it has heard a heartbeat."""
        if self._overdue is not None:
            self._overdue.cancel()
            self._overdue = None
        self._application_port.line_alive(PLATFORM)

    async def on_disconnect(self) -> None:
        """The connection is gone; the library makes another one."""
        self._application_port.line_failed(PLATFORM)

    def prove(self) -> None:
        """Send a heartbeat beside the library's own; one at a time, and no other before it is answered or overdue."""
        if self._overdue is None and self.shards and not self.is_closed():
            self._overdue = self.loop.call_later(_LONGEST_ACK, self._not_answered)
            self._proof = asyncio.create_task(self._beat())

    async def _beat(self) -> None:
        try:
            for shard in self.shards:
                socket = self._get_websocket(shard_id=shard)
                await socket.send_heartbeat({"op": socket.HEARTBEAT, "d": socket.sequence})
        except (OSError, RuntimeError, discord.DiscordException, aiohttp.ClientError) as error:
            _log.info("Discord: a heartbeat could not be sent: %s", type(error).__name__)

    def _not_answered(self) -> None:
        self._overdue = None
        self._application_port.line_failed(PLATFORM)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server: nobody there waits for a table that cannot be shown."""
        for channel in guild.channels:
            self._application_port.left(Place(PLATFORM, channel.id))

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard, by the gateway of the settings if they name one."""
        await super().launch_shard(self._gateway or gateway, shard_id, initial=initial)

    async def take_press(self, interaction: Interaction, custom_id: str) -> None:
        """Called by a button."""
        await self.inbound.press(interaction, custom_id)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Windows are taken here: the library knows none that was opened before a restart."""
        if interaction.type is discord.InteractionType.modal_submit:
            await self.inbound.window(interaction, str(data_of(interaction).get("custom_id", "")))

    async def close(self) -> None:
        """Let everything go."""
        if self._overdue is not None:
            self._overdue.cancel()
        if self._proof is not None:
            self._proof.cancel()
        await self.panels.close()
        await super().close()
