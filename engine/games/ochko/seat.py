"""What lies before a seat of Очко: its hand and its chips."""

from dataclasses import dataclass

from engine.fast_frozen import quick
from engine.game import Standing
from engine.hand36 import Hand36

#: Rules 2.9, 2.10.
MOST_CARDS = 5


@quick
@dataclass(frozen=True, slots=True)
class Hand(Hand36):
    """A hand; `stood` where it takes no more cards though they alone did not decide it."""

    stood: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Seat:
    """A seat.

    `chips` leave out the bank and the stake on the table, `won` are stakes won from the bank, as really paid.
    """

    chips: int
    began: int
    standing: Standing = Standing.PLAYING
    won: tuple[int, ...] = ()
    hand: Hand | None = None
