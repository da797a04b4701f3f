"""What a decision of blackjack was worth: the best play, what another one costs, the common chart beside it (rules 4.19).

A hand of a split is judged like the same cards unsplit, as it is played by the exact odds (docs/odds.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.game import Verb, View
from engine.odds.analysis import tables
from engine.odds.blackjack import Play
from engine.odds.leads import hit_leads
from engine.players.blackjack import counts_of, held_and_up, normal
from engine.players.player import verbs

#: A play that costs no more than this, in units, is the best one: the rounding of the tables.
EQUAL = 1e-9

#: Below this cost, in units, a play is a close call; above the other one it is a blunder.
CLOSE, BLUNDER = 0.01, 0.10

#: The values as people read a hand: the ace first, then the high cards.
_READ = "AT98765432"


class Grade(StrEnum):
    """How good a play was."""

    BEST = "best"
    CLOSE = "close"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def wrong(self) -> bool:
        """Whether it is to be learned anew: more than a close call."""
        return self in {Grade.MISTAKE, Grade.BLUNDER}


def grade_of(cost: float) -> Grade:
    """The class of a play that costs so much, in units."""
    if cost <= EQUAL:
        return Grade.BEST
    if cost < CLOSE:
        return Grade.CLOSE
    return Grade.BLUNDER if cost > BLUNDER else Grade.MISTAKE


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """What a decision is about: the values of the own cards, in one order whatever order they came in, and the up card."""

    cards: tuple[str, ...]
    up: str

    @classmethod
    def of(cls, cards: tuple[str, ...], up: str) -> "Spot":
        """The spot of cards in any order."""
        return cls(tuple(sorted(cards, key=_READ.index)), up)


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision before it is made.

    `cards` are the values of the own hand as they came. `worths` are what the legal plays are worth in units
    against each other: of three cards or more only the difference is known. `chart` is what the common chart
    plays (rules 4.18).
    """

    cards: tuple[str, ...]
    up: str
    worths: Mapping[Play, float]
    chart: Play

    @property
    def spot(self) -> Spot:
        """What it is about."""
        return Spot.of(self.cards, self.up)

    @property
    def best(self) -> Play:
        """The best play; of equal ones the first (rules 4.19)."""
        return max(self.worths, key=self.worths.__getitem__)

    @property
    def lead(self) -> float:
        """How far the best play leads the second, in units."""
        best, second, *_ = sorted(self.worths.values(), reverse=True)
        return best - second

    def cost(self, play: Play) -> float:
        """What a legal play costs against the best one, in units, never below 0.

        Raises:
            KeyError: the play is not legal.
        """
        return self.worths[self.best] - self.worths[play]


def decision_of(view: View) -> Decision:
    """The decision before the viewer.

    Raises:
        ValueError: it is not the viewer's move.
    """
    cards, up = held_and_up(view)
    counts = counts_of(cards)
    worths: Mapping[Play, float]
    if len(cards) == 2:
        values = tables().cell(counts, up).values()
        allowed = verbs(view.legal)
        worths = {play: value for play, value in values.items() if Verb(play) in allowed}
    else:
        worths = {Play.STAND: 0.0, Play.HIT: hit_leads(counts, up)}
    return Decision(cards, up, worths, Play(normal(view, view.legal).verb))
