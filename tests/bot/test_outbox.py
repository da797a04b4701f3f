"""The outbox: what is sent, in which order, how often, and what each failure comes to (design, part 5; hazards T01, T05, T15, T30)."""

import asyncio
from datetime import datetime, timedelta

import pytest
from turned import TurnedClock
from world import GROUP, ChatTwin

from bot.letters import Letter, Slot, Urgency
from bot.outbox import Outbox
from bot.ports import MessageGone, Pace, PerhapsDelivered, RetryAfter, Unreachable
from bot.requests import Place
from bot.screen import Post, Screen, Span
from bot.store.errors import StoreFailed

BOARD, LIST = Slot("K7", "deal:1"), Slot("K7", "application")
OTHER = Place("chat", -5)


class Postbook:
    """Keeps what is written down; fails when told to."""

    def __init__(self) -> None:
        self.shown: dict[tuple[str, str], tuple[int, int]] = {}
        self.fails = False

    async def board_shown(
        self, code: str, slot: str, message: int, revision: int, posted_at: datetime
    ) -> None:
        if self.fails:
            raise StoreFailed("disk full")
        self.shown[code, slot] = (message, revision)

    async def board_gone(self, code: str, slot: str) -> None:
        if self.fails:
            raise StoreFailed("disk full")
        self.shown.pop((code, slot), None)


class Bench:
    """An outbox of its own with one chat behind it."""

    def __init__(self, pace: Pace) -> None:
        self.clock, self.book, self.chat = TurnedClock(), Postbook(), ChatTwin(pace=pace)
        self.outbox = Outbox(self.clock, self.book)
        self.outbox.connect(self.chat)

    def put(
        self, text: str, slot: Slot = BOARD, urgency: Urgency = Urgency.TURN, place: Place = GROUP,
        *, anew: bool = False, mentions: tuple[int, ...] = (), farewell: Screen | None = None,
    ) -> None:  # fmt: skip
        screen = Screen(((Span(text),),))
        self.outbox.put(Letter(slot, place, Post(screen, mentions), 1, urgency, anew, farewell))

    async def settle(self) -> None:
        for _ in range(60):
            await asyncio.sleep(0)

    async def turn(self, seconds: float) -> None:
        goal = self.clock.monotonic() + seconds
        await self.settle()
        while (wake := self.clock.next_wake()) is not None and wake <= goal:
            self.clock.set(wake)
            await self.settle()
        self.clock.set(goal)
        await self.settle()

    @property
    def count(self) -> int:
        return len(self.chat.calls)


@pytest.fixture
async def bench():
    made = Bench(Pace(calls=1000, seconds=60))
    yield made
    await made.outbox.close(0)


async def test_the_newest_screen_of_a_message_wins(bench: Bench) -> None:
    for text in "abc":
        bench.put(text)
    await bench.settle()
    assert (bench.count, bench.chat.texts()) == (1, ["c"])


async def test_an_unchanged_screen_is_not_sent(bench: Bench) -> None:
    for _ in range(3):
        bench.put("a")
        await bench.settle()
    bench.put("b")
    bench.put("a")
    await bench.settle()
    assert bench.count == 1


async def test_a_screen_that_comes_while_another_is_under_way_wins_even_if_it_stood_before(
    bench: Bench,
) -> None:
    bench.put("a")
    await bench.settle()
    go, edit = asyncio.Event(), bench.chat.edit

    async def slow(place: Place, message: int, screen: Screen) -> None:
        await go.wait()
        await edit(place, message, screen)

    bench.chat.edit = slow
    bench.put("b")
    await bench.settle()
    bench.put("a")
    go.set()
    await bench.settle()
    assert bench.chat.texts() == ["a"]


