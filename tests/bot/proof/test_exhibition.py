"""«Watch a game»: a packaged record on show."""

import asyncio

import pytest
from world import GROUP

from bot.history.exhibition import packaged
from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.ports.texts import LANGUAGES, texts
from bot.screens.exhibition import exhibition_screens
from engine.game import Ending
from engine.replay import replay

WATCH = str(Key("watch"))
OTHER = Place("chat", -77)


async def turn(world, seconds):
    """Turn the clock second by second; a show is nothing that the world waits for."""
    for _ in range(seconds):
        await world.turn(1)
        for _ in range(3):
            await asyncio.sleep(0)
        await world.app.outbox.flush()


async def begin(world, place=GROUP):
    answer = await world.press("Anna", WATCH, place=place)
    await world.app.outbox.flush()
    return answer


def test_the_packaged_game_is_legal_and_has_a_bust_a_golden_point_and_a_broken_bank():
    replayed = replay(packaged())
    assert replayed.refused is None
    assert replayed.state.view(None).ending is Ending.BANK_BROKEN
    hands = [hand for view in replayed.deals for seat in view.seats for hand in seat.hands]
    assert any(hand.golden for hand in hands)
    assert any(hand.bust for hand in hands)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_screen_shows_a_card_that_its_players_do_not_show(language):
    """The moves of a screen that has none: no button but the one that stops."""
    screens = exhibition_screens(texts(language), packaged())
    assert {button.key for screen in screens for row in screen.rows for button in row} == {WATCH}
    assert "♠" not in screens[0].text
    assert "/replay" not in screens[-1].text  # it is no table


async def test_it_is_shown_in_one_message_in_forty_seconds(world):
    assert (await begin(world)).accepted
    message = world.chat.last()
    screens = [message.screen]
    for _ in range(39):
        await turn(world, 1)
        if message.screen != screens[-1]:
            screens.append(message.screen)
    assert world.app.parts.exhibition.running(GROUP)
    await turn(world, 1)
    assert not world.app.parts.exhibition.running(GROUP)
    assert len(world.chat.messages) == 1
    assert (*screens, message.screen) == exhibition_screens(texts("en"), packaged())


async def test_pressed_again_it_stops_where_it_is(world):
    await begin(world)
    await turn(world, 10)
    await world.press("Boris", WATCH)
    await world.app.outbox.flush()
    message = world.chat.last()
    stopped = message.screen
    await turn(world, 60)
    assert message.screen == stopped
    assert not world.app.parts.exhibition.running(GROUP)
    await begin(world)
    await turn(world, 60)
    assert len(world.chat.messages) == 2
    assert not message.screen.rows


async def test_each_chat_has_its_own(world):
    await begin(world)
    await begin(world, OTHER)
    await turn(world, 41)
    assert {message.place for message in world.chat.messages.values()} == {GROUP, OTHER}
    assert not world.app.parts.exhibition.running(GROUP)


async def test_it_ends_silently_with_the_program(world):
    await begin(world)
    await turn(world, 5)
    message = world.chat.last()
    left = message.screen
    await world.restart()
    await turn(world, 60)
    assert message.screen == left
    assert len(world.chat.messages) == 1


async def test_the_welcome_offers_it(world):
    screen = await world.app.welcome(GROUP)
    assert WATCH in {button.key for row in screen.rows for button in row}
