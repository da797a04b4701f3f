"""A pause ends when everybody who is asked has pressed «Next», and by itself after its time."""

import pytest
import rounds
from evening import carefully, keys_shown, moves_of, name_of, seat, to_move
from rounds import live
from world import World

from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.tables.session import Session
from engine.game import Phase

PEOPLE = ("Anna", "Boris", "Vera")


def resting(session: Session) -> bool:
    return session.state is not None and session.state.phase is Phase.PAUSE and session.state.deal > 0


async def rest(world: World, session: Session) -> str:
    """Play until the table rests; the key of «Next»."""
    while session.playing and not resting(session):
        name = to_move(session)
        if name is None or not (keys := moves_of(world, session)):
            await world.turn(1)
        else:
            await world.press(name, carefully(keys))
            await world.turn(1)
    assert resting(session)
    await world.turn(1)
    (key,) = [b.key for b in world.buttons(world.chat.last()) if b.key and Key.parse(b.key).verb == "next"]
    return key


@pytest.fixture
async def table(world: World) -> Session:
    return await seat(world, *PEOPLE, arguments="seats=3 deals=10")


async def test_the_pause_ends_when_everybody_has_pressed_next(world: World, table: Session) -> None:
    key = await rest(world, table)
    deal, here = table.state.deal, [name_of(table, n) for n in table.state.dealt_next]
    calls = len(world.chat.calls)
    for name in here[:-1]:
        answer = await world.press(name, key)
        assert answer.accepted
        assert "Waiting for" in answer.screen.text
        assert here[-1] in answer.screen.text
        assert table.state.deal == deal
    assert len(world.chat.calls) == calls  # those who are waited for are no reason to edit the board
    assert "Waiting for" in (await world.press(here[0], key)).screen.text  # once more is no second voice
    assert (await world.press(here[-1], key)).accepted
    assert table.state.deal == deal + 1
    await world.turn(1)
    late = await world.press(here[0], key)
    assert "further down" in late.screen.text
    assert table.state.deal == deal + 1


async def test_alone_with_computers_one_press_is_enough_and_silence_is_too(world: World) -> None:
    await world.press("Anna", str(Key("alone", argument="ochko")))
    session = world.session()
    key = await rest(world, session)
    deal = session.state.deal
    assert (await world.press("Anna", key)).accepted
    assert session.state.deal == deal + 1
    await rest(world, session)
    await world.turn(9)
    assert session.state.deal == deal + 2


async def test_who_does_not_play_on_is_not_asked_and_not_heard(world: World, table: Session) -> None:
    key = await rest(world, table)
    assert not (await world.press("Gleb", key)).accepted
    here = [name_of(table, n) for n in table.state.dealt_next]
    bettor = next(name for name in here if name != name_of(table, table.state.banker))
    await world.command(bettor, "/leave")
    assert table.playing
    deal = table.state.deal
    for name in here:
        if name != bettor:
            await world.press(name, key)
    assert table.state.deal == deal + 1


async def test_a_round_of_blackjack_begins_with_those_who_come_too(world: World) -> None:
    session = await rounds.table(world, "Anna", "Boris", seats=3)
    await rounds.to_pause(world)
    await world.turn(1)
    keys = {Key.parse(b.key).verb: b.key for b in world.buttons(world.chat.last()) if b.key}
    assert {"next", "sit", "leave"} <= set(keys)
    assert (await world.press("Vera", keys["sit"])).accepted
    before = live(world).code
    for name in ("Anna", "Boris"):
        assert "Waiting for" in (await world.press(name, keys["next"])).screen.text
    assert live(world).code == before
    assert (await world.press("Vera", keys["next"])).accepted
    assert len(live(world).row.seats) == 3
    assert session.row.seats != live(world).row.seats


async def test_alone_in_private_who_moves_at_once_waits_two_seconds_a_deal_at_most(world: World) -> None:
    private = Place("chat", 5, private=True)
    deals = 0
    while deals < 10:
        await world.press("Anna", str(Key("alone", argument="ochko")), place=private)
        session, began = world.session(), world.clock.monotonic()
        while session.playing:
            if resting(session):
                key = keys_shown(world, {"next"}, private)[0]
                assert (await world.press("Anna", key, place=private)).accepted
            elif to_move(session) == "Anna":
                key = carefully(moves_of(world, session))
                assert (await world.press("Anna", key, place=private)).accepted
            else:
                await world.turn(0.1)
        assert session.state.deal > 0
        assert world.clock.monotonic() - began <= 2 * session.state.deal
        deals += session.state.deal
        await world.turn(30)
