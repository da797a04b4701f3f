"""How lines are put together: cards, hands, pieces that break where a phone would squeeze them, and short answers of one line."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.ports.cards import card_in_words
from bot.ports.names import visible_length
from bot.ports.screens import Answer, Line, Loudness, Screen, Span, Tone
from bot.ports.texts import Texts
from engine.cards import Card, Rank, Suit
from engine.game import HandView

#: The widest line of a board, in characters.
WIDTH = 32

#: Telegram's limit for the answer to a press, in characters.
SHORT = 200

SEPARATOR = " · "

#: Before what is to move: a name, a hand.
MARK = Span("▸ ")
_INDENT = "   "

#: A word of a sentence; an isolated name is one word, spaces and all.
_WORD = re.compile("(?:\u2068[^\u2069]*\u2069|\\S)+")

_SUITS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_RED = frozenset({Suit.HEARTS, Suit.DIAMONDS})
_CARDS = frozenset({Tone.RED_CARD, Tone.BLACK_CARD})


def plain(text: str) -> Line:
    """One plain span."""
    return (Span(text),)


def strong(text: str) -> Line:
    """One strong span."""
    return (Span(text, Tone.STRONG),)


def quiet(text: str) -> Line:
    """One quiet span."""
    return (Span(text, Tone.QUIET),)


def card_text(card: Card) -> str:
    """A card as people write it: `A♠`, `10♦`."""
    rank = "10" if card.rank is Rank.TEN else card.rank.value
    return rank + _SUITS[card.suit]


def card_spans(cards: Iterable[Card]) -> Line:
    """Cards side by side, each in its colour's tone."""
    spans: list[Span] = []
    for card in cards:
        if spans:
            spans.append(Span(" "))
        spans.append(Span(card_text(card), Tone.RED_CARD if card.suit in _RED else Tone.BLACK_CARD))
    return tuple(spans)


def open_hand(hand: HandView) -> Line:
    """The cards of a hand that the viewer sees whole, with their points: `9♦ J♣ 8♠ = 19`."""
    return (*card_spans(card for card in hand.cards if card is not None), Span(f" = {hand.points or 0}"))


def join(pieces: Sequence[Line], separator: str = SEPARATOR) -> Line:
    """Pieces one after another on one line."""
    line: list[Span] = []
    for piece in pieces:
        if line:
            line.append(Span(separator))
        line.extend(piece)
    return tuple(line)


def line_width(line: Line) -> int:
    """How many characters a line shows."""
    return sum(visible_length(span.text) for span in line)


def flow(*pieces: Line | str, width: int = WIDTH, separator: str = SEPARATOR) -> tuple[Line, ...]:
    """Pieces joined by separators, broken between pieces where a line would become wider than `width`; later lines are indented."""
    lines: list[list[Line]] = [[]]
    room = width
    for piece in pieces:
        spans = plain(piece) if isinstance(piece, str) else piece
        if not line_width(spans):
            continue
        needed = line_width(spans) + (len(separator) if lines[-1] else 0)
        if lines[-1] and needed > room:
            lines.append([])
            room = width - len(_INDENT)
            needed = line_width(spans)
        lines[-1].append(spans)
        room -= needed
    first, *rest = [join(line, separator) for line in lines]
    return (first, *((Span(_INDENT, joins=separator), *line) for line in rest))


def wrapped(text: str, width: int = WIDTH) -> tuple[Line, ...]:
    """A sentence broken between words so that no line is wider than `width`."""
    lines: list[str] = [""]
    for word in _WORD.findall(text):
        if lines[-1] and visible_length(lines[-1]) + 1 + visible_length(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    first, *rest = map(plain, lines)
    return (first, *((Span("", joins=" "), *line) for line in rest))


def short(
    say: Texts,
    *pieces: Line | str,
    loudness: Loudness = Loudness.TOAST,
    accepted: bool = True,
    pending: bool = False,
    on_board: bool = False,
) -> Answer:
    """A toast or an alert, a line for each of its pieces; `fitted` brings it to what every platform shows."""
    lines = tuple(plain(piece) if isinstance(piece, str) else piece for piece in pieces if piece)
    return Answer(Screen(lines, (), say.language), loudness, accepted, pending, on_board)


def fitted(screen: Screen) -> Screen:
    """A short answer in one line of the length that every platform shows.

    Where it is longer, hands before the one in play, which is marked, go first; then its end is cut off.
    """
    lines = list(screen.lines)
    while len(lines) > 1 and _length(lines) > SHORT and any(_marked(line) for line in lines[1:]):
        del lines[0]
    return replace(screen, lines=(_cut(join(lines, " ")),))


def _length(lines: Sequence[Line]) -> int:
    return sum(len(span.text) for line in lines for span in line) + len(lines) - 1


def _marked(line: Line) -> bool:
    return line[:1] == (MARK,)


def in_words(say: Texts, screen: Screen) -> Screen:
    """A screen with its cards in words: «queen of spades, ten of hearts = 13»."""
    return replace(screen, lines=tuple(_line_in_words(say, line) for line in screen.lines), grid=None)


def _line_in_words(say: Texts, line: Line) -> Line:
    spans: list[Span] = []
    for at, span in enumerate(line):
        if span.tone in _CARDS:
            spans.append(Span(card_in_words(say, span.text)))
        elif span.text == " " and 0 < at < len(line) - 1 and {line[at - 1].tone, line[at + 1].tone} <= _CARDS:
            spans.append(Span(", "))
        else:
            spans.append(span)
    return tuple(spans)


def refused(say: Texts, *pieces: Line | str) -> Answer:
    """A toast that says why not."""
    return short(say, *pieces, accepted=False)


def _cut(line: Line) -> Line:
    room, kept = SHORT, list[Span]()
    for span in line:
        if not span.text:
            continue
        if len(span.text) > room:
            if room == 0:  # the last one that fits gives its end away
                last = kept.pop()
                kept.append(Span(last.text[:-1] + "…", last.tone))
            else:
                kept.append(Span(span.text[: room - 1] + "…", span.tone))
            break
        kept.append(span)
        room -= len(span.text)
    return tuple(kept)
