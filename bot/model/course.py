"""A training as it stands: its hands, its decisions, what one press makes of it (rules 4.14)."""

from dataclasses import dataclass
from datetime import datetime

from bot.model.lessons import Lesson
from engine.game import GameState, View
from engine.odds.blackjack import Play
from engine.training import Decision, Grade, Spot, decision_of, grade_of

#: Hands between two pauses.
HANDS = 25


@dataclass(frozen=True, slots=True)
class Training:
    """A training as stored: whose, since when, which hand is in play.

    `hinted` says that the decision at hand has had its hint. So many `computers` sit at the hands to come.
    """

    id: int
    person: int
    secret: bytes
    began_at: datetime
    hand: int = 0
    hinted: bool = False
    ended_at: datetime | None = None
    computers: int = 0


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand in order from 1: the cards given to it (a lesson; empty: by chance), its moves with their digests.

    `halves` is what it brought, in half units, once it is settled. So many `computers` were dealt cards before the
    person: none to a lesson, so that its cards come as they came.
    """

    number: int
    given: str = ""
    moves: tuple[tuple[str, bytes], ...] = ()
    halves: int | None = None
    computers: int = 0

    @property
    def seat(self) -> int:
        """The person's seat, the last one."""
        return self.computers


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision that was made: where, on what, what was played, what would have been best, what it cost in units."""

    hand: int
    turn: int
    cards: tuple[str, ...]
    up: str
    play: Play
    best: Play
    chart: Play
    cost: float
    hinted: bool

    @property
    def grade(self) -> Grade:
        """Its class."""
        return grade_of(self.cost)

    @property
    def spot(self) -> Spot:
        """What it was about."""
        return Spot.of(self.cards, self.up)


@dataclass(frozen=True, slots=True)
class Course:
    """A training as it stands. `past` are the hands settled since the last decision, its own one first."""

    training: Training
    hand: Hand
    state: GameState
    last: Judged | None = None
    past: tuple[View, ...] = ()

    @property
    def paused(self) -> bool:
        """Whether the person is asked to go on or to end."""
        return self.state.finished

    @property
    def opening(self) -> bool:
        """Whether nothing has been decided in this training yet."""
        return self.last is None

    @property
    def view(self) -> View:
        """What the person sees of the hand."""
        return self.state.view(self.hand.seat)

    @property
    def turn(self) -> int:
        """The number of moves made in the hand: what a button's key says to die with its turn."""
        return len(self.hand.moves)

    def decision(self) -> Decision | None:
        """The decision at hand; None in a pause."""
        return None if self.paused else decision_of(self.view)


@dataclass(frozen=True, slots=True)
class Step:
    """What one press has made of a training: stored in one transaction, or not at all.

    `hands` are the hands that have begun, gone on or ended, `old` the number of moves of the first that were
    stored before. `lesson` is to be kept, `learned` to be dropped.
    """

    course: Course
    hands: tuple[Hand, ...] = ()
    old: int = 0
    judged: Judged | None = None
    lesson: Lesson | None = None
    learned: Spot | None = None
