"""/leaderboard training: one shared message per chat and thread, whose pages obey who asked last."""

import re

from bot.model.context import Context
from bot.model.figures import LAST, LEAST_DECISIONS, LEAST_SITUATIONS, Ranking
from bot.outbox.outbox import Outbox
from bot.ports.clock import Clock
from bot.ports.screens import Answer
from bot.screens.lines import refused, short
from bot.screens.trainers import page_key, trainers_screen
from bot.store import trainings
from bot.store.store import Store
from bot.tables.languages import Persons
from bot.training.shared import SharedBoards

_PAGE = re.compile(r"(?P<page>[0-9]{1,6})-(?P<asker>[0-9]{1,12})", re.ASCII)


class Ranks:
    """Posts who leads in training, by share of best moves, over all chats."""

    def __init__(self, store: Store, clock: Clock, outbox: Outbox, persons: Persons) -> None:
        """`store` is read, `outbox` takes the board."""
        self._persons = persons
        self._store = store
        self._boards = SharedBoards("trainers", clock, outbox, persons)

    async def ask(self, context: Context) -> Answer:
        """`/leaderboard training`, or the button that asks for it."""
        say = context.say
        ranking = await self._show(context, 0, asked_for=True)
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

    async def press(self, context: Context, argument: str | None) -> Answer:
        """A page of the board; without an argument: the button that asks for it."""
        say = context.say
        if argument is None:
            return await self.ask(context)
        match = _PAGE.fullmatch(argument)
        if match is None:
            return refused(say, say("This button no longer works. Open tables: /tables"))
        if int(match["asker"]) != context.person.id:
            return refused(say, say("These buttons follow the last person who asked. Your own: /leaderboard"))
        ranking = await self._show(context, int(match["page"]), asked_for=False)
        return short(say, say("Page {page} of {pages}.", page=ranking.number + 1, pages=ranking.pages))

    async def _show(self, context: Context, number: int, *, asked_for: bool) -> Ranking:
        say = await self._persons.chat_say(context.place)
        ranking = await self._store.ask(trainings.ranking, context.person.id, number)
        back, forward = (
            page_key(page, context.person.id) if 0 <= page < ranking.pages else None
            for page in (ranking.number - 1, ranking.number + 1)
        )
        screen = trainers_screen(say, ranking, context.person, back=back, forward=forward)
        await self._boards.put(context, screen, asked_for=asked_for)
        return ranking
