"""The outbox: what is sent, in which order, how often, and what each failure comes to (design, part 5; hazards T01, T05, T15, T30)."""

import asyncio
from datetime import datetime, timedelta

import pytest
from evening import PEOPLE, carefully, keys_shown, moves_of, phase, play_out, seat, sit_key, to_move
from turned import TurnedClock
from world import GROUP, ChatTwin, World

from bot.keys import Key
from bot.letters import Letter, Slot, Urgency
from bot.outbox import Outbox
from bot.ports import ChatGone, MessageGone, Pace, PerhapsDelivered, RetryAfter, Unreachable
from bot.requests import Place
from bot.screen import Post, Screen, Span
from bot.store.errors import StoreFailed
from bot.store.rows import Status

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
        goal = self.clock.now() + timedelta(seconds=seconds)
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
async def bench():  # type: ignore[no-untyped-def]
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

    bench.chat.edit = slow  # type: ignore[method-assign]
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

    bench.chat.send = slow  # type: ignore[method-assign]
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
    bench.chat.failures.append(ValueError("a bug"))  # type: ignore[arg-type]
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


# as the application uses it


async def connected(world: World, pace: Pace) -> None:
    world.chat.pace = pace
    world.app.connect(world.chat)
    await world.turn(60)  # what counts as spent after a start is over


#: Telegram's pace. `lazy` 10 s: an application posted and pressed in for 25 s is one message and three edits.
TELEGRAM = Pace(calls=18, seconds=60, lazy=10)


async def test_a_deal_of_four_costs_eight_calls_and_the_result_one(world: World) -> None:
    await connected(world, TELEGRAM)
    session = await seat(world, *PEOPLE, arguments="deals=5")
    await world.turn(60)
    while session.playing and phase(session)[0] == 1:
        name = to_move(session)
        if name is None:
            await world.turn(8)
            continue
        await world.press(name, carefully(moves_of(world, session)))
        await world.turn(4)
    deal = 2
    while session.playing:
        before = len(world.chat.calls)
        # The board of the deal has just been posted: one of its calls.
        while session.playing and phase(session)[0] == deal and phase(session)[1] != "pause":
            await world.press(to_move(session) or "", carefully(moves_of(world, session)))
            await world.turn(4)
        calls = len(world.chat.calls) - before + 1
        assert calls <= 8 + (session.row.status is Status.FINISHED)
        await world.turn(8)
        deal += 1
    assert keys_shown(world, {"again"})


async def test_a_lobby_pressed_in_for_25_seconds_costs_four_calls(world: World) -> None:
    await connected(world, TELEGRAM)
    before = len(world.chat.calls)
    await world.command("Anna", "/newtable seats=4")
    session = world.session()
    for name, verb in (
        ("Boris", "sit"), ("Vera", "sit"), ("Boris", "leave"), ("Boris", "sit"), ("Vera", "leave"), ("Vera", "sit"),
    ):  # fmt: skip
        await world.turn(4)
        assert (await world.press(name, str(Key(verb, session.code, 0, "a")))).accepted
    await world.turn(30)
    assert len(world.chat.calls) - before <= 4
    assert sum(line[0].text.startswith(("1", "2", "3")) for line in world.chat.last().screen.lines) == 3


async def test_options_are_shown_without_waiting(world: World) -> None:
    await connected(world, TELEGRAM)
    await world.command("Anna", "/newtable")
    await world.press("Anna", world.key("menu"))
    assert keys_shown(world, {"set"})
    await world.press("Anna", world.key("done"))
    assert not keys_shown(world, {"set"})


async def test_25_presses_are_all_applied_while_the_chat_is_held_up_and_the_last_state_is_shown(
    world: World,
) -> None:
    session = await seat(world, *PEOPLE, arguments="deals=1")
    world.chat.failures.append(RetryAfter(40))
    while session.playing:
        key = "bet:1" if phase(session)[1] == "stake" else "stand"
        assert session.state is not None
        view = session.state.view(None)
        await world.press(
            to_move(session) or "",
            f"1:{session.code}:{view.deal}:{view.phase.value[0]}{view.to_move}:{key}",
        )
    calls = len(world.chat.calls)
    await world.turn(40)
    assert len(world.chat.calls) <= calls + 3
    assert keys_shown(world, {"again"})
    assert not keys_shown(world, {"bet", "hit", "stand"})


