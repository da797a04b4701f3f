"""Each message is in one language throughout: what the chat reads in the chat's, what a person reads in that person's."""

import re

import pytest
from world import GROUP

from bot.ports.names import isolated
from bot.ports.screens import Screen
from bot.ports.texts import ENDONYMS

CYRILLIC = re.compile("[А-Яа-яЁё]")

#: Cards, codes and what is typed are the same in every language.
_SAME = re.compile(
    r"/[a-z]+(?: \S+=\S+| chat| ru| hu| en| ochko| stuk| blackjack| unrated| week| wins| on| off)*"
    r"|\b[A-Z]\d\b|\b[2-9A-Z]{6}\b|\b[0-9a-f]{16}\b|\b[0-9a-f]{8}\b|[AJQK]|\b(?:ru|hu|en)\b"
)

ANNA, BORIS, VERA = "Anna", "Boris", "Vera"


def shown(screen: Screen) -> str:
    """All that a screen says, without names, names of languages, and what is the same everywhere."""
    text = "\n".join([screen.text, *(button.label for row in screen.rows for button in row)])
    text = re.sub("\u2068[^\u2069]*\u2069", " ", text)
    for endonym in ENDONYMS.values():
        text = re.sub(rf"{endonym}|(?<=: ){endonym[:3]}\b", " ", text)
    return text


def is_russian(screen: Screen) -> bool:
    return screen.language == "ru" and not re.search("[A-Za-z]", _SAME.sub(" ", shown(screen)))


def is_hungarian(screen: Screen) -> bool:
    return screen.language == "hu" and not CYRILLIC.search(shown(screen))


@pytest.fixture
async def mixed(evening):
    """A chat that speaks Hungarian with players who speak Russian."""
    played = await evening("en")
    played.names = (ANNA, BORIS, VERA)
    await played.say(ANNA, "/language chat hu", admin=True)
    for name in played.names:
        await played.say(name, "/language ru")
    played.answers.clear()
    return played


async def test_the_choice_of_languages_is_in_the_language_of_who_asks(mixed):
    answer = await mixed.say(ANNA, "/language", admin=True)
    assert is_russian(answer.screen), shown(answer.screen)
    labels = [button.label for row in answer.screen.rows for button in row]
    assert set(ENDONYMS.values()) <= set(labels)


async def test_boards_speak_the_chats_language_and_answers_the_persons(mixed):
    await mixed.sit("deals=1")
    await mixed.finish()
    await mixed.say(ANNA, "/newtable seats=3")
    await mixed.say(ANNA, "/tables")
    for text in ("/help", "/rules", "/bet x", "/stop", "/nothing"):
        await mixed.say(BORIS, text)
    assert len(mixed.chat.screens) > 10
    for screen in mixed.chat.screens:
        assert is_hungarian(screen), shown(screen)
    assert len(mixed.answers) > 10
    for screen in (*(answer.screen for answer in mixed.answers), *mixed.panels):
        assert is_russian(screen), shown(screen)


async def test_names_are_kept_apart_from_the_text_around_them(mixed):
    await mixed.sit("deals=1")
    assert isolated(ANNA) in mixed.chat.last().screen.text


async def test_a_greeting_is_in_the_language_of_who_added_the_bot(mixed):
    account = mixed.world.account(ANNA)
    screen = await mixed.world.app.welcome(GROUP, account)
    assert is_russian(screen), shown(screen)
