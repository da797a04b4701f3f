"""What a chat sees of the words that a start waits for, and of those that a seed holds."""

from dataclasses import dataclass
from datetime import datetime

from bot.ports.keys import Key, KeyVerb
from bot.ports.names import clean_name, isolated
from bot.ports.screens import Button, Line, Screen, Span, Tone, Weight
from bot.ports.texts import Texts
from bot.screens.caption import BOARD_NAME, TableCaption, game_name, lobby_key
from bot.screens.lines import flow, plain, quiet, strong, wrapped

#: 64 digits are two lines of so many.
_DIGITS = 32


@dataclass(frozen=True, slots=True)
class Saying:
    """A start with words: its table, the promise and the SHA-256 of all shares (64 digits each).

    `slot` names its message. `said` are names as they are with whether the word has come, in the order of the seed, `awaited` the user ids
    of those whose has not, `words` the words that have, told once the wait is over. `seconds` is how long it waits, to `until` (UTC).
    """

    game: str
    tag: str
    code: str
    slot: str
    promise: str
    shares: str
    said: tuple[tuple[str, bool], ...]
    awaited: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    seconds: int | None = None
    until: datetime | None = None
    lobby: bool = True


def _head(say: Texts, saying: Saying) -> tuple[Line, ...]:
    return flow(strong(f"{game_name(say, saying.game)} {saying.tag}"), say("words for the seed"))


def _digits(text: str) -> tuple[Line, ...]:
    return tuple((Span(text[at : at + _DIGITS], Tone.CODE),) for at in range(0, len(text), _DIGITS))


def _digests(say: Texts, saying: Saying) -> tuple[Line, ...]:
    return (
        plain(say("deck seal:")),
        *_digits(saying.promise),
        *wrapped(say("{hash} of all shares:", hash="SHA-256")),
        *_digits(saying.shares),
    )


def _name(say: Texts, raw: str) -> str:
    return isolated(clean_name(raw, BOARD_NAME) or say("a player"))


def awaiting_screen(say: Texts, saying: Saying) -> Screen:
    """The start waits: what is fixed already, and whose word is awaited."""
    lines = [*_head(say, saying), *_digests(say, saying)]
    for name, given in saying.said:
        lines.extend(flow(strong(_name(say, name)), say("word given") if given else say("word awaited")))
    if saying.seconds is not None:
        time = Span(say("{seconds} s", seconds=saying.seconds), until=saying.until)
        lines.append((Span(say("the start waits:") + " "), time))
    leave = lobby_key(saying.code, KeyVerb.LEAVE) if saying.lobby else str(Key(KeyVerb.LEAVE, saying.code))
    # Its key is not that of the announcement: pressed at once after it, it is no double tap.
    key = lobby_key(saying.code, KeyVerb.WORD, saying.slot.partition(":")[2])
    word = Button(say("My word"), key, Weight.PRIMARY)
    return Screen(tuple(lines), ((word, Button(say("Leave"), leave)),), say.language)


def said_screen(say: Texts, saying: Saying) -> Screen:
    """The wait is over: every word in the order of the seed, and who gave the last."""
    lines = [*_head(say, saying), *_digests(say, saying)]
    given = [name for name, came in saying.said if came]
    for name, word in zip(given, saying.words, strict=True):
        lines.append((*strong(_name(say, name)), *plain(":")))
        lines.append((Span(isolated(word), Tone.CODE),))
    lines.extend(last_word_lines(say, _name(say, given[-1]) if given else None))
    return Screen(tuple(lines), (), say.language)


def broken_screen(say: Texts, saying: Saying, who: str) -> Screen:
    """Somebody got up: the words are dropped."""
    told = say("{name} left: all words are dropped.", name=_name(say, who))
    return Screen((*_head(say, saying), *wrapped(told)), (), say.language)


def word_button(say: Texts, seating: TableCaption) -> tuple[Button, ...]:
    """«My word», where one can be added."""
    return (Button(say("My word"), lobby_key(seating.code, KeyVerb.WORD)),) if seating.wordy else ()


def last_word_lines(say: Texts, name: str | None) -> tuple[Line, ...]:
    """Who gave the last word, or that there was none; `name` is safe to show."""
    if name is None:
        return (quiet(say("no word in the seed")),)
    return flow(say("last word: {name}", name=name))
