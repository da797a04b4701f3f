"""How many calls a round of Стук costs a group: at most 9 with four bettors."""

import random

from botapi.evening import Evening

from bot.model.phases import phase_of
from engine.game import Phase

PRESS = 4
SEATS = 5


async def one_press(inside, chat, evening, people, chance):
    """The move of whose turn it is, by a button under the newest board; a stake of the least."""
    session = inside.session_in(chat)
    view = session.state.view(None)
    if view.to_move is None:
        await inside.turn(PRESS)
        return
    seat = view.to_move
    verb = "bet" if view.phase is Phase.STAKE else chance.choice(("hit", "stand"))
    user = people[[u.id for u in people].index(session.row.seats[seat].account.user_id)]
    shown = evening.with_key(rf".*:{view.deal}:{phase_of(view)}:{verb}.*")
    if shown is None:  # the board waits for its turn within the chat's pace, and the turn's time with it
        await inside.turn(1)
        return
    message, key = shown
    await evening.press(user, message, key)
    await inside.turn(PRESS)


async def test_a_round_of_four_bettors_costs_at_most_9_calls(api, inside):
    people = [api.telegram.user(f"P{number}") for number in range(SEATS)]
    chat = api.telegram.group(*people)
    evening, chance = Evening(api, chat, people), random.Random(1)
    await inside.open_table(evening, f"stuk unrated seats={SEATS} size=100")
    await inside.turn(60)
    while (session := inside.session_in(chat)) is not None and session.state.view(None).deal < 5:
        await one_press(inside, chat, evening, people, chance)
    await inside.turn(60)

    for number in range(1, 4):
        about = api.showing_round(chat, number)
        assert len(about) <= 9, (number, len(about))
        assert len(about) >= 5, number
