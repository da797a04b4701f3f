"""Names of persons as they may be shown: any bytes come in, one harmless short run of text comes out."""

import unicodedata

from wcwidth import wcswidth

#: Isolates keep a right-to-left name from turning the numbers beside it (Unicode TR 9).
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"

#: Letters that show nothing though Unicode calls them letters or symbols: braille blank, Hangul fillers.
_BLANK_LETTERS = frozenset("\u2800\u115f\u1160\u3164\uffa0")

#: Stands before a computer's name, and in no person's: who is called «Computer 1» is still seen to be none.
COMPUTER_MARK = "\u2699"

#: What looks like that mark: other gears.
_MARKS = frozenset({COMPUTER_MARK, "\u26ed", "\u26ee", "\u26ef"})

#: Marks above marks can cover the lines around a name.
_MARKS_IN_A_ROW = 2


def clean_name(raw: str, longest: int = 32) -> str:
    """A name of at most `longest` characters; may be empty.

    It is without controls, bidi marks, line breaks, towers of accents and the mark of computers.
    """
    shown: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", raw.encode("utf-8", "replace").decode("utf-8")):
        kind = unicodedata.category(char)
        marks = marks + 1 if kind.startswith("M") else 0
        if kind.startswith("Z") or char in "\t\r\n" or char in _BLANK_LETTERS:
            shown.append(" ")
        elif kind.startswith("C") or marks > _MARKS_IN_A_ROW or char in _MARKS:
            continue
        else:
            shown.append(char)
    name = " ".join("".join(shown).split())
    if not any(unicodedata.category(char)[0] in "LNPS" for char in name):
        return ""
    return name if len(name) <= longest else name[: longest - 1].rstrip() + "…"


def isolated(name: str) -> str:
    """The name between isolates, so that it orders its own letters and nothing else."""
    return f"{_FIRST_STRONG_ISOLATE}{name}{_POP_ISOLATE}"


def visible_length(text: str) -> int:
    """How many columns a text takes: isolates and joining marks none, most emoji and Chinese characters two."""
    return max(0, wcswidth(text))
