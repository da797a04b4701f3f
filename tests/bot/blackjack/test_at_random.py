"""People come, go, play, miss moves, and the program is restarted, at random: nothing is lost and everything adds up."""

import itertools
import random

import pytest
from bank import balanced
from evening import sit_key
from rounds import PEOPLE, by_chance, move, rows, view_of
from world import World

from bot.model.rows import Status
from bot.ports.keys import Key
from bot.tables.chain import CONTINUED
from engine.fairness import commitment


def bound(world: World) -> list[tuple[object, ...]]:
    """Who is bound to which open record, as stored."""
    return rows(
        world,
        "SELECT seats.person_id, seats.table_code FROM seats JOIN tables ON tables.code = seats.table_code "
        "WHERE seats.open = 1 ORDER BY 1",
    )


@pytest.mark.parametrize("seed", range(2))
async def test_an_evening_of_comings_and_goings_adds_up(world: World, seed: int) -> None:
    chance = random.Random(f"evening {seed}")
    choose = by_chance(seed)
    opened = 0
    for _ in range(150):
        sessions = world.app.tables.open_sessions()
        if not sessions:
            opened += 1
            await world.turn(30)
            name = chance.choice(PEOPLE)
            await world.command(name, f"/newtable blackjack seats={chance.randint(1, 4)} timeout=15 rated")
            (session,) = world.app.tables.open_sessions()
            await world.press(name, str(Key("start", session.code, 0, "a")))
            continue
        (session,) = sessions
        person, act = chance.choice(PEOPLE), chance.random()
        if act < 0.12:
            await world.press(person, sit_key(session))
        elif act < 0.18:
            await world.command(person, "/leave")
            await world.press(person, str(Key("leave", session.code)))
        elif act < 0.22:
            await world.turn(chance.choice((16, 40, 95)))
        elif act < 0.25:
            await world.restart()
        elif view_of(session).to_move is None:
            await world.turn(chance.choice((3, 8)))
        else:
            await move(world, session, choose)
        open_codes = {one.code for one in world.app.tables.open_sessions()}
        assert {code for _, code in bound(world)} <= open_codes
        assert len(open_codes) <= 1
    assert opened
    balanced(world)
    links = rows(
        world, "SELECT chain, link, code, status, note, hex(secret) FROM tables ORDER BY chain, link"
    )
    for earlier, later in itertools.pairwise(links):
        if earlier[0] == later[0]:
            assert later[1] == int(str(earlier[1])) + 1
            assert (earlier[3], earlier[4]) == (Status.FINISHED, CONTINUED)
            assert commitment(bytes.fromhex(str(later[5]))).upper() == earlier[5]
    assert len(links) > opened
    played = rows(world, "SELECT coalesce(sum(rounds), 0) FROM results")
    assert played == rows(world, "SELECT sum(rounds) FROM persons")
