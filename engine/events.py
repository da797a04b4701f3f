"""The facts that come of moves. Texts, pictures and statistics read these and the views, never a state.

Amounts are chips, in blackjack units, `halves` half units; `hand` is the index of the hand among those of its
seat. An event whose audience is a seat is for that seat alone; `seen` gives what one viewer
learns.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.cards import Card
from engine.game import Audience, BankEnding, Ending, Event, Result
from engine.values import quick


@quick
@dataclass(frozen=True, slots=True)
class BankerDrawn(Event):
    """The seat was drawn, or agreed, as banker of the game (rules 2.6)."""


@quick
@dataclass(frozen=True, slots=True)
class DealBegan(Event):
    """A deal began; `deal` is its number, from 1, `bank` what lies in the bank (0 where there is none)."""

    deal: int
    bank: int


@quick
@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    """A stock was shuffled and cut.

    `number` counts the shuffles of the game, `cards` is the size of the stock (rules 1.3, 1.4).
    """

    number: int
    cards: int


@quick
@dataclass(frozen=True, slots=True)
class CardDealt(Event):
    """The seat (in blackjack None: the dealer) got a card; None where the viewer may not know which."""

    card: Card | None
    hand: int = 0


@quick
@dataclass(frozen=True, slots=True)
class StakePlaced(Event):
    """The seat placed a stake."""

    stake: int


@quick
@dataclass(frozen=True, slots=True)
class HandStood(Event):
    """The hand takes no more cards; `full` when it may hold no more (rules 2.9, 2.10).

    Стук: whether it stood by itself is not told, it would tell 21 (rules 3.6).
    """

    full: bool
    hand: int = 0


@quick
@dataclass(frozen=True, slots=True)
class HandDoubled(Event):
    """The hand's stake was doubled for one more card (rules 4.7)."""

    hand: int


@quick
@dataclass(frozen=True, slots=True)
class HandSplit(Event):
    """The hand was split; the new one stands directly after it (rules 4.8)."""

    hand: int


@quick
@dataclass(frozen=True, slots=True)
class HiddenCardTurned(Event):
    """The dealer turned his face-down card (rules 4.10)."""

    card: Card


@quick
@dataclass(frozen=True, slots=True)
class HandSettled(Event):
    """The hand was compared with the dealer's, or is bust (rules 4.11).

    `stake` is units, `halves` what it brought, in half units.
    """

    hand: int
    result: Result
    stake: int
    halves: int


@quick
@dataclass(frozen=True, slots=True)
class TimeRanOut(Event):
    """The seat let its time run out: the rest of the round is stood through for it (rules 4.15)."""


@quick
@dataclass(frozen=True, slots=True)
class HandShown(Event):
    """The seat's hand is open to everybody from now on (rules 2.7)."""

    cards: tuple[Card, ...]


@quick
@dataclass(frozen=True, slots=True)
class HandWon(Event):
    """The hand won: the stake came back, and `paid` on top of it from the bank (rules 2.12, 2.13)."""

    stake: int
    paid: int


@quick
@dataclass(frozen=True, slots=True)
class HandLost(Event):
    """The hand lost, its stake went to the bank."""

    stake: int


@quick
@dataclass(frozen=True, slots=True)
class SeatForfeited(Event):
    """The seat forfeited (rules 2.17, 3.14).

    `stake` is what goes to the bank by it, `timed_out` tells a time-out from leaving. Стук: after a time-out
    the seat is still at the table; a stake above 0 with no `HandLost` after it was a round missed.
    """

    stake: int
    timed_out: bool


@quick
@dataclass(frozen=True, slots=True)
class SeatLeft(Event):
    """The seat left freely, with the chips it has."""

    chips: int


@quick
@dataclass(frozen=True, slots=True)
class SeatOut(Event):
    """The seat has no chips left and is out of the game (rules 2.8, 2.17)."""


@quick
@dataclass(frozen=True, slots=True)
class DealEnded(Event):
    """The deal was played to its end; `bank` is what lies in the bank now (0 where there is none)."""

    deal: int
    bank: int


@quick
@dataclass(frozen=True, slots=True)
class BankOpened(Event):
    """The seat put `bank` chips into a new bank and is its banker (rules 3.2)."""

    bank: int


@quick
@dataclass(frozen=True, slots=True)
class BankPassed(Event):
    """The seat is passed over and counts as having had the bank (rules 3.2, 3.14).

    `sits_out` tells sitting out from a stack below the table's size.
    """

    sits_out: bool


@quick
@dataclass(frozen=True, slots=True)
class Knocked(Event):
    """The banker knocked: the next round is the last of his bank (rules 3.11)."""

    by_itself: bool


@quick
@dataclass(frozen=True, slots=True)
class LowerPartCame(Event):
    """The lower part of the pack came in as it lay (rules 3.12)."""


@quick
@dataclass(frozen=True, slots=True)
class SatOut(Event):
    """The seat sits out the rest of this bank (rules 3.14)."""


@quick
@dataclass(frozen=True, slots=True)
class BankShared(Event):
    """The seat got `chips` of the bank of a banker who forfeited (rules 3.14)."""

    chips: int


@quick
@dataclass(frozen=True, slots=True)
class BankEnded(Event):
    """The seat's bank has ended; `chips` of it went to his stack (rules 3.13, 3.14)."""

    chips: int
    ending: BankEnding


@quick
@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over (rules 2.15, 2.17, 3.13, 3.14)."""

    ending: Ending


def seen(events: Iterable[Event], viewer: int | None) -> tuple[Event, ...]:
    """The events as that seat, or an onlooker (None), may know them.

    That a card came is seen by everybody; which card only by its audience. Other events hidden from the
    viewer are left out.
    """
    known: list[Event] = []
    for event in events:
        if event.audience is Audience.EVERYBODY or (
            event.audience is Audience.SEAT and viewer is not None and event.seat == viewer
        ):
            known.append(event)
        elif isinstance(event, CardDealt):
            known.append(replace(event, card=None))
    return tuple(known)
