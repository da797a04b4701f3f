"""A group becomes a supergroup in the middle of everything: the deal goes on in the new chat."""

import asyncio
import sqlite3
from dataclasses import replace

import pytest
from evening import carefully, keys_shown, moves_of, play_out, seat, sit_key, to_move
from world import GROUP, World

from bot.model.errors import StoreFailed
from bot.model.rows import Status
from bot.ports.requests import Place, Typed
from bot.store import relocation, tables
from bot.tables.session import Session

OLD, NEW = Place("chat", -555), Place("chat", -1001557912345)


async def begun(world: World, *names: str, arguments: str = "deals=5 rated") -> Session:
    """A game that runs in the old chat."""
    await world.command(names[0], f"/newtable {arguments} seats={len(names)}", place=OLD)
    session = world.session(names[0])
    for name in names[1:]:
        assert (await world.press(name, sit_key(session), place=OLD)).accepted
    assert session.playing
    return session


async def upgraded(world: World) -> None:
    """The group has another id; the product is told so by the one message and by its mirror."""
    world.chat.became[OLD.chat_id] = NEW.chat_id
    world.app.moved(OLD, NEW.chat_id)
    world.app.moved(OLD, NEW.chat_id)
    await world.settle()


async def move(world: World, session: Session, place: Place) -> None:
    name = to_move(session)
    assert name is not None
    answer = await world.press(name, carefully(moves_of(world, session)), place=place)
    assert answer.accepted, answer.screen.text


async def test_the_deal_goes_on_on_a_board_of_the_new_chat(world: World) -> None:
    session = await begun(world, "Anna", "Boris", "Vera")
    await move(world, session, OLD)
    played, before = session.row.seq, set(world.chat.messages)
    await upgraded(world)
    posted = [m for number, m in world.chat.messages.items() if number not in before]
    assert {m.place for m in posted} == {NEW}
    assert any("deal 1/5" in m.screen.text for m in posted)
    await world.turn(2)
    await move(world, session, NEW)
    # The buttons of the boards left behind in the old chat mean the same table.
    await world.turn(2)
    await move(world, session, OLD)
    assert session.row.seq == played + 2
    await play_out_in(world, session, NEW)
    assert session.row.status is Status.FINISHED
    assert {m.place for number, m in world.chat.messages.items() if number not in before} == {NEW}
    for place in (OLD, NEW):
        board = await world.command("Anna", "/leaderboard", place=place)
        assert "of 3" in board.screen.text


async def play_out_in(world: World, session: Session, place: Place) -> None:
    while session.playing:
        if to_move(session) is None:
            await world.turn(8)
        else:
            await move(world, session, place)
            await world.turn(2)


async def test_a_call_that_fails_says_it_as_well(world: World) -> None:
    """No service message has come: the next edit meets the error, and nothing that it was to show is lost."""
    session = await begun(world, "Anna", "Boris")
    world.chat.became[OLD.chat_id] = NEW.chat_id
    await move(world, session, OLD)
    await world.turn(3)
    assert session.place == NEW
    assert moves_of(world, session)
    assert (await world.command("Boris", "/leave", place=NEW)).screen.rows  # it has its price


@pytest.mark.parametrize("stored", [True, False])
async def test_a_kill_on_the_way_leaves_the_whole_table_in_one_chat(world: World, stored: bool) -> None:
    session = await begun(world, "Anna", "Boris", "Vera")
    await move(world, session, OLD)
    other = await begun_lobby(world)
    world.chat.became[OLD.chat_id] = NEW.chat_id
    if stored:  # the move is stored, then the program is gone before anything is shown
        await world.store.write(relocation.move, "chat", OLD.chat_id, NEW.chat_id)
    before = set(world.chat.messages)
    await world.restart()
    await world.turn(3)
    posted = [m for number, m in world.chat.messages.items() if number not in before]
    if not stored:  # nothing is: a screen to send finds it out
        await move(world, world.session("Anna"), OLD)
        await world.turn(3)
    else:
        assert {m.place for m in posted} == {NEW}
        assert len(posted) >= 2
    session = world.session("Anna")
    assert session.place == NEW
    await move(world, session, NEW)
    assert world.session("Gleb").code == other.code
    assert (await world.press("Gleb", str(sit_key(other)), place=NEW)).screen.text


