"""Lines: whether the connections that bring a platform's presses stand. While one is down nobody's move runs out (rules 5.4)."""

from collections.abc import Callable

from bot.ports.channel import Channel
from bot.ports.clock import Clock
from bot.tables.session import Session

#: An interruption that is shorter, in seconds, is none.
_SHORT = 3.0

#: A line that was quiet for so long, in seconds, is asked for a sign of life while somebody's move is waited for.
_ASK_AFTER = 10.0


class Lines:
    """Hears the signs of life of each line. A move runs out only if there was one at its deadline or after it."""

    def __init__(
        self, clock: Clock, channel: Callable[[str], Channel | None], back: Callable[[str], None]
    ) -> None:
        """`channel` finds that of a platform; `back` is called when a line stands again after it was down."""
        self._clock = clock
        self._channel = channel
        self._back = back
        self._began = clock.monotonic()
        self._alive: dict[str, float] = {}
        self._failed: set[str] = set()

    def alive(self, platform: str) -> None:
        """The line has just brought something, if only the word that there is nothing."""
        now = self._clock.monotonic()
        quiet = now - self._alive.get(platform, self._began)
        self._alive[platform] = now
        if platform in self._failed:
            self._failed.discard(platform)
            if quiet > _SHORT:
                self._back(platform)

    def failed(self, platform: str) -> None:
        """The line is down: its last try has failed, or a sign of life is overdue."""
        self._failed.add(platform)

    def proven(self, session: Session) -> bool:
        """Whether presses could come until the table's deadline. Where that is not known, a sign of life is asked for."""
        platform, due = session.place.platform, session.due
        channel = self._channel(platform)
        if due is None or (channel is not None and not channel.breaks):
            return True
        if session.latest is not None and session.latest <= self._clock.monotonic():
            return True
        if self._alive.get(platform, self._began) >= due:
            return True
        if channel is not None:
            channel.prove()
        return False

    def watch(self, platforms: set[str]) -> None:
        """Ask the lines of these platforms for a sign of life, where there was none for a while."""
        for platform in platforms:
            channel, last = self._channel(platform), self._alive.get(platform, self._began)
            if channel is not None and channel.breaks and self._clock.monotonic() - last > _ASK_AFTER:
                channel.prove()
