"""/leaderboard training: one shared message per chat and thread, whose pages obey who asked last."""

import re
from dataclasses import dataclass

from bot.model.context import Asked
from bot.model.figures import LAST, LEAST_DECISIONS, LEAST_SITUATIONS, Ranking
from bot.model.outgoing import NO_TABLE, Letter, Slot, Urgency
from bot.outbox.outbox import Outbox
from bot.ports.clock import Clock
from bot.ports.screens import Answer, Post, Screen
from bot.screens.answers import refused, short
from bot.screens.trainers import page_key, trainers_screen
from bot.store.store import Store
from bot.store.trainings import Trainings
from bot.tables.languages import Persons

#: A board asked for again within this time is edited.
_ASKED_AGAIN = 60.0

_PAGE = re.compile(r"(?P<page>[0-9]{1,6})-(?P<asker>[0-9]{1,12})", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Board:
    """The board of a chat and thread: when it was posted, what it shows."""

    at: float
    screen: Screen


class Ranks:
    """Posts who leads in training, by share of best moves, over all chats."""

    def __init__(self, store: Store, clock: Clock, outbox: Outbox, persons: Persons) -> None:
        """`store` is read, `outbox` takes the board."""
        self._clock = clock
        self._outbox = outbox
        self._persons = persons
        self._trainings = Trainings(store)
        self._boards: dict[Slot, _Board] = {}

    async def ask(self, asked: Asked) -> Answer:
        """`/leaderboard training`, or the button that asks for it."""
        say = asked.say
        ranking = await self._show(asked, 0, asked_for=True)
        if ranking.own is None:
            text = say(
                "The leaderboard is here. You are on it from {n} decisions, with {m} different situations among the last {last}.",
                n=LEAST_DECISIONS,
                m=LEAST_SITUATIONS,
                last=LAST,
            )
            return short(say, text)
        place = say(
            "The leaderboard is here. Your place: {rank} of {total}.",
            rank=ranking.own.rank,
            total=ranking.total,
        )
        return short(say, place)

    async def press(self, asked: Asked, argument: str | None) -> Answer:
        """A page of the board; without an argument: the button that asks for it."""
        say = asked.say
        if argument is None:
            return await self.ask(asked)
        match = _PAGE.fullmatch(argument)
        if match is None:
            return refused(say, say("This button no longer works. Open tables: /tables"))
        if int(match["asker"]) != asked.person.id:
            return refused(say, say("These buttons follow the last person who asked. Your own: /leaderboard"))
        ranking = await self._show(asked, int(match["page"]), asked_for=False)
        return short(say, say("Page {page} of {pages}.", page=ranking.number + 1, pages=ranking.pages))

    async def _show(self, asked: Asked, number: int, *, asked_for: bool) -> Ranking:
        place, now, outbox = asked.place, self._clock.monotonic(), self._outbox
        say = await self._persons.chat_say(place)
        ranking = await self._trainings.ranking(asked.person.id, number)
        chat = await self._persons.chat(place)
        slot = Slot(NO_TABLE, f"trainers:{chat.id}:{place.thread or 0}")
        await outbox.look_up(slot, place)
        back, forward = (
            page_key(page, asked.person.id) if 0 <= page < ranking.pages else None
            for page in (ranking.number - 1, ranking.number + 1)
        )
        screen = trainers_screen(say, ranking, asked.person, back=back, forward=forward)
        board = self._boards.get(slot)
        posted = board.at if board is not None else outbox.posted_at(slot, place)
        anew = asked_for and (posted is None or now - posted >= _ASKED_AGAIN)
        farewell = None if board is None else Screen(board.screen.lines, (), board.screen.language)
        self._boards[slot] = _Board(now if anew or posted is None else posted, screen)
        wish = outbox.wish(asked.user)
        outbox.put(Letter(slot, place, Post(screen), 0, Urgency.ANSWER, anew, farewell, wish=wish))
        return ranking
