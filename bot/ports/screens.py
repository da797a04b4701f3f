"""Neutral screens: what a message shows, before any platform's escaping."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

#: Telegram's limit for a button's payload, in bytes; the narrowest of the platforms.
KEY_BYTES = 64


class Tone(StrEnum):
    """How a span is set."""

    PLAIN = "plain"
    STRONG = "strong"
    QUIET = "quiet"
    CODE = "code"
    RED_CARD = "red_card"  # a card of hearts or diamonds; its suit is in the text as well
    BLACK_CARD = "black_card"


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text in one tone. `mention` is the platform's user id of the person named, where he is to be called.

    `until` (UTC) is the moment that the text tells of («60 s»): where a platform's clients count down to a moment by themselves, it
    takes the text's place. It does not make a screen another one: a draw that begins the time anew edits no message.
    `joins`: this is the indentation of a line that was broken for a phone, and joins it to the one before it where lines may be wider.
    """

    text: str
    tone: Tone = Tone.PLAIN
    mention: int | None = None
    until: datetime | None = field(default=None, compare=False)
    joins: str | None = field(default=None, compare=False)


Line = tuple[Span, ...]


class Weight(StrEnum):
    """How a button stands out. Nothing is said by it alone."""

    PLAIN = "plain"
    PRIMARY = "primary"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """A button: its label and one of the key it sends, the text it copies, the address it opens.

    Addresses are a platform's own: its adapter puts them in, no screen of the application has one.

    Raises:
        ValueError: the key is not 1 to 64 bytes of ASCII, or there is not exactly one of key, copy and url.
    """

    label: str
    key: str | None = None
    weight: Weight = Weight.PLAIN
    copy: str | None = None
    url: str | None = None

    def __post_init__(self) -> None:
        """Hold the limits at the place where keyboards are made; the platforms' libraries do not check."""
        if [self.key, self.copy, self.url].count(None) != 2:
            raise ValueError("a button has a key, a text to copy or an address")
        if self.key is not None and not (self.key.isascii() and 1 <= len(self.key) <= KEY_BYTES):
            raise ValueError(f"a key is 1 to {KEY_BYTES} bytes of ASCII: {self.key!r}")


@dataclass(frozen=True, slots=True)
class Grid:
    """The lines of a screen from `first` to before `end` as a table, where a platform has such: the cells of its head and of each row.

    `own` is the number of the row of who asked, None where there is none.
    """

    first: int
    end: int
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    own: int | None = None


@dataclass(frozen=True, slots=True)
class Screen:
    """What one message shows: lines of spans over rows of buttons. `language` is the language it is written in.

    `grid`: what of the lines is a table where a platform has such.
    """

    lines: tuple[Line, ...]
    rows: tuple[tuple[Button, ...], ...] = ()
    language: str = "en"
    grid: Grid | None = None

    @classmethod
    def of(cls, text: str, language: str = "en") -> "Screen":
        """A screen of one plain line."""
        return cls(((Span(text),),), (), language)

    @property
    def names_moment(self) -> bool:
        """Whether it tells when something ends."""
        return any(span.until is not None for line in self.lines for span in line)

    @property
    def text(self) -> str:
        """The lines without their tones, one a line."""
        return "\n".join("".join(span.text for span in line) for line in self.lines)


class Loudness(StrEnum):
    """How an answer is shown to the person who asked."""

    TOAST = "toast"  # passes by itself: at most 200 characters, no buttons
    ALERT = "alert"  # stays until closed: at most 200 characters, no buttons
    NOTE = "note"  # a private message: any length, may have buttons
    PANEL = "panel"  # the private panel: the hand and its buttons; replaces the panel that is open


@dataclass(frozen=True, slots=True)
class File:
    """A file of text that goes with an answer: its name, its media type, what is in it."""

    name: str
    media_type: str
    content: str = field(repr=False)

    def __bytes__(self) -> bytes:
        """The file as it is sent."""
        return self.content.encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Answer:
    """The one answer to a request, for the person who asked, in that person's language.

    `accepted` is False for a refusal. `pending` says that the next plain text of this person here is awaited as a typed answer.
    `on_board` says that what came of it stands on the board as well: where a command cannot be answered privately, it is not
    answered at all then, since the answer may hold what only the asker may see. `file` goes with a note.
    """

    screen: Screen
    loudness: Loudness = Loudness.TOAST
    accepted: bool = True
    pending: bool = False
    on_board: bool = False
    file: File | None = None


@dataclass(frozen=True, slots=True)
class Post:
    """A message for a chat. `mentions` are the platform's user ids to be called; a message with none is silent.

    `reply_to` is the message it answers; `asks` says that those mentioned are asked to type an answer. `nonce` is the same whenever the
    same message is sent: at most 25 characters. `file` goes with it where a platform's answers are messages.
    """

    screen: Screen
    mentions: tuple[int, ...] = field(default=())
    reply_to: int | None = None
    asks: bool = False
    nonce: str | None = field(default=None, compare=False)
    file: File | None = None