async def test_turns_go_before_lists_and_lists_before_tidying() -> None:
    bench = Bench(Pace(calls=2, seconds=60))
    await bench.turn(60)
    for text, slot, urgency in (
        ("tidy", Slot("K7", "x"), Urgency.TIDY),
        ("list", LIST, Urgency.LIST),
        ("turn", BOARD, Urgency.TURN),
    ):
        bench.put(text, slot, urgency)
    await bench.turn(300)
    assert bench.chat.texts() == ["turn", "list", "tidy"]
    await bench.outbox.close(0)


async def test_a_chat_counts_as_having_spent_half_of_its_pace_after_a_start() -> None:
    bench = Bench(Pace(calls=18, seconds=60))
    for number in range(40):
        bench.put("x", Slot("K7", f"m:{number}"))
    await bench.turn(0)
    assert bench.count == 9
    await bench.turn(59)
    assert bench.count == 9
    await bench.turn(1)
    assert bench.count == 9 + 18
    await bench.turn(60)
    assert bench.count == 40
    await bench.outbox.close(0)


async def test_never_more_calls_in_any_window_than_the_pace_allows() -> None:
    bench, times = Bench(Pace(calls=5, seconds=10)), []
    for step in range(200):
        bench.put(str(step), Slot("K7", f"m:{step % 7}"))
        before = bench.count
        await bench.turn(0.7)
        times += [bench.clock.now()] * (bench.count - before)
    for at in times:
        assert sum(at <= other < at + timedelta(seconds=9.3) for other in times) <= 5
    await bench.outbox.close(0)


async def test_a_gap_lies_between_two_calls() -> None:
    bench = Bench(Pace(calls=100, seconds=60, gap=1.5))
    for number in range(4):
        bench.put("x", Slot("K7", f"m:{number}"))
    counts = []
    for _ in range(4):
        await bench.turn(0)
        counts.append(bench.count)
        await bench.turn(1.5)
    assert counts == [1, 2, 3, 4]
    await bench.outbox.close(0)


async def test_a_list_waits_and_a_turn_does_not() -> None:
    bench = Bench(Pace(calls=100, seconds=60, lazy=10))
    bench.put("1", LIST, Urgency.LIST)
    await bench.turn(1)
    bench.put("2", LIST, Urgency.LIST)
    await bench.turn(1)
    assert bench.chat.texts() == ["1"]
    bench.put("board")
    await bench.turn(1)
    assert bench.chat.texts() == ["1", "board"]
    await bench.turn(7)
    assert bench.chat.texts() == ["2", "board"]
    await bench.outbox.close(0)


async def test_retry_after_stops_that_chat_only_and_the_newest_is_sent_then(bench: Bench) -> None:
    bench.chat.failures.append(RetryAfter(30))
    bench.put("a", mentions=(1,))
    await bench.settle()
    bench.put("b", mentions=(2,))
    bench.put("elsewhere", place=OTHER)
    await bench.settle()
    assert bench.chat.texts() == ["elsewhere"]
    assert (bench.outbox.in_trouble(GROUP), bench.outbox.in_trouble(OTHER)) == (True, False)
    await bench.turn(29.9)
    assert bench.count == 1
    await bench.turn(0.1)
    assert bench.chat.last().screen.text == "b"
    assert set(bench.chat.last().mentions) == {1, 2}
    assert not bench.outbox.in_trouble(GROUP)


async def test_a_newer_screen_wins_over_one_that_comes_back_undelivered(bench: Bench) -> None:
    go, send = asyncio.Event(), bench.chat.send

    async def slow(place: Place, post: Post) -> int:
        await go.wait()
        return await send(place, post)

    bench.chat.send = slow
    bench.chat.failures.append(RetryAfter(5))
    bench.put("a", mentions=(1,))
    await bench.settle()
    bench.put("b")
    go.set()
    await bench.turn(5)
    assert (bench.chat.texts(), bench.chat.last().mentions) == (["b"], (1,))


