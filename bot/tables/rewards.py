"""The limits of rewards, as players meet them (rules 5.5): before they sit down, at «Again», in the result."""

from collections.abc import Iterable
from dataclasses import replace

from bot.model.context import Context
from bot.model.limits import DAY_PAIR_GAMES
from bot.model.rows import Status
from bot.ports.clock import Clock
from bot.ports.keys import Key, KeyVerb
from bot.ports.screens import Answer, Button, Weight
from bot.screens.answers import note
from bot.screens.tally import Tally
from bot.store import escrow, limits
from bot.store import results as stored_results
from bot.store.store import Store
from bot.tables.session import Session


class Rewards:
    """Tells who may still play for rating with whom today."""

    def __init__(self, store: Store, clock: Clock) -> None:
        """`store`: where the games are counted."""
        self._store = store
        self._clock = clock

    async def against(self, session: Session, context: Context) -> Answer | None:
        """Why the person may not sit down at this table, with the offer of an unrated one; None if he may."""
        if not session.options.rated or session.options.open_ended:  # there nobody wins of another person
            return None
        games = await self._store.read(limits.pair_games, context.person.id, self._clock.now())
        spent = next((s for s in session.row.seats if games.get(s.person, 0) >= DAY_PAIR_GAMES), None)
        if spent is None:
            return None
        say = context.say
        text = say(
            "With {name} you have had {games} rated games today, and no more count between the same two. An unrated table is free.",
            name=session.seating().name(say, session.row.seats.index(spent)),
            games=games[spent.person],
        )
        key = Key(KeyVerb.OPEN, argument=replace(session.options, rated=False).offer)
        button = Button(say("Open an unrated table"), str(key), Weight.PRIMARY)
        return note(say, text, rows=((button,),), accepted=False)

    async def together(self, persons: Iterable[int]) -> int:
        """The most rated games that any two of these persons have had today, running ones too."""
        wanted, now, most = set(persons), self._clock.now(), 0
        for person in wanted:
            games = await self._store.read(limits.pair_games, person, now)
            most = max([most, *(games.get(other, 0) for other in wanted)])
        return most

    async def spent(self, persons: Iterable[int]) -> bool:
        """Whether two of these persons have had all rated games that count today."""
        return await self.together(persons) >= DAY_PAIR_GAMES

    async def tally(self, session: Session) -> Tally:
        """What the day and the evening add to the table's screens."""
        seats = session.row.seats
        together = 0
        if session.options.rated and not session.playing and not session.options.open_ended:
            together = await self.together(seat.person for seat in seats)
        won = dict(session.options.series)
        finished = session.row.status is Status.FINISHED
        results = await self._store.read(stored_results.of_table, session.code) if finished else []
        for result in results:
            won[result.person] = won.get(result.person, 0) + int(result.won)
        series = tuple((number, won.get(seat.person, 0)) for number, seat in enumerate(seats))
        return Tally(
            together=together,
            series=series if session.options.series else (),
            credited=await self._store.read(limits.credited, session.code) if finished else {},
            balances=await self._store.ask(escrow.balances, session.code)
            if finished and session.row.stake
            else {},
        )
