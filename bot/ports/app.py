"""The application as an adapter sees it."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.ports.requests import Account, Command, Place, Press, Typed
from bot.ports.routes import Routes
from bot.ports.screens import Answer, Post, Screen


class Wording(Protocol):
    """The part of the application that only says things: what a chore of the host needs, which starts nothing."""

    @property
    def routes(self) -> Routes:
        """The commands and what keys ask for."""
        ...

    def games(self) -> Mapping[str, str]:
        """The games by the names that arguments of commands have for them, each with the text that names it, in English."""
        ...

    def text(self, language: str, message: str) -> str:
        """A text of an adapter's own, from the catalogues; the English text is its key."""
        ...


class App(Wording, Protocol):
    """The application as an adapter sees it. No call raises for anything a person did; every call gives its one answer."""

    async def command(self, command: Command) -> Answer:
        """Carry out a command."""
        ...

    async def press(self, press: Press) -> Answer:
        """Carry out a pressed button. Once called, it is carried out or refused once, even if the caller is cancelled."""
        ...

    async def typed(self, typed: Typed) -> Answer | None:
        """Take plain text; None if nothing was asked."""
        ...

    async def panel(self, account: Account, place: Place) -> Screen | None:
        """The private panel of a person: the own cards and, on his turn, the move buttons; None if he sits at no table here."""
        ...

    async def to_move(self, place: Place) -> Sequence[int]:
        """The platform's user ids of those whose move it is at the running tables of this chat, the longest waiting first."""
        ...

    async def sitting(self, place: Place) -> Mapping[int, str]:
        """Who sits at which open table of this chat, by the platform's user ids: the codes of the tables."""
        ...

    async def open_tables(self, place: Place) -> Screen | None:
        """The lobbies and running games of a chat, in its language, with the way to each; None while there are none."""
        ...

    async def welcome(self, place: Place, account: Account | None = None, *, alone: bool = False) -> Screen:
        """What a chat is greeted with, in the chat's language, or in that of the account.

        `alone`: somebody may be alone there, and is offered a game with the computer, as a private chat always is.
        """
        ...

    async def greet(self, place: Place, account: Account | None = None, *, alone: bool = False) -> None:
        """Greet a chat by a message as `welcome` makes it; when the chat gets another language it is put into that one."""
        ...

    def post(self, place: Place, name: str, *posts: Post, asker: int | None = None) -> None:
        """Send messages of an adapter's own, within the chat's pace and behind its boards.

        A newer one of the same name takes the place of one that is not sent yet; what is sent is not edited. What answers `asker`
        (the platform's user id) takes the place of everything that he asked for before and that still waits.
        """
        ...

    def left(self, place: Place) -> None:
        """The bot has been removed from that chat: its tables are void, whoever sits there is free. Returns at once."""
        ...

    def moved(self, place: Place, chat_id: int) -> None:
        """The chat of that place has another id now: everything that is known of it moves along. Returns at once; may be told again."""
        ...

    def read(self, account: Account, place: Place, press_id: str) -> None:
        """A request has been read that will be handed in: what was read in time is in time. Call `handled` when that is done.

        A request that is handed in as soon as it is read needs neither.
        """
        ...

    def handled(self, account: Account, press_id: str) -> None:
        """A request that was read has been handed in, or asks for nothing."""
        ...

    def sent(self, account: Account, press_id: str) -> None:
        """The answer to a press has been sent: from soon after that on the same key is no double tap of it any more."""
        ...

    def line_alive(self, platform: str) -> None:
        """The line that brings presses has brought something, if only the word that there is nothing."""
        ...

    def line_failed(self, platform: str) -> None:
        """That line is down, or its last try has failed."""
        ...

    async def language(self, place: Place, account: Account | None = None) -> str:
        """The language (ru, hu, en) of that person here, or of the chat."""
        ...
