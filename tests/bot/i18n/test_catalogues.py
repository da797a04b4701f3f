"""Every text of the code is there in every language, and is put together as its source is."""

import ast
import re
import shutil
import string
import subprocess
import sys
import tomllib
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords
from babel.messages.pofile import read_po

from bot.ports.texts import LANGUAGES, texts

ROOT = Path(__file__).parents[3]
LOCALES = ROOT / "bot" / "locales"
TEMPLATE = LOCALES / "twentyone.pot"
EXTRACT, UPDATE = (
    step["cmd"].split()
    for step in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["poe"]["tasks"]["texts"][
        "sequence"
    ]
)

#: English has no catalogue: its texts are the keys.
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")

#: Numbers whose plural forms go wrong first.
NUMBERS = (0, 1, 2, 5, 11, 21, 22, 25, 111)

#: A message with the context that it is said in, if any.
Id = tuple[str | None, str | tuple[str, ...]]


@cache
def extracted() -> set[Id]:
    """The messages that the poe task finds in the code."""
    keywords = parse_keywords([EXTRACT[at + 1] for at, word in enumerate(EXTRACT) if word == "-k"])
    return {
        (found[4], found[2] if isinstance(found[2], str) else tuple(found[2]))
        for folder in ("bot", "adapters")
        for found in extract_from_dir(str(ROOT / folder), method_map=[("**.py", "python")], keywords=keywords)
    }


def written() -> set[Id]:
    """The messages in the code as Python itself reads it, those within other strings too."""
    found: set[Id] = set()
    for folder in ("bot", "adapters"):
        for path in (ROOT / folder).rglob("*.py"):
            for call in ast.walk(ast.parse(path.read_text())):
                if not isinstance(call, ast.Call):
                    continue
                name = getattr(call.func, "id", None) or getattr(call.func, "attr", None)
                count = {"say": 1, "N_": 1, "plural": 2, "pgettext": 2}.get(name or "", 0)
                args = [a.value for a in call.args[:count] if isinstance(a, ast.Constant)]
                if not count or len(args) != count:
                    continue
                if name == "pgettext":
                    found.add((args[0], args[1]))
                else:
                    found.add((None, args[0] if count == 1 else tuple(args)))
    return found


def catalogue(path: Path, language: str | None = None) -> Catalog:
    return read_po(BytesIO(path.read_bytes()), locale=language)


def of(language: str) -> Catalog:
    """The catalogue of a language; that of English says what the template asks."""
    if language in TRANSLATED:
        return catalogue(LOCALES / language / "LC_MESSAGES" / "twentyone.po", language)
    found = catalogue(TEMPLATE, language)
    for message in found:
        if message.id:
            message.string = message.id
    return found


def messages(language: str) -> list[Message]:
    return [message for message in of(language) if message.id]


def ids(found: Catalog) -> set[Id]:
    return {
        (message.context, message.id if isinstance(message.id, str) else tuple(message.id))
        for message in found
        if message.id
    }


def forms(message: Message) -> tuple[str, ...]:
    """The translations of a message: one, or one for each plural form."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def sources(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def all_forms(language: str) -> list[tuple[str, str]]:
    """Every translation beside its source."""
    return [(sources(m)[0], form) for m in messages(language) for form in forms(m)]


def test_extraction_misses_no_message():
    assert written() == extracted()


def test_the_template_is_of_this_code():
    assert ids(catalogue(TEMPLATE)) == extracted()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_of_the_code_is_translated(language):
    assert ids(of(language)) == extracted()
    assert [sources(m) for m in messages(language) if not all(forms(m))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_over_or_guessed(language):
    found = of(language)
    assert not found.obsolete
    assert not [message.id for message in found if message.id and message.fuzzy]


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_go_where_the_source_has_them(language):
    for message in messages(language):
        expected = fields(sources(message)[0])
        for form in forms(message):
            assert fields(form) == expected, form


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_stay_labels(language):
    """A piece of a line gets no full stop, and no blanks that would show on a board."""
    for source, form in all_forms(language):
        assert form == form.strip()
        assert source[-1] in ".?!…" or form[-1] != ".", form


@pytest.mark.parametrize("language", TRANSLATED)
def test_headers_name_the_project_and_nobody(language):
    """The forms of the plural are the language's own: no header has to state them, nor anybody's name or a date."""
    text = (LOCALES / language / "LC_MESSAGES" / "twentyone.po").read_text()
    assert not re.search(r"@|Date|PROJECT|FIRST|Translator", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_english_is_what_the_code_says(language):
    """A text is found in the code by what a person reads; a context only parts what other languages say differently."""
    assert (LOCALES / language).is_dir() == (language != "en")
    assert texts("en")("Sit down") == "Sit down"


def test_every_context_is_listed_in_the_glossary():
    glossary = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    table = glossary.partition("## Contexts")[2].partition("\n## ")[0]
    listed = set(re.findall(r"^\| ([a-z]+) \| (.+?) \|", table, re.MULTILINE)) - {("context", "text")}
    assert {(context, text) for context, text in extracted() if context is not None} == listed


def test_bringing_the_catalogues_up_to_date_again_changes_nothing(tmp_path):
    shutil.copytree(LOCALES, tmp_path / "bot" / "locales")
    subprocess.run([Path(sys.executable).with_name(UPDATE[0]), *UPDATE[1:]], cwd=tmp_path, check=True)
    for path in LOCALES.rglob("twentyone.po"):
        assert (tmp_path / "bot" / "locales" / path.relative_to(LOCALES)).read_bytes() == path.read_bytes()


# plural forms


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_form_is_there(language):
    number = of(language).num_plurals
    for message in messages(language):
        if not isinstance(message.id, str):
            assert len(forms(message)) == number
            assert all("{n}" in form for form in forms(message))


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_take_the_plural_form_of_their_kind(language):
    say = texts(language)
    kind = Locale.parse(language).plural_form
    for message in messages(language):
        if isinstance(message.id, str):
            continue
        shown = {n: say.plural(*message.id, n) for n in NUMBERS}
        assert all(re.search(rf"(?<!\d){n}(?!\d)", text) for n, text in shown.items())
        by_kind: dict[str, set[str]] = {}
        for n, text in shown.items():
            by_kind.setdefault(kind(n), set()).add(text.replace(str(n), "#"))
        assert all(len(same) == 1 for same in by_kind.values()), by_kind


def test_russian_cards_chips_and_deals_are_counted_as_they_are_said():
    say = texts("ru")
    for words in ("{n} card", "{n} cards"), ("{n} chip", "{n} chips"), ("{n} deal", "{n} deals"):
        one, few, many = (say.plural(*words, n).partition(" ")[2] for n in (1, 2, 5))
        assert len({one, few, many}) == 3
        for n, form in ((0, many), (11, many), (21, one), (22, few), (25, many), (111, many)):
            assert say.plural(*words, n) == f"{n} {form}"


def test_hungarian_keeps_the_singular_after_a_number():
    say = texts("hu")
    for message in messages("hu"):
        if not isinstance(message.id, str):
            assert len({say.plural(*message.id, n).replace(str(n), "#") for n in NUMBERS}) == 1
            assert not re.search(r"\{n\} (?!játék\b)\w+k\b", forms(message)[0])


def test_hundredths_are_written_as_the_language_does():
    shown = {language: texts(language).hundredths(833) for language in LANGUAGES}
    assert shown == {"ru": "8,33", "hu": "8,33", "en": "8.33"}
    assert texts("ru").hundredths(2000) == "20,00"
    assert texts("en").hundredths(4166) == "41.66"
    assert texts("hu").hundredths(0) == "0,00"