async def test_a_buried_board_is_posted_anew_once_a_minute(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera", arguments="timeout=600")
    board = world.chat.last().id
    world.app.tables.newest[GROUP.chat] = board + 40
    await world.turn(59)
    await world.press(to_move(session) or "", moves_of(world, session)[0])
    assert world.chat.last().id == board
    await world.turn(2)
    await world.press(to_move(session) or "", moves_of(world, session)[0])
    assert world.chat.last().id > board
    assert not world.buttons(world.chat.messages[board])


async def test_an_old_board_is_posted_anew(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera", arguments="timeout=600")
    board = world.chat.last().id
    await world.turn(300)
    await world.press(to_move(session) or "", moves_of(world, session)[0])
    assert world.chat.last().id > board


async def test_table_brings_the_board_down_once_a_minute(world: World) -> None:
    await seat(world, "Anna", "Boris")
    assert not (await world.command("Vera", "/table")).accepted
    await world.turn(20)
    messages = len(world.chat.messages)
    await world.turn(41)
    assert (await world.command("Vera", "/table")).accepted
    assert not (await world.command("Vera", "/table")).accepted
    assert len([m for m in world.chat.messages.values() if world.buttons(m)]) == 2  # the promise, the board
    assert len(world.chat.messages) >= messages


async def test_newtable_cannot_be_used_to_flood_the_chat(world: World) -> None:
    await world.command("Anna", "/newtable")
    for _ in range(5):
        await world.command("Boris", "/newtable")
    assert len(world.chat.calls) == 1
    await world.turn(60)
    await world.command("Boris", "/newtable")
    assert len(keys_shown(world, {"sit"})) == 1


async def test_the_list_of_tables_asked_for_again_is_the_same_message(world: World) -> None:
    await world.command("Anna", "/tables")
    await world.command("Anna", "/newtable")
    await world.command("Boris", "/tables")
    lists = [m for m in world.chat.messages.values() if m.edits]
    assert len(world.chat.messages) == 2
    assert len(lists) == 1
    await world.turn(61)
    await world.command("Boris", "/tables")
    assert len(world.chat.messages) == 3


async def test_a_chat_that_is_gone_frees_everybody(world: World) -> None:
    session = await seat(world, "Anna", "Boris", "Vera")
    waiting = await world.command("Gleb", "/newtable")
    assert waiting.accepted
    world.chat.failures.extend([ChatGone()] * 20)
    await world.press(to_move(session) or "", moves_of(world, session)[0])
    assert (session.row.status, session.row.note) == (Status.VOID, "chat_gone")
    assert world.app.tables.open_sessions() == []
    world.chat.failures.clear()
    await world.turn(20)
    for name in ("Anna", "Gleb"):
        assert (await world.command(name, "/newtable", place=world.chat_place(ord(name[0])))).accepted


async def test_a_whole_round_whose_calls_all_time_out_after_arriving_is_paid_once(world: World) -> None:
    send, edit = world.chat.send, world.chat.edit

    async def send_late(place: Place, post: Post) -> int:
        await send(place, post)
        raise PerhapsDelivered

    async def edit_late(place: Place, message: int, screen: Screen) -> None:
        await edit(place, message, screen)
        raise PerhapsDelivered

    session = await seat(world, "Anna", "Boris", arguments="deals=1")
    messages = len(world.chat.messages)
    world.chat.send, world.chat.edit = send_late, edit_late  # type: ignore[method-assign]
    await play_out(world, session, carefully)
    assert len(world.chat.messages) <= messages + 1
    assert len(await world.store.results(session.code)) == 2
    assert sit_key(session)
