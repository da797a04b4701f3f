"""How many calls a round of blackjack costs a group: at most 6 with five seats, whoever comes and goes."""

from botapi.evening import Evening

from bot.model.phases import phase_of

PRESS = 4
SEATS = 5


async def one_press(inside, chat, evening, people):
    """Whose turn it is hits below 12, else stands, by the buttons of the newest board."""
    session = inside.session_in(chat)
    view = session.state.view(None)
    if view.to_move is None:
        await inside.turn(PRESS)
        return
    hand = view.seats[view.to_move].hands[view.hand]
    verb = "hit" if hand.points < 12 else "stand"
    user = next(u for u in people if u.id == session.row.seats[view.to_move].account.user_id)
    shown = evening.with_key(rf"1:{session.code}:{view.deal}:{phase_of(view)}:{verb}")
    if shown is None:  # the board waits for its turn within the chat's pace, and the turn's time with it
        await inside.turn(1)
        return
    message, key = shown
    await evening.press(user, message, key)
    await inside.turn(PRESS)


async def test_a_round_of_five_seats_costs_at_most_6_calls_whoever_comes_and_goes(api, inside):
    people = [api.telegram.user(f"P{number}") for number in range(SEATS + 1)]
    chat = api.telegram.group(*people)
    evening, last = Evening(api, chat, people), people[-1]
    await inside.open_table(evening, "blackjack seats=6", sit=SEATS)
    message, key = evening.key(r".*:a:start")
    await evening.press(people[0], message, key)
    await inside.turn(60)
    codes = set()
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
        await one_press(inside, chat, evening, people)
    await inside.turn(60)

    assert len(codes) == 3  # as the sixth came, and as he left
    for number in range(1, 4):
        about = api.showing_round(chat, number)
        seats = SEATS + (number == 3)
        assert len(about) <= seats + 1, (number, len(about))
        assert len(about) >= 3, number
