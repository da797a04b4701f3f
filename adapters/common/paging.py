"""Paging: a screen that is longer than one message of a platform."""

from collections.abc import Callable
from dataclasses import replace

from bot.ports.screens import Line, Screen


def paged(screen: Screen, room: int, length: Callable[[Line], int]) -> tuple[Screen, ...]:
    """A screen in as many messages as its text needs, broken between lines; the last one has the buttons.

    `room` is what a message holds, `length` what a line and its break take of it.
    """
    bundles: list[list[Line]] = [[]]
    left = room
    for line in screen.lines:
        taken = length(line)
        if bundles[-1] and taken > left:
            bundles.append([])
            left = room
        bundles[-1].append(line)
        left -= taken
    *first, last = (replace(screen, lines=tuple(bundle), rows=()) for bundle in bundles)
    return (*first, replace(last, rows=screen.rows))
