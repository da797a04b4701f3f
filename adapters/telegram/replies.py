"""Replies: what commands are answered in groups, where nobody can be answered in private.

They share the chat's budget with the boards, so they wait behind them, and those that wait together become one message.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import count

from bot.ports.app import App
from bot.ports.names import clean_name, isolated
from bot.ports.requests import Account, Place
from bot.ports.screens import File, Line, Post, Screen, Span, Tone

#: The answers one message holds; older ones that still wait give way.
_TOGETHER = 6

#: In a merged message each answer begins with its asker's name, cut to so many characters.
_NAME = 16


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer on its way: to whom, to which of his messages, what."""

    account: Account
    message: int
    screen: Screen


class Replies:
    """The short answers that wait to be sent, by chat and thread."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._waiting: dict[Place, list[Reply]] = {}
        self._posted: dict[Place, Post] = {}
        self._sending: dict[Place, list[Reply]] = {}
        self._numbers = count(1)

    def answer(self, place: Place, reply: Reply) -> None:
        """Answer a command in short, together with others if they wait."""
        waiting = self._waiting.setdefault(place, [])
        waiting.append(reply)
        _make_room(waiting)
        self._post(place)

    def note(
        self,
        place: Place,
        *screens: Screen,
        asker: int | None = None,
        reply_to: int | None = None,
        file: File | None = None,
    ) -> None:
        """Send a message of its own, one with buttons or a file or longer than a reply, or several that belong together.

        They take the place of what `asker` has asked for before and still waits.
        """
        posts = [Post(screen, reply_to=reply_to, file=file) for screen in screens]
        self._app.post(place, f"note:{next(self._numbers)}", *posts, asker=asker)

    def ask(self, place: Place, account: Account, screen: Screen) -> None:
        """Ask a person to type an answer, as a reply: nothing else typed in a group arrives."""
        name = Span(isolated(clean_name(account.name, _NAME) or "?"), Tone.STRONG, account.user_id)
        first, *rest = screen.lines
        asked = Screen(((name, Span(": "), *first), *rest), (), screen.language)
        self._app.post(place, f"ask:{account.user_id}", Post(asked, mentions=(account.user_id,), asks=True))

    # what the channel tells

    def sending(self, place: Place, post: Post) -> None:
        """A message is on its way: replies that come from now on go into the next one."""
        mine = self._posted.get(place)
        if mine is not None and mine.screen is post.screen:
            self._sending[place] = self._waiting.pop(place, [])
            del self._posted[place]

    def sent(self, place: Place, post: Post, arrived: bool) -> None:  # noqa: FBT001 - the shape of the channel's hook
        """It has ended. If it did not arrive and newer replies wait, the next message holds both."""
        begun = self._sending.pop(place, None)
        if begun is None or arrived:
            return
        newer = place in self._waiting
        self._waiting[place] = _make_room([*begun, *self._waiting.get(place, [])])
        if newer:
            self._post(place)
        else:
            self._posted[place] = post

    def _post(self, place: Place) -> None:
        waiting = self._waiting[place]
        if len({reply.account.user_id for reply in waiting}) == 1:
            lines = [line for reply in waiting for line in reply.screen.lines]
        else:
            lines = [line for reply in waiting for line in _named(reply)]
        screen = Screen(tuple(dict.fromkeys(lines)), (), waiting[-1].screen.language)
        post = Post(screen, reply_to=waiting[-1].message)
        self._posted[place] = post
        self._app.post(place, f"replies:{place.thread or 0}", post)


def _make_room(waiting: list[Reply]) -> list[Reply]:
    """Let older answers go where there are too many: of who has asked most."""
    while len(waiting) > _TOGETHER:
        askers = Counter(reply.account.user_id for reply in waiting)
        most = max(askers.values())
        waiting.remove(next(reply for reply in waiting if askers[reply.account.user_id] == most))
    return waiting


def _named(reply: Reply) -> tuple[Line, ...]:
    name = Span(isolated(clean_name(reply.account.name, _NAME) or "?"), Tone.STRONG)
    first, *rest = reply.screen.lines
    return ((name, Span(": "), *first), *rest)
