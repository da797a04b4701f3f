"""/verify and /replay in the chat."""

import pytest
from played_out import play

from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.ports.screens import Loudness
from bot.screens.lines import WIDTH, line_width
from bot.store import boards as stored_boards
from bot.store import tables
from bot.tables.fold import setup_of_table
from engine.games import GAMES
from engine.record import Record
from engine.replay import replay

OTHER = Place("chat", -77)


def copies(answer):
    return {button.copy for row in answer.screen.rows for button in row if button.copy}


def replays(world):
    """The messages that have buttons to turn pages."""
    return [
        message
        for message in world.chat.messages.values()
        if any(
            (key := Key.parse(button.key or "")) and key.verb == "page" for button in world.buttons(message)
        )
    ]


# the proof


async def test_the_proof_tells_promise_secret_joins_and_seed_to_who_asks_alone(world, finished):
    before = world.chat.texts()
    for answer in (
        await world.more("Anna", "proof"),
        await world.command("Stranger", f"/verify {finished.code.lower()}", place=OTHER),
    ):
        assert answer.loudness is Loudness.NOTE
        row = finished.row
        for told in (finished.seating().commitment, row.secret.hex(), *dict(row.joins).values()):
            assert told in answer.screen.text
        assert copies(answer) == {finished.seating().commitment, row.secret.hex()}
        cards = sum(map(len, finished.state.dealt()))
        assert f" {cards}," in answer.screen.text
    assert world.chat.texts() == before


@pytest.mark.parametrize("by", ["code", "tag", "button"])
async def test_of_a_table_in_play_only_the_promise_is_told(world, running, by):
    if by == "button":
        answer = await world.press("Anna", str(Key("proof", running.code)))
    else:
        answer = await world.command("Anna", f"/verify {running.code if by == 'code' else running.row.tag}")
    assert answer.loudness is Loudness.NOTE
    assert running.seating().commitment in answer.screen.text
    assert copies(answer) == {running.seating().commitment}
    hidden = [running.row.secret.hex(), running.row.secret.hex()[:16], *dict(running.row.joins).values()]
    assert not any(secret in answer.screen.text for secret in (*hidden, *"♠♥♦♣"))


async def test_of_an_application_only_the_promise_is_told(world):
    await world.command("Anna", "/newtable seats=3")
    session = world.session()
    answer = await world.command("Boris", f"/verify {session.code}")
    assert copies(answer) == {session.seating().commitment}
    await world.press("Anna", world.key("leave"))
    answer = await world.command("Boris", f"/verify {session.code}")
    assert copies(answer) == {session.seating().commitment}


@pytest.mark.parametrize("command", ["/verify", "/replay"])
@pytest.mark.parametrize("word", ["", "ZZZZZZ", "K7", "\u202eabc", "x" * 500])
async def test_an_unknown_code_is_answered_in_one_sentence(world, command, word):
    answer = await world.command("Anna", f"{command} {word}".strip())
    assert not answer.accepted
    assert len(answer.screen.lines) == 1
    assert "\u202e" not in answer.screen.text


async def test_a_proof_is_the_same_after_a_restart_and_when_the_table_is_forgotten(world, finished):
    before = await world.command("Anna", f"/verify {finished.code}")
    await world.restart()
    assert (await world.command("Anna", f"/verify {finished.code}")).screen == before.screen
    await world.turn(3 * 3600)
    world.app.upkeep.forget_finished()
    assert (await world.command("Anna", f"/verify {finished.code}")).screen == before.screen


# the replay


async def test_a_replay_is_turned_deal_by_deal_in_place(world, finished):
    assert (await world.more("Boris", "replay")).accepted
    (message,) = replays(world)
    sent, deals = len(world.chat.messages), finished.state.view(None).deal
    assert deals > 2
    pages = [message.screen]
    while any("▶" in button.label for button in world.buttons(message)):
        await world.press("Boris", world.buttons(message)[-1].key)
        pages.append(message.screen)
    assert len(pages) == deals
    assert len(set(pages)) == deals
    assert [len(page.rows[0]) for page in pages] == [1, *[2] * (deals - 2), 1]
    back = []
    while any("◀" in button.label for button in world.buttons(message)):
        await world.press("Boris", world.buttons(message)[0].key)
        back.append(message.screen)
    assert back == pages[-2::-1]
    assert len(world.chat.messages) == sent


