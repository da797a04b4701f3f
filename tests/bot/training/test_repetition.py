"""What was misplayed comes back: after 1, 3 and 7 days, until it was right three times."""

import json

from trainee import Trainee

DAY = 24 * 3600


async def once(anna: Trainee, play: str) -> tuple[str, str]:
    """Train for one decision, then end; the hand that came."""
    await anna.train()
    hand = (anna.cards, anna.up)
    assert ("to be repeated" in anna.text) == (hand == ("A 7", "9"))
    await anna.press(play)
    await anna.press("end")
    return hand


async def days_until_due(anna: Trainee) -> list[float]:
    now = int(anna.world.clock.now().timestamp())
    return [
        (due / 1_000_000 - now) / DAY
        for (due,) in await anna.rows("SELECT due_at FROM lessons ORDER BY due_at")
    ]


async def test_a_misplayed_hand_comes_back_after_1_3_and_7_days(world, anna):
    await anna.lesson("A 7", "9")
    assert await once(anna, "stand") == ("A 7", "9")
    for days in (1, 3, 7):
        # Other hands that are misplayed on the way have lessons of their own: only the first is due here.
        assert await days_until_due(anna) == [days]
        await world.turn(days * DAY - 1)
        await anna.train()
        assert "to be repeated" not in anna.text
        await anna.press("end")
        await world.turn(1)
        assert await once(anna, "hit") == ("A 7", "9")
    assert await days_until_due(anna) == []


async def test_a_wrong_answer_starts_over(world, anna):
    await anna.lesson("A 7", "9", right=2)
    assert await once(anna, "stand") == ("A 7", "9")
    assert await days_until_due(anna) == [1]
    assert await anna.rows("SELECT correct FROM lessons") == [(0,)]


async def test_after_a_hint_it_comes_back_a_day_later_as_it_was(world, anna):
    await anna.lesson("A 7", "9", right=1)
    await anna.train()
    await anna.press("hint")
    await anna.press("stand")
    assert "to be repeated" not in anna.text
    assert await days_until_due(anna) == [1]
    assert await anna.rows("SELECT correct FROM lessons") == [(1,)]


async def test_a_close_call_is_nothing_to_repeat_and_counts_as_right(anna):
    await anna.lesson("T 6", "T", right=2)
    await anna.train()
    await anna.press("stand")
    assert "a close call" in anna.text
    assert await days_until_due(anna) == []


async def test_it_counts_as_right_only_when_it_was_due(anna):
    """The first hand by chance is 10 8 against 10."""
    await anna.lesson("8 T", "T", due_in=DAY, right=1)
    await anna.train()
    assert (anna.cards, anna.up) == ("8 T", "T")
    await anna.press("stand")
    assert await anna.rows("SELECT correct FROM lessons") == [(1,)]
    assert await days_until_due(anna) == [1]


async def test_due_hands_come_first_the_longest_due_before_the_others(anna):
    await anna.lesson("T 6", "7", due_in=-60)
    await anna.lesson("A 2 4", "6", due_in=-120)
    await anna.lesson("8 8", "A", due_in=60)
    await anna.train()
    assert (anna.cards, anna.up) == ("A 2 4", "6")
    assert set(anna.offered) == {"hit", "stand", "hint", "end", "with1"}
    while anna.cards.startswith("A 2 4"):
        await anna.press("hit" if anna.cards == "A 2 4" else "stand")
    assert (anna.cards, anna.up) == ("T 6", "7")
    await anna.press("hit")
    assert "to be repeated" not in anna.text or anna.cards.startswith("T 6")


async def test_a_hand_of_more_cards_comes_back_as_it_was(world, anna):
    """The decision itself, not the two cards that led to it: 2 10 and an ace against a ten."""
    await anna.lesson("2 T A", "T")
    await anna.train()
    assert (anna.cards, anna.up) == ("2 T A", "T")
    await anna.press("stand")
    await anna.press("end")
    await world.turn(DAY)
    await anna.train()
    assert (anna.cards, anna.up) == ("2 T A", "T")


async def test_a_training_that_was_never_ended_asks_what_has_become_due(world, anna):
    await anna.lesson("A 7", "9", due_in=DAY)
    await anna.train()
    await world.turn(2 * DAY)
    while "to be repeated" not in anna.text:
        await anna.press("stand")
    assert (anna.cards, anna.up) == ("A 7", "9")


async def test_the_summary_says_how_many_come_back_on_which_day(world, anna):
    await anna.lesson("A 7", "9", due_in=DAY)
    await anna.lesson("A 6", "9", due_in=DAY + 60)
    await anna.lesson("T 6", "7", due_in=7 * DAY)
    await anna.train()
    await anna.press("end")
    assert anna.lines[anna.lines.index("Coming back:") + 1] == "Mar 15: 2 · Mar 21: 1"


async def test_mydata_hides_the_dealers_card_of_a_lesson_while_it_is_played(world, anna):
    await anna.lesson("A 7", "9")
    await anna.train()
    ((given,),) = await anna.rows("SELECT given FROM training_hands")
    hidden = given.split()[3]
    assert hidden not in (await world.command("Anna", "/mydata")).file.content
    await anna.press("stand")
    told = json.loads((await world.command("Anna", "/mydata")).file.content)
    assert told["training_hands"][0]["given"] == given
    assert told["training_hands"][-1]["halves"] is None
    assert not told["training_hands"][-1]["given"]
