"""One person and computers play whole games: nobody is waited for in vain, nobody forfeits, the board is edited for the person alone."""

import random

import pytest
from evening import keys_shown
from world import World

from bot.store.rows import Status

GAMES_WITH_COMPUTERS = ("ochko", "stuk")


async def alone(world: World, arguments: str):
    answer = await world.command("Anna", f"/newtable {arguments}")
    assert answer.accepted, answer.screen.text
    await world.press("Anna", world.key("start"))
    return world.session("Anna")


def own_turn(session) -> bool:
    return (
        session.playing
        and session.row.seats[session.state.to_move or 0].account.name == "Anna"
        and (session.state.to_move is not None)
    )


async def play_out(world: World, session, chance: random.Random) -> None:
    """Anna plays by the buttons she sees; the clock is turned for everybody else."""
    for _ in range(2000):
        if not session.playing:
            return
        if own_turn(session):
            verbs = {move.verb.value for move in session.state.legal()}
            keys = [key for key in keys_shown(world, verbs) if session.code in key]
            shown = world.chat.last()
            assert keys, shown.screen.text
            answer = await world.press("Anna", chance.choice(keys))
            assert answer.accepted, answer.screen.text
        else:
            await world.turn(1)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES_WITH_COMPUTERS)
async def test_a_game_is_played_to_its_end(world: World, game: str, seed: int) -> None:
    session = await alone(world, f"{game} computers={seed + 1}")
    await play_out(world, session, random.Random(seed))
    assert session.row.status in {Status.FINISHED, Status.VOID}
    seats = session.state.view(None).seats
    assert not any(seat.standing.value in {"forfeited", "left"} for seat in seats[1:])
    result = world.chat.last().screen.text
    assert "Computer 1" in result
    assert "Computer 1 (normal)" not in "".join(world.chat.texts())
