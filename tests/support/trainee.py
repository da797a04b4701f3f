"""A person who trains in a private chat: reads the one message there, presses its buttons."""

import re
from dataclasses import dataclass, field

from world import World

from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.ports.screens import Answer
from bot.store.values import stored_time
from engine.odds import shipped
from engine.odds.blackjack import Column
from engine.odds.rules import PRODUCT
from engine.odds.shoes import VALUES, hand_of
from engine.training import Spot

_CARD = re.compile("(10|[2-9JQKA])[♠♥♦♣]")


def values(line: str) -> tuple[str, ...]:
    """The values of the cards in a line, as the tables of odds name them."""
    return tuple("T" if rank in {"10", "J", "Q", "K"} else rank for rank in _CARD.findall(line))


def worths(cards: str, up: str) -> dict[str, float]:
    """What the plays of these cards are worth, from the published cells; of more than two cards worked out anew."""
    own = cards.split()
    if len(own) == 2:
        cell = next(
            cell
            for cell in shipped.blackjack()["cells"]
            if sorted(cell["hand"].split(",")) == sorted(own) and cell["up"] == up
        )
        return {play: cell[play] for play in ("stand", "hit", "double", "split") if cell[play] is not None}
    column, hand = Column(PRODUCT, VALUES.index(up)), hand_of(*(VALUES.index(card) for card in own))
    return {"stand": column.stand(hand), "hit": column.hit(hand)}


def cost(cards: str, up: str, play: str) -> float:
    found = worths(cards, up)
    return max(found.values()) - found[play]


@dataclass
class Trainee:
    world: World
    name: str = "Anna"
    place: Place = field(default_factory=lambda: Place("chat", 500, private=True))

    async def train(self, place: Place | None = None) -> Answer:
        return await self.world.command(self.name, "/train", place=place or self.place)

    @property
    def text(self) -> str:
        return self.world.chat.last(self.place).screen.text

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @property
    def cards(self) -> str:
        """The values in play, as they came."""
        return " ".join(values(next(line for line in self.lines if line.startswith("▸"))))

    @property
    def up(self) -> str:
        line = next(line for line in self.lines if line.startswith("dealer") and "face down" in line)
        return values(line)[0]

    @property
    def offered(self) -> dict[str, str]:
        """What may be pressed, and its key."""
        keys = [button.key for button in self.world.buttons(self.world.chat.last(self.place))]
        return {(Key.parse(key).argument or "").partition("-")[0]: key for key in keys}

    async def press(self, what: str, *, press_id: str | None = None) -> Answer:
        return await self.world.press(self.name, self.offered[what], place=self.place, press_id=press_id)

    async def lesson(self, cards: str, up: str, *, due_in: float = 0.0, right: int = 0) -> None:
        """A hand that was misplayed earlier, in the table of lessons."""
        person = await self.world.store.person(self.world.account(self.name))
        due = stored_time(self.world.clock.now()) + int(due_in * 1_000_000)
        spot = Spot.of(tuple(cards.split()), up)
        row = (person.id, ",".join(spot.cards), up, cards.replace(" ", ","), right, due)
        await self.world.store.write(
            lambda db: db.execute("INSERT INTO lessons VALUES (?, ?, ?, ?, ?, ?)", row)
        )

    async def rows(self, query: str) -> list[tuple]:
        found = await self.world.store.read(lambda db: db.execute(query).fetchall())
        return [tuple(row) for row in found]

    async def count(self, table: str) -> int:
        """The rows of a table."""
        ((found,),) = await self.rows(f"SELECT count(*) FROM {table}")  # noqa: S608 - a table of ours
        return found
