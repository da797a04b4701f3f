"""Inbound: an interaction becomes a request of the application. Nothing that an interaction causes is raised."""

import asyncio
import logging
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager

from adapters.common.requests import carried_out, failed
from adapters.discord.answers import Answers
from adapters.discord.layout import COPY, PANEL, taken_apart
from adapters.discord.origin import Interaction, Origin, origin_of
from adapters.discord.rights import missing
from adapters.discord.stakes import asks_for_word, stake_key, typed_stake, window_key
from adapters.discord.texts import MISSING, PERMISSIONS
from bot.ports.app import App
from bot.ports.clock import Clock
from bot.ports.requests import Account, Command, Press
from bot.ports.screens import Answer, Line, Screen, Span

_log = logging.getLogger(__name__)


class Inbound:
    """Carries interactions to the application and has them answered."""

    def __init__(self, app: App, answers: Answers, clock: Clock) -> None:
        """`clock`: by which tokens of interactions grow old."""
        self._app = app
        self._answers = answers
        self._clock = clock

    # commands

    async def command(
        self, interaction: Interaction, name: str, arguments: str = "", about: Account | None = None
    ) -> None:
        """Carry out a slash command; `about` is the person it names."""
        with _logged(interaction):
            origin = origin_of(interaction, self._clock.monotonic())
            work = self._begun(origin, self._commanded(origin, name, arguments, about))
            with self._answers.pressing(origin):
                await self._answers.to_command(origin, work, hand=name == "bet")

    async def _commanded(self, origin: Origin, name: str, arguments: str, about: Account | None) -> Answer:
        if self._app.routes.command_posts(name) and (why := await self._forbidden(origin)) is not None:
            return why
        return await self._app.command(
            Command(
                origin.account,
                origin.place,
                origin.press_id,
                origin.admin,
                name=name,
                arguments=arguments,
                reply_to=about,
                share=origin.share,
            )
        )

    # presses

    async def press(self, interaction: Interaction, custom_id: str) -> None:
        """Carry out a pressed button."""
        with _logged(interaction):
            origin = origin_of(interaction, self._clock.monotonic())
            kind, payload = taken_apart(custom_id)
            if kind == COPY:
                await self._answers.copied(origin, payload)
                return
            await self._to_press(origin, payload, self._pressed(origin, payload), panel=kind == PANEL)

    async def _pressed(self, origin: Origin, key: str) -> Answer:
        if self._app.routes.key_posts(key) and (why := await self._forbidden(origin)) is not None:
            return why
        return await self._app.press(
            Press(origin.account, origin.place, origin.press_id, origin.admin, key=key, share=origin.share)
        )

    async def window(self, interaction: Interaction, custom_id: str) -> None:
        """Take what was typed into the window for a stake or a word: the same as pressing or writing it."""
        key = window_key(custom_id)
        if key is None:
            return
        with _logged(interaction):
            origin = origin_of(interaction, self._clock.monotonic())
            typed = typed_stake(interaction)
            stake = stake_key(key, typed)
            if asks_for_word(key):
                asked = self._commanded(origin, "word", typed, None)
            elif stake is None:  # no number: the command says which ones are possible
                asked = self._commanded(origin, "bet", typed.strip() or "?", None)
            else:
                asked = self._pressed(origin, stake)
            await self._to_press(origin, stake or key, asked, panel=not _on_board(interaction))

    async def _to_press(self, origin: Origin, key: str, asked: Awaitable[Answer], *, panel: bool) -> None:
        work = self._begun(origin, asked)
        with self._answers.pressing(origin):
            await self._answers.to_press(origin, key, work, board=_on_board(origin.interaction), panel=panel)
        self._app.sent(origin.account, origin.press_id)

    def _begun(self, origin: Origin, asked: Awaitable[Answer]) -> asyncio.Task[Answer]:
        return asyncio.create_task(
            carried_out(self._app, origin.place, origin.account, origin.press_id, asked)
        )

    # what goes wrong

    async def _forbidden(self, origin: Origin) -> Answer | None:
        """What the bot is not allowed in that channel, if anything: told before anybody sits down."""
        interaction = origin.interaction
        if interaction.guild_id is None:
            return None
        lacking = missing(interaction.app_permissions, thread=origin.place.thread is not None)
        if not lacking:
            return None
        language = await self._app.language(origin.place, origin.account)
        names = [self._app.text(language, PERMISSIONS[name]) for name in lacking]
        lines: list[Line] = [(Span(self._app.text(language, MISSING)),)]
        lines.extend((Span(f"• {name}"),) for name in names)
        return Answer(Screen(tuple(lines), (), language), accepted=False)

    async def failed(self, interaction: Interaction) -> None:
        """Answer an interaction that could not be handed on."""
        origin = origin_of(interaction, self._clock.monotonic())
        answer = await failed(self._app, origin.place, origin.account)
        await self._answers.plain(origin, answer.screen)


@contextmanager
def _logged(interaction: Interaction) -> Iterator[None]:
    """What fails in answering an interaction is logged, and the others go on."""
    try:
        yield
    except Exception:  # noqa: BLE001 - see above
        _log.exception("interaction %d failed", interaction.id)


def _on_board(interaction: Interaction) -> bool:
    """Whether the message that was pressed is one that all see."""
    return interaction.message is None or not interaction.message.flags.ephemeral
