"""One person at a table with computers, who plays by the buttons that the chat shows."""

import random
from collections.abc import Callable

from evening import keys_shown
from world import GROUP, World

from bot.ports.requests import Place
from bot.tables.session import Session

#: How Anna chooses among the buttons of her turn.
Choose = Callable[[list[str]], str]


class Alone:
    """Anna plays by the buttons she sees; the clock is turned for everybody else."""

    def __init__(self, world: World, place: Place = GROUP) -> None:
        self.world = world
        self.place = place
        self.session: Session

    async def sit(self, arguments: str, *others: str) -> "Alone":
        """Anna opens a table, the others sit down, she starts it."""
        answer = await self.world.command("Anna", f"/newtable {arguments}", place=self.place)
        assert answer.accepted, answer.screen.text
        for name in others:
            await self.world.press(name, self.world.key("sit"))
        self.session = self.world.session("Anna")
        if self.session.waiting:
            answer = await self.world.press("Anna", self.world.key("start"), place=self.place)
            assert answer.accepted, answer.screen.text
        return self

    @property
    def view(self):
        assert self.session.state is not None
        return self.session.state.view(None)

    @property
    def mover(self) -> str | None:
        """Whose turn it is, by the name that is stored."""
        seat = self.view.to_move if self.session.playing else None
        return None if seat is None else self.session.row.seats[seat].account.name

    @property
    def computers(self) -> list[int]:
        """The seats of computers."""
        return [n for n, seat in enumerate(self.session.row.seats) if seat.account.platform == "computer"]

    async def step(self, choose: Choose) -> None:
        """Anna's move, or a second for the others."""
        if self.mover != "Anna":
            await self.world.turn(1)
            return
        assert self.session.state is not None
        await self.world.turn(1)  # a press sooner would be a double tap
        verbs = {move.verb.value for move in self.session.state.legal()}
        keys = [key for key in keys_shown(self.world, verbs, self.place) if self.session.code in key]
        answer = await self.world.press("Anna", choose(keys), place=self.place)
        assert answer.accepted, answer.screen.text

    async def finish(self, choose: Choose | None = None) -> None:
        for _ in range(3000):
            if not self.session.playing:
                return
            await self.step(choose or random.Random(7).choice)
        raise AssertionError("the game does not end")

    async def until(self, done: Callable[[], bool], choose: Choose | None = None) -> None:
        for _ in range(300):
            if done():
                return
            await self.step(choose or random.Random(7).choice)
        raise AssertionError("it does not come to that")
