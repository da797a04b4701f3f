"""A group with much to say: whose turn it is is seen in time, whatever else is asked."""

import random
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from world import GROUP, ChatTwin, World

from adapters.telegram.channel import PACE
from bot.model.outgoing import Outgoing, Slot
from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.ports.screens import Post, Screen, Span

MOVES = {"hit", "stand", "double", "split"}

#: A turn: the table, the round, whose hand.
Turn = tuple[str, int, str]


def turn_of(screen: Screen) -> Turn | None:
    """The turn that a screen offers moves for."""
    for row in screen.rows:
        for button in row:
            key = Key.parse(button.key or "")
            if key is not None and key.verb in MOVES and key.code is not None:
                return key.code, key.deal, key.phase
    return None


class Crowd:
    """Blackjack tables of three; everybody presses 2 to 3 s after a board that shows his turn."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.chance = world, random.Random(seed)
        self.asked: dict[Turn, float] = {}
        self.waits: dict[Turn, float] = {}
        self.calls: list[float] = []
        self.presses: list[tuple[float, Turn]] = []
        self.shown: list[tuple[str, bool]] = []
        self._watch(world.chat)

    def _watch(self, chat: ChatTwin) -> None:
        send, edit, put = chat.send, chat.edit, self.world.app.outbox.put

        async def sent(place: Place, post: Post) -> int:
            self._seen(post.screen)
            return await send(place, post)

        async def edited(place: Place, message: int, screen: Screen) -> None:
            self._seen(screen)
            await edit(place, message, screen)

        def queued(outgoing: Outgoing) -> None:
            if (turn := turn_of(outgoing.post.screen)) is not None:
                self.asked.setdefault(turn, self.now)
            put(outgoing)

        chat.send, chat.edit, self.world.app.outbox.put = sent, edited, queued

    @property
    def now(self) -> float:
        return self.world.clock.monotonic()

    def _seen(self, screen: Screen) -> None:
        self.calls.append(self.now)
        turn = turn_of(screen)
        if "next round" in screen.text or turn is not None:
            self.shown.append((screen.text.split("\n")[0], turn is None))
        if turn is not None and turn not in self.waits:
            self.waits[turn] = self.now - self.asked[turn]
            self.presses.append((self.now + self.chance.uniform(2, 3), turn))

    async def sit_down(self, tables: int) -> None:
        """Two tables in each thread."""
        for number in range(tables):
            place = replace(GROUP, thread=None if number < 2 else 7)
            names = [f"{who}{number}" for who in ("Anna", "Boris", "Vera")]
            opened = await self.world.command(names[0], "/newtable blackjack seats=3", place=place)
            assert opened.accepted, opened.screen.text
            code = self.world.session(names[0]).code
            for name in names[1:]:
                answer = await self.world.press(name, str(Key("sit", code, 0, "a")), place=place)
                assert answer.accepted, answer.screen.text

    async def play(self, seconds: float, meanwhile: Callable[[], Awaitable[None]] | None = None) -> None:
        goal, second = self.now + seconds, self.now
        while self.now < goal:
            if meanwhile is not None and second <= self.now:
                await meanwhile()
                second += 1
            due = min((at for at, _ in self.presses), default=goal)
            # In small steps: what is shown on the way is pressed in time.
            await self.world.turn(max(0.0, min(due, goal, self.now + 0.5) - self.now))
            for at, turn in [one for one in self.presses if one[0] <= self.now]:
                self.presses.remove((at, turn))
                await self._press(turn)

    async def _press(self, turn: Turn) -> None:
        code, deal, phase = turn
        session = self.world.app.tables.live(code)
        assert session is not None
        assert session.state is not None
        seat = session.state.to_move
        assert seat is not None, "his time was over before he pressed"
        answer = await self.world.press(
            session.row.seats[seat].account.name, str(Key("stand", code, deal, phase)), place=session.place
        )
        assert answer.accepted, answer.screen.text

    async def missed(self) -> int:
        """How many moves were made by the clock."""
        return await self.world.store.read(
            lambda db: db.execute("SELECT count(*) FROM moves WHERE text LIKE '%timeout%'").fetchone()[0]
        )

    def most_in_a_minute(self) -> int:
        return max(sum(at <= other < at + 59.9 for other in self.calls) for at in self.calls)


async def crowd(world: World, seed: int) -> Crowd:
    world.chat.pace = PACE
    world.app.connect(world.chat)
    return Crowd(world, seed)


@pytest.mark.parametrize(("tables", "longest"), [(2, 10), (4, 20)])
async def test_no_board_of_a_turn_is_late_where_several_tables_share_a_group(
    world: World, tables: int, longest: float
) -> None:
    people = await crowd(world, tables)
    await people.sit_down(tables)
    await people.play(300)
    assert len(people.waits) >= 24
    assert max(people.waits.values()) <= longest
    assert await people.missed() == 0
    assert people.most_in_a_minute() <= 18
    rounds: dict[str, list[bool]] = {}
    for title, over in people.shown:
        rounds.setdefault(title, []).append(over)
    ended = [one for one in rounds.values() if True in one]
    assert len(ended) >= 2 * tables
    assert all(over[-1] for over in ended)  # a round's cards are seen before the next one's


def help_asked(world: World) -> Callable[[], Awaitable[None]]:
    async def ask() -> None:
        screen = Screen(((Span(f"help {world.clock.monotonic()}"),),))
        world.app.post(GROUP, f"note:{world.press_id()}", Post(screen), asker=9)

    return ask


def replays_asked(world: World) -> Callable[[], Awaitable[None]]:
    async def ask() -> None:
        await world.command("Mallory", "/leaderboard")

    return ask


def options_toggled(world: World) -> Callable[[], Awaitable[None]]:
    async def toggle() -> None:
        verb = "done" if world.session("Mallory").menu else "menu"
        await world.press("Mallory", str(Key(verb, world.session("Mallory").code, 0, "a")))

    return toggle


@pytest.mark.parametrize("nuisance", [help_asked, replays_asked, options_toggled])
async def test_one_person_who_asks_every_second_holds_up_no_turn_and_is_silent_when_he_stops(
    world: World, nuisance: Callable[[World], Callable[[], Awaitable[None]]]
) -> None:
    people = await crowd(world, 1)
    await people.sit_down(1)
    assert (await world.command("Mallory", "/newtable seats=2")).accepted
    await people.play(60)
    without = max(people.waits.values())
    people.waits.clear()
    await people.play(60, nuisance(world))
    assert max(people.waits.values()) <= without + 2
    assert await people.missed() == 0
    before = len(world.chat.messages)
    await people.play(16)
    boards = {title for title, _ in people.shown}
    await people.play(100)
    assert len(world.chat.messages) - before <= 1 + len({title for title, _ in people.shown} - boards) + 1


@pytest.mark.parametrize(("before", "arrives"), [(40, True), (150, False)])
async def test_a_turn_has_its_time_from_the_arrival_of_its_board_which_may_wait_in_the_programs_own_queue(
    world: World, before: int, *, arrives: bool
) -> None:
    people = await crowd(world, 5)
    await people.sit_down(1)
    await world.turn(10)
    (session,) = world.app.tables.open_sessions()
    screen = Screen(((Span("somebody else's"),),))
    for number in range(before):
        world.app.outbox.put(Outgoing(Slot("OTHERS", f"deal:{number}"), GROUP, Post(screen), 1))
    await people._press(people.presses.pop()[1])
    turn, seat, full = people.now, session.state.to_move, session.full
    if not arrives:
        await world.turn(full + 295)
        assert session.state.to_move == seat
        await world.turn(10)
        assert session.state.to_move != seat  # 5 minutes more at most
        return
    while not people.presses:
        await world.turn(0.5)
        assert session.state.to_move == seat
    assert people.now - turn > full
    assert session.due - people.now >= full - 0.5
    await world.turn(full - 1)
    assert session.state.to_move == seat
    await world.turn(2)
    assert session.state.to_move != seat
