"""What a training keeps: over restarts, presses that come twice, buttons of an earlier hand, faults of the disk."""

import json

import pytest
from trainee import Trainee
from world import GROUP, World

from bot.model.errors import StoreFailed
from bot.ports.keys import Key
from bot.screens.training import Moment
from bot.store.audit import findings

TABLES = ("trainings", "training_hands", "training_moves", "decisions", "trainees", "lessons")


async def seen(anna: Trainee) -> str:
    """What /train shows of the training."""
    await anna.train()
    return anna.text


async def test_a_training_goes_on_after_a_restart_between_any_two_presses(world, anna):
    await anna.lesson("8 8", "6")
    await anna.train()
    for what in ("split", "hit", "stand", "hint", "stand", "stand", "hit", "stand", "stand"):
        before = anna.text
        await world.restart()
        assert await seen(anna) == before
        await anna.press(what if what in anna.offered else "stand")
    before = anna.text
    await world.restart()
    assert await seen(anna) == before
    await anna.press("end")
    summary = anna.text
    assert not summary.startswith("The training is over\n0")


async def test_a_pause_lasts_over_a_restart(world, anna):
    await anna.train()
    while "more" not in anna.offered:
        await anna.press("stand")
    before = anna.text
    await world.restart()
    assert await seen(anna) == before
    await anna.press("more")
    assert "Hand 1/25" in anna.text


async def test_after_a_restart_the_message_that_stands_is_edited(world, anna):
    await anna.train()
    message = world.chat.last(anna.place).id
    await world.restart()
    await anna.press("stand")
    assert world.chat.last(anna.place).id == message
    assert "Hand 2/25" in anna.text


async def test_a_press_that_is_delivered_twice_is_made_once(world, anna):
    await anna.train()
    key = anna.offered["stand"]
    first = await world.press("Anna", key, place=anna.place, press_id="twice")
    await world.turn(5)
    assert await world.press("Anna", key, place=anna.place, press_id="twice") == first
    await world.restart()
    again = await world.press("Anna", key, place=anna.place, press_id="twice")
    assert not again.accepted
    assert await anna.rows("SELECT count(*) FROM decisions") == [(1,)]


async def test_a_hint_delivered_twice_over_a_restart_says_what_stands(world, anna):
    """Its key is still of this turn: only the press id tells that it was counted."""
    await anna.train()
    key = anna.offered["hint"]
    await world.press("Anna", key, place=anna.place, press_id="twice")
    text = anna.text
    await world.restart()
    again = await world.press("Anna", key, place=anna.place, press_id="twice")
    assert again.screen.text == "This press has been counted already."
    assert anna.text == text


async def test_a_double_tap_is_one_press(world, anna):
    await anna.train()
    key = anna.offered["stand"]
    first = await world.press("Anna", key, place=anna.place)
    assert await world.press("Anna", key, place=anna.place) == first
    assert await anna.rows("SELECT count(*) FROM decisions") == [(1,)]


async def test_a_button_of_an_earlier_hand_says_so_and_changes_nothing(world, anna):
    await anna.train()
    old = dict(anna.offered)
    await anna.press("stand")
    text = anna.text
    await world.turn(2)
    for what in ("stand", "hit", "hint"):
        answer = await world.press("Anna", old[what], place=anna.place)
        assert not answer.accepted
        assert answer.screen.text == "This button is of an earlier hand."
    assert anna.text == text
    assert await anna.rows("SELECT count(*) FROM decisions") == [(1,)]


async def test_a_button_of_an_earlier_moment_of_the_hand_says_so_too(world, anna):
    await anna.lesson("2 3", "6")
    await anna.train()
    old = anna.offered["hit"]
    await anna.press("hit")
    await world.turn(2)
    answer = await world.press("Anna", old, place=anna.place)
    assert answer.screen.text == "This button is of an earlier hand."
    assert await anna.count("decisions") == 1


