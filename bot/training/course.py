"""The course of a training: hand after hand by itself, each decision judged, a pause after every 25 hands (rules 4.14).

A training is its secret and its moves: everything else here follows from them, after a restart too.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from bot.training.hands import begin_hand, fold_hand, given_cards, made_move, seed_of_hand
from bot.training.repetition import Lesson, first_lesson
from engine.cards import format_cards
from engine.game import GameState, Move, Verb, View
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


def begun(training: Training, due: Lesson | None) -> Step:
    """The first hand of a training; `due` is the lesson that comes first."""
    return _dealt(training, (), None, None, due)


def went_on(course: Course, due: Lesson | None) -> Step:
    """The next hand, after a pause or in place of one that cannot be played on."""
    return _dealt(course.training, (), None, course.last, due, past=course.past)


def seated(course: Course, computers: int) -> Course:
    """The same with so many computers from the next hand on."""
    return replace(course, training=replace(course.training, computers=computers))


def played(course: Course, play: Play, now: datetime, known: Lesson | None, due: Lesson | None) -> Step:
    """A legal play of the decision at hand, and the next hand if that ends this one.

    `known` is the lesson of this spot, if there is one; `due` another one that is due.
    """
    decision = decision_of(course.view)
    hinted = course.training.hinted
    judged = Judged(
        hand=course.hand.number,
        turn=course.turn,
        cards=decision.cards,
        up=decision.up,
        play=play,
        best=decision.best,
        chart=decision.chart,
        cost=decision.cost(play),
        hinted=hinted,
    )
    lesson = known
    if known is not None:
        lesson = known.answered(judged.grade, now, hinted=hinted)
    elif judged.grade.wrong and not hinted:
        lesson = first_lesson(decision.cards, decision.up, now)
    state, written = made_move(course.state, course.hand.seat, Move(Verb(play)))
    hand = replace(course.hand, moves=(*course.hand.moves, written))
    training = replace(course.training, hinted=False)
    if state.finished:
        hand = replace(hand, halves=_halves(state, hand.seat))
        step = _dealt(training, (hand,), state, judged, due)
    else:
        step = Step(Course(training, hand, state, judged), (hand,))
    return replace(
        step,
        old=course.turn,
        judged=judged,
        lesson=None if lesson == known else lesson,
        learned=decision.spot if known is not None and lesson is None else None,
    )


def _dealt(
    training: Training,
    hands: tuple[Hand, ...],
    state: GameState | None,
    last: Judged | None,
    due: Lesson | None,
    *,
    past: tuple[View, ...] = (),
) -> Step:
    """Hands dealt after the ones given, until one has a decision, or until a pause.

    A natural is settled by itself (rules 4.6). `state` is that of the last hand given.
    """
    while state is None or state.finished:
        if state is not None:
            past = (*past, state.view(hands[-1].seat))
            if hands[-1].number % HANDS == 0:
                break
        number = training.hand + 1
        training = replace(training, hand=number)
        given, computers = "", training.computers
        if due is not None:
            seed = seed_of_hand(training.secret, number)
            given, due, computers = format_cards(given_cards(seed, due.cards, due.up)), None, 0
        state, moves = begin_hand(training.secret, number, given, computers)
        halves = _halves(state, computers) if state.finished else None
        hands = (*hands, Hand(number, given, moves, halves, computers))
    return Step(Course(training, hands[-1], state, last, past), hands)


def _halves(state: GameState, seat: int) -> int:
    return state.view(seat).seats[seat].halves


def recalled(training: Training, hands: tuple[Hand, ...], last: Judged | None) -> Course:
    """The course of a stored training. `hands` are those since the last decision, the one in play last.

    Raises:
        Unfoldable: the moves of a hand do not lead where they led.
    """
    states = [
        fold_hand(training.secret, hand.number, hand.given, hand.computers, hand.moves) for hand in hands
    ]
    past = tuple(state.view(hand.seat) for hand, state in zip(hands, states, strict=True) if state.finished)
    return Course(training, hands[-1], states[-1], last, past)
