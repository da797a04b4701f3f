"""Who leads in training: by share of best moves, from 100 counted decisions."""

import re

import pytest
from world import GROUP

from bot.ports.keys import Key
from bot.screens.trainers import page_key

pytestmark = pytest.mark.damaged  # the figures are written down here: no decisions stand behind them


def clean(text: str) -> str:
    return re.sub("[\u2068\u2069]", "", text)


def rows(world) -> list[str]:
    lines = clean(world.chat.last().screen.text).split("\n")
    return [line for line in lines if re.match(r"(> )?\d+ ", line)]


async def trained(world, *figures: tuple[str, int, int]) -> None:
    """Persons with so many counted decisions, so many of them the best move."""
    for name, decisions, best in figures:
        person = await world.store.person(world.account(name))
        await world.store.write(
            lambda db, row=(person.id, decisions, best): db.execute(
                "INSERT INTO trainees (person_id, decisions, best, situations) VALUES (?, ?, ?, 20)", row
            )
        )


async def test_the_greatest_share_leads_and_equal_shares_share_a_rank(world):
    await trained(
        world,
        ("Anna", 100, 90),
        ("Boris", 200, 180),
        ("Vera", 100, 90),
        ("Gleb", 1000, 901),
        ("Dora", 300, 100),
    )
    answer = await world.command("Boris", "/leaderboard training")
    assert rows(world) == [
        "1 Gleb · 90.10 % · 1000",
        "2 Anna · 90.00 % · 100",
        "2 Vera · 90.00 % · 100",
        "> 2 Boris · 90.00 % · 200",
        "5 Dora · 33.33 % · 300",
    ]
    assert answer.screen.text == "The leaderboard is here. Your place: 2 of 5."


async def test_a_rank_is_shared_over_two_pages(world):
    await trained(world, *((f"name {n:02}", 200, 150) for n in range(12)), ("Zoe", 200, 100))
    await world.command("Zoe", "/leaderboard training")
    await world.press("Zoe", next(button.key for button in world.buttons() if button.label == "▶"))
    assert [row.split(" · ")[0] for row in rows(world)] == ["1 name 10", "1 name 11", "> 13 Zoe"]


async def test_shares_that_differ_by_a_hair_are_not_equal(world):
    await trained(world, ("Anna", 99_999, 90_000), ("Boris", 99_998, 89_999))
    await world.command("Anna", "/leaderboard training")
    assert [row[:1] for row in rows(world)] == [">", "2"]  # 90000/99999 is more, by 1e-11


async def test_a_hundred_decisions_are_needed(world):
    await trained(world, ("Anna", 99, 99), ("Boris", 100, 1))
    answer = await world.command("Anna", "/leaderboard training")
    assert rows(world) == ["1 Boris · 1.00 % · 100"]
    assert "100" in answer.screen.text


async def test_with_nobody_there_it_says_so(world):
    await world.command("Anna", "/leaderboard training")
    assert rows(world) == []
    assert "Nobody has so many yet." in world.chat.last().screen.text


async def test_a_decision_after_a_hint_counts_and_is_not_a_best_one(world, anna):
    await trained(world, ("Anna", 98, 98))
    await anna.train()
    await anna.press("hint")
    await anna.press("stand")
    await anna.press("stand")
    assert await anna.rows("SELECT hinted, cost FROM decisions ORDER BY hand, turn") == [(1, 0.0), (0, 0.0)]
    assert await anna.rows("SELECT decisions, best FROM trainees") == [(100, 99)]
    await anna.press("end")
    assert "2 decisions" in anna.text
    assert "50%" in anna.text


async def test_who_decides_about_few_situations_is_not_ranked(world, anna):
    await trained(world, ("Anna", 200, 200), ("Boris", 100, 1))
    await anna.train()
    for _ in range(2):
        await anna.press("stand")
    assert await anna.rows("SELECT situations FROM trainees ORDER BY person_id") == [(2,), (20,)]
    answer = await world.command("Anna", "/leaderboard training")
    assert rows(world) == ["1 Boris · 1.00 % · 100"]
    assert "20 different situations" in answer.screen.text
    # The same values in another order are the same situation; what lies more than 100 decisions back is past.
    spots = [(cards, up) for up in "67" for n in "98765432A" for cards in (f"{n},T", f"T,{n}")]
    await world.store.write(lambda db: _decide(db, [("2,2", "2"), *spots * 2, *[("9,T", "6")] * 40]))
    await anna.press("stand")
    assert await anna.rows("SELECT situations FROM trainees WHERE person_id = 1") == [(18,)]


def _decide(db, spots) -> None:
    """Decisions of earlier hands of the training that runs."""
    for number, (cards, up) in enumerate(spots):
        db.execute(
            "INSERT INTO training_hands (training_id, number, given, halves) VALUES (1, ?, '', 0)",
            (1000 + number,),
        )
        db.execute(
            """
            INSERT INTO decisions (training_id, hand, turn, cards, up, play, best, chart, cost, hinted)
            VALUES (1, ?, 1, ?, ?, 'stand', 'stand', 'stand', 0, 0)
            """,
            (1000 + number, cards, up),
        )


async def test_pages_are_turned_in_place_by_who_asked(world):
    await trained(world, *((f"name {n:02}", 100 + n, 100) for n in range(25)))
    await world.command("name 17", "/leaderboard training")
    message, seen = world.chat.last().id, []
    for number in range(3):
        seen += [row.removeprefix("> ") for row in rows(world) if number == 1 or not row.startswith("> ")]
        if number < 2:
            key = next(button.key for button in world.buttons() if button.label == "▶")
            assert not (await world.press("name 01", key)).accepted
            await world.press("name 17", key)
    assert [row.split(" · ")[0] for row in seen] == [f"{n + 1} name {n:02}" for n in range(25)]
    assert world.chat.last().id == message
    await world.press("name 17", page_key(9999, 18))
    assert rows(world)[-2].startswith("25 name 24")


async def test_asked_again_within_a_minute_the_same_message_is_edited(world):
    await world.command("Anna", "/leaderboard training")
    message = world.chat.last().id
    await world.turn(59)
    await world.restart()
    await world.command("Boris", "/leaderboard training")
    assert world.chat.last().id == message
    await world.turn(61)
    await world.command("Anna", "/leaderboard training")
    assert world.chat.last().id > message


async def test_the_leaderboard_of_games_leads_to_it(world):
    await trained(world, ("Anna", 100, 90))
    await world.command("Anna", "/leaderboard")
    await world.press("Anna", world.key("trainers"))
    assert rows(world) == ["> 1 Anna · 90.00 % · 100"]


@pytest.mark.parametrize("argument", ["1", "x-1", "1-x", "1-1-1"])
async def test_a_key_that_was_never_made_is_refused(world, argument):
    assert not (await world.press("Anna", str(Key("trainers", argument=argument)))).accepted


async def test_the_profile_tells_the_share_and_the_decisions(world):
    await world.command("Anna", "/help")
    assert "training" not in (await world.command("Anna", "/profile")).screen.text
    await trained(world, ("Boris", 240, 211))
    assert "training: best moves 88% of 240" in (await world.command("Boris", "/profile")).screen.text


async def test_who_is_forgotten_is_on_it_no_more(world):
    await trained(world, ("Anna", 100, 90))
    await world.command("Anna", "/forget")
    await world.press("Anna", str(Key("forget")))
    await world.command("Boris", "/leaderboard training", place=GROUP)
    assert rows(world) == []