@pytest.mark.parametrize("what", ["split", "more", "double", "insurance"])
async def test_what_is_not_legal_is_refused(world, anna, what):
    """The hand is 10 8: no pair; after a third card there is no doubling."""
    await anna.lesson("2 3 4", "6")
    await anna.train()
    moment = Moment.read(Key.parse(anna.offered["hit"]).argument)
    key = Moment(what, moment.training, moment.hand, moment.turn).key()
    assert not (await world.press("Anna", key, place=anna.place)).accepted
    assert await anna.rows("SELECT count(*) FROM decisions") == [(0,)]


async def test_nobody_presses_the_buttons_of_another(world, anna):
    await anna.train()
    answer = await world.press("Boris", anna.offered["stand"], place=anna.place)
    assert not answer.accepted
    assert "/train" in answer.screen.text
    assert await anna.rows("SELECT count(*) FROM decisions") == [(0,)]


async def test_two_persons_train_at_once(world, anna):
    await anna.train()
    boris = await world.command("Boris", "/train", place=GROUP)
    key = next(button.key for row in boris.screen.rows for button in row if button.label == "Stand")
    await world.press("Boris", key, place=GROUP)
    await anna.press("stand")
    assert await anna.rows("SELECT person_id, decisions FROM trainees ORDER BY person_id") == [(1, 1), (2, 1)]


async def test_what_could_not_be_saved_was_not_played(world: World, anna, monkeypatch):
    await anna.train()
    text = anna.text

    async def failing(*_asked):
        raise StoreFailed("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(world.store, "effect", failing)
        answer = await world.press("Anna", anna.offered["stand"], place=anna.place, press_id="failed")
    assert not answer.accepted
    assert anna.text == text
    again = await world.press("Anna", anna.offered["stand"], place=anna.place, press_id="failed")
    assert again.accepted
    assert "Hand 2/25" in anna.text
    assert await anna.count("decisions") == 1


async def test_a_hand_whose_moves_lead_elsewhere_is_dealt_anew(world, anna):
    """The rules have changed under it: it counts for nothing."""
    await anna.train()
    await anna.press("stand")
    await world.store.write(
        lambda db: db.execute("UPDATE training_moves SET digest = zeroblob(8) WHERE hand = 2")
    )
    await world.restart()
    await anna.train()
    assert "Hand 3/25" in anna.text
    await anna.press("stand")
    await anna.press("end")
    assert anna.lines[1] == "2 hands played"


async def test_a_button_of_a_training_that_has_ended_says_so(world, anna):
    await anna.train()
    key = anna.offered["stand"]
    await anna.press("end")
    answer = await world.press("Anna", key, place=anna.place)
    assert answer.screen.text == "This training is over. Another one: /train"
    private = await world.press("Anna", key, place=GROUP)
    assert [button.label for row in private.screen.rows for button in row] == ["Train again"]


@pytest.mark.parametrize("argument", ["", "x", "hit-1", "hit-1-1-", "hit-1-1-1-1", "hit-A-1-1", "hit--1-1"])
def test_a_key_that_was_never_made_is_no_moment(argument):
    assert Moment.read(argument) is None


async def test_unknown_buttons_are_refused(world, anna):
    answer = await world.press("Anna", str(Key("train", argument="hit-1")), place=anna.place)
    assert not answer.accepted


async def test_mydata_has_the_training_and_forget_takes_it(world, anna):
    await anna.train()
    await anna.press("hit")
    data = (await world.command("Anna", "/mydata", place=anna.place)).file.content
    for table in TABLES:
        assert json.loads(data)[table]
    assert bytes(32).hex() not in data
    await world.command("Anna", "/forget", place=anna.place)
    await world.press("Anna", str(Key("forget")), place=anna.place)
    for table in TABLES:
        assert await anna.count(table) == 0
    assert not (await world.press("Anna", anna.offered["hit"], place=anna.place)).accepted


@pytest.mark.damaged
async def test_the_audit_adds_the_sums_up(world, anna):
    await anna.train()
    for what in ("stand", "hint", "hit", "stand"):
        await anna.press(what)
    assert await world.store.read(findings) == []
    await world.store.write(lambda db: db.execute("UPDATE trainees SET best = 0"))
    (found,) = await world.store.read(findings)
    assert found.row == "trainees 1"
