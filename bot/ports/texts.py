"""Texts in Russian, Hungarian and English: gettext catalogues, real plural forms, numbers as the language writes them."""

from datetime import UTC, datetime
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

from babel import Locale
from babel.dates import format_skeleton
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

LANGUAGES = ("ru", "hu", "en")

#: What each language calls itself, for the buttons of /language.
ENDONYMS = {"ru": "Русский", "hu": "Magyar", "en": "English"}


def base_language(tag: str | None) -> str | None:
    """The language of a client's tag (`hu-HU`, `ru_RU`), if it is one of ours."""
    if not tag:
        return None
    base = tag.replace("_", "-").split("-")[0].lower()
    return base if base in LANGUAGES else None


@cache
def catalogue(language: str) -> NullTranslations:
    """The catalogue of a language, compiled in memory from its .po file: no compiled file can be out of date.

    English needs none: the messages in the code are its texts.
    """
    if language == "en":
        return NullTranslations()
    source = files("bot") / "locales" / language / "LC_MESSAGES" / "twentyone.po"
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(source.read_bytes()), locale=Locale.parse(language)))
    compiled.seek(0)
    return GNUTranslations(compiled)


class Texts:
    """The texts of one language. Messages are keyed by their English text; values are put in by name."""

    def __init__(self, language: str) -> None:
        """`language`: one of `LANGUAGES`."""
        self.language = language
        self._catalogue = catalogue(language)

    def __call__(self, message: str, **values: object) -> str:
        """The text of a message."""
        return self._catalogue.gettext(message).format(**values)

    def pgettext(self, context: str, message: str, **values: object) -> str:
        """The text of a message that other languages say in another way in that context, such as one game."""
        return self._catalogue.pgettext(context, message).format(**values)

    def plural(self, singular: str, plural: str, n: int, **values: object) -> str:
        """The text of a message in the plural form that goes with `n`; `{n}` is the number."""
        return self._catalogue.ngettext(singular, plural, n).format(n=n, **values)

    def hundredths(self, amount: int) -> str:
        """An amount kept in hundredths, with two places: 833 is 8.33, or 8,33."""
        return str(format_decimal(amount / 100, format="0.00", locale=self.language))

    def halves(self, amount: int) -> str:
        """An amount kept in halves, with its sign: 3 is +1.5, or +1,5; -4 is −2; 0 is ±0."""
        sign = "+" if amount > 0 else "−" if amount < 0 else "±"
        return sign + str(format_decimal(abs(amount) / 2, format="0.#", locale=self.language))

    def decimal(self, value: float, places: int) -> str:
        """A number of 0 or more with so many places: 0.25 is 0.250, or 0,250."""
        return str(format_decimal(value, format=f"0.{'0' * places}", locale=self.language))

    def date(self, moment: datetime, *, year: bool = False) -> str:
        """The day of a moment, in UTC, as the language writes it in short, with its year if wanted."""
        skeleton = "yMMMd" if year else "MMMd"
        return str(format_skeleton(skeleton, moment.astimezone(UTC), locale=self.language))


@cache
def texts(language: str) -> Texts:
    """The texts of that language.

    Raises:
        KeyError: it is not one of `LANGUAGES`.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    return Texts(language)


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for "a message, translated where it is shown"
    """Mark a text for the catalogues without translating it here."""
    return message
