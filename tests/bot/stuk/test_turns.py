"""Turns of Стук by their buttons: each key lives as long as its turn (rules 3.4, 3.5, 3.11)."""

import asyncio
import random
import secrets

import pytest
from bank import PEOPLE, careful, moves, name_of, offered, table, view_of
from world import World

from bot.ports.channel import Pace
from bot.ports.keys import Key
from bot.tables.session import Session
from engine.game import Phase, View


def mover(session: Session) -> str:
    return name_of(session, view_of(session).to_move)


async def test_a_stake_pressed_five_times_is_one_stake(world: World) -> None:
    session = await table(world, *PEOPLE[:3])
    name, seat = mover(session), view_of(session).to_move or 0
    keys = offered(world, session)
    await asyncio.gather(*(world.press(name, keys["bet"][0]) for _ in range(5)))
    assert view_of(session).seats[seat].hands[0].stake == 2
    assert view_of(session).seats[seat].chips == 58
    await world.turn(2)
    assert "already placed" in (await world.press(name, keys["bet"][1])).screen.text


@pytest.mark.parametrize("typed", ["0", "-1", "-100", "1", "21", "9223372036854775808", "²", "٣", "½"])
async def test_a_stake_out_of_its_limits_is_refused(world: World, typed: str) -> None:
    session = await table(world, *PEOPLE[:3])
    answer = await world.command(mover(session), f"/bet {typed}")
    assert not answer.accepted
    assert "from 2 to 20" in answer.screen.text
    assert view_of(session).phase is Phase.STAKE


async def test_drawing_before_the_stake_tells_the_stakes(world: World) -> None:
    session = await table(world, *PEOPLE[:2])
    answer = await world.press(mover(session), offered(world, session)["hit"][0])
    assert not answer.accepted
    assert "from 2 to 20" in answer.screen.text


async def test_where_edits_are_dear_the_board_is_not_edited_for_a_stake_and_serves_what_follows(
    world: World,
) -> None:
    world.chat.pace = Pace(calls=100_000, seconds=60, lazy=9)
    world.app.connect(world.chat)
    session = await table(world, *PEOPLE[:3])
    name, keys, calls = mover(session), offered(world, session), len(world.chat.calls)
    assert (await world.press(name, keys["bet"][0])).accepted
    assert len(world.chat.calls) == calls
    await world.turn(2)
    assert (await world.press(name, keys["stand"][0])).accepted
    assert view_of(session).phase is Phase.BANK


async def test_a_button_of_the_last_bettors_turn_is_of_an_earlier_moment(world: World) -> None:
    session = await table(world, *PEOPLE[:3])
    first, old = mover(session), offered(world, session)
    banker = name_of(session, view_of(session).banker)
    await world.press(first, old["bet"][0])
    await world.turn(2)
    await world.press(first, old["stand"][0])
    against = offered(world, session)["stand"][0]
    assert (await world.press(banker, against)).accepted
    await world.turn(2)
    second = mover(session)
    assert second not in {first, banker}
    for name in (first, second, banker):
        for key in (old["stand"][0], against):
            answer = await world.press(name, key)
            assert not answer.accepted
            assert "out of date" in answer.screen.text
    assert view_of(session).phase is Phase.STAKE


def lost(view: View, keys: dict[str, list[str]]) -> str:
    """Bettors stake all they may and draw until they bust, so that the bank grows."""
    if view.phase is Phase.STAKE:
        return max(keys["bet"], key=lambda key: int((Key.parse(key) or Key("")).argument or 0))
    return keys["hit" if view.viewer == view.bettor else "stand"][0]


async def until_knock(world: World, monkeypatch: pytest.MonkeyPatch, *, seconds: int = 60) -> Session:
    """A table of four, with so much time per move, in the pause in which its banker may knock."""
    monkeypatch.setattr(secrets, "token_bytes", random.Random(3).randbytes)
    session = await table(world, *PEOPLE[:4], arguments=f"unrated size=10 timeout={seconds}")
    async for played in moves(world, session, lost):
        session = played
        if view_of(session).may_knock:
            break
    assert view_of(session).may_knock
    return session


