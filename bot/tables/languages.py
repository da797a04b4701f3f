"""Persons and chats as the sessions see them, and which language each is spoken to in."""

from collections.abc import Iterable

from bot.model.errors import StoreFailed
from bot.model.rows import Chat, Person
from bot.ports.requests import Account, Place
from bot.ports.screens import Screen
from bot.ports.texts import LANGUAGES, Texts, base_language, texts
from bot.screens.lines import in_words
from bot.store import chats, persons
from bot.store.store import Store


class Persons:
    """Looks persons and chats up, creating them at their first request."""

    def __init__(self, store: Store, default_language: str) -> None:
        """`default_language`: of a chat about which nothing is known."""
        self._store = store
        self._default = default_language if default_language in LANGUAGES else "en"
        self._chats: dict[tuple[str, int], Chat] = {}
        self._in_words: set[int] = set()  # of those who have asked for anything: who wants cards in words

    async def of(self, account: Account) -> Person:
        """The person behind an account."""
        person = await self._store.person(account)
        if person.words:
            self._in_words.add(person.id)
        return person

    def shown_to(self, say: Texts, screen: Screen, people: Iterable[int]) -> Screen:
        """A screen that is these persons' own, as one of them wants it: with cards in words if he does."""
        return screen if self._in_words.isdisjoint(people) else in_words(say, screen)

    async def chat(self, place: Place, first_language: str | None = None) -> Chat:
        """The chat of a place; `first_language` is remembered if it is the first one known."""
        known = self._chats.get(place.chat)
        if known is None or (known.first_language is None and first_language is not None):
            known = self._chats[place.chat] = await self._store.chat(place, first_language)
        return known

    def forget_chat(self, place: Place) -> None:
        """Read a chat's settings anew the next time."""
        self._chats.pop(place.chat, None)

    async def chat_language(self, place: Place) -> str:
        """A chat's language: chosen, else the platform's locale, else that of the first who used the bot there, else the setting."""
        try:
            chat = await self.chat(place)
        except StoreFailed:  # what is to be said is said all the same
            return base_language(place.language) or self._default
        return (
            chat.language
            or base_language(place.language)
            or base_language(chat.first_language)
            or self._default
        )

    async def language(self, person: Person, place: Place) -> str:
        """A person's language: chosen, else his client's, else the chat's."""
        return person.language or base_language(person.client_language) or await self.chat_language(place)

    async def say(self, person: Person, place: Place) -> Texts:
        """The texts of a person's language."""
        return texts(await self.language(person, place))

    async def chat_say(self, place: Place) -> Texts:
        """The texts of a chat's language."""
        return texts(await self.chat_language(place))

    async def choose_language(self, person: Person, language: str | None) -> None:
        """Keep a person's choice; None: as his client says."""
        await self._store.write(persons.set_language, person.id, language)

    async def choose_words(self, person: Person, *, on: bool) -> None:
        """Keep whether a person wants cards in words."""
        await self._store.write(persons.set_words, person.id, on)
        self._in_words.discard(person.id)

    async def choose_chat_language(self, place: Place, language: str | None) -> None:
        """Keep a chat's choice."""
        chat = await self.chat(place)
        await self._store.write(chats.set_language, chat.id, language)
        self._chats.pop(place.chat, None)
