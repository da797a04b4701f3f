"""Frames: what a page may send, read strictly. Nothing that is not in these forms gets any further."""

import json
import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from bot.ports.screens import KEY_BYTES

#: The longest frame taken from a page, in bytes; the socket is closed above it.
FRAME_BYTES = 16_384
#: The longest text a person may send, in characters.
TEXT_LENGTH = 1_000
#: The longest name of a person, in characters.
NAME_LENGTH = 64
LARGEST_ID = 2**63 - 1

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
#: No control characters but tab and line feed.
PRINTABLE = r"^[^\x00-\x08\x0b-\x1f\x7f]*$"

Request = Annotated[str, StringConstraints(pattern=f"^{UUID.pattern}$"), Field(alias="id")]
Person = Annotated[int, Field(alias="as", ge=1, le=LARGEST_ID)]
ButtonKey = Annotated[str, StringConstraints(pattern=rf"^[\x00-\x7f]{{1,{KEY_BYTES}}}$")]
Text = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=TEXT_LENGTH, pattern=PRINTABLE),
]
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=NAME_LENGTH, pattern=PRINTABLE),
]


class BadFrame(Exception):
    """A frame that is not understood. `request` is its id as far as that could be read."""

    def __init__(self, message: str, request: str | None = None) -> None:
        """`message`: what is wrong, in one line."""
        super().__init__(message)
        self.message = message
        self.request = request


class _Form(BaseModel):
    """Fields to the letter, and no others."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Say(_Form):
    """A person has typed a line: a command or plain text."""

    t: Literal["say"]
    request: Request
    person: Person
    text: Text


class PressKey(_Form):
    """A person has pressed a button."""

    t: Literal["press"]
    request: Request
    person: Person
    key: ButtonKey


class OpenPanel(_Form):
    """The page wants the private panel of a person, or covers it again."""

    t: Literal["panel"]
    person: Person
    opened: Annotated[bool, Field(alias="open")]


class AddPerson(_Form):
    """The page adds a local person."""

    t: Literal["person"]
    request: Request
    name: Name


Frame = Say | PressKey | OpenPanel | AddPerson

_FRAME: TypeAdapter[Frame] = TypeAdapter(Annotated[Frame, Field(discriminator="t")])

#: What these fields are to be, whatever is wrong with them.
_FORMS = {
    "id": "a UUID in lower case",
    "as": "the id of a person",
    "open": "true or false",
    "key": f"1 to {KEY_BYTES} characters of ASCII",
}
#: What is wrong with a text.
_WRONG = {
    "string_too_long": "is longer than {max_length} characters",
    "string_too_short": "is empty",
    "string_pattern_mismatch": "has control characters in it",
    "string_unicode": "has control characters in it",
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
    try:
        return _FRAME.validate_python(found)
    except ValidationError as error:
        request = found.get("id")
        known = isinstance(request, str) and UUID.fullmatch(request) is not None
        raise BadFrame(_sentence(error.errors()[0]), request if known else None) from None


def _sentence(error: ErrorDetails) -> str:
    """What is wrong with a frame."""
    kind, path = error["type"], error["loc"]
    if len(path) < 2:
        return "the field 't' is to be one of: say, press, panel, person"
    field = path[1]
    if kind == "extra_forbidden":
        return "the frame has a field that is not known"
    if kind == "missing":
        return f"the field {field!r} is missing"
    if field in _FORMS:
        return f"the field {field!r} is to be {_FORMS[str(field)]}"
    wrong = _WRONG.get(kind, "is to be a text").format(**error.get("ctx", {}))
    return f"the field {field!r} {wrong}"
