"""The course of a training: hand after hand by itself, each decision judged, a pause after every 25 hands (rules 4.14).

A training is its secret and its moves: everything else here follows from them, after a restart too.
"""

from dataclasses import replace
from datetime import datetime

from bot.model.course import HANDS, Course, Hand, Judged, Step, Training
from bot.model.lessons import Lesson, first_lesson
from bot.training.hands import begin_hand, fold_hand, given_cards, made_move, seed_of_hand
from engine.cards import format_cards
from engine.game import GameState, Move, Verb, View
from engine.odds.blackjack import Play
from engine.training import decision_of


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
