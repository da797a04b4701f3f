"""Words: what somebody adds to the seed himself, to be sure even of who runs the program."""

import unicodedata
from enum import StrEnum

#: A word has so many characters, counted after NFC.
SHORTEST, LONGEST = 8, 32

#: What no word holds: controls, halves of surrogate pairs, line and paragraph separators.
_UNSHOWN = frozenset({"Cc", "Cs", "Zl", "Zp"})

#: Marks that turn the direction of what stands around them.
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class WordFault(StrEnum):
    """Why a text is no word."""

    LENGTH = "length"  # it has not 8 to 32 characters
    CONTROL = "control"  # it holds a control or a bidi mark


def fit_word(text: str) -> str | WordFault:
    """The text as a word: in NFC, without the spaces around it; or why it is none."""
    word = unicodedata.normalize("NFC", text.strip())
    if any(char in _BIDI or unicodedata.category(char) in _UNSHOWN for char in word):
        return WordFault.CONTROL
    return word if SHORTEST <= len(word) <= LONGEST else WordFault.LENGTH
