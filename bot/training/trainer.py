"""/train: opens trainings, takes their buttons, keeps what comes of them before anybody sees it (rules 4.14)."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar
from weakref import WeakValueDictionary

import structlog

from bot.model.company import computers_asked
from bot.model.context import Context
from bot.model.course import Course, Step, Training
from bot.model.errors import PressRepeated
from bot.model.options import BadOption
from bot.model.outgoing import NO_TABLE, Outgoing, Slot
from bot.outbox.outbox import Outbox
from bot.ports.clock import Clock
from bot.ports.screens import Answer, Line, Post, Screen
from bot.screens.answers import note
from bot.screens.company import bad_word, next_text, number_chosen
from bot.screens.lines import quiet, refused, short
from bot.screens.training import (
    AGAIN,
    Moment,
    course_screen,
    hint_text,
    moved_screen,
    over_rows,
    summary_screen,
    verdict_text,
)
from bot.store import trainings
from bot.store.store import Store
from bot.tables.fold import Unfoldable
from bot.tables.languages import Persons
from bot.tables.session import Accepted
from bot.tables.work import Taps, answered, tapped_again
from bot.training.course import begun, played, recalled, seated, went_on
from engine.fairness import SECRET_BYTES
from engine.odds.blackjack import Play

log = structlog.get_logger(__name__)

_T = TypeVar("_T")

#: Trainings held in memory; the others are read again when they are asked for.
_HELD = 1000


class Trainer:
    """All trainings. In a private chat one message shows a training; elsewhere it is a private answer, edited by its own buttons."""

    def __init__(self, store: Store, clock: Clock, outbox: Outbox, persons: Persons, taps: Taps) -> None:
        """`store` keeps them, `outbox` sends them; they take no seat at a table (rules 5.3)."""
        self._store = store
        self._clock = clock
        self._outbox = outbox
        self._persons = persons
        self._taps = taps
        self._courses: OrderedDict[int, Course] = OrderedDict()
        self._accepted: OrderedDict[int, Accepted] = OrderedDict()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self.secret: Callable[[], bytes] = lambda: secrets.token_bytes(SECRET_BYTES)

    async def command(self, context: Context, arguments: str) -> Answer:
        """`/train`: the training that runs, further down, or a new one; `computers=2` seats so many from the next hand."""
        try:
            computers = computers_asked(arguments)
        except BadOption as error:
            return note(context.say, bad_word(context.say, error), accepted=False)
        async with self._lock(context):
            return await self._open(context, anew=True, computers=computers)

    async def press(self, context: Context, argument: str | None) -> Answer:
        """A button of a training, or one that asks for it."""
        say, person = context.say, context.person.id
        if argument is None:
            return await self.command(context, "")
        moment = Moment.read(argument)
        if moment is None and argument != AGAIN:
            return refused(say, say("This button no longer works. Open tables: /tables"))
        async with self._lock(context):
            if (same := tapped_again(self._accepted.get(person), context, argument)) is not None:
                return same
            if moment is None:
                answer = await self._open(context, anew=False)
            else:
                answer = await answered(self._store, context, self._pressed(context, moment))
            if answer.accepted:
                _hold(self._accepted, person, self._taps.accepted(context, argument, answer))
            return answer

    def _lock(self, context: Context) -> asyncio.Lock:
        return self._locks.setdefault(context.person.id, asyncio.Lock())

    # what is asked

    async def _open(self, context: Context, *, anew: bool, computers: int | None = None) -> Answer:
        say, person, now = context.say, context.person.id, self._clock.now()
        text = say("Your training is here.")
        course = await self._course(context)
        farewell: Screen | None = moved_screen(say)
        if course is None:
            farewell = None  # a summary that stands in the old message stays
            _, due = await self._store.read(trainings.lessons, person, now)
            if computers is None:
                computers = await self._store.read(trainings.computers, person)
            training = Training(0, person, self.secret(), now, computers=computers)
            step = begun(training, due)
            number = await self._store.effect(context.press_id, trainings.begin, training, step)
            course = replace(step.course, training=replace(step.course.training, id=number))
            _hold(self._courses, course.training.person, course)
        elif computers is not None and computers != course.training.computers:
            course = await self._keep(context, Step(seated(course, computers)))
            text = next_text(say, computers)
        return await self._shown(context, course, text, anew=anew, farewell=farewell)

    async def _pressed(self, context: Context, moment: Moment) -> Answer:
        say, course = context.say, await self._course(context)
        if course is None or course.training.id != moment.training:
            return self._over(context)
        try:
            if moment.what == "end":
                return await self._end(context, course)
            if (moment.hand, moment.turn) == (course.hand.number, course.turn):
                return await self._carry_out(context, course, moment.what)
        except PressRepeated:
            self._courses.pop(context.person.id, None)
            course = await self._course(context)
            if course is None:
                return self._over(context)
            text = say("This press has been counted already.")
            return await self._shown(context, course, text, accepted=False)
        return await self._shown(context, course, say("This button is of an earlier hand."), accepted=False)

    async def _carry_out(self, context: Context, course: Course, what: str) -> Answer:
        say, now, decision = context.say, self._clock.now(), course.decision()
        if (computers := number_chosen(what)) is not None:
            course = await self._keep(context, Step(seated(course, computers)))
            return await self._shown(context, course, next_text(say, computers))
        if decision is None:
            if what != "more":
                return await self._shown(context, course, say("This is not possible now."), accepted=False)
            _, due = await self._store.read(trainings.lessons, context.person.id, now)
            course = await self._keep(context, went_on(course, due))
            return await self._shown(context, course, say("On it goes."))
        if what == "hint":
            hinted = replace(course, training=replace(course.training, hinted=True))
            course = await self._keep(context, Step(hinted))
            return await self._shown(context, course, hint_text(say, decision))
        if what not in decision.worths:
            return await self._shown(context, course, say("This is not possible now."), accepted=False)
        known, due = await self._store.read(trainings.lessons, context.person.id, now, decision.spot)
        course = await self._keep(context, played(course, Play(what), now, known, due))
        assert course.last is not None  # noqa: S101 - a decision has just been made
        return await self._shown(context, course, verdict_text(say, course.last))

    async def _end(self, context: Context, course: Course) -> Answer:
        now = self._clock.now()
        await self._store.effect(context.press_id, trainings.end, course.training, now)
        self._courses.pop(context.person.id, None)
        screen = summary_screen(context.say, await self._store.ask(trainings.summary, course.training))
        return await self._given(context, screen, context.say("The training is over."))

    def _over(self, context: Context) -> Answer:
        say = context.say
        text = say("This training is over. Another one: /train")
        if context.place.private:
            return refused(say, text)
        return note(say, text, rows=over_rows(say), accepted=False)

    # what is kept

    async def _course(self, context: Context) -> Course | None:
        """The training that this person has not ended."""
        person = context.person.id
        if (held := self._courses.get(person)) is not None:
            self._courses.move_to_end(person)
            return held
        stored = await self._store.read(trainings.running, person)
        if stored is None:
            return None
        try:
            course = recalled(*stored)
        except Unfoldable as error:
            # The rules have changed under the hand: it counts for nothing, another one is dealt.
            log.warning("training.unfoldable", training=stored[0].id, why=str(error))
            step = begun(replace(stored[0], hinted=False), None)
            press = f"{context.press_id[:100]}:anew"
            await self._store.effect(press, trainings.save, step, self._clock.now())
            course = step.course
        _hold(self._courses, course.training.person, course)
        return course

    async def _keep(self, context: Context, step: Step) -> Course:
        """Commit a step; only then it is what the training is."""
        await self._store.effect(context.press_id, trainings.save, step, self._clock.now())
        _hold(self._courses, step.course.training.person, step.course)
        return step.course

    # what is shown

    async def _shown(
        self,
        context: Context,
        course: Course,
        text: str,
        *,
        accepted: bool = True,
        anew: bool = False,
        farewell: Screen | None = None,
    ) -> Answer:
        summary = await self._store.ask(trainings.summary, course.training) if course.paused else None
        screen = course_screen(context.say, course, summary)
        return await self._given(context, screen, text, accepted=accepted, anew=anew, farewell=farewell)

    async def _given(
        self,
        context: Context,
        screen: Screen,
        text: str,
        *,
        accepted: bool = True,
        anew: bool = False,
        farewell: Screen | None = None,
    ) -> Answer:
        """The screen in the one message of a private chat, with the text as a toast; elsewhere as a private answer.

        `anew` posts that message further down, `farewell` is what is left of the old one.
        """
        say, place = context.say, context.place
        if not place.private:
            above: tuple[Line, ...] = () if accepted else (quiet(text),)
            return note(say, *above, *screen.lines, rows=screen.rows, accepted=accepted)
        outbox = self._outbox
        chat = await self._persons.chat(place)
        slot = Slot(NO_TABLE, f"training:{chat.id}")
        await outbox.look_up(slot, place)
        screen = self._persons.shown_to(say, screen, (context.person.id,))
        outbox.put(Outgoing(slot, place, Post(screen), 0, anew=anew, farewell=farewell))
        return short(say, text, accepted=accepted, on_board=True)


def _hold(held: OrderedDict[int, _T], person: int, value: _T) -> None:
    """Keep what is a person's, and let go of what was not asked for longest."""
    held[person] = value
    held.move_to_end(person)
    while len(held) > _HELD:
        held.popitem(last=False)