async def test_every_page_shows_its_deal(world, finished):
    await world.command("Boris", f"/replay {finished.code}")
    (message,) = replays(world)
    moves = await world.store.read(tables.moves, finished.code)
    record = replay_record(finished, moves)
    for number, view in enumerate(replay(record).deals, 1):
        text = message.screen.text
        assert f"{view.bank_before} → {view.bank}" in text
        for seat in view.seats:
            for hand in seat.hands:
                assert f"= {hand.points}" in text
        assert all(line_width(line) <= WIDTH for line in message.screen.lines)
        if number < len(replay(record).deals):
            await world.press("Boris", world.buttons(message)[-1].key)


def replay_record(session, moves):
    return Record(GAMES["ochko"], setup_of_table(session.row), tuple(move.text for move in moves))


async def test_only_who_asked_turns_the_pages(world, finished):
    await world.command("Boris", f"/replay {finished.code}")
    (message,) = replays(world)
    before = message.screen
    answer = await world.press("Anna", world.buttons(message)[0].key)
    assert not answer.accepted
    assert message.screen == before
    await world.command("Anna", f"/replay {finished.code}")
    assert len(replays(world)) == 2


@pytest.mark.parametrize("page", [0, 99_999])
async def test_a_page_beyond_the_edge_is_the_one_at_the_edge(world, finished, page):
    await world.command("Boris", f"/replay {finished.code}")
    (message,) = replays(world)
    argument = Key.parse(world.buttons(message)[0].key).argument
    await world.press("Boris", str(Key("page", finished.code, deal=page, argument=argument)))
    deals = finished.state.view(None).deal
    assert f" {1 if page == 0 else deals}/{deals}" in message.screen.text


async def test_pages_are_turned_in_the_same_message_after_a_restart(world, finished):
    await world.command("Boris", f"/replay {finished.code}")
    (message,) = replays(world)
    before = message.screen
    key = world.buttons(message)[0].key
    await world.turn(3 * 3600)
    await world.restart()
    count = len(world.chat.messages)
    assert (await world.press("Boris", key)).accepted
    assert message.screen != before
    assert len(world.chat.messages) == count


async def test_a_replay_asked_for_again_is_posted_anew_and_the_old_one_has_no_buttons(world, finished):
    await world.command("Boris", f"/replay {finished.code}")
    (old,) = replays(world)
    await world.turn(5)
    await world.command("Boris", f"/replay {finished.code}")
    (new,) = replays(world)
    assert new.id > old.id


async def test_whoever_knows_the_code_sees_a_finished_game_in_any_chat(world, finished):
    answer = await world.command("Stranger", f"/replay {finished.code}", place=OTHER)
    assert answer.accepted
    (message,) = replays(world)
    assert message.place == OTHER


async def test_a_table_in_play_is_not_replayed(world, running):
    before = world.chat.texts()
    for key in (Key("replay", running.code), Key("page", running.code, deal=1, argument="1")):
        answer = await world.press("Anna", str(key))
        assert not answer.accepted
    assert not (await world.command("Anna", f"/replay {running.code}")).accepted
    assert world.chat.texts() == before
    await play(world)
    assert (await world.command("Anna", f"/replay {running.code}")).accepted


async def test_a_replay_does_not_count_as_the_board_that_a_restart_looks_for(world, finished):
    await world.command("Boris", f"/replay {finished.code}")
    boards = await world.store.read(stored_boards.of_table, finished.code)
    assert {board.revision for board in boards if board.slot.startswith("replay:")} == {0}
