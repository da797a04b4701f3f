"""Values at the border of the database: how times, texts and whole rows are stored and read."""

import sqlite3
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import cache
from typing import Any, TypeVar, get_type_hints, overload

T = TypeVar("T")

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


@overload
def stored_time(moment: datetime) -> int: ...
@overload
def stored_time(moment: datetime | None) -> int | None: ...
def stored_time(moment: datetime | None) -> int | None:
    """A time as whole microseconds since 1970-01-01 UTC: what a `datetime` holds, without rounding.

    Raises:
        ValueError: the time has no time zone.
    """
    if moment is None:
        return None
    if moment.tzinfo is None:
        raise ValueError(f"a time without a time zone: {moment.isoformat()}")
    return (moment - _EPOCH) // _MICROSECOND


@overload
def read_time(stored: int) -> datetime: ...
@overload
def read_time(stored: int | None) -> datetime | None: ...
def read_time(stored: int | None) -> datetime | None:
    """The time behind a stored one, in UTC."""
    return None if stored is None else _EPOCH + timedelta(microseconds=stored)


@overload
def stored_text(text: str) -> str: ...
@overload
def stored_text(text: str | None) -> str | None: ...
def stored_text(text: str | None) -> str | None:
    """A text as it can be stored: lone surrogates, which clients send and UTF-8 cannot hold, become «�»."""
    if text is None:
        return None
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def stored(value: object) -> object:
    """A value as a column takes it."""
    match value:
        case datetime():
            return stored_time(value)
        case Enum():
            return value.value
        case str():
            return stored_text(value)
        case _:
            return value


def columns(value: object, names: Iterable[str]) -> dict[str, object]:
    """Those fields of a value as parameters of a statement, by their names."""
    return {name: stored(getattr(value, name)) for name in names}


def insertion(table: str, names: Iterable[str]) -> str:
    """The statement that inserts a row, each column from the parameter of its name."""
    names = list(names)
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES (:{', :'.join(names)})"  # noqa: S608 - names of ours


def read_row(kind: Callable[..., T], row: sqlite3.Row, **given: object) -> T:
    """The value whose fields are the columns of their names, but for those that are given."""
    names = row.keys()
    readers = _readers(kind).items()
    return kind(
        **{name: read(row[name]) for name, read in readers if name in names and name not in given}, **given
    )


@cache
def _readers(kind: Callable[..., object]) -> dict[str, Callable[[Any], object]]:
    """How each field of a value is read from its column."""
    return {name: _reader(hint) for name, hint in get_type_hints(kind).items()}


def _reader(hint: object) -> Callable[[Any], object]:
    if hint in {datetime, datetime | None}:
        return read_time
    return hint if isinstance(hint, type) and issubclass(hint, bool | Enum) else _as_it_is


def _as_it_is(value: object) -> object:
    return value
