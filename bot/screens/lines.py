"""How lines are put together: cards, hands, pieces that break where a phone would squeeze them, and short answers of one line."""

import re
from collections.abc import Iterable, Sequence

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
_INDENT = "   "

#: A word of a sentence; an isolated name is one word, spaces and all.
_WORD = re.compile("(?:\u2068[^\u2069]*\u2069|\\S)+")

_SUITS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_RED = frozenset({Suit.HEARTS, Suit.DIAMONDS})


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
    return tuple(plain(line) for line in lines)


def short(
    say: Texts,
    *pieces: Line | str,
    loudness: Loudness = Loudness.TOAST,
    accepted: bool = True,
    pending: bool = False,
    on_board: bool = False,
) -> Answer:
    """A toast or an alert: its pieces one after another, cut to what every platform shows."""
    spans = [plain(piece) if isinstance(piece, str) else piece for piece in pieces if piece]
    screen = Screen((_cut(join(spans, " ")),), (), say.language)
    return Answer(screen, loudness, accepted, pending, on_board)


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
