"""JSON read strictly, and its values checked: what a record may be made of (records.md).

What is not as it should be raises `RecordError`, with the name that `where` gives it.
"""

import json
import re
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TypeVar

#: The largest whole number that every reader of JSON keeps exactly.
LARGEST = 2**53 - 1

_SHOWN = 40
_HEX = re.compile("[0-9a-fA-F]{64}")

_T = TypeVar("_T")


class RecordError(ValueError):
    """The record cannot be read. The message is one line: the key, and why."""


@dataclass(frozen=True, slots=True)
class _NoWholeNumber:
    """A number of the JSON text that no key of a record can have.

    A fraction, NaN, or one beyond `LARGEST`.
    """

    text: str

    def __repr__(self) -> str:
        return self.text


def load(data: bytes) -> object:
    """The value of a UTF-8 JSON text; no object of it may have a key twice."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"the record is not UTF-8 text (byte {error.start})") from None
    try:
        return json.loads(
            text,
            object_pairs_hook=_unique,
            parse_int=_whole,
            parse_float=_NoWholeNumber,
            parse_constant=_NoWholeNumber,
        )
    except json.JSONDecodeError as error:
        raise RecordError(
            f"the record is not JSON: {error.msg} (line {error.lineno}, column {error.colno})"
        ) from None
    except RecursionError:
        raise RecordError("the record is nested too deeply") from None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise RecordError(f"the key {shown(key)} stands twice in one object")
        found[key] = value
    return found


def _whole(digits: str) -> object:
    if len(digits) > len(str(LARGEST)) + 1 or abs(int(digits)) > LARGEST:
        return _NoWholeNumber(digits)
    return int(digits)


def shown(value: object) -> str:
    """A value for a message: on one line, short, in printable characters."""
    text = ascii(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def wrong(where: str, value: object, wanted: str) -> RecordError:
    """The error for a value that is not what its key wants."""
    return RecordError(f"{where}: {shown(value)} is not {wanted}")


def as_object(
    value: object, where: str, required: AbstractSet[str], optional: AbstractSet[str] = frozenset()
) -> dict[str, object]:
    """An object with all of the required keys and no others than the optional ones."""
    if not isinstance(value, dict):
        raise wrong(where or "the record", value, "an object")
    inside = f"{where}: " if where else ""
    for key in value:
        if key not in required and key not in optional:
            raise RecordError(f"{inside}unknown key {shown(key)}")
    for key in sorted(required - value.keys()):
        raise RecordError(f"{inside}the key {key!r} is missing")
    return value


def as_list(value: object, where: str, read: Callable[[object, str], _T]) -> tuple[_T, ...]:
    """The entries of a list, each as it is read under its own name."""
    if not isinstance(value, list):
        raise wrong(where, value, "a list")
    return tuple(read(entry, f"{where}[{at}]") for at, entry in enumerate(value))


def per_shuffle(value: object, where: str, read: Callable[[object, str], _T]) -> tuple[_T, ...]:
    """One entry per shuffle: a bare value is the first shuffle's."""
    return as_list(value, where, read) if isinstance(value, list) else (read(value, where),)


def as_text(value: object, where: str) -> str:
    """A text that can be written again: without half of a surrogate pair."""
    if not isinstance(value, str):
        raise wrong(where, value, "a text")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise wrong(where, value, "a text of whole characters") from None
    return value


def as_whole(value: object, where: str, least: int, most: int = LARGEST) -> int:
    """A whole number within bounds, both included; true and false are none."""
    if type(value) is not int or not least <= value <= most:
        raise wrong(where, value, f"a whole number from {least} to {most}")
    return value


def as_bytes(value: object, where: str) -> bytes:
    """32 bytes, written as 64 hex digits."""
    text = as_text(value, where)
    if _HEX.fullmatch(text) is None:
        raise wrong(where, text, "64 hex digits")
    return bytes.fromhex(text)
