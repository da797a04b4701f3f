"""Random evenings: whatever people press, over restarts and failing networks, the chat stays playable."""

import asyncio
import random

import pytest
from evening import PEOPLE, keys_shown, moves_of, sit_key, to_move
from world import GROUP, World

from bot.model.rows import Status
from bot.ports.channel import MessageGone, PerhapsDelivered, RetryAfter, Undelivered, Unreachable
from bot.tables.session import Session

CROWD = (*PEOPLE, "Dora", "Emil")
COMMANDS = (
    *(
        "/newtable",
        "/newtable seats=2 deals=1",
        "/newtable seats=3 unrated timeout=15",
        "/newtable sandbox x",
    ),
    *(
        "/tables",
        "/table",
        "/leave",
        "/leave",
        "/stop",
        "/bet 1",
        "/bet 99",
        "/bet",
        "/cancel",
        "/help",
        "/rules",
    ),
    *("/language ru", "/language", "/language chat hu", "/nonsense", "/tables K7", "/stop ZZ"),
)
FAILURES: tuple[type[Undelivered], ...] = (Unreachable, PerhapsDelivered, MessageGone)


class Evening:
    """One seeded evening: what was shown is remembered, since old buttons are pressed too."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.chance = random.Random(seed)
        self.seen: list[str] = []
        self.asked = self.answered = 0

    async def request(self) -> None:
        name, roll, admin = self.chance.choice(CROWD), self.chance.random(), self.chance.random() < 0.05
        shown = keys_shown(self.world)
        self.seen.extend(key for key in shown if key not in self.seen)
        self.asked += 1
        if roll < 0.5 and (sensible := self.sensible()) is not None:
            answer = await self.world.press(*sensible)
        elif roll < 0.6:
            command = self.chance.choice(COMMANDS)
            answer = await self.world.command(name, command, admin=admin and command != "/stop")
        elif roll < 0.65:
            typed = await self.world.type(name, self.chance.choice(["1", "2", "x", "-1", "٣"]))
            self.answered += 1
            assert typed is None or typed.screen.text
            return
        else:
            keys = self.seen if roll < 0.75 else shown
            key = self.chance.choice(keys or ["x"])
            answer = await self.world.press(name, key, admin=admin)
            for row in answer.screen.rows:
                self.seen.extend(button.key for button in row if button.key)
        assert answer.screen.text
        assert answer.loudness.value == "note" or len(answer.screen.text) <= 200
        self.answered += 1

    def sensible(self) -> tuple[str, str] | None:
        """What somebody at a table would press who only wants to play."""
        sessions = self.world.app.tables.open_sessions()
        if not sessions:
            return None
        session = self.chance.choice(sessions)
        if session.playing and (mover := to_move(session)) is not None:
            keys = moves_of(self.world, session)
            return (mover, self.chance.choice(keys)) if keys else None
        return self.chance.choice(CROWD), sit_key(session)

    async def step(self) -> None:
        roll = self.chance.random()
        if roll < 0.03:
            failure = self.chance.choice(FAILURES)()
            self.world.chat.failures.append(self.chance.choice([failure, RetryAfter(20)]))
        if roll < 0.02:
            await self.world.restart()
        elif roll < 0.2:
            await self.world.turn(self.chance.choice([1, 3, 8, 20, 95]))
        elif roll < 0.25:
            await asyncio.gather(*(self.request() for _ in range(4)))
        else:
            await self.request()
        for session in self.world.app.tables.open_sessions():
            self.conserved(session)

    @staticmethod
    def conserved(session: Session) -> None:
        if session.state is None or not session.playing:
            return
        view = session.state.view(None)
        stakes = sum(hand.stake for s in view.seats for hand in s.hands if hand.result is None)
        forfeit = {n for n, s in enumerate(view.seats) if s.standing.value == "forfeited"}
        stakes -= sum(hand.stake for n in forfeit for hand in view.seats[n].hands if hand.result is None)
        total = (view.bank or 0) + sum(s.chips for s in view.seats) + stakes
        assert total == sum(s.began for s in view.seats)
        assert all(s.chips >= 0 for s in view.seats)


@pytest.mark.parametrize("seed", range(8))
async def test_a_random_evening_ends_with_everybody_free(world: World, seed: int) -> None:
    evening = Evening(world, seed)
    for _ in range(120):
        await evening.step()
    assert evening.answered == evening.asked
    world.chat.failures.clear()
    await world.turn(2 * 3600)  # nobody acts any more: everything ends by itself
    assert world.app.tables.open_sessions() == []
    for number, name in enumerate(CROWD):
        answer = await world.command(name, "/newtable", place=world.chat_place(number))
        assert answer.accepted, answer.screen.text
    assert (await world.command("Fritz", "/newtable")).accepted
    await balanced(world)


async def balanced(world: World) -> None:
    """Balances are the sums of the ledger, and games and wins those of the results."""

    def read(db):
        return [
            tuple(row)
            for row in db.execute(
                """
                SELECT p.rating - coalesce((SELECT sum(amount) FROM ledger WHERE person_id = p.id AND currency = 'rating'), 0),
                       p.rubles - coalesce((SELECT sum(amount) FROM ledger WHERE person_id = p.id AND currency = 'rubles'), 0),
                       p.games - coalesce((SELECT sum(games) FROM results WHERE person_id = p.id), 0),
                       p.wins - coalesce((SELECT sum(wins) FROM results WHERE person_id = p.id), 0)
                FROM persons p
                """
            )
        ]

    rows = await world.store.read(read)
    assert set(rows) <= {(0, 0, 0, 0)}
    statuses = {s.row.status for s in world.app.tables.in_chat(GROUP)}
    assert statuses <= {Status.LOBBY}
