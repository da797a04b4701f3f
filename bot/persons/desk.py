"""Requests about persons instead of tables: who leads, profiles, what is stored."""

from bot.model.context import Asked
from bot.outbox.outbox import Outbox
from bot.persons.leaders import Leaders
from bot.persons.privacy import Privacy
from bot.persons.profiles import Profiles
from bot.ports.clock import Clock
from bot.ports.keys import Key
from bot.ports.requests import Command
from bot.ports.screens import Answer
from bot.store.store import Store
from bot.tables.languages import Persons
from bot.tables.registry import Tables
from bot.tables.taps import Taps
from bot.tables.upkeep import Upkeep
from bot.training.ranks import Ranks
from bot.training.trainer import Trainer


class Desk:
    """Takes the commands and buttons that are its own."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        outbox: Outbox,
        persons: Persons,
        tables: Tables,
        *,
        taps: Taps,
        upkeep: Upkeep,
    ) -> None:
        """`store` is read, `outbox` takes what is posted; `upkeep` renames who is forgotten at `tables`."""
        self._leaders = Leaders(store, clock, outbox, persons)
        self._profiles = Profiles(store)
        self._privacy = Privacy(store, clock, tables, upkeep)
        self._trainer = Trainer(store, clock, outbox, persons, taps)
        self._ranks = Ranks(store, clock, outbox, persons)

    async def command(self, asked: Asked, command: Command) -> Answer | None:
        """Carry out a command; None if it is not one of these."""
        match command.name:
            case "train":
                return await self._trainer.command(asked, command.arguments)
            case "leaderboard" if "training" in command.arguments.lower().split():
                return await self._ranks.ask(asked)
            case "leaderboard":
                return await self._leaders.ask(asked, command.arguments)
            case "profile":
                return await self._profiles.profile(asked, command.reply_to)
            case "wallet":
                return await self._profiles.wallet(asked)
            case "mydata":
                return await self._privacy.mydata(asked)
            case "forget":
                return await self._privacy.ask(asked)
            case _:
                return None

    async def press(self, asked: Asked, key: Key) -> Answer | None:
        """Carry out a button without a table; None if it is not one of these."""
        match key.verb:
            case "leaders":
                return await self._leaders.press(asked, key.argument)
            case "train":
                return await self._trainer.press(asked, key.argument)
            case "trainers":
                return await self._ranks.press(asked, key.argument)
            case "forget":
                return await self._privacy.forget(asked)
            case _:
                return None
