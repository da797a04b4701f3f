"""A training from its first hand to its summary: every count against one made by hand."""

import pytest
from trainee import Trainee, cost
from world import GROUP

from bot.ports.screens import Loudness
from bot.ports.texts import texts
from engine.training import grade_of

#: The hands of the secret of 32 zero bytes: own values, up card, what is pressed, what the hand has brought if that ends it.
#: Before the third decision a hint is asked for.
SESSION = (
    ("8 T", "T", "hit", "−1"),
    ("6 9", "3", "stand", "−1"),
    ("T 2", "5", "stand", "+1"),
    ("T 9", "9", "hit", "−1"),
    ("2 T", "T", "stand", "−1"),
    ("5 2", "3", "hit", None),
    ("5 2 T", "3", "stand", "−1"),
    ("A 2", "T", "hit", None),
    ("A 2 T", "T", "stand", "−1"),
    ("3 T", "T", "hit", None),
    ("3 T 4", "T", "stand", "−1"),
)
HINTED = 2
BEST = [1, 5, 6, 7, 9, 10]
WORDS = {"best": "the best move", "close": "a close call", "mistake": "a mistake", "blunder": "a blunder"}


async def played(anna: Trainee) -> None:
    await anna.train()
    for number, (cards, up, play, brought) in enumerate(SESSION):
        assert (anna.cards, anna.up) == (cards, up)
        if number == HINTED:
            await anna.press("hint")
        answer = await anna.press(play)
        word = WORDS[grade_of(cost(cards, up, play)).value]
        assert answer.screen.text.endswith(word)
        assert anna.lines[0].startswith(answer.screen.text)
        if brought is not None:
            assert sum(line.endswith(f" · {brought}") for line in anna.lines) == 1


def figures(costs: list[float]) -> str:
    return texts("en").decimal(sum(costs), 3)


async def test_a_session_is_counted_as_by_hand(anna):
    """Issue: share of best moves, units lost, the hands' units, the three hands to learn."""
    await played(anna)
    await anna.press("end")
    costs = [cost(cards, up, play) for cards, up, play, _ in SESSION]
    costs[HINTED] = 0.0
    assert [n for n, value in enumerate(costs) if value <= 1e-9] == sorted([*BEST, HINTED])
    assert anna.lines[:5] == [
        "The training is over",
        "8 hands played",
        "11 decisions",
        "best moves: 55%",
        f"lost by mistakes: {figures(costs)} units",
    ]
    assert anna.lines[5] == "won or lost: −6 units"
    learn = anna.lines[anna.lines.index("To learn:") + 1 : anna.lines.index("Coming back:")]
    assert learn == [
        "10 9 against 9: hit? stand",
        f"   −{figures([cost('T 9', '9', 'hit')])}",
        "10 8 against 10: hit? stand",
        f"   −{figures([cost('8 T', 'T', 'hit')])}",
        "10 2 against 10: stand? hit",
        f"   −{figures([cost('2 T', 'T', 'stand')])}",
    ]
    assert anna.lines[anna.lines.index("Coming back:") + 1] == "Mar 15: 4"


async def test_what_is_stored_of_each_decision_is_its_cost_to_the_last_digit(anna):
    await played(anna)
    found = await anna.rows("SELECT cards, up, play, cost, hinted FROM decisions ORDER BY hand, turn")
    assert len(found) == len(SESSION)
    for number, (row, (cards, up, play, _)) in enumerate(zip(found, SESSION, strict=True)):
        assert row[:3] == (cards.replace(" ", ","), up, play)
        assert row[3] == pytest.approx(cost(cards, up, play), abs=1e-9)
        assert row[4] == (number == HINTED)
    assert await anna.rows("SELECT decisions, best FROM trainees") == [(11, 6)]


async def test_the_costs_of_one_kind_of_hand_add_up(anna):
    """Of two kinds the one that has cost more in all is the first to learn, though one of the other cost more at once."""
    for cards, up in (("T 6", "T"), ("6 T", "7"), ("T 2", "T")):
        await anna.lesson(cards, up)
    await anna.train()
    order = [(anna.cards, anna.up)]
    while "to be repeated" in anna.text:
        await anna.press("stand")
        order.append((anna.cards, anna.up))
    await anna.press("end")
    shown = [line.split(":")[0] for line in anna.lines if " against " in line]
    by_cost = sorted(order[:3], key=lambda spot: -cost(*spot, "stand"))
    assert len(shown) == 3
    assert shown == [
        f"10 {spot[0].replace('T', '').strip()} against {spot[1].replace('T', '10')}" for spot in by_cost
    ]