async def test_a_network_that_fails_is_tried_again_ever_more_rarely(bench: Bench) -> None:
    bench.chat.failures.extend([Unreachable()] * 5)
    bench.put("a")
    await bench.turn(2 + 4 + 8 + 16)
    assert bench.count == 0
    await bench.turn(32)
    assert bench.count == 1


async def test_a_message_that_is_gone_is_posted_anew(bench: Bench) -> None:
    bench.put("a")
    await bench.settle()
    bench.chat.failures.append(MessageGone())
    bench.put("b")
    await bench.settle()
    assert bench.chat.last().screen.text == "b"
    assert bench.book.shown["K7", "deal:1"] == (2, 1)


async def test_what_may_have_arrived_is_not_sent_again(bench: Bench) -> None:
    bench.chat.failures.append(PerhapsDelivered())
    bench.put("a")
    await bench.turn(600)
    assert bench.count == 0
    bench.put("b")
    await bench.settle()
    bench.chat.failures.append(PerhapsDelivered())
    bench.put("c")
    await bench.settle()
    bench.put("b")  # what stands there now is not known: it is sent
    await bench.settle()
    assert [call for call, _ in bench.chat.calls] == ["send", "edit"]


async def test_a_board_posted_anew_takes_the_buttons_of_the_old_one(bench: Bench) -> None:
    bench.put("a")
    await bench.settle()
    bench.put("b", anew=True, farewell=Screen(((Span("below"),),)))
    await bench.settle()
    assert bench.chat.texts() == ["below", "b"]
    bench.put("c")
    await bench.settle()
    assert bench.chat.texts() == ["below", "c"]


async def test_what_cannot_be_written_down_stops_nothing(bench: Bench) -> None:
    bench.book.fails = True
    for text in "abc":
        bench.put(text)
        await bench.settle()
    assert bench.chat.texts() == ["c"]


@pytest.mark.faults("outbox.adapter_failed")
async def test_a_fault_of_an_adapter_costs_one_screen(bench: Bench) -> None:
    bench.chat.failures.append(ValueError("a bug"))
    bench.put("a")
    await bench.settle()
    bench.put("b")
    await bench.settle()
    assert bench.chat.texts() == ["b"]


@pytest.mark.parametrize("waiting", ["idle", "paced", "lazy", "blocked"])
async def test_a_channel_that_goes_and_comes_back_gets_what_waited(waiting: str) -> None:
    pace = {"paced": Pace(2, 60), "lazy": Pace(100, 60, lazy=10)}.get(waiting, Pace(100, 60))
    bench = Bench(pace)
    bench.put("1", LIST, Urgency.LIST)
    await bench.turn(1)
    if waiting == "blocked":
        bench.chat.failures.append(RetryAfter(20))
    if waiting != "idle":
        bench.put("2", LIST, Urgency.LIST)
        await bench.turn(1)
    bench.outbox.disconnect("chat")
    bench.put("3", LIST, Urgency.LIST)
    bench.put("board")
    await bench.turn(120)
    assert bench.chat.texts() == ["1"]
    bench.outbox.connect(bench.chat)
    await bench.turn(120)
    assert bench.chat.texts() == ["3", "board"]
    await bench.outbox.flush()
    await bench.outbox.close(0)


async def test_a_letter_put_in_the_moment_the_queue_ends_is_sent(bench: Bench) -> None:
    bench.outbox.delivered = lambda letter, _at: bench.put("after", LIST) if letter.slot == BOARD else None
    bench.put("a")
    queue = bench.outbox._queue(GROUP)
    while queue.task is not None and not queue.task.done():
        await asyncio.sleep(0)
    bench.put("b", Slot("K7", "result"))  # before the loop has told the queue of its task's end
    await bench.settle()
    assert sorted(bench.chat.texts()) == ["a", "after", "b"]


async def test_closing_sends_what_it_can_and_then_nothing_more(bench: Bench) -> None:
    bench.put("a")
    await bench.outbox.close(1)
    bench.put("b")
    await bench.settle()
    assert bench.chat.texts() == ["a"]
