"""Frozen values with some fields changed, without the cost that `dataclasses.replace` has in a long game."""

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import replace  # type checkers know what each dataclass takes; below is the same, faster
else:

    def replace(value: Any, /, **changes: Any) -> Any:
        """As `dataclasses.replace`, for dataclasses of two fields or more, all of them in their `__init__`."""
        read, places = _plan(type(value))
        found = list(read(value))
        for name, changed in changes.items():
            found[places[name]] = changed
        return type(value)(*found)


@cache
def _plan(kind: type) -> tuple[Callable[[object], tuple[object, ...]], dict[str, int]]:
    """How the fields of a class are read at once, and where each stands."""
    names = [field.name for field in fields(kind)]
    return attrgetter(*names), {name: place for place, name in enumerate(names)}


__all__ = ["replace"]