async def begun_lobby(world: World) -> Session:
    await world.command("Gleb", "/newtable seats=4", place=OLD)
    return world.session("Gleb")


async def test_a_result_shown_before_is_not_shown_again_by_a_start(world: World) -> None:
    session = await begun(world, "Anna", "Boris", arguments="deals=1")
    await play_out_in(world, session, OLD)
    await upgraded(world)
    before = set(world.chat.messages)
    await world.restart()
    assert set(world.chat.messages) == before
    # «Again» under it still works, in the chat as it is now.
    assert (await world.press("Anna", world.key("again"), place=OLD)).accepted
    assert world.session("Anna").place == NEW


async def test_tables_of_both_ids_go_on_though_they_are_more_than_a_chat_may_have(world: World) -> None:
    people = iter(f"P{n}" for n in range(40))
    sessions = []
    for place in (OLD, OLD, NEW, NEW):
        first = next(people)
        await world.command(first, "/newtable seats=2", place=place)
        await world.press(next(people), sit_key(world.session(first)), place=place)
        sessions.append(world.session(first))
    sessions[0].row = replace(sessions[0].row, tag=sessions[3].row.tag)  # tags are drawn per chat
    await upgraded(world)
    assert len({session.row.tag for session in sessions}) == 4
    assert all(session.playing and session.place == NEW for session in sessions)
    for session in sessions:
        await move(world, session, NEW)
    assert not (await world.command(next(people), "/newtable", place=OLD)).accepted


async def test_settings_and_callers_move_along(world: World) -> None:
    await world.command("Anna", "/language chat ru", place=OLD, admin=True)
    await world.command("Boris", "/notify", place=OLD)
    await upgraded(world)
    await world.command("Anna", "/newtable", place=NEW)
    assert world.chat.last(NEW).mentions == (world.account("Boris").user_id,)
    assert "Очко" in world.chat.last(NEW).screen.text


