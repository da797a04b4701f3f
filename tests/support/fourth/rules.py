"""The engine of the fourth game."""

from dataclasses import replace
from typing import cast

from engine.fast_frozen import replace as changed
from engine.game import View
from engine.games.ochko.state import OCHKO, Ochko
from engine.rules import Setup


class Half(Ochko):
    """A state of the game."""

    __slots__ = ()

    def limits(self, seat: int) -> tuple[int, int]:
        """The least and the most that a bettor may stake: never above half of the bank."""
        least, most = super().limits(seat)
        return least, max(least, min(most, self.bank // 2))

    def view(self, viewer: int | None) -> View:
        """What a seat may know."""
        return changed(super().view(viewer), game=HALF.name)

    def revealed(self) -> View:
        """Everything, face up."""
        return changed(super().revealed(), game=HALF.name)


def start(setup: Setup) -> Half:
    """The game before its first deal."""
    begun = OCHKO.start(setup)
    return cast("Half", Half(*(getattr(begun, name) for name in Ochko.__slots__)))


HALF = replace(OCHKO, name="half", start=start, opener_banks=True)
