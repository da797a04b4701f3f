"""The outbox: what is sent, in which order, how often, and what each failure comes to."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from turned import TurnedClock
from world import GROUP, ChatTwin

from adapters.discord.channel import PACE as DISCORD_PACE
from bot.model.errors import StoreFailed
from bot.model.outgoing import NO_TABLE, Outgoing, Slot, Urgency, Wish
from bot.outbox.outbox import Outbox
from bot.ports.channel import Limit, MessageGone, Pace, PerhapsDelivered, RetryAfter, Undelivered, Unreachable
from bot.ports.requests import Place
from bot.ports.screens import Post, Screen, Span

BOARD, LIST = Slot("K7", "deal:1"), Slot("K7", "application")
OTHER = Place("chat", -5)


class Messages:
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
        self.clock, self.book, self.chat = TurnedClock(), Messages(), ChatTwin(pace=pace)
        self.lost, self.arrives, self.repeatable = 0, True, False
        self._send, self.chat.send = self.chat.send, self.send
        self.begin()

    def begin(self, *, connected: bool = True) -> None:
        """A start of the program."""
        self.outbox = Outbox(self.clock, self.book)
        if connected:
            self.outbox.connect(self.chat)

    async def send(self, place: Place, post: Post) -> int:
        """As the chat does; of the next `lost` messages nobody hears whether they have arrived, as they do or do not."""
        if not self.lost:
            return await self._send(place, post)
        self.lost -= 1
        if self.arrives:
            await self._send(place, post)
        else:
            self.chat.nonces.append(post.nonce)
        raise PerhapsDelivered(repeatable=self.repeatable)

    def put(
        self, text: str, slot: Slot = BOARD, urgency: Urgency = Urgency.TURN, place: Place = GROUP,
        *, anew: bool = False, mentions: tuple[int, ...] = (), farewell: Screen | None = None, wish: Wish | None = None,
    ) -> None:  # fmt: skip
        screen = Screen(((Span(text),),))
        once = wish is not None
        self.outbox.put(
            Outgoing(slot, place, Post(screen, mentions), 1, urgency, anew, farewell, once=once, wish=wish)
        )

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


GROUP_PACE = Pace(calls=18, seconds=60, burst=6, half_spent=True)


async def test_a_third_of_a_window_goes_at_once_and_the_rest_is_spread() -> None:
    bench = Bench(GROUP_PACE)
    await bench.turn(60)
    for number in range(60):
        bench.put("x", Slot("K7", f"m:{number}"))
    await bench.turn(0)
    assert bench.count == 6
    times = []
    for _ in range(1300):
        before = bench.count
        await bench.turn(0.1)
        times += [bench.clock.monotonic()] * (bench.count - before)
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert max(gaps) <= 60 / 12 + 0.2  # what is left of the first minute
    assert max(gaps[13:]) <= 60 / 17 + 0.2  # and 18 a minute from then on
    assert len(times) >= 12 + 17
    await bench.outbox.close(0)


async def test_a_chat_counts_as_having_spent_half_of_its_pace_after_a_start() -> None:
    bench = Bench(GROUP_PACE)
    for number in range(40):
        bench.put("x", Slot("K7", f"m:{number}"))
    await bench.turn(6.6)
    assert bench.count == 0
    await bench.turn(53.3)
    assert bench.count <= 9
    await bench.turn(60)
    assert 18 <= bench.count <= 9 + 18
    await bench.outbox.close(0)


@pytest.mark.parametrize("every", [2, 7])
async def test_a_program_that_starts_again_and_again_sends_a_chat_no_more(every: int) -> None:
    bench = Bench(replace(GROUP_PACE, total=Limit(25, 1)))
    for start in range(120 // every):
        for place in (GROUP, *(Place("chat", -number) for number in range(1, 40))):
            bench.put(f"board {start}", BOARD, place=place)
        await bench.turn(every)
        await bench.outbox.close(0)
        bench.begin()
    calls = [message for message in bench.chat.messages.values() if message.place == GROUP]
    assert len(calls) <= 120 / 6.7


async def test_the_first_start_of_all_has_spent_nothing_and_a_minute_later_no_start_has() -> None:
    first, later = Bench(GROUP_PACE), Bench(GROUP_PACE)
    first.outbox.first_start()
    await later.turn(60)
    for bench in (first, later):
        for number in range(40):
            bench.put("x", Slot("K7", f"m:{number}"))
        await bench.turn(0)
        assert bench.count == 6
        await bench.outbox.close(0)


@pytest.mark.parametrize(("started", "most"), [(True, 13), (False, 25)])
async def test_all_chats_together_have_one_pace_which_is_fair_between_them(started: bool, most: int) -> None:
    bench = Bench(Pace(calls=1000, seconds=60, half_spent=True, total=Limit(25, 1)))
    if not started:
        bench.outbox.first_start()
    chats = [Place("chat", -number) for number in range(1, 101)]
    for text in "ab":
        for place in chats:
            bench.put(text, Slot("K7", text), place=place)
    await bench.turn(0.5)
    assert bench.count <= most
    await bench.turn(4.5)
    assert {message.place for message in bench.chat.messages.values()} == set(chats)
    assert bench.count <= 6 * 25
    await bench.turn(5)
    assert bench.count == 200
    await bench.outbox.close(0)


async def test_turns_keep_their_part_of_the_pace_of_all_chats_together() -> None:
    bench = Bench(Pace(calls=1000, seconds=60, total=Limit(25, 1)))
    for number in range(100):
        bench.put("list", LIST, Urgency.LIST, Place("chat", -100 - number))
    await bench.turn(0)
    assert bench.count == 11
    for number in range(14):
        bench.put("turn", BOARD, place=Place("chat", -number - 1))
    await bench.turn(0)
    assert bench.count == 25
    await bench.turn(10)
    assert bench.count == 114
    await bench.outbox.close(0)


async def test_sends_and_edits_have_windows_of_their_own_where_the_platform_counts_so() -> None:
    bench = Bench(Pace(calls=5, seconds=5, apart=True, by_thread=True))
    for number in range(7):
        bench.put("x", Slot("K7", f"m:{number}"))
    await bench.turn(0)
    assert bench.count == 5
    for number in range(5):
        bench.put("y", Slot("K7", f"m:{number}"))
    bench.put("z", BOARD, place=replace(GROUP, thread=7))
    await bench.turn(0)
    assert sorted(kind for kind, _ in bench.chat.calls) == ["edit"] * 5 + ["send"] * 6
    await bench.turn(5)
    assert bench.count == 13
    await bench.outbox.close(0)


async def test_four_tables_of_a_discord_channel_are_shown_in_seconds_right_after_a_start() -> None:
    bench = Bench(DISCORD_PACE)
    waits = []
    for step in range(30):
        for table in range(4):
            bench.put(f"{step}", Slot(f"T{table}", "deal:1"))
        begun = bench.clock.monotonic()
        while any(bench.outbox.owes(f"T{table}", GROUP) for table in range(4)):
            await bench.turn(0.5)
        waits.append(bench.clock.monotonic() - begun)
        await bench.turn(2)
    assert waits[0] <= 0.5
    assert max(waits) <= 5
    assert bench.count == 30 * 4
    await bench.outbox.close(0)


async def test_threads_share_a_chat_of_other_platforms_whatever_was_known_before_it_was_connected() -> None:
    bench = Bench(Pace(calls=2, seconds=60))
    bench.begin(connected=False)
    for thread in (None, 7, 8):
        bench.put("x", Slot("K7", f"deal:{thread}"), place=replace(GROUP, thread=thread))
    bench.outbox.connect(bench.chat)
    await bench.turn(59)
    assert bench.count == 2
    await bench.turn(60)
    assert bench.count == 3
    await bench.outbox.close(0)


async def test_a_board_that_names_nobody_waits_for_turns_but_not_for_ever() -> None:
    bench = Bench(Pace(calls=1, seconds=4))
    await bench.turn(60)
    bench.put("first")
    bench.put("showdown", Slot("K7", "deal:2"), Urgency.BOARD)
    for number in range(8):
        bench.put(f"turn {number}", Slot("K8", f"deal:{number}"))
        await bench.turn(4)
    texts = bench.chat.texts()
    assert texts[:3] == ["first", "turn 0", "turn 1"]
    assert "showdown" in texts[3:6]
    await bench.outbox.close(0)


def asks(user: int, number: int) -> dict[str, Any]:
    return {"urgency": Urgency.ANSWER, "wish": Wish(user, number)}


async def test_answers_of_one_person_replace_each_other_while_they_wait() -> None:
    bench = Bench(Pace(calls=9, seconds=60, burst=4))
    await bench.turn(60)
    for second in range(60):
        for part in range(2):
            bench.put(f"help {second}.{part}", Slot(NO_TABLE, f"note:{second}.{part}"), **asks(1, second))
        await bench.turn(1)
    sent = bench.count
    assert sent <= 4
    await bench.turn(600)
    assert bench.count <= sent + 2
    assert bench.chat.texts()[-1] == "help 59.1"
    await bench.outbox.close(0)


async def test_at_most_20_answers_wait_and_no_board_result_or_mention_is_dropped() -> None:
    bench = Bench(Pace(calls=9, seconds=60))
    bench.chat.failures.append(RetryAfter(30))
    bench.put("board")
    for user in range(40):
        bench.put(f"answer {user}", Slot(NO_TABLE, f"note:{user}"), **asks(user, user))
    for number in range(30):
        bench.put("result", Slot(f"T{number}", "result"), Urgency.BOARD)
        bench.put("opens", Slot(f"T{number}", "application"), Urgency.LIST, mentions=(7,))
    await bench.turn(100)
    assert sum(text.startswith("answer") for text in bench.chat.texts()) <= 8
    await bench.turn(3000)
    assert bench.chat.texts().count("result") == bench.chat.texts().count("opens") == 30
    assert not [text for text in bench.chat.texts() if text.startswith("answer") and int(text[7:]) < 20]
    await bench.outbox.close(0)


async def test_nothing_is_kept_of_a_silent_chat(bench: Bench) -> None:
    for number in range(50):
        place = Place("chat", -number)
        bench.put("list", Slot(NO_TABLE, f"tables:{number}"), Urgency.LIST, place)
        bench.put("answer", Slot(NO_TABLE, "note:1"), Urgency.ANSWER, place)
    bench.put("board")
    await bench.turn(3700)
    bench.outbox.tidy()
    assert list(bench.outbox._queues) == [(*GROUP.chat, 0)]
    bench.outbox.forget("K7", GROUP)
    bench.outbox.tidy()
    assert not bench.outbox._queues


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
    assert (bench.outbox.owes("K7", GROUP), bench.outbox.owes("K7", OTHER)) == (True, False)
    await bench.turn(29.9)
    assert bench.count == 1
    await bench.turn(0.1)
    assert bench.chat.last().screen.text == "b"
    assert set(bench.chat.last().mentions) == {1, 2}
    assert not bench.outbox.owes("K7", GROUP)


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


async def test_what_may_have_arrived_is_sent_once_more_at_most_when_the_platform_was_heard_of_again(
    bench: Bench,
) -> None:
    heard = bench.clock.monotonic() - 1
    bench.outbox.heard = lambda _platform: heard
    bench.lost = 2
    bench.put("a")
    await bench.turn(60)
    assert (bench.count, bench.outbox.owes("K7", GROUP)) == (1, True)
    heard = bench.clock.monotonic()
    await bench.turn(10)
    assert (bench.chat.texts(), bench.outbox.owes("K7", GROUP)) == (["a", "a"], False)
    await bench.turn(600)
    assert bench.count == 2  # it has probably been seen by now
    bench.put("b")
    await bench.turn(1)
    assert bench.chat.texts() == ["a", "a", "b"]
    bench.put("c")
    await bench.turn(1)
    assert bench.chat.texts() == ["a", "a", "c"]


async def test_a_press_in_a_message_that_was_doubted_says_that_it_is_there(bench: Bench) -> None:
    bench.lost = 1
    bench.put("a")
    await bench.turn(3)
    bench.put("b")
    bench.outbox.seen(BOARD, GROUP, 1)
    await bench.turn(1)
    assert bench.chat.texts() == ["b"]
    await bench.turn(600)
    assert (bench.chat.texts(), bench.count) == (["b"], 2)
    bench.outbox.seen(BOARD, GROUP, 99)  # nobody doubts it
    assert bench.outbox.message(BOARD, GROUP) == 1


async def test_a_board_posted_anew_without_an_answer_is_shown_in_the_old_message(bench: Bench) -> None:
    bench.put("a")
    await bench.settle()
    bench.lost = 1
    bench.put("b", anew=True)
    await bench.settle()
    assert bench.chat.texts() == ["b", "b"]
    assert bench.outbox.message(BOARD, GROUP) == 1


async def test_an_edit_without_an_answer_is_made_again(bench: Bench) -> None:
    bench.put("a")
    await bench.settle()
    bench.chat.failures.append(PerhapsDelivered())
    bench.put("b")
    await bench.turn(1)
    bench.put("a")  # what stands there now is not known: it is sent
    await bench.turn(1)
    assert [call for call, _ in bench.chat.calls] == ["send", "edit"]


@pytest.mark.parametrize("arrives", [True, False])
@pytest.mark.parametrize("newer", [True, False])
async def test_a_message_with_a_nonce_is_sent_until_it_has_an_answer_and_is_there_once(
    bench: Bench, *, arrives: bool, newer: bool
) -> None:
    bench.chat.once = True
    bench.lost, bench.arrives, bench.repeatable = 3, arrives, True
    bench.put("a")
    await bench.turn(3)
    if newer:
        bench.put("b")
    await bench.turn(20)
    assert bench.chat.texts() == ["b" if newer else "a"]
    assert not bench.outbox.owes("K7", GROUP)
    assert len(set(bench.chat.nonces)) == 1


async def test_nonces_of_other_screens_and_of_messages_that_take_the_place_of_one_are_others(
    bench: Bench,
) -> None:
    bench.chat.once = True
    bench.put("a")
    await bench.settle()
    bench.put("a", anew=True)
    bench.put("a", LIST)
    for _ in range(2):
        bench.put("x", Slot(NO_TABLE, "tables:1"), anew=True)
        await bench.settle()
    assert len(bench.chat.nonces) == len(set(bench.chat.nonces)) == 5
    again = Bench(bench.chat.pace)
    again.put("a")
    await again.settle()
    assert again.chat.nonces[0] == bench.chat.nonces[0]  # after a kill in between it is known again


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


@pytest.mark.parametrize("error", [ValueError("a bug"), Undelivered("400 (50035)")])
async def test_a_screen_that_is_refused_is_tried_again_and_stops_no_other(
    bench: Bench, error: Exception
) -> None:
    bench.chat.failures.extend([error] * 5)
    bench.put("a")
    await bench.settle()
    assert bench.outbox.owes("K7", GROUP)
    bench.chat.failures, refusals = [], bench.chat.failures
    bench.put("other", Slot("K8", "deal:1"))
    await bench.settle()
    assert bench.chat.texts() == ["other"]
    bench.chat.failures = refusals
    await bench.turn(2 + 4 + 8 + 16)
    assert bench.chat.texts() == ["other"]
    await bench.turn(32)
    assert bench.chat.texts() == ["other", "a"]


async def test_a_newer_screen_is_tried_at_once_after_a_refusal(bench: Bench) -> None:
    bench.chat.failures.append(ValueError("a bug"))
    bench.put("a")
    await bench.settle()
    bench.put("b")
    await bench.settle()
    assert bench.chat.texts() == ["b"]


async def test_an_answer_that_is_refused_is_given_up_and_a_board_never(bench: Bench) -> None:
    bench.chat.failures.extend([Undelivered("400")] * 3)
    bench.put("answer", Slot(NO_TABLE, "note:1"), **asks(1, 1))
    await bench.turn(100)
    assert bench.count == 0
    bench.chat.failures.extend([Undelivered("400")] * 30)
    bench.put("board")
    await bench.turn(3 * 3600)
    assert bench.chat.texts() == ["board"]


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
    bench.outbox.delivered = lambda outgoing, _at: (
        bench.put("after", LIST) if outgoing.slot == BOARD else None
    )
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
