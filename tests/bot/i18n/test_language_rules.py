"""The rules of docs/glossary.md that a machine can watch: letters, tone, no inflected names and numbers, «virtual» beside rubles."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.ports.texts import LANGUAGES

LOCALES = Path(__file__).parents[3] / "bot" / "locales"

#: Latin words that stand in Russian texts on purpose: letters of cards, commands, options as they are typed.
LATIN_IN_RUSSIAN = {
    *("A", "J", "K", "Q"),
    *("D", "E", "X", "P", "N"),  # keys of a keyboard
    *("all", "deals", "seats", "size", "level", "timeout", "everyone", "sandbox", "advanced"),
    "computers",
    *("ru", "hu", "en"),
}

_COMMAND = re.compile(r"/[a-z]+(?: chat)?(?: (?:ru|hu|en|on|off)\b)?")
_FIELD = re.compile(r"\{\w+\}")


def translations(language: str) -> list[tuple[str, str]]:
    path = (
        LOCALES / "twentyone.pot" if language == "en" else LOCALES / language / "LC_MESSAGES" / "twentyone.po"
    )
    found = []
    for message in read_po(BytesIO(path.read_bytes()), locale=language):
        if not message.id:
            continue
        source = message.id if isinstance(message.id, str) else message.id[0]
        said = message.id if language == "en" else message.string
        forms = [said] if isinstance(said, str) else said
        found += [(source, form) for form in forms]
    return found


def words(text: str) -> list[str]:
    """The words of a text without its fields and commands."""
    return re.findall(r"[^\W\d_]+", _FIELD.sub(" ", _COMMAND.sub(" ", text)))


def test_russian_words_have_russian_letters():
    for _, text in translations("ru"):
        for word in words(text):
            russian = re.fullmatch("[А-Яа-яЁё]+", word)
            assert russian or word in LATIN_IN_RUSSIAN, text


@pytest.mark.parametrize("language", ["hu", "en"])
def test_hungarian_and_english_words_have_latin_letters(language):
    for _, text in translations(language):
        for word in words(text):
            assert re.fullmatch("[A-Za-zÁÉÍÓÖŐÚÜŰáéíóöőúüű]+", word), text


def test_hungarian_has_its_own_long_letters():
    """ő and ű, not the õ and û of other alphabets."""
    assert not [text for _, text in translations("hu") if re.search("[õûÕÛ]", text)]


def test_russian_puts_no_past_tense_beside_a_name_or_you():
    """A verb in the past would need the gender of who is named; «если», «или» are no verbs."""
    past = r"(?!(?:если|или|ли)\b)[а-яё]+(?:лся|лась|лись|ла|ли|л)\b"
    for _, text in translations("ru"):
        assert not re.search(rf"(?:\{{name\}}|\b[Вв]ы)\W+(?:\w+ )?{past}", text), text


@pytest.mark.parametrize(
    ("language", "wrong"),
    [("ru", "ты тебя тебе твой твоя твоё твои"), ("hu", "ön önt önnek öné kérjük használjon nyomja")],
)
def test_russian_says_you_politely_and_hungarian_as_to_a_friend(language, wrong):
    for _, text in translations(language):
        assert not {word.lower() for word in words(text)} & set(wrong.split()), text


def test_russian_leaves_genders_out():
    """No «готов(а)», no «он/она»."""
    for _, text in translations("ru"):
        assert not re.search(r"\w\([аяои]\)|\(ась\)|он/она", text), text


def test_hungarian_puts_no_ending_and_no_article_on_a_value():
    """«a/az» depends on how the name or number begins, an ending on how it sounds."""
    for _, text in translations("hu"):
        assert not re.search(r"\}-?[a-záéíóöőúüű]", text), text
        assert not re.search(r"\b[Aa]z? [«„(]?\{", text), text


@pytest.mark.parametrize(
    ("language", "ruble", "virtual"),
    [("ru", "рубл", "виртуальн"), ("hu", "rubel", "virtuális"), ("en", "ruble", "virtual")],
)
def test_rubles_are_called_virtual_wherever_they_are_named(language, ruble, virtual):
    named = [text.lower() for _, text in translations(language) if ruble in text.lower()]
    assert named
    assert all(virtual in text for text in named)


@pytest.mark.parametrize(("language", "others"), [("ru", "“”„"), ("hu", "“«»"), ("en", "„«»")])
def test_quotation_marks_are_those_of_the_language(language, others):
    assert [text for _, text in translations(language) if set(text) & set(others)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_are_those_of_the_source(language):
    for source, text in translations(language):
        assert set(re.findall(r"/[a-z]{3,}", text)) == set(re.findall(r"/[a-z]{3,}", source)), text
