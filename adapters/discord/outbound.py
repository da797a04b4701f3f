"""Outbound: a screen becomes text in Discord's markdown; whatever a span says is shown as it is.

Names can hold anything, so every character that Discord would read as markup is disarmed in one place, `escaped`.
"""

import re

from adapters.common.paging import paged
from bot.ports.screens import Line, Screen, Span, Tone

#: Discord's limit for all text of a layout, in characters.
TEXT = 4000

_MARKUP = re.compile(r"([\\*_~`|<>\[\]()#])")
_ADDRESS = re.compile(r"(?<=[A-Za-z]):(?=//)")
#: At the start of a line these open a list.
_LISTED = re.compile(r"^(\s*)([-+•]|[0-9]{1,9}\.)(?=\s)")
_MENTION = "@\u200b"


def escaped(text: str) -> str:
    """A text that Discord shows as it is: no styles, no mentions, no addresses, no custom emoji, no timestamps."""
    text = text.encode("utf-8", "replace").decode("utf-8").replace("\n", " ")
    text = _MARKUP.sub(r"\\\1", text)
    return _ADDRESS.sub(r"\\:", text).replace("@", _MENTION)


def _span(span: Span) -> str:
    if span.mention is not None:
        return f"<@{span.mention}>"
    if span.until is not None:
        return f"<t:{round(span.until.timestamp())}:R>"
    if not span.text.strip():
        return span.text
    inner = span.text.strip(" ")
    before, _, after = span.text.partition(inner)
    match span.tone:
        case Tone.STRONG:
            shown = f"**{escaped(inner)}**"
        case Tone.QUIET:
            shown = f"*{escaped(inner)}*"
        case Tone.CODE:
            # Nothing can be escaped between backticks; a backtick itself would end them.
            shown = f"`{inner.replace('`', 'ˋ')}`"
        case _:
            shown = escaped(inner)
    return f"{before}{shown}{after}"


def line_text(line: Line) -> str:
    """One line in Discord's markdown."""
    text = "".join(_span(span) for span in line)
    return _LISTED.sub(lambda found: f"{found[1]}{_disarmed(found[2])}", text)


def _disarmed(mark: str) -> str:
    return f"{mark[:-1]}\\." if mark.endswith(".") else f"\\{mark}"


def markdown(screen: Screen) -> str:
    """The lines of a screen; what is longer than a layout may be is left out, whole lines first."""
    kept: list[str] = []
    room = TEXT
    for line in screen.lines:
        text = line_text(line)
        if len(text) + 1 > room:
            break
        kept.append(text)
        room -= len(text) + 1
    return "\n".join(kept)


def pages(screen: Screen) -> tuple[Screen, ...]:
    """A screen in as many layouts as its text needs; see `paged`."""
    return paged(screen, TEXT, lambda line: len(line_text(line)) + 1)