async def test_requests_that_come_on_the_way_wait_for_the_end_of_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Updates are taken in together: the first press in the new chat may come with the message that tells of it."""
    session = await begun(world, "Anna", "Boris", "Vera")
    name, key = to_move(session), moves_of(world, session)
    assert name is not None
    gate, write = asyncio.Event(), world.store.write

    async def slow(work, *names):
        if work is relocation.move:
            await gate.wait()
        return await write(work, *names)

    monkeypatch.setattr(world.store, "write", slow)
    world.chat.became[OLD.chat_id] = NEW.chat_id
    world.app.moved(OLD, NEW.chat_id)
    asking = [
        asyncio.create_task(world.app.press(world.request(name, carefully(key), place=NEW))),
        asyncio.create_task(world.app.press(world.request("Gleb", "1:-:0:-:open:2u", place=OLD))),
    ]
    done, _ = await asyncio.wait(asking, timeout=0.05)
    assert not done
    gate.set()
    assert [(await answer).accepted for answer in asking] == [True, True]
    await world.settle()
    assert session.place == world.session("Gleb").place == NEW
    await world.restart()
    assert {s.place for s in world.app.tables.open_sessions()} == {NEW}


async def test_a_move_that_is_being_stored_meanwhile_is_one_of_the_new_chat(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await begun(world, "Anna", "Boris", "Vera")
    saving, gate, save, write = asyncio.Event(), asyncio.Event(), world.store.save, world.store.write

    async def slow(*changes) -> None:
        saving.set()
        await gate.wait()
        await save(*changes)

    async def moved(work, *names):
        if work is relocation.move:
            world.clock.forward(91)
            world.app.work.later(world.app.upkeep.look(session.code))
            await saving.wait()
        return await write(work, *names)

    monkeypatch.setattr(world.store, "save", slow)
    monkeypatch.setattr(world.store, "write", moved)
    world.chat.became[OLD.chat_id] = NEW.chat_id
    world.app.moved(OLD, NEW.chat_id)
    while session.place == OLD:
        await asyncio.sleep(0)
    gate.set()
    await world.settle()
    assert session.row.seq == 2
    assert session.place == NEW
    assert [row.place.chat_id for row in await world.store.read(tables.all_open)] == [NEW.chat_id]


async def test_whose_move_it_is_has_the_full_time_from_the_board_of_the_new_chat(world: World) -> None:
    session = await begun(world, "Anna", "Boris", arguments="deals=5 timeout=30")
    world.clock.forward(89)  # the first move has 90 s
    await upgraded(world)
    await world.turn(80)
    assert session.row.seq == 1
    await world.turn(11)
    assert session.row.seq == 2


async def test_a_screen_on_its_way_when_the_chat_moves_is_seen_in_the_new_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the old chat took at the last moment is no message of the new one, and is not written down as such."""
    session = await begun(world, "Anna", "Boris")
    gate, edit = asyncio.Event(), world.chat.edit

    async def slow(place: Place, message: int, screen) -> None:
        await gate.wait()
        await edit(place, message, screen)

    monkeypatch.setattr(world.chat, "edit", slow)
    name = to_move(session)
    assert name is not None
    await world.app.press(world.request(name, carefully(moves_of(world, session)), place=OLD))
    while world.app.outbox._queue(OLD).sending is None:
        await asyncio.sleep(0)
    world.app.moved(OLD, NEW.chat_id)
    await world.app.upkeep.settle()
    gate.set()
    await world.settle()
    assert session.place == NEW
    assert moves_of(world, session)
    with sqlite3.connect(world.path) as db:
        messages = [number for (number,) in db.execute("SELECT message FROM boards")]
    db.close()
    assert all(world.chat.messages[number].place == NEW for number in messages)


async def test_a_move_that_cannot_be_stored_is_made_by_the_next_sign_of_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await begun(world, "Anna", "Boris")

    write = world.store.write

    async def full(work, *names):
        if work is relocation.move:
            raise StoreFailed("disk full")
        return await write(work, *names)

    with monkeypatch.context() as broken:
        broken.setattr(world.store, "write", full)
        await upgraded(world)
        assert session.place == OLD
        await move(world, session, OLD)  # played on all the same
    await world.turn(10)
    assert session.place == NEW
    await move(world, session, NEW)


async def test_the_end_of_the_old_id_is_not_the_end_of_the_chat(world: World) -> None:
    session = await begun(world, "Anna", "Boris")
    await upgraded(world)
    world.app.left(OLD)
    await world.settle()
    assert session.playing
    world.app.left(NEW)
    await world.settle()
    assert session.row.status is Status.VOID


async def test_another_chat_notices_nothing(world: World) -> None:
    here = await seat(world, "Gleb", "Dora", arguments="deals=1")
    await begun(world, "Anna", "Boris")
    await upgraded(world)
    await play_out(world, here, carefully)
    assert here.place == GROUP
    assert keys_shown(world, {"again"})


async def test_a_word_that_was_asked_for_is_typed_in_the_new_chat(world: World) -> None:
    await world.command("Anna", "/newtable seats=2 unrated", place=OLD)
    session = world.session("Anna")
    for name, verb in (("Anna", "word"), ("Boris", "sit"), ("Anna", "word")):
        await world.press(name, world.key(verb), place=OLD)
    assert session.waiting
    assert session.row.awaiting
    await upgraded(world)
    account = world.account("Anna")
    word = Typed(account, NEW, world.press_id(), text="nobody knows this", share=world.share())
    answer = await world.ask(world.app.typed(word))
    assert answer is not None
    assert answer.accepted
    assert session.playing
