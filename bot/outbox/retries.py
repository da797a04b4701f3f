"""What each failure of a call asks for: a screen is tried again until it is shown, replaced, or known to have nowhere to go."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import structlog

from bot.model.outgoing import Outgoing, Shown, Slot, Urgency
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
    """A message in the queue: since when, from when on it may go, how often it was refused.

    `doubted`: when it was sent without an answer, on a platform that would show it twice.
    """

    outgoing: Outgoing
    since: float
    ready: float = 0.0
    tries: int = 0
    doubted: float | None = None

    def replaced_by(self, outgoing: Outgoing) -> None:
        """A newer screen takes its place. What was refused may have been its fault, so it is tried at once."""
        self.outgoing = outgoing
        if self.doubted is None:
            self.ready = 0.0


class Queue(Protocol):
    """What is done with the messages of the queue that could not be delivered."""

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
    """What is known of the chat's platform, and who hears what has come of messages and chat."""

    #: When a platform gave its last sign of life; None where nobody can tell.
    heard: Callable[[str], float | None]
    #: A message has been delivered, or as good as, at that moment.
    delivered: Callable[[Outgoing, float], None]
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
        self._repeats: dict[Slot, tuple[Outgoing, float]] = {}
        self._doubts: set[Slot] = set()
        self.blocked_until = 0.0

    def __bool__(self) -> bool:
        return bool(self._repeats or self._doubts)

    # what is in doubt

    def repeats(self, slot: Slot) -> bool:
        """Whether a message of that slot is to be sent again as it was, since its first sending had no answer."""
        return slot in self._repeats

    def to_repeat(self, newest: Outgoing) -> Outgoing | None:
        """That message, if it still comes before `newest`; None after the time for which the platform would know it again."""
        outgoing, first = self._repeats.get(newest.slot, (newest, 0.0))
        if newest.remove or self._clock.monotonic() - first > _NONCE_KNOWN:
            self._repeats.pop(newest.slot, None)
            return None
        return outgoing if newest.slot in self._repeats else None

    def clear(self, slot: Slot) -> bool:
        """The slot's message is known to have arrived; whether that was in doubt."""
        if slot not in self._doubts:
            return False
        self._doubts.discard(slot)
        return True

    def held_until(self, waiting: Waiting, now: float) -> float:
        """From when on the message may be tried: in doubt not before the platform was heard of since."""
        if waiting.doubted is None or waiting.outgoing.slot not in self._doubts:
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

    async def met(self, waiting: Waiting, sent: Outgoing, error: Exception) -> None:
        """Decide about a message that could not be delivered, `sent` as it was; the queue goes on in every case."""
        outgoing, now = waiting.outgoing, self._clock.monotonic()
        log.info(
            "outbox.undelivered",
            platform=self._platform,
            table=outgoing.slot.code,
            chat=outgoing.place.chat_id,
            slot=outgoing.slot.name,
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
                self._repeats.setdefault(outgoing.slot, (sent, now))
                waiting.outgoing = replace(outgoing, anew=False, farewell=None)
                self._queue.back(waiting)
            case PerhapsDelivered():
                self._doubt(waiting, now)
            case MessageGone() if outgoing.slot in self._queue.shown and not outgoing.anew:
                self.over(outgoing.slot)
                await self._queue.gone(outgoing.slot)
                if outgoing.urgency is not Urgency.TIDY:
                    self._queue.back(waiting)
            case ChatGone():
                for slot, other in list(self._queue.waiting.items()):
                    if other.outgoing.place.thread == outgoing.place.thread:
                        self._queue.drop(slot)
                self._hooks.chat_gone(outgoing.place)
            case ChatMoved():
                self._pause(now)
                self._queue.back(waiting)
                self._hooks.chat_moved(outgoing.place, error.chat_id)
            case _:
                self._refused(waiting, error, now)

    def _pause(self, now: float) -> None:
        """Leave the chat alone, the longer the longer it goes on."""
        self.blocked_until = now + self._retry
        self._retry = min(self._retry * 2, _LONGEST_RETRY)

    def _doubt(self, waiting: Waiting, now: float) -> None:
        """A new message may have arrived. Of one that names a turn a second is sent, and late: when the platform was heard of again."""
        outgoing = waiting.outgoing
        shown = self._queue.shown.get(outgoing.slot)
        if shown is not None:
            # There is a message that can show it: an edit can be repeated.
            if not outgoing.anew:
                self._queue.shown[outgoing.slot] = replace(shown, screen=None)
                waiting.tries += 1
                waiting.ready = now + _wait(waiting.tries)
            waiting.outgoing = replace(outgoing, anew=False, farewell=None)
            self._queue.back(waiting)
        elif outgoing.urgency is Urgency.TURN:
            self._doubts.add(outgoing.slot)
            if waiting.doubted is None:
                waiting.doubted, waiting.ready = now, now + _DOUBT
                self._queue.back(waiting)
            else:  # by now somebody has probably seen it: its turn has its time from here
                self._hooks.delivered(outgoing, self._clock.monotonic())

    def _refused(self, waiting: Waiting, error: Exception, now: float) -> None:
        """A refusal that is not known to be final, or an error nobody foresaw: this message waits, the chat's others go on."""
        outgoing = waiting.outgoing
        waiting.tries += 1
        answer = outgoing.wish is not None or outgoing.once
        final = outgoing.urgency is Urgency.TIDY or (answer and waiting.tries >= _ANSWER_TRIES)
        wait = _wait(waiting.tries)
        log.warning(
            "outbox.refused",
            table=outgoing.slot.code,
            chat=outgoing.place.chat_id,
            slot=outgoing.slot.name,
            error=type(error).__name__,
            again_in=None if final else wait,
        )
        if final:
            if outgoing.slot.old:
                self._queue.drop(outgoing.slot)
            return
        waiting.ready = now + wait
        self._queue.back(waiting)


def _wait(tries: int) -> float:
    """How long a message waits that was tried so often, in seconds."""
    return _RARELY if tries > _MANY else min(_FIRST_RETRY * 2 ** min(tries - 1, 10), _LONGEST_RETRY)
