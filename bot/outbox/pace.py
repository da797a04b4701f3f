"""Pace: what has been spent of a platform's patience with one chat, and with the program as a whole."""

from bisect import insort
from collections import deque

from bot.ports.channel import Limit, Pace

#: Of nine calls so many may be such that nobody's turn waits for them.
_OF_NINE = 4


def share(calls: int) -> int:
    """How many of so many calls answers and lists may have together; one at least."""
    return max(1, calls * _OF_NINE // 9)


class Spent:
    """The calls of one window. Those that are older than it are forgotten."""

    def __init__(self, limit: Limit, *, burst: int | None = None, spread: float | None = None) -> None:
        """After `burst` calls in a window the rest is spread: evenly over the window, or `spread` seconds apart."""
        self._limit = limit
        self._burst = burst
        self._spread = spread
        self._calls: deque[tuple[float, int]] = deque()
        self._count = 0

    def take(self, moment: float, calls: int = 1) -> None:
        """So many calls are made at that moment."""
        self._calls.append((moment, calls))
        self._count += calls

    def ready(self, now: float) -> float:
        """When the next call may be made."""
        self._forget(now)
        if self._count >= self._limit.calls:
            return self._when_fewer()
        if self._burst is None or self._count < self._burst:
            return now
        last = self._calls[-1][0]
        return max(now, last + (self._even(last) if self._spread is None else self._spread))

    def silent(self, now: float) -> bool:
        """Whether no call in the window is left."""
        self._forget(now)
        return not self._calls

    def _forget(self, now: float) -> None:
        while self._calls and now - self._calls[0][0] >= self._limit.seconds:
            self._count -= self._calls.popleft()[1]

    def _when_fewer(self) -> float:
        """When so many calls have left the window that there is room for one."""
        over = self._count - self._limit.calls + 1
        for moment, calls in self._calls:
            over -= calls
            if over <= 0:
                return moment + self._limit.seconds
        raise AssertionError("the calls are not as many as were counted")

    def _even(self, last: float) -> float:
        """The shortest interval at which calls can go on from the last one without ever meeting a full window."""
        free = self._limit.calls - self._count
        interval = self._limit.seconds / self._limit.calls
        for moment, calls in self._calls:
            interval = max(interval, (moment + self._limit.seconds - last) / free)
            free += calls
        return interval


class Budget:
    """What one chat has been sent. Sends and edits are counted together, or each by itself where the platform does so."""

    def __init__(self, pace: Pace, started: float | None) -> None:
        """`started`: when the program began, of whose earlier calls nothing is known; None: there were none."""
        self._pace = pace
        self._all = {sends: self._spent(pace, started) for sends in (True, False)[: 2 if pace.apart else 1]}
        most = share(pace.calls)
        self._patient = {
            sends: Spent(
                Limit(most, pace.seconds),
                burst=None if pace.burst is None else most // 2,
                spread=pace.seconds / max(1, most // 2),
            )
            for sends in self._all
        }
        self._last: float | None = None

    @staticmethod
    def _spent(pace: Pace, started: float | None) -> Spent:
        spent = Spent(Limit(pace.calls, pace.seconds), burst=pace.burst)
        if started is not None and pace.half_spent and pace.calls > 1:
            spent.take(started, pace.calls // 2)
        return spent

    def ready(self, now: float, *, sends: bool, patient: bool) -> float:
        """When the next call may be made: one that `sends` a message or changes one, for a turn or for something `patient`."""
        sends = sends or not self._pace.apart
        moment = self._all[sends].ready(now)
        if patient:
            moment = max(moment, self._patient[sends].ready(now))
        return moment

    def take(self, now: float, *, sends: bool, patient: bool) -> None:
        """A call is made."""
        sends = sends or not self._pace.apart
        self._all[sends].take(now)
        if patient:
            self._patient[sends].take(now)

    def silent(self, now: float) -> bool:
        """Whether nothing is remembered."""
        return all(spent.silent(now) for spent in (*self._all.values(), *self._patient.values()))


class Turnstile:
    """The pace of a platform as a whole, over all its chats: first come, first served, turns before the rest."""

    def __init__(self, limit: Limit, started: float | None) -> None:
        """`started`: as for a chat, half of it counts as spent then."""
        self._limit = limit
        self._all: list[float] = []
        self._patient = Spent(Limit(share(limit.calls), limit.seconds))
        if started is not None:
            self._all += [started] * (limit.calls // 2)

    def enter(self, now: float, *, patient: bool) -> tuple[float, bool]:
        """When to call, or when to ask again; True: that call is counted.

        A turn's call has its moment kept for it, so that nobody who comes later is before it.
        """
        limit = self._limit
        while self._all and now - self._all[0] >= limit.seconds:
            del self._all[0]
        moment = now if len(self._all) < limit.calls else max(now, self._all[-limit.calls] + limit.seconds)
        if patient:
            moment = max(moment, self._patient.ready(now))
            if moment > now:
                return moment, False
            self._patient.take(now)
        insort(self._all, moment)
        return moment, True
