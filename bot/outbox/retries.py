"""What each failure of a call asks for: a screen is tried again until it is shown, replaced, or known to have nowhere to go."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import structlog

from bot.model.outgoing import Letter, Shown, Slot, Urgency
from bot.ports.channel import ChatGone, ChatMoved, MessageGone, PerhapsDelivered, RetryAfter, Unreachable
from bot.ports.clock import Clock
from bot.ports.requests import Place

log = structlog.get_logger(__name__)

#: How long to wait after a failure, in seconds: first, and at most.
_FIRST_RETRY, _LONGEST_RETRY = 2.0, 60.0

#: What answers one person is given up after so many refusals.
_ANSWER_TRIES = 3

#: The platform knows a nonce again for some minutes only, in seconds.
_NONCE_KNOWN = 180.0

#: What nobody would take in so many tries, for a quarter of an hour, is tried more rarely still, in seconds.
_MANY, _RARELY = 20, 600.0

#: A message that may have arrived is sent once more after so many seconds at least, and looked at again after so many.
_DOUBT, _LOOK_AGAIN = 10.0, 5.0


@dataclass(slots=True)
class Waiting:
    """A letter in the queue: since when, from when on it may go, how often it was refused.

    `doubted`: when it was sent without an answer, on a platform that would show it twice.
    """

    letter: Letter
    since: float
    ready: float = 0.0
    tries: int = 0
    doubted: float | None = None

    def replaced_by(self, letter: Letter) -> None:
        """A newer screen takes its place. What was refused may have been its fault, so it is tried at once."""
        self.letter = letter
        if self.doubted is None:
            self.ready = 0.0


class Queue(Protocol):
    """What is done with the letters of the queue that could not be delivered."""

    waiting: dict[Slot, Waiting]
    shown: dict[Slot, Shown]

    def back(self, waiting: Waiting) -> None:
        """Into the queue again."""
        ...

    def drop(self, slot: Slot) -> None:
        """Send what waits for the slot never."""
        ...

    async def gone(self, slot: Slot) -> None:
        """The slot's message is not there any more."""
        ...


class Hooks(Protocol):
    """What is known of the chat's platform, and who hears what has come of letters and chat."""

    #: When a platform gave its last sign of life; None where nobody can tell.
    heard: Callable[[str], float | None]
    #: A letter has been delivered, or as good as, at that moment.
    delivered: Callable[[Letter, float], None]
    chat_gone: Callable[[Place], None]
    #: The chat has that id now.
    chat_moved: Callable[[Place, int], None]


