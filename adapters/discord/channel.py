"""Channel: messages of the application sent, edited and deleted in Discord's channels and threads, by the bot's own token.

Tokens of interactions live 15 minutes; boards live longer, so none is ever edited by one.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta

import aiohttp
import discord

from adapters.discord.failures import undelivered
from adapters.discord.layout import layout
from bot.ports.channel import Limit, MessageGone, Pace, Unreachable
from bot.ports.clock import Clock
from bot.ports.requests import Place
from bot.ports.screens import Post, Screen

PLATFORM = "discord"

#: 5 sends and 5 edits in 5 s and channel, and a thread is a channel of its own. All together 50 a second, less what is not counted here.
PACE = Pace(calls=5, seconds=5.0, apart=True, by_thread=True, total=Limit(45, 1.0))

#: Messages older than an hour take 3 edits per 6 s and channel: a new one is posted before.
_OLD = timedelta(minutes=55)

#: How long a call may take, in seconds.
_PATIENCE = 15.0

_NOBODY = discord.AllowedMentions.none()

_log = logging.getLogger(__name__)


class DiscordChannel:
    """A `bot.ports.Channel`. Until it is opened, and after it is closed, Discord counts as unreachable."""

    platform = PLATFORM
    pace = PACE
    #: Presses come over the gateway, which fails with the line.
    breaks = True

    def __init__(self, clock: Clock) -> None:
        """Closed; `shown` hears of every message that was sent (its id) or edited (None), `changed` of panels.

        `proving` asks the gateway for a sign of life.
        """
        self._clock = clock
        self._client: discord.Client | None = None
        self._told = (clock.now(), clock.monotonic())
        self.shown: Callable[[Place, int | None], None] = lambda _place, _message: None
        self.changed: Callable[[Place, frozenset[int]], None] = lambda _place, _users: None
        self.proving: Callable[[], None] = lambda: None

    def open(self, client: discord.Client) -> None:
        """Send through this client from now on."""
        self._client = client

    def close(self) -> None:
        """Send nothing any more."""
        self._client = None

    def prove(self) -> None:
        """Send the gateway a heartbeat that is to be acknowledged."""
        self.proving()

    async def send(self, place: Place, post: Post) -> int:
        mentioned = {span.mention for line in post.screen.lines for span in line}
        view = layout(post.screen, called=[user for user in post.mentions if user not in mentioned])
        async with self._calling(place, sending=True):
            message = await self._channel(place).send(
                view=view,
                silent=not post.mentions,
                allowed_mentions=_only(post.mentions),
                nonce=post.nonce or secrets.token_hex(12),  # what is sent twice Discord shows once
            )
        self._told = (discord.utils.snowflake_time(message.id), self._clock.monotonic())
        self.shown(place, message.id)
        return message.id

    def _now(self) -> datetime:
        """The time at Discord, as its last message has told it: the clock of this machine may be set meanwhile."""
        told, at = self._told
        return told + timedelta(seconds=self._clock.monotonic() - at)

    async def edit(self, place: Place, message: int, screen: Screen) -> None:
        """An old message only loses its buttons: a new one is to be posted then."""
        old = self._now() - discord.utils.snowflake_time(message) >= _OLD
        view = layout(Screen(screen.lines, (), screen.language) if old else screen)
        async with self._calling(place, sending=False):
            await self._channel(place).get_partial_message(message).edit(view=view, allowed_mentions=_NOBODY)
        if old and screen.rows:
            raise MessageGone
        self.shown(place, None)

    async def delete(self, place: Place, message: int) -> None:
        with contextlib.suppress(MessageGone):
            async with self._calling(place, sending=False):
                await self._channel(place).get_partial_message(message).delete()

    def panels_changed(self, place: Place, user_ids: frozenset[int]) -> None:
        """A hint that what these persons see in private has changed."""
        self.changed(place, user_ids)

    def _channel(self, place: Place) -> discord.PartialMessageable:
        if self._client is None:
            raise Unreachable
        return self._client.get_partial_messageable(place.thread or place.chat_id)

    @contextlib.asynccontextmanager
    async def _calling(self, place: Place, *, sending: bool) -> AsyncIterator[None]:
        """Tell the outbox what an error means."""
        try:
            async with asyncio.timeout(_PATIENCE):
                yield
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:  # a timeout is an OSError
            failure = undelivered(error, sending=sending)
            _log.info("channel %d: %s", place.thread or place.chat_id, type(failure).__name__)
            raise failure from error


def _only(users: tuple[int, ...]) -> discord.AllowedMentions:
    """Names can ping everyone; only those who are meant are called."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in users]
    )
