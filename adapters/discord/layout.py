"""Layout: a screen as a message of Components V2, and the buttons in it.

Every component is dynamic: its custom id says all there is to know, so a press works after any restart. A view is built anew
for each message and each edit, and the library keeps none of them: when one that it keeps stops or times out, it may unregister the
buttons of all messages.
"""

import re
from collections.abc import Sequence
from typing import Any, Self

import discord
from discord import ButtonStyle, ui

from adapters.discord.outbound import markdown
from bot.ports.screens import Button, File, Screen, Weight

#: Discord's limits: characters of a custom id and of a label, buttons in a row, components of a layout.
CUSTOM_ID, LABEL, IN_ROW, COMPONENTS = 100, 80, 5, 40

#: A custom id is one of these letters, a colon, what it carries, and a number where the same stands twice in a message.
BOARD, PANEL, COPY = "b", "p", "c"
_FORM = re.compile(r"(?P<kind>[bpc]):(?P<payload>[!-}]{1,90})(?:~(?P<copy>[0-9]{1,2}))?")

_STYLES = {
    Weight.PLAIN: ButtonStyle.secondary,
    Weight.PRIMARY: ButtonStyle.primary,
    Weight.DANGER: ButtonStyle.danger,
}

_NOTHING = "\u200b"


class Pressable(ui.DynamicItem[ui.Button[ui.LayoutView]], template=re.compile(r"[\s\S]{1,100}")):
    """Any button of ours, of this version or an older one. What it carries is in its custom id."""

    def __init__(self, button: ui.Button[ui.LayoutView]) -> None:
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003 - the shape of the library's own
        item: ui.Item[Any],
        match: re.Match[str],  # noqa: ARG003 - as above
        /,
    ) -> Self:
        """The pressed button, made again from what Discord sent."""
        assert isinstance(item, ui.Button)  # noqa: S101 - nothing else is ever sent
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press on. It never raises: the library would swallow it."""
        await interaction.client.take_press(interaction, self.custom_id)


def taken_apart(custom_id: str) -> tuple[str, str]:
    """What a custom id is (`BOARD`, `PANEL`, `COPY`) and what it carries; one of an older version counts as an unknown key."""
    found = _FORM.fullmatch(custom_id)
    return (BOARD, custom_id) if found is None else (found["kind"], found["payload"])


class Rendered(ui.LayoutView):
    """What one message shows, for the one call that sends it."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    def is_finished(self) -> bool:
        """The library keeps no view that is finished; it gives those that one person alone sees a timer of 15 minutes else."""
        return True


def layout(
    screen: Screen, *, panel: bool = False, called: Sequence[int] = (), file: File | None = None
) -> ui.LayoutView:
    """A new view of a screen. `panel`: of the private panel; `called` are persons to be mentioned below the text.

    `file` is sent with it.
    """
    text = markdown(screen)
    if called:
        text += "\n" + " ".join(f"<@{user}>" for user in called)
    children: list[ui.Item[Any]] = [ui.TextDisplay(text or _NOTHING)]
    if file is not None:
        children.append(ui.File(f"attachment://{file.name}"))
    room = COMPONENTS - 1 - len(children)
    seen: dict[str, int] = {}
    for row in screen.rows:
        buttons = [made for button in row if (made := _button(button, seen, panel=panel)) is not None]
        for start in range(0, len(buttons), IN_ROW):
            together = buttons[start : start + IN_ROW]
            if len(together) + 1 <= room:
                room -= len(together) + 1
                children.append(ui.ActionRow(*together))
    view = Rendered()
    view.add_item(ui.Container(*children))
    return view


def _button(button: Button, seen: dict[str, int], *, panel: bool) -> ui.Item[Any] | None:
    label = button.label if len(button.label) <= LABEL else button.label[: LABEL - 1] + "…"
    if button.url is not None:
        return ui.Button(label=label, url=button.url)
    if button.copy is not None:
        kind, payload = COPY, button.copy
    else:
        kind, payload = PANEL if panel else BOARD, button.key or ""
    custom_id = f"{kind}:{payload}"
    number = seen[custom_id] = seen.get(custom_id, 0) + 1
    if number > 1:
        custom_id = f"{custom_id}~{number}"
    if len(custom_id) > CUSTOM_ID or _FORM.fullmatch(custom_id) is None:
        return None  # nothing of ours is so long; a message without one button is better than none
    return Pressable(ui.Button(label=label, custom_id=custom_id, style=_STYLES[button.weight]))
