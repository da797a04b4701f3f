"""The persons of the local page."""

from collections.abc import Sequence

from bot.ports.requests import Account
from bot.store import persons
from bot.store.store import Store


class StoredPeople:
    """`bot.ports.People` in the store: accounts of the platform `web`, numbered from 1."""

    def __init__(self, store: Store) -> None:
        """The persons in `store`."""
        self._store = store

    async def local(self) -> Sequence[Account]:
        """All local persons, in the order they came."""
        return await self._store.read(persons.local)

    async def add_local(self, name: str) -> Account:
        """A new local person. The name may be any text; what is shown of it is cleaned."""
        now = self._store.clock.now()
        return await self._store.write(persons.add_local, name, now)
