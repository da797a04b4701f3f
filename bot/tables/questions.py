"""Questions: what a person has been asked to type, and where. Each has one at most of a kind."""

from dataclasses import dataclass

from bot.model.context import Addresses
from bot.ports.requests import Account, Place


@dataclass(frozen=True, slots=True)
class Question:
    """A question at a table, asked in that chat and thread. `about` is what it dies with: a turn, a wait."""

    code: str
    about: object
    place: Place


class Questions:
    """The open questions of one kind. Their chats may get another id meanwhile."""

    def __init__(self, addresses: Addresses) -> None:
        """`addresses`: which id a chat has now."""
        self._addresses = addresses
        self._open: dict[tuple[str, int], Question] = {}

    def ask(self, account: Account, question: Question) -> None:
        """Wait for an answer of that person; it takes the place of what he was asked before."""
        self._open[_asker(account)] = question

    def of(self, account: Account, place: Place) -> Question | None:
        """What a text of that person there would answer."""
        question = self._open.get(_asker(account))
        if question is None:
            return None
        there = self._addresses.of(question.place)
        return question if (there.chat, there.thread) == (place.chat, place.thread) else None

    def drop(self, account: Account) -> bool:
        """Ask no more; whether there was a question."""
        return self._open.pop(_asker(account), None) is not None


def _asker(account: Account) -> tuple[str, int]:
    return account.platform, account.user_id
