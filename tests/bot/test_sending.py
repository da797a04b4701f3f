"""What the application sends to a chat: how many calls, when a board is posted anew, a chat that is gone."""

from evening import PEOPLE, carefully, keys_shown, moves_of, phase, play_out, seat, sit_key, to_move
from world import GROUP, World

from bot.model.rows import Status
from bot.ports.channel import ChatGone, Pace, PerhapsDelivered, RetryAfter
from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.ports.screens import Post, Screen
from bot.store import results


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
    assert keys_shown(world, {"done"})
    await world.press("Anna", world.key("done"))
    assert not keys_shown(world, {"done"})


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
    await world.turn(20)
    refused = await world.command("Vera", "/table")
    assert not refused.accepted
    assert "40 s" in refused.screen.text  # wherever the board is by now: when it can be brought here
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
    before = len(world.chat.messages)  # the application, and the word that Anna waits alone
    await world.command("Boris", "/newtable")
    boards = [m for m in world.chat.messages.values() if any(b.copy for b in world.buttons(m))]
    assert len(boards) == 1  # posted anew: the old one has lost its buttons
    assert len(world.chat.messages) == before + 1


async def test_the_list_of_tables_asked_for_again_is_the_same_message(world: World) -> None:
    await world.command("Anna", "/tables")
    await world.command("Anna", "/newtable")
    await world.command("Boris", "/tables")
    lists = [m for m in world.chat.messages.values() if m.edits]
    assert len(world.chat.messages) == 2
    assert len(lists) == 1
    await world.turn(61)
    before = len(world.chat.messages)
    await world.command("Boris", "/tables")
    assert len(world.chat.messages) == before + 1


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
    world.chat.send, world.chat.edit = send_late, edit_late
    await play_out(world, session, carefully)
    assert len(world.chat.messages) <= messages + 1
    assert len(await world.store.read(results.of_table, session.code)) == 2
    assert sit_key(session)