@pytest.mark.parametrize(
    ("cards", "up", "play", "grade"),
    [
        ("T 6", "T", "stand", "a close call"),
        ("A 7", "9", "stand", "a mistake"),
        ("T T", "6", "split", "a blunder"),
        ("8 8", "6", "split", "the best move"),
        ("6 5", "6", "double", "the best move"),
    ],
)
async def test_each_class_is_said_with_its_cost_and_the_best_move(anna, cards, up, play, grade):
    await anna.lesson(cards, up)
    await anna.train()
    answer = await anna.press(play)
    assert answer.screen.text == f"{play.capitalize()}: {grade}"
    lost = cost(cards, up, play)
    judged = " ".join(anna.lines[:2])
    assert (f"−{lost:.3f}" in judged) == (grade != "the best move")
    assert ("best: " in judged) == (grade != "the best move")


@pytest.mark.parametrize(
    ("cards", "up", "chart"), [("8 8", "T", "split"), ("7 4", "A", "hit"), ("6 5", "T", "double")]
)
async def test_where_the_common_chart_would_play_otherwise_is_pointed_out(anna, cards, up, chart):
    """Here nobody looks under the dealer's card; the best move is told whatever was played."""
    await anna.lesson(cards, up)
    await anna.train()
    await anna.press("hit")
    assert "Hit: the best move" in anna.text
    assert (f"basic strategy: {chart}\n   here: hit" in anna.text) == (chart != "hit")
    assert ("the dealer may have a natural" in anna.text) == (chart != "hit")


async def test_a_hint_says_the_best_move_and_its_lead(anna):
    await anna.lesson("A 7", "9")
    await anna.train()
    answer = await anna.press("hint")
    lead = cost("A 7", "9", "stand")
    assert answer.screen.text == f"Hint: hit, ahead by {lead:.3f}"
    assert answer.screen.text in anna.text
    assert "hint" not in anna.offered
    await anna.press("hit")
    assert "after a hint: no best move" in anna.text
    assert await anna.rows("SELECT decisions, best FROM trainees") == [(1, 0)]


async def test_there_is_a_pause_after_every_25_hands(anna):
    await anna.train()
    for pause in (25, 50):
        presses = 0
        while "more" not in anna.offered:
            await anna.press("stand")
            presses += 1
            assert presses <= 25
        assert f"{pause} hands played" in anna.text
        assert "best moves: " in anna.text
        assert set(anna.offered) == {"more", "end", "with1"}
        await anna.press("more")
        assert "Hand 1/25" in anna.text
    settled = await anna.rows("SELECT count(halves), max(number) FROM training_hands")
    assert settled == [(50, 51)]


async def test_a_training_may_end_in_a_pause_or_within_a_hand(anna):
    await anna.train()
    await anna.press("end")
    assert anna.lines[:2] == ["The training is over", "0 hands played"]
    await anna.press("again")
    while "more" not in anna.offered:
        await anna.press("stand")
    await anna.press("end")
    assert anna.lines[1] == "25 hands played"
    assert set(anna.offered) == {"again"}


async def test_one_message_of_a_private_chat_shows_it_all(world, anna):
    answer = await anna.train()
    assert (answer.loudness, answer.on_board) == (Loudness.TOAST, True)
    message = world.chat.last(anna.place)
    for _ in range(3):
        await anna.press("stand")
    assert world.chat.last(anna.place).id == message.id
    await anna.train()
    newer = world.chat.last(anna.place)
    assert newer.id != message.id
    assert message.screen.rows == ()
    assert "Hand 4/25" in newer.screen.text


async def test_a_summary_stays_when_another_training_begins_further_down(world, anna):
    await anna.train()
    await anna.press("end")
    summary = world.chat.last(anna.place)
    text = summary.screen.text
    await anna.train()
    assert world.chat.last(anna.place).id > summary.id
    assert "Hand 1/25" in anna.text
    assert summary.screen.text == text


async def test_in_a_group_it_is_a_private_answer_whose_buttons_change_it(world, anna):
    answer = await anna.train(GROUP)
    assert answer.loudness is Loudness.NOTE
    key = next(button.key for row in answer.screen.rows for button in row if button.label == "Stand")
    after = await world.press("Anna", key, place=GROUP)
    assert after.loudness is Loudness.NOTE
    assert after.screen.lines[0][0].text.startswith("Stand: ")
    assert "Hand 2/25" in after.screen.text
    again = await world.press("Anna", key, place=GROUP, press_id="later")
    assert again == after  # a double tap
    await world.turn(2)
    old = await world.press("Anna", key, place=GROUP)
    assert not old.accepted
    assert old.screen.text.startswith("This button is of an earlier hand.\n")
    assert old.screen.rows == after.screen.rows
    assert world.chat.messages == {}


async def test_who_sits_at_a_table_may_train(world, anna):
    """Rules 5.3."""
    await world.open("Anna", "Boris")
    assert world.session("Anna").playing
    await anna.train()
    await anna.press("stand")
    assert world.session("Anna").playing
    assert "Hand 2/25" in anna.text