async def test_the_pause_with_a_knock_is_the_bankers_and_silence_plays_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await until_knock(world, monkeypatch)
    view, banker = view_of(session), name_of(session, view_of(session).banker)
    other = next(name for name in PEOPLE[:4] if name != banker)
    keys = offered(world, session)
    assert set(keys) >= {"knock", "deal"}
    for verb in ("knock", "deal"):
        assert not (await world.press(other, keys[verb][0])).accepted
    panel = await world.panel(banker)
    assert panel is not None
    assert {Key.parse(button.key or "").verb for row in panel.rows for button in row} == {"knock", "deal"}
    await world.turn(20)
    assert view_of(session).deal == view.deal
    await world.turn(41)
    assert view_of(session).deal == view.deal + 1
    assert not view_of(session).last_round


async def test_the_banker_who_may_knock_is_the_one_waited_for_and_is_called_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has not moved is mentioned once, after a third of the time; the page shows whose turn it is."""
    session = await until_knock(world, monkeypatch, seconds=90)
    banker = world.account(name_of(session, view_of(session).banker))
    assert await world.app.to_move(session.place) == [banker.user_id]
    late = await world.press(PEOPLE[1], offered(world, session)["knock"][0])
    assert banker.name in late.screen.text
    assert "s left" in late.screen.text
    sent = set(world.chat.messages)
    await world.turn(29)
    assert set(world.chat.messages) == sent
    await world.turn(2)
    (call,) = set(world.chat.messages) - sent
    assert world.chat.messages[call].mentions == (banker.user_id,)
    await world.turn(60)
    assert call not in world.chat.messages
    assert not view_of(session).last_round
    assert view_of(session).phase is Phase.STAKE


async def test_the_banker_who_may_knock_has_his_full_time_after_a_restart(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await until_knock(world, monkeypatch)
    deal = view_of(session).deal
    await world.turn(50)
    await world.restart()
    await world.turn(50)
    (session,) = world.app.tables.open_sessions()
    assert view_of(session).deal == deal
    await world.turn(11)
    assert view_of(session).deal == deal + 1


@pytest.mark.parametrize("early", [True, False])
async def test_a_stake_at_the_deadline_is_either_in_time_or_late_and_the_next_has_his_full_time(
    world: World, early: bool
) -> None:
    """A millisecond before and after, whichever asks first."""
    session = await table(world, *PEOPLE[:3])
    name, seat, keys = mover(session), view_of(session).to_move, offered(world, session)
    assert session.due is not None
    world.clock.set(session.due + (-0.001 if early else 0.001))
    world.app.deadlines.sweep()
    await world.press(name, keys["bet"][0])
    view = view_of(session)
    assert (view.to_move == seat) is early
    hand = view.seats[seat or 0].hands[0]
    assert (hand.stake, hand.missed) == ((2, False) if early else (0, True))
    if not early:
        assert session.due - world.clock.monotonic() >= 60


async def test_other_pauses_last_six_seconds(world: World) -> None:
    session = await table(world, *PEOPLE[:3])
    async for played in moves(world, session, careful):
        session = played
        if view_of(session).phase is Phase.PAUSE and not view_of(session).may_knock:
            break
    deal = view_of(session).deal
    await world.turn(5)
    assert view_of(session).deal == deal
    await world.turn(1)
    assert view_of(session).deal == deal + 1


async def test_the_stake_of_the_round_before_is_offered_where_no_other_button_says_it(world: World) -> None:
    session = await table(world, *PEOPLE[:2])
    bettor = mover(session)

    def same() -> list[str]:
        return [b.label for b in world.buttons(world.chat.last()) if b.label.startswith("Same stake")]

    assert same() == []
    assert (await world.command(bettor, "/bet 7")).accepted
    await world.turn(2)
    for _ in range(40):
        view = view_of(session)
        if view.deal == 2 or not session.playing:
            break
        if view.to_move is None:
            await world.turn(7)
        else:
            await world.press(name_of(session, view.to_move), offered(world, session)["stand"][0])
            await world.turn(2)
    assert view_of(session).deal == 2
    await world.turn(2)
    offers = ["Same stake 7"]  # the bank is 13 or 27 now, and neither has a button for 7
    assert same() == offers
    await world.restart()
    await world.turn(2)
    assert same() == offers
    keys = {b.label: b.key for b in world.buttons(world.chat.last())}
    assert all(Key.parse(keys[label] or "").argument == "7" for label in offers)
