"""Answers: the one answer of the application on its way to the person who asked, within Discord's three seconds.

A press on the board changes the board; only refusals, alerts and «My cards» come as a message of their own that nobody else
sees. A press in such a message changes that message. Where the outcome takes longer, Discord gets a deferral first.
"""

import asyncio
from dataclasses import replace
from io import BytesIO

from discord import File as DiscordFile
from discord import ui

from adapters.common.requests import PATIENCE
from adapters.discord.best_effort import best_effort
from adapters.discord.layout import layout
from adapters.discord.origin import Origin
from adapters.discord.outbound import pages
from adapters.discord.panels import Panels
from adapters.discord.stakes import asks_for_word, stake_window
from adapters.discord.texts import STAKE, WORD
from bot.ports.app import App
from bot.ports.clock import Clock
from bot.ports.keys import Key
from bot.ports.screens import Answer, File, Loudness, Screen, Span, Tone

#: Phases of keys that are no turn of a game: none at all, the application's.
_NO_TURN = frozenset({"-", "a"})


#: What is answered in words although the board shows it as well: they tell one's share, or the place of one's word.
_TOLD = frozenset({"sit", "word", "again"})


class Answers:
    """Sends answers."""

    def __init__(self, app: App, panels: Panels, clock: Clock) -> None:
        """`panels`: where hands are shown; `clock`: by which an outcome is late."""
        self._app = app
        self._panels = panels
        self.pressing = panels.pressing
        self._clock = clock

    # commands

    async def to_command(self, origin: Origin, work: asyncio.Task[Answer], *, hand: bool) -> None:
        """Answer a command; `hand`: an accepted one is answered with the panel."""
        response = origin.interaction.response
        deferred = False
        if not await self._in_time(work):
            await best_effort(response.defer(ephemeral=True, thinking=True))
            deferred = True
        answer = await work
        if hand and answer.accepted and await self._open_panel(origin, answer.screen, deferred=deferred):
            return
        await self._say(origin, answer.screen, deferred=deferred, file=answer.file)

    async def _say(self, origin: Origin, screen: Screen, *, deferred: bool, file: File | None = None) -> None:
        """Answer with a message of its own that the asker alone sees, in as many as its length needs."""
        first, *others = pages(screen)
        if await self._respond(origin, layout(first, file=file), deferred=deferred, file=file) is None:
            return
        for page in others:
            await best_effort(origin.interaction.followup.send(view=layout(page), ephemeral=True))
        self._panels.answered(origin)

    async def _respond(
        self, origin: Origin, view: ui.LayoutView, *, deferred: bool, file: File | None = None
    ) -> int | None:
        """The first message of an answer; its id, None if it did not arrive."""
        interaction = origin.interaction
        files = [] if file is None else [DiscordFile(BytesIO(bytes(file)), file.name)]
        if deferred:
            edited = await best_effort(interaction.edit_original_response(view=view, attachments=files))
            return None if edited is None else edited.id
        sent = await best_effort(interaction.response.send_message(view=view, files=files, ephemeral=True))
        return None if sent is None else sent.message_id or interaction.id

    async def _open_panel(self, origin: Origin, above: Screen | None, *, deferred: bool) -> bool:
        """Answer with the panel, if there is one."""
        screen = await self._panels.screen(origin)
        if screen is None:
            return False
        message = await self._respond(origin, layout(_under(above, screen), panel=True), deferred=deferred)
        if message is not None:
            self._panels.stands(origin, screen, message)
        return True

    async def _in_time(self, work: asyncio.Task[Answer]) -> bool:
        """Wait for the outcome, as long as Discord allows."""
        late = asyncio.ensure_future(self._clock.sleep_until(self._clock.monotonic() + PATIENCE))
        try:
            await asyncio.wait({work, late}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            late.cancel()
        return work.done()

    # presses

    async def to_press(
        self, origin: Origin, key: str, work: asyncio.Task[Answer], *, board: bool, panel: bool
    ) -> None:
        """Answer a press. `board`: on a message that all see, else in one of the presser's own; `panel`: in the panel."""
        response = origin.interaction.response
        deferred = False
        if not await self._in_time(work):
            await best_effort(response.defer())
            deferred = True
        answer = await work
        if answer.pending and not deferred:
            title = self._app.text(answer.screen.language, WORD if asks_for_word(key) else STAKE)
            await best_effort(
                response.send_modal(stake_window(key, title, answer.screen, origin.interaction.id))
            )
        elif board:
            await self._on_board(origin, key, answer, deferred=deferred)
        else:
            await self._in_private(origin, answer, deferred=deferred, panel=panel)

    async def _on_board(self, origin: Origin, key: str, answer: Answer, *, deferred: bool) -> None:
        verb, turn = _read(key)
        if answer.accepted and verb == "cards" and await self._cards(origin, deferred=deferred):
            return
        silent = answer.accepted and answer.loudness is Loudness.TOAST and not answer.screen.rows
        if silent and verb not in _TOLD:
            if not deferred:
                await best_effort(origin.interaction.response.defer())
            self._panels.answered(origin)
            if turn:
                await self._panels.show(origin, answer.screen)
            return
        if not deferred:
            await self._say(origin, answer.screen, deferred=False)
            return
        self._panels.answered(origin)
        for page in pages(answer.screen):
            await best_effort(origin.interaction.followup.send(view=layout(page), ephemeral=True))

    async def _cards(self, origin: Origin, *, deferred: bool) -> bool:
        """«My cards»: a panel of its own, below everything."""
        if not deferred:
            return await self._open_panel(origin, None, deferred=False)
        screen = await self._panels.screen(origin)
        if screen is None:
            return False
        self._panels.answered(origin)
        await self._panels.show(origin, Screen((), (), screen.language))
        return True

    async def _in_private(self, origin: Origin, answer: Answer, *, deferred: bool, panel: bool) -> None:
        screen = await self._panels.screen(origin) if panel else None
        first, *others = pages(answer.screen)
        view = layout(first) if screen is None else layout(_under(answer.screen, screen), panel=True)
        interaction = origin.interaction
        if deferred:
            done: object = await best_effort(interaction.edit_original_response(view=view))
        else:
            done = await best_effort(interaction.response.edit_message(view=view))
        if done is None:
            return
        if screen is not None and interaction.message is not None:
            self._panels.stands(origin, screen, interaction.message.id)
            return
        self._panels.answered(origin)
        for page in others:
            await best_effort(interaction.followup.send(view=layout(page), ephemeral=True))

    async def copied(self, origin: Origin, text: str) -> None:
        """Show a text to be copied: Discord has no button that does it."""
        code = Screen(((Span(text, Tone.CODE),),))
        await self._say(origin, code, deferred=False)

    async def plain(self, origin: Origin, screen: Screen) -> None:
        """Answer at once with a message that the asker alone sees."""
        await self._say(origin, screen, deferred=origin.interaction.response.is_done())


def _under(above: Screen | None, screen: Screen) -> Screen:
    """The panel with the outcome of a press above the hand."""
    return screen if above is None else replace(screen, lines=(*above.lines, *screen.lines))


def _read(key: str) -> tuple[str, bool]:
    """A key's verb, and whether it is a move of a turn."""
    parsed = Key.parse(key)
    if parsed is None:
        return "", False
    return parsed.verb, parsed.deal > 0 and parsed.phase not in _NO_TURN
