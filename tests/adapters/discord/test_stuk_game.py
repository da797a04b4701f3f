"""Rated tables of Стук on a server, of two and of six, through knock and broken banks to everybody's new balance."""

import pytest
import simcord
from bank import balanced, endow, wallets
from server import buttons, has, text_of
from steering import EVERYTHING, SIZE, STACK, Steering

NAMES = ("Anna", "Boris", "Vera", "Gleb", "Dora", "Emil")
VERBS = ("bet", "hit", "stand", "knock", "deal")


def live(server, steering):
    """The newest board with a move that somebody is still to make, and its keys."""
    for message in reversed(server.messages()):
        keys = [key for _, key in buttons(message) if any(has(key, verb) for verb in VERBS)]
        if keys:
            return (message, keys) if steering.open(keys) else None
    return None


def mover(server, board, names):
    """Whom the board marks as the one to move, by name or as a mention."""
    line = next(line for line in text_of(board).splitlines() if "▸" in line)
    return next(name for name in names if name in line or f"<@{server.person(name).id}>" in line)


async def play(server, names):
    """To the result; what has been seen on the way."""
    steering = Steering()
    while server.app.tables.open_sessions():
        for message in server.messages():
            steering.read(text_of(message))
        if (found := live(server, steering)) is None:
            await server.turn(6)
            continue
        board, keys = found
        key = steering.choose(keys, text_of(board))
        shown = simcord.results.to_discord_message(server.env, board)
        name = mover(server, board, names)
        await server.person(name).click(shown, custom_id=f"b:{key}")
        await server.turn(2)  # sooner the same button would be a double tap
        steering.answered(text_of(server.hand(name)))
    await server.turn(6)
    for message in server.messages():
        steering.read(text_of(message))
    return steering.seen


@pytest.mark.parametrize("seats", [2, 6])
async def test_a_rated_table_goes_through_a_knock_and_broken_banks_to_the_new_balances(server, seats):
    names = NAMES[:seats]
    for name in names:
        await server.slash(name, "wallet")
    endow(server, *names)
    await server.open_table(*names, game="stuk", size=str(SIZE), rated="rated")
    assert set(wallets(server).values()) == {(100 - STACK) * 100}
    assert await play(server, names) >= EVERYTHING
    after = wallets(server)
    assert sum(after.values()) == 100 * 100 * seats
    assert set(after.values()) != {100 * 100}
    for name in names:
        await server.slash(name, "wallet")
        assert f"In the wallet: {after[name] / 100:.2f} virtual rubles" in server.private(name)
        assert f"in the wallet: {after[name] / 100:.2f} virtual rubles" in server.shown()
    balanced(server)
