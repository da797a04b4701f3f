"""/profile and /wallet: what a person has reached and has, from the ledger and the results."""

from bot.model.context import Context
from bot.ports.requests import Account
from bot.ports.screens import Answer
from bot.screens.answers import note
from bot.screens.lines import refused
from bot.screens.profile import profile_lines
from bot.screens.wallet import wallet_lines
from bot.store import escrow, persons, standings, trainings
from bot.store.store import Store


class Profiles:
    """Answers to who asks alone."""

    def __init__(self, store: Store) -> None:
        """Where it is read from."""
        self._store = store

    async def profile(self, context: Context, of: Account | None) -> Answer:
        """The profile of the person behind the account, or of who asks."""
        person = context.person if of is None else await self._store.read(persons.find, of)
        if person is None:
            return refused(context.say, context.say("This person has not played here yet."))
        career = await self._store.ask(standings.career, person.id)
        trainee = await self._store.ask(trainings.trainee, person.id)
        return note(context.say, *profile_lines(context.say, person, career, trainee))

    async def wallet(self, context: Context) -> Answer:
        """The virtual rubles of who asks, and what moved them last."""
        wallet = await self._store.ask(escrow.wallet_of, context.person.id)
        return note(context.say, *wallet_lines(context.say, wallet))
