"""Thousands of presses at random, on whatever stands there, by everybody, often at once: each is answered once, and no chip is lost."""

import random
from collections import Counter

import pytest
from bank import balanced, endow
from server import MOVES, Server, buttons
from simcord.results import InteractionResult, ResponseMessage, to_discord_message

from bot.ports.keys import Key
from bot.tables.session import Session

PEOPLE = ("Anna", "Boris", "Vera", "Gleb", "Dora")
PRESSES = 510

#: What ends a game or an application: as likely as everything else it would end all of them at their beginning.
ENDING = frozenset({"leave", "stop", "agree", "close"})


class Evening:
    """People who press anything."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server = server
        self.chance = random.Random(seed)
        self.seen: Counter[str] = Counter()

    async def together(self) -> None:
        """Some of them press at the same time."""
        names = self.chance.sample(PEOPLE, self.chance.randint(1, 4))
        self.server.env.held = True
        pressed = [(name, await self.act(name)) for name in names]
        self.server.env.held = False
        await self.server.env.settle()
        for name, result in pressed:
            assert result.acknowledged
            if result.modal is not None:
                self.seen["typed"] += 1
                typed = self.chance.choice(["1", "3", "7", "0", "many", "99"])
                answered = await self.server.person(name).submit_modal(result, {"stake": typed})
                assert answered.acknowledged

    async def act(self, name: str) -> InteractionResult:
        if self.chance.random() < 0.06:
            self.seen["newtable"] += 1
            return await self.server.person(name).slash(
                self.server.channel,
                "newtable",
                seats=self.chance.randint(2, 3),
                deals="1",
                game=self.chance.choice(["ochko", "stuk"]),
                rated=self.chance.choice(["rated", "unrated"]),
            )
        shown = self.shown(name)
        moves = [entry for entry in shown if entry[2] in MOVES]
        likely = [entry for entry in shown if entry[2] not in ENDING]
        roll = self.chance.random()
        if moves and roll < 0.4:
            shown = moves
        elif likely and roll < 0.95:
            shown = likely
        if not shown:
            self.seen["tables"] += 1
            return await self.server.person(name).slash(self.server.channel, "tables")
        stored, pressed, verb = self.chance.choice(shown)
        self.seen[verb] += 1
        private = bool(stored.flags & 64)
        env = self.server.env
        message = ResponseMessage(env, stored) if private else to_discord_message(env, stored)
        return await self.server.person(name).click(message, custom_id=pressed)

    def shown(self, name: str) -> list[tuple]:
        """Every button that this person sees on the newest messages: its message, its id, what it stands for."""
        me = self.server.person(name).id
        stored = self.server.env.backend.messages.get(self.server.channel.id, {}).values()
        seen = [message for message in stored if not message.flags & 64 or message.visible_to(me)]
        found = []
        for message in sorted(seen, key=lambda message: message.id)[-12:]:
            for kind, payload in buttons(message):
                key = Key.parse(payload)
                found.append((message, f"{kind}:{payload}", "copy" if key is None else key.verb))
        return found


def conserved(session: Session) -> None:
    """What the seats brought is in the bank, in the stacks and on the table; blackjack has no chips (rules 4.13)."""
    if session.state is None or not session.playing or session.row.game == "blackjack":
        return
    view = session.state.view(None)
    total = (view.bank or 0) + sum(seat.chips for seat in view.seats)
    total += sum(
        hand.stake
        for seat in view.seats
        for hand in seat.hands
        if hand.result is None and seat.standing.value != "forfeited"
    )
    assert total == sum(seat.chips or 0 for seat in session.row.seats)
    assert all(seat.chips >= 0 for seat in view.seats)


@pytest.mark.parametrize("seed", range(4))
async def test_each_press_is_answered_once_and_nothing_is_lost(server, caplog, seed):
    for name in PEOPLE:
        await server.slash(name, "help")
    endow(server, *PEOPLE, rubles=1000)
    evening = Evening(server, seed)
    while evening.seen.total() < PRESSES:
        await evening.together()
        if evening.chance.random() < 0.5:
            await server.turn(evening.chance.choice([1, 2, 4, 8, 20]))
        for session in server.app.tables.open_sessions():
            conserved(session)
    assert len(evening.seen) > 15, evening.seen

    await server.turn(2 * 3600)  # nobody acts any more: everything ends by itself
    assert server.app.tables.open_sessions() == []
    balanced(server)
    opened = await server.slash("Anna", "newtable")
    await server.turn(3)
    assert opened.acknowledged
    assert len(server.app.tables.open_sessions()) == 1
    failures = ("answered already", "did not arrive")
    assert [line for line in caplog.messages if any(words in line for words in failures)] == []
