"""A shared message per chat and thread that whoever asks again within a minute edits, and later posts anew."""

from dataclasses import dataclass, replace

from bot.model.context import Context
from bot.model.outgoing import NO_TABLE, Outgoing, Slot, Urgency
from bot.outbox.outbox import Outbox
from bot.ports.clock import Clock
from bot.ports.requests import Place
from bot.ports.screens import Post, Screen
from bot.tables.languages import Persons

#: A board asked for again within this time is edited, in seconds.
_ASKED_AGAIN = 60.0


@dataclass(frozen=True, slots=True)
class Posted:
    """The board of a chat and thread: who asked last, when it was posted, what it shows."""

    asker: int
    at: float
    screen: Screen


class SharedBoards:
    """The boards of one kind, by chat and thread."""

    def __init__(self, kind: str, clock: Clock, outbox: Outbox, persons: Persons) -> None:
        self._kind = kind
        self._clock = clock
        self._outbox = outbox
        self._persons = persons
        self._boards: dict[Slot, Posted] = {}

    async def at(self, place: Place) -> Posted | None:
        """The board that was put there since the program started."""
        return self._boards.get(await self._slot(place))

    async def put(self, context: Context, screen: Screen, *, asked_for: bool) -> None:
        """Show a screen on the board of the place; `asked_for`: it is asked for, not turned to."""
        place, passed, outbox = context.place, self._clock.monotonic(), self._outbox
        slot = await self._slot(place)
        await outbox.look_up(slot, place)
        board = self._boards.get(slot)
        posted = board.at if board is not None else outbox.posted_at(slot, place)
        anew = asked_for and (posted is None or passed - posted >= _ASKED_AGAIN)
        farewell = None if board is None else replace(board.screen, rows=())
        at = passed if anew or posted is None else posted
        self._boards[slot] = Posted(context.person.id, at, screen)
        wish = outbox.wish(context.user)
        outbox.put(Outgoing(slot, place, Post(screen), 0, Urgency.ANSWER, anew, farewell, wish=wish))

    async def _slot(self, place: Place) -> Slot:
        chat = await self._persons.chat(place)
        return Slot(NO_TABLE, f"{self._kind}:{chat.id}:{place.thread or 0}")
