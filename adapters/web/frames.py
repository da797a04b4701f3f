"""Frames: what a page may send, read strictly. Nothing that is not in these forms gets any further."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

#: The longest frame taken from a page, in bytes; the socket is closed above it.
FRAME_BYTES = 16_384
#: The longest text a person may send, in characters.
TEXT_LENGTH = 1_000
#: The longest name of a person, in characters.
NAME_LENGTH = 64
#: The longest button key, in bytes of ASCII (`bot.ports.screens.KEY_BYTES`, as every platform has it).
KEY_LENGTH = 64
LARGEST_ID = 2**63 - 1

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
# Control characters but tab and line feed, and halves of surrogate pairs, which no database takes.
UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


class BadFrame(Exception):
    """A frame that is not understood. `request` is its id as far as that could be read."""

    def __init__(self, message: str, request: str | None = None) -> None:
        """`message`: what is wrong, in one line."""
        super().__init__(message)
        self.message = message
        self.request = request


@dataclass(frozen=True, slots=True)
class Say:
    """A person has typed a line: a command or plain text."""

    request: str
    person: int
    text: str


@dataclass(frozen=True, slots=True)
class PressKey:
    """A person has pressed a button."""

    request: str
    person: int
    key: str


@dataclass(frozen=True, slots=True)
class OpenPanel:
    """The page wants the private panel of a person, or covers it again."""

    person: int
    opened: bool


@dataclass(frozen=True, slots=True)
class AddPerson:
    """The page adds a local person."""

    request: str
    name: str


Frame = Say | PressKey | OpenPanel | AddPerson


class _Fields:
    """The fields of one frame, each taken once with its type and length checked."""

    def __init__(self, fields: Mapping[str, object]) -> None:
        self._left = dict(fields)
        self.request: str | None = None

    def _take(self, name: str) -> object:
        if name not in self._left:
            raise BadFrame(f"the field {name!r} is missing", self.request)
        return self._left.pop(name)

    def id(self) -> str:
        """The request's id: a UUID in lower case."""
        found = self._take("id")
        if not isinstance(found, str) or UUID.fullmatch(found) is None:
            raise BadFrame("the field 'id' is to be a UUID in lower case")
        self.request = found
        return found

    def person(self) -> int:
        """The id of the person acting."""
        found = self._take("as")
        # bool is an int to isinstance, but not a person.
        if type(found) is not int or not 1 <= found <= LARGEST_ID:
            raise BadFrame("the field 'as' is to be the id of a person", self.request)
        return found

    def flag(self, name: str) -> bool:
        """A field that is true or false."""
        found = self._take(name)
        if not isinstance(found, bool):
            raise BadFrame(f"the field {name!r} is to be true or false", self.request)
        return found

    def text(self, name: str, longest: int) -> str:
        """A text with something in it, without space around it."""
        found = self._take(name)
        if not isinstance(found, str):
            raise BadFrame(f"the field {name!r} is to be a text", self.request)
        if len(found) > longest:
            raise BadFrame(f"the field {name!r} is longer than {longest} characters", self.request)
        if UNPRINTABLE.search(found):
            raise BadFrame(f"the field {name!r} has control characters in it", self.request)
        if not (stripped := found.strip()):
            raise BadFrame(f"the field {name!r} is empty", self.request)
        return stripped

    def key(self) -> str:
        """A button's key, as it was given to the page."""
        found = self._take("key")
        if not isinstance(found, str) or not (found.isascii() and 1 <= len(found) <= KEY_LENGTH):
            raise BadFrame(f"the field 'key' is to be 1 to {KEY_LENGTH} characters of ASCII", self.request)
        return found

    def end(self) -> None:
        """Nothing else may be there."""
        if self._left:
            raise BadFrame("the frame has a field that is not known", self.request)


def _say(fields: _Fields) -> Frame:
    return Say(fields.id(), fields.person(), fields.text("text", TEXT_LENGTH))


def _press(fields: _Fields) -> Frame:
    return PressKey(fields.id(), fields.person(), fields.key())


def _panel(fields: _Fields) -> Frame:
    return OpenPanel(fields.person(), fields.flag("open"))


def _person(fields: _Fields) -> Frame:
    return AddPerson(fields.id(), fields.text("name", NAME_LENGTH))


_KINDS: Mapping[str, Callable[[_Fields], Frame]] = {
    "say": _say,
    "press": _press,
    "panel": _panel,
    "person": _person,
}


def read_frame(text: str) -> Frame:
    """Read one frame of a page.

    Raises:
        BadFrame: it is not one of the known forms, to the letter.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):  # nested a thousand deep, JSON ends in a RecursionError
        raise BadFrame("the frame is not JSON") from None
    if not isinstance(found, dict):
        raise BadFrame("the frame is not a JSON object")
    kind = found.pop("t", None)
    if not isinstance(kind, str) or kind not in _KINDS:
        raise BadFrame("the field 't' is to be one of: " + ", ".join(_KINDS))
    fields = _Fields(found)
    frame = _KINDS[kind](fields)
    fields.end()
    return frame
