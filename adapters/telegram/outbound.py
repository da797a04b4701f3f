"""Outbound: a screen becomes a text with entities and an inline keyboard.

Styles are entities, never a markup language: a name can contain anything and is shown as it is, since nothing is parsed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from telegram import CopyTextButton, InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity, User
from telegram.constants import KeyboardButtonStyle, MessageEntityType, MessageLimit

from adapters.common.paging import paged
from bot.ports.screens import Button, Screen, Span, Tone, Weight

#: Telegram's limits, in UTF-16 units as it counts them: a message, the answer to a press.
MESSAGE_UNITS = int(MessageLimit.MAX_TEXT_LENGTH)
ANSWER_UNITS = 200

_STYLES = {
    Tone.STRONG: MessageEntityType.BOLD,
    Tone.QUIET: MessageEntityType.ITALIC,
    Tone.CODE: MessageEntityType.CODE,
}
_COLOURS = {Weight.PRIMARY: KeyboardButtonStyle.PRIMARY, Weight.DANGER: KeyboardButtonStyle.DANGER}

#: Between spans of one line nothing stands, between lines one character.
_BREAK = 1


@dataclass(frozen=True, slots=True)
class Rendered:
    """A text and what is set apart in it. Offsets and lengths count UTF-16 units."""

    text: str
    entities: tuple[MessageEntity, ...]


def units(text: str) -> int:
    """How long Telegram finds a text: its UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut(text: str, room: int) -> str:
    """The text, or as much of it as fits into `room` UTF-16 units with an ellipsis."""
    if units(text) <= room:
        return text
    kept, left = [], room - 1
    for char in text:
        left -= units(char)
        if left < 0:
            break
        kept.append(char)
    return "".join(kept).rstrip() + "…"


def rendered(screen: Screen) -> Rendered:
    """The lines of a screen as one text with its entities; what is longer than a message may be is left out."""
    pieces: list[str] = []
    entities: list[MessageEntity] = []
    at = 0
    for number, line in enumerate(screen.lines):
        if number:
            pieces.append("\n")
            at += _BREAK
        for span in line:
            text = _storable(span.text)
            length = units(text)
            if at + length > MESSAGE_UNITS:
                return Rendered("".join(pieces).rstrip("\n"), tuple(entities))
            pieces.append(text)
            entities.extend(_entities(replace(span, text=text), at, length))
            at += length
    return Rendered("".join(pieces), tuple(entities))


def _storable(text: str) -> str:
    """Half a surrogate pair cannot be sent as UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _entities(span: Span, offset: int, length: int) -> Iterator[MessageEntity]:
    if not span.text.strip():
        return
    if (style := _STYLES.get(span.tone)) is not None:
        yield MessageEntity(style, offset, length)
    if span.until is not None:
        yield MessageEntity(
            MessageEntityType.DATE_TIME, offset, length, date_time_format="r", unix_time=span.until
        )
    if span.mention is not None:
        # Only the id counts; the name that the library asks for is not sent as text.
        user = User(span.mention, "-", is_bot=False)
        yield MessageEntity(MessageEntityType.TEXT_MENTION, offset, length, user=user)


def keyboard(screen: Screen) -> InlineKeyboardMarkup | None:
    """The buttons under a screen."""
    if not screen.rows:
        return None
    return InlineKeyboardMarkup([[_button(button) for button in row] for row in screen.rows])


def _button(button: Button) -> InlineKeyboardButton:
    style = _COLOURS.get(button.weight)
    if button.copy is not None:
        return InlineKeyboardButton(button.label, copy_text=CopyTextButton(button.copy), style=style)
    if button.url is not None:
        return InlineKeyboardButton(button.label, url=button.url, style=style)
    return InlineKeyboardButton(button.label, callback_data=button.key, style=style)


def answer_text(screen: Screen) -> str:
    """A screen as the answer to a press: at most 200 characters, no buttons."""
    return cut(screen.text, ANSWER_UNITS)


def pages(screen: Screen) -> tuple[Screen, ...]:
    """A screen in as many messages as its text needs; see `paged`."""
    return paged(screen, MESSAGE_UNITS, lambda line: sum(units(span.text) for span in line) + _BREAK)
