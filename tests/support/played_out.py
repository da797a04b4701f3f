"""Games played in a chat by their buttons, as dice say."""

import random

from engine.game import Verb


async def play(world, *, number=3, moves=10_000):
    """Play the open table on: to its end, or so many moves. Returns its session."""
    dice = random.Random(number)
    session = world.session()
    while session.playing and moves:
        name = world.mover()
        if name is None:
            await world.turn(8)
            continue
        seat, legal = session.state.to_move, session.state.legal()[0]
        if legal.verb is Verb.BET:
            await world.command(name, f"/bet {dice.randint(legal.min, min(3, legal.max))}")
        else:
            points = session.state.view(seat).seats[seat].hands[0].points
            await world.press(name, world.key("hit" if points < 15 else "stand"))
        await world.turn(2)  # the same button within a second is a double tap
        moves -= 1
    return session
