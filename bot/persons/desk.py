"""Requests about persons instead of tables: who leads, profiles, what is stored."""

from bot.model.context import Asked
from bot.persons.leaders import Leaders
from bot.persons.privacy import Privacy
from bot.persons.profiles import Profiles
from bot.ports.keys import Key
from bot.ports.requests import Command
from bot.ports.screens import Answer
from bot.tables.languages import Persons
from bot.tables.registry import Tables
from bot.training.ranks import Ranks
from bot.training.trainer import Trainer


class Desk:
    """Takes the commands and buttons that are its own."""

    def __init__(self, tables: Tables, persons: Persons) -> None:
        """The parts behind it read `tables` and `persons`."""
        self._leaders = Leaders(tables, persons)
        self._profiles = Profiles(tables.store)
        self._privacy = Privacy(tables)
        self._trainer = Trainer(tables)
        self._ranks = Ranks(tables)

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
