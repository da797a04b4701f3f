"""`/words`: who wants cards in words has them in all that is his own, and nobody else has."""

import re

import pytest
from evening import carefully, moves_of, seat, to_move
from rounds import live, table
from world import GROUP, World

from bot.ports.keys import Key
from bot.ports.requests import Place
from bot.ports.screens import Line, Loudness, Screen, Span, Tone
from bot.ports.texts import LANGUAGES, texts
from bot.screens.hands import marked
from bot.screens.lines import SHORT, card_spans, fitted, in_words, plain
from engine.cards import parse_cards

SIGNS = re.compile("[♠♥♦♣]")
QUEEN = {"en": "queen of spades", "ru": "дама пик", "hu": "pikk dáma"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_card_is_said_as_people_say_it(language: str) -> None:
    say = texts(language)
    cards = parse_cards(" ".join(rank + suit for suit in "shdc" for rank in "23456789TJQKA"))
    shown = in_words(say, Screen((card_spans(cards),)))
    said = shown.text.split(", ")
    assert len(set(said)) == 52
    assert SIGNS.search(shown.text) is None
    assert QUEEN[language] in said


async def test_what_is_ones_own_is_in_words_and_the_board_is_as_it_was(world: World) -> None:
    session = await seat(world, "Anna", "Boris", arguments="seats=2 deals=1")
    assert (await world.command("Anna", "/words on")).accepted
    for _ in range(20):
        name = to_move(session)
        if name is None or not session.playing:
            break
        answer = await world.press(name, carefully(moves_of(world, session)))
        if answer.on_board:
            assert bool(SIGNS.search(answer.screen.text)) is (name == "Boris")
        for person in ("Anna", "Boris"):
            hand = await world.press(person, str(Key("cards", session.code)))
            if "=" in hand.screen.text:
                assert bool(SIGNS.search(hand.screen.text)) is (person == "Boris")
                panel = await world.app.panel(world.account(person), GROUP)
                assert panel is None or bool(SIGNS.search(panel.text)) is (person == "Boris")
        await world.turn(2)
    assert SIGNS.search("".join(world.chat.texts()))  # the showdown is everybody's


async def test_it_is_kept_until_it_is_changed(world: World) -> None:
    assert "off" in (await world.command("Anna", "/words")).screen.text
    await world.command("Anna", "/words on")
    await world.restart()
    answer = await world.command("Anna", "/words")
    assert "queen of spades" in answer.screen.text
    await world.press("Anna", answer.screen.rows[0][0].key or "")
    assert "off" in (await world.command("Anna", "/words")).screen.text
    assert not (await world.command("Anna", "/words perhaps")).accepted


async def test_a_private_board_follows(world: World) -> None:
    private = Place("chat", 5, private=True)
    await world.command("Anna", "/words on", place=private)
    await world.press("Anna", str(Key("alone", argument="blackjack")), place=private)
    await world.turn(3)
    board = world.chat.last(private).screen.text
    assert "dealer" in board
    assert SIGNS.search(board) is None


async def test_who_is_forgotten_is_back_without_it(world: World) -> None:
    await world.command("Anna", "/words on")
    asked = await world.command("Anna", "/forget")
    await world.press("Anna", asked.screen.rows[0][0].key or "")
    assert "off" in (await world.command("Anna", "/words")).screen.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("playing", range(4))
def test_in_an_alert_that_is_too_long_earlier_hands_go_first(language: str, playing: int) -> None:
    say = texts(language)
    hands: list[Line] = []
    for number in range(4):
        cards = card_spans(parse_cards("Qs Td 4h" if number == playing else "9h 8d 7c"))
        hands.append((*marked(plain(f"{number + 1}: "), moves=number == playing), *cards, Span(" ·")))
    shown = fitted(in_words(say, Screen((*hands, plain(say("Your move: draw or enough?"))))))
    assert len(shown.text) <= SHORT
    assert QUEEN[language] in shown.text


async def test_my_cards_of_a_split_hand_fit_an_alert(world: World) -> None:
    await world.command("Anna", "/words on")
    await table(world, "Anna", seats=1, arguments="unrated")
    answer = await world.press("Anna", str(Key("cards", live(world).code)))
    assert answer.loudness is Loudness.ALERT
    assert len(answer.screen.text) <= SHORT
    assert all(
        span.tone not in {Tone.RED_CARD, Tone.BLACK_CARD} for line in answer.screen.lines for span in line
    )
