"""One person and computers play whole games: they move within two seconds, never forfeit, and share the board's edits (rules 4.16)."""

import random
import secrets

import pytest
from world import World

from bot.cli.audit import audit_command
from bot.model.computers import thinking_time
from bot.model.rows import Status
from bot.ports.channel import Pace
from bot.ports.keys import Key

GAMES = ("ochko", "stuk")


@pytest.mark.parametrize("computers", [1, 2, 3])
@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_played_to_its_end(alone, game, computers, capsys):
    played = await alone(f"{game} computers={computers}")
    await played.finish(random.Random(computers).choice)
    session, world = played.session, played.world
    assert session.row.status in {Status.FINISHED, Status.VOID}
    standings = [played.view.seats[seat].standing.value for seat in played.computers]
    assert not {"forfeited", "left"} & set(standings)
    result = world.chat.last().screen.text
    assert all(f"Computer {n + 1}" in result for n in range(computers))
    assert "(normal)" not in "".join(world.chat.texts())
    assert audit_command(world.path, True) == 0
    assert capsys.readouterr().out == "balanced\n"


@pytest.mark.parametrize("game", GAMES)
async def test_a_computer_thinks_shortly_where_one_person_waits(alone, game):
    played = await alone(f"{game} computers=2")
    waits = set()
    for _ in range(60):
        if not played.session.playing:
            break
        if played.mover not in {None, "Anna"}:
            row = played.session.row
            waits.add((row.deadline - row.touched_at).total_seconds())
        await played.step(min)
    assert waits
    assert all(0.4 <= wait <= 0.8 for wait in waits)


def test_the_time_to_think_comes_of_the_table_alone():
    for alone, least, most in ((False, 1, 2), (True, 0.4, 0.8)):
        times = [thinking_time("K7A2BC", seq, alone=alone) for seq in range(200)]
        assert times == [thinking_time("K7A2BC", seq, alone=alone) for seq in range(200)]
        assert all(least <= time.total_seconds() <= most for time in times)
        assert len(set(times)) > 120


async def test_a_day_of_silence_forfeits_the_person_and_no_computer(alone):
    played = await alone("ochko computers=3 deals=10")
    await played.world.turn(24 * 3600)
    assert not played.session.playing
    seats = played.view.seats
    assert [n for n, seat in enumerate(seats) if seat.standing.value == "forfeited"] == [0]
    assert (await played.world.command("Anna", "/newtable")).accepted  # she is free


def edits_are_dear(world: World) -> None:
    """Let the chat be one of a platform whose edits cost as much as messages."""
    world.chat.pace = Pace(calls=100_000, seconds=60, lazy=9)
    world.app.connect(world.chat)


@pytest.mark.parametrize("game", GAMES)
async def test_moves_of_computers_in_a_row_share_one_edit(alone, game, monkeypatch):
    """Between two turns of the person the board is sent or edited once, whatever the computers do meanwhile."""
    # With these cards she is no banker: in Очко he has one turn a deal, and none follows it.
    monkeypatch.setattr(secrets, "token_bytes", random.Random(1).randbytes)
    played = await alone(f"{game} computers=3")
    world, most = played.world, 0
    edits_are_dear(world)
    while played.session.playing:
        if played.mover == "Anna":
            before, moves = len(world.chat.calls), played.session.row.seq
            deal = played.view.deal
            await played.step(min)
            while played.session.playing and played.mover not in {None, "Anna"} and played.view.deal == deal:
                await world.turn(1)
            if played.view.deal == deal and played.mover == "Anna":
                assert len(world.chat.calls) - before <= 1
                most = max(most, played.session.row.seq - moves)
        else:
            await world.turn(1)
    assert most > 2


