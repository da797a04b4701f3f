"""How many calls a round costs a group: of Стук at most 9 with four bettors, of blackjack at most 6 with five seats."""

import random

from botapi.evening import Evening

from bot.screens.hands import phase_of
from engine.game import Phase

PRESS = 4
SEATS = 5


async def one_press(inside, chat, evening, people, choose):
    """The move that `choose` says, of whose turn it is, by a button under the newest board; a stake of the least."""
    session = inside.session_in(chat)
    view = session.state.view(None)
    if view.to_move is None:
        await inside.turn(PRESS)
        return
    user = next(u for u in people if u.id == session.row.seats[view.to_move].account.user_id)
    shown = evening.with_key(rf"1:{session.code}:{view.deal}:{phase_of(view)}:{choose(view)}.*")
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

    def choose(view):
        return "bet" if view.phase is Phase.STAKE else chance.choice(("hit", "stand"))

    await inside.open_table(evening, f"stuk unrated seats={SEATS} size=100")
    await inside.turn(60)
    while (session := inside.session_in(chat)) is not None and session.state.view(None).deal < 5:
        await one_press(inside, chat, evening, people, choose)
    await inside.turn(60)

    for number in range(1, 4):
        about = api.showing_round(chat, number)
        assert len(about) <= 9, (number, len(about))
        assert len(about) >= 5, number


async def test_a_round_of_five_seats_costs_at_most_6_calls_whoever_comes_and_goes(api, inside):
    people = [api.telegram.user(f"P{number}") for number in range(SEATS + 1)]
    chat = api.telegram.group(*people)
    evening, last = Evening(api, chat, people), people[-1]
    await inside.open_table(evening, "blackjack seats=6", sit=SEATS)
    message, key = evening.key(r".*:a:start")
    await evening.press(people[0], message, key)
    await inside.turn(60)
    codes = set()

    def choose(view):
        return "hit" if view.seats[view.to_move].hands[view.hand].points < 12 else "stand"

    rounds = 0
    while rounds < 4:
        session = inside.session_in(chat)
        codes.add(session.code)
        rounds = session.rounds_before + session.state.view(None).deal
        if rounds == 2 and not session.coming(6) and session.sitting(6) is None:
            message, key = evening.key(rf"1:{session.code}:0:a:sit")
            await evening.press(last, message, key)
        if rounds == 3 and session.state.to_move is None and session.sitting(6) is not None:
            api.telegram.say(last, chat, "/leave")
            await inside.settle()
        await one_press(inside, chat, evening, people, choose)
    await inside.turn(60)

    assert len(codes) == 3  # as the sixth came, and as he left
    for number in range(1, 4):
        about = api.showing_round(chat, number)
        seats = SEATS + (number == 3)
        assert len(about) <= seats + 1, (number, len(about))
        assert len(about) >= 3, number