class Retries:
    """Of one chat: until when it is left alone, and which messages may have arrived without anybody knowing."""

    def __init__(self, queue: Queue, hooks: Hooks, clock: Clock, platform: str) -> None:
        """Nothing has failed yet."""
        self._queue = queue
        self._hooks = hooks
        self._clock = clock
        self._platform = platform
        self._retry = _FIRST_RETRY
        self._repeats: dict[Slot, tuple[Letter, float]] = {}
        self._doubts: set[Slot] = set()
        self.blocked_until = 0.0

    def __bool__(self) -> bool:
        return bool(self._repeats or self._doubts)

    # what is in doubt

    def repeats(self, slot: Slot) -> bool:
        """Whether a message of that slot is to be sent again as it was, since its first sending had no answer."""
        return slot in self._repeats

    def to_repeat(self, newest: Letter) -> Letter | None:
        """That message, if it still comes before `newest`; None after the time for which the platform would know it again."""
        letter, first = self._repeats.get(newest.slot, (newest, 0.0))
        if newest.remove or self._clock.monotonic() - first > _NONCE_KNOWN:
            self._repeats.pop(newest.slot, None)
            return None
        return letter if newest.slot in self._repeats else None

    def clear(self, slot: Slot) -> bool:
        """The slot's message is known to have arrived; whether that was in doubt."""
        if slot not in self._doubts:
            return False
        self._doubts.discard(slot)
        return True

    def held_until(self, waiting: Waiting, now: float) -> float:
        """From when on the letter may be tried: in doubt not before the platform was heard of since."""
        if waiting.doubted is None or waiting.letter.slot not in self._doubts:
            return waiting.ready
        heard = self._hooks.heard(self._platform)
        if heard is not None and heard < waiting.doubted:
            return max(waiting.ready, now + _LOOK_AGAIN)
        return waiting.ready

    def forget(self, code: str) -> None:
        """Drop what is known of a table's messages."""
        self._doubts = {slot for slot in self._doubts if slot.code != code}
        for slot in [slot for slot in self._repeats if slot.code == code]:
            del self._repeats[slot]

    def over(self, slot: Slot) -> None:
        """A call went through."""
        self._retry, self.blocked_until = _FIRST_RETRY, 0.0
        self._doubts.discard(slot)
        self._repeats.pop(slot, None)

    # what failed

    async def met(self, waiting: Waiting, sent: Letter, error: Exception) -> None:
        """Decide about a letter that could not be delivered, `sent` as it was; the queue goes on in every case."""
        letter, now = waiting.letter, self._clock.monotonic()
        log.info(
            "outbox.undelivered",
            platform=self._platform,
            table=letter.slot.code,
            chat=letter.place.chat_id,
            slot=letter.slot.name,
            error=type(error).__name__,
        )
        match error:
            case RetryAfter():
                self.blocked_until = now + error.seconds
                self._queue.back(waiting)
            case Unreachable():
                self._pause(now)
                self._queue.back(waiting)
            case PerhapsDelivered(repeatable=True):
                self._pause(now)
                self._repeats.setdefault(letter.slot, (sent, now))
                waiting.letter = replace(letter, anew=False, farewell=None)
                self._queue.back(waiting)
            case PerhapsDelivered():
                self._doubt(waiting, now)
            case MessageGone() if letter.slot in self._queue.shown and not letter.anew:
                self.over(letter.slot)
                await self._queue.gone(letter.slot)
                if letter.urgency is not Urgency.TIDY:
                    self._queue.back(waiting)
            case ChatGone():
                for slot, other in list(self._queue.waiting.items()):
                    if other.letter.place.thread == letter.place.thread:
                        self._queue.drop(slot)
                self._hooks.chat_gone(letter.place)
            case ChatMoved():
                self._pause(now)
                self._queue.back(waiting)
                self._hooks.chat_moved(letter.place, error.chat_id)
            case _:
                self._refused(waiting, error, now)

    def _pause(self, now: float) -> None:
        """Leave the chat alone, the longer the longer it goes on."""
        self.blocked_until = now + self._retry
        self._retry = min(self._retry * 2, _LONGEST_RETRY)

    def _doubt(self, waiting: Waiting, now: float) -> None:
        """A new message may have arrived. Of one that names a turn a second is sent, and late: when the platform was heard of again."""
        letter = waiting.letter
        shown = self._queue.shown.get(letter.slot)
        if shown is not None:
            # There is a message that can show it: an edit can be repeated.
            if not letter.anew:
                self._queue.shown[letter.slot] = replace(shown, screen=None)
                waiting.tries += 1
                waiting.ready = now + _wait(waiting.tries)
            waiting.letter = replace(letter, anew=False, farewell=None)
            self._queue.back(waiting)
        elif letter.urgency is Urgency.TURN:
            self._doubts.add(letter.slot)
            if waiting.doubted is None:
                waiting.doubted, waiting.ready = now, now + _DOUBT
                self._queue.back(waiting)
            else:  # by now somebody has probably seen it: its turn has its time from here
                self._hooks.delivered(letter, self._clock.monotonic())

    def _refused(self, waiting: Waiting, error: Exception, now: float) -> None:
        """A refusal that is not known to be final, or an error nobody foresaw: this message waits, the chat's others go on."""
        letter = waiting.letter
        waiting.tries += 1
        answer = letter.wish is not None or letter.once
        final = letter.urgency is Urgency.TIDY or (answer and waiting.tries >= _ANSWER_TRIES)
        wait = _wait(waiting.tries)
        log.warning(
            "outbox.refused",
            table=letter.slot.code,
            chat=letter.place.chat_id,
            slot=letter.slot.name,
            error=type(error).__name__,
            again_in=None if final else wait,
        )
        if final:
            if letter.slot.old:
                self._queue.drop(letter.slot)
            return
        waiting.ready = now + wait
        self._queue.back(waiting)


def _wait(tries: int) -> float:
    """How long a letter waits that was tried so often, in seconds."""
    return _RARELY if tries > _MANY else min(_FIRST_RETRY * 2 ** min(tries - 1, 10), _LONGEST_RETRY)