async def test_a_deal_with_three_computers_costs_four_calls_at_most(alone):
    """A board when it is dealt, an edit for each of the person's two turns, the showdown."""
    played = await alone("ochko computers=3 deals=20")
    world, counted = played.world, []
    edits_are_dear(world)
    while played.session.playing and len(counted) < 5:
        before, deal = len(world.chat.calls), played.view.deal
        await played.until(
            lambda: played.view.phase.value in {"pause", "over"} or not played.session.playing, min
        )
        counted.append(len(world.chat.calls) - before)
        await played.until(lambda deal=deal: played.view.deal != deal or not played.session.playing, min)
    assert all(count <= 4 for count in counted), counted


async def test_nobody_is_called_or_nudged_for_a_computer(alone):
    played = await alone("ochko computers=3 deals=5")
    await played.finish(min)
    anna = played.world.account("Anna").user_id
    for message in played.world.chat.messages.values():
        assert set(message.mentions) <= {anna}
        assert {span.mention for line in message.screen.lines for span in line} <= {None, anna}
    assert all(users <= {anna} for users in played.world.chat.panels)


@pytest.mark.parametrize("game", GAMES)
async def test_a_board_at_a_computers_turn_has_no_moves_and_no_time(alone, game):
    played = await alone(f"{game} computers=3")
    for _ in range(40):
        if played.mover not in {None, "Anna"}:
            break
        await played.step(min)
    await played.world.turn(0)
    played.world.chat.calls.clear()
    await played.world.restart()
    session = played.world.session("Anna")
    board = played.world.chat.last().screen
    name = session.row.seats[session.state.to_move].account.name.partition(" (")[0]
    assert f"▸ \u2068⚙ {name}\u2069" in board.text
    assert " s" not in board.text.splitlines()[-2]  # of the time; the last line is about the restart
    verbs = {button.key.split(":")[4] for row in board.rows for button in row if button.key}
    assert verbs == {"cards", "help"}


@pytest.mark.parametrize("game", GAMES)
async def test_the_program_may_end_between_any_two_moves(alone, game):
    played = await alone(f"{game} computers=2 timeout=30")
    choose, chance = random.Random(3).choice, random.Random(4)
    for _ in range(60):
        if not played.session.playing:
            break
        await played.step(choose)
        if chance.random() < 0.3 and played.session.playing:
            before = played.session.state
            await played.world.restart()
            played.session = played.world.session("Anna")
            await played.world.turn(0)
            assert played.session.state == before
    computers = [played.view.seats[seat].standing.value for seat in played.computers]
    assert not {"forfeited", "left"} & set(computers)


async def test_after_a_long_downtime_a_computer_simply_moves(alone):
    played = await alone("ochko computers=3")
    await played.until(lambda: played.mover not in {None, "Anna"}, min)
    await played.world.stop()
    played.world.clock.until(played.world.clock.now().replace(year=2027))
    await played.world.start()
    played.session = played.world.session("Anna")
    seq = played.session.row.seq
    await played.world.turn(2)
    assert played.session.row.seq > seq
    computers = [played.view.seats[seat].standing.value for seat in played.computers]
    assert set(computers) <= {"playing", "out"}


async def test_a_person_who_misses_the_move_forfeits_as_ever(alone):
    played = await alone("ochko computers=1")
    await played.until(lambda: played.mover == "Anna", min)
    await played.world.turn(90)
    assert played.view.seats[0].standing.value == "forfeited"


async def test_where_edits_are_free_each_move_of_a_computer_is_seen(alone):
    played = await alone("ochko computers=3 deals=20")
    world, moves = played.world, 0
    for _ in range(60):
        if not played.session.playing:
            break
        before, seq = world.chat.last().screen, played.session.row.seq
        if played.mover == "Anna":
            await played.step(min)
        else:
            await world.turn(0.3)
        if played.session.playing and played.session.row.seq == seq + 1:
            moves += 1
            assert world.chat.last().screen != before
            shown = {Key.parse(b.key or "").verb for b in world.buttons(world.chat.last())}
            assert ("stand" in shown or "bet" in shown) is (played.mover == "Anna")
    assert moves > 10
