"""Values at the border of the database: how times and texts are stored."""

from datetime import UTC, datetime, timedelta
from typing import overload

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
