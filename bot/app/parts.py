"""The parts of the application that carry requests out, put together once."""

from dataclasses import dataclass
from typing import Self

from bot.app.pages import Pages
from bot.history.evenings import Evenings
from bot.history.exhibition import Exhibition
from bot.history.history import History
from bot.model.context import Addresses
from bot.model.outgoing import Outgoing
from bot.outbox.outbox import Outbox
from bot.persons.leaders import Leaders
from bot.persons.privacy import Privacy
from bot.persons.profiles import Profiles
from bot.ports.clock import Clock
from bot.ports.requests import Place
from bot.store.boards import StoredMessages
from bot.store.store import Store
from bot.tables.announcing import Announcing
from bot.tables.boards import Boards
from bot.tables.closing import Closing
from bot.tables.days import Days
from bot.tables.deadlines import Deadlines
from bot.tables.doors import Doors
from bot.tables.joining import Joining
from bot.tables.languages import Persons
from bot.tables.leaving import Leaving
from bot.tables.lobby import Lobby
from bot.tables.moves import Moves
from bot.tables.opening import Opening
from bot.tables.play import Play
from bot.tables.questions import Questions
from bot.tables.registry import Tables
from bot.tables.relocation import Relocation
from bot.tables.rewards import Rewards
from bot.tables.saving import Saving
from bot.tables.timing import Timekeeper
from bot.tables.unfolding import Unfolding
from bot.tables.upkeep import Upkeep
from bot.tables.wait import Wait
from bot.tables.work import Taps, Work
from bot.training.ranks import Ranks
from bot.training.trainer import Trainer


@dataclass(frozen=True, slots=True)
class Parts:
    """What presses and commands are handed on to."""

    store: Store
    clock: Clock
    addresses: Addresses
    persons: Persons
    outbox: Outbox
    tables: Tables
    work: Work
    deadlines: Deadlines
    times: Timekeeper
    taps: Taps
    unfolding: Unfolding
    upkeep: Upkeep
    boards: Boards
    play: Play
    lobby: Lobby
    opening: Opening
    moves: Moves
    joining: Joining
    announcing: Announcing
    leaving: Leaving
    pages: Pages
    history: History
    exhibition: Exhibition
    evenings: Evenings
    leaders: Leaders
    profiles: Profiles
    privacy: Privacy
    trainer: Trainer
    ranks: Ranks
    relocation: Relocation

    @classmethod
    def around(cls, store: Store, clock: Clock, *, language: str, least_seconds: int) -> Self:
        """All parts of an application; `language` of a chat about which nothing is known, the shortest time per move."""
        hears = _Hears()
        addresses, work, taps = Addresses(), Work(), Taps(clock)
        persons, tables = Persons(store, language), Tables(store, clock, addresses)
        deadlines = Deadlines(clock, hears.look, tidy=hears.tidy)
        outbox = Outbox(
            clock,
            StoredMessages(store),
            addresses,
            delivered=hears.delivered,
            chat_gone=hears.chat_gone,
            chat_moved=hears.chat_moved,
        )
        rewards = Rewards(store, clock)
        doors = Doors(clock, tables, rewards)
        boards = Boards(store, clock, outbox, persons, tables, work, deadlines, rewards, doors)
        times = Timekeeper(clock, tables, deadlines, outbox, boards=boards, work=work)
        saving = Saving(store, clock, addresses, tables, times, deadlines, work)
        wait = Wait(clock, boards, saving)
        closing = Closing(clock, work, deadlines, boards, saving, wait)
        unfolding = Unfolding(store, closing)
        play = Play(store, clock, tables, work, deadlines, boards, times, saving, wait, closing, unfolding)
        days = Days(store, clock)
        upkeep = Upkeep(
            store,
            clock,
            addresses,
            outbox,
            tables,
            work,
            deadlines,
            times,
            boards,
            unfolding,
            closing,
            play,
            days,
        )
        relocation = Relocation(
            store, addresses, outbox, persons, tables, work, boards, times, saving, unfolding
        )
        evenings = Evenings(store, clock, addresses, outbox, persons, tables, work)
        hears.upkeep, hears.times, hears.relocation, hears.evenings = upkeep, times, relocation, evenings
        joining = Joining(store, tables, doors, saving, wait, closing)
        lobby = Lobby(store, clock, tables, doors, boards, saving, wait, closing, play, least_seconds)
        return cls(
            store=store,
            clock=clock,
            addresses=addresses,
            persons=persons,
            outbox=outbox,
            tables=tables,
            work=work,
            deadlines=deadlines,
            times=times,
            taps=taps,
            unfolding=unfolding,
            upkeep=upkeep,
            boards=boards,
            play=play,
            lobby=lobby,
            opening=Opening(store, clock, tables, rewards, doors, boards, saving, lobby, least_seconds),
            moves=Moves(clock, tables, play, Questions(addresses)),
            joining=joining,
            announcing=Announcing(tables, boards, saving, play, lobby, joining, Questions(addresses)),
            leaving=Leaving(closing, play, lobby, joining),
            pages=Pages(store, clock, outbox, persons, tables, boards),
            history=History(store, outbox, persons, tables),
            evenings=evenings,
            exhibition=Exhibition(clock, outbox, persons),
            leaders=Leaders(store, clock, outbox, persons),
            profiles=Profiles(store),
            privacy=Privacy(store, clock, tables, upkeep),
            trainer=Trainer(store, clock, outbox, persons, taps),
            ranks=Ranks(store, clock, outbox, persons),
            relocation=relocation,
        )


class _Hears:
    """Hands on what deadlines and the outbox tell, which are made before those who are told."""

    upkeep: Upkeep
    times: Timekeeper
    relocation: Relocation
    evenings: Evenings

    async def look(self, code: str) -> None:
        await self.upkeep.look(code)

    def tidy(self) -> None:
        self.upkeep.tidy()
        self.evenings.tidy()

    def delivered(self, outgoing: Outgoing, at: float) -> None:
        self.times.delivered(outgoing, at)
        self.evenings.delivered(outgoing)

    def chat_gone(self, place: Place) -> None:
        self.upkeep.chat_gone(place)

    def chat_moved(self, place: Place, chat_id: int) -> None:
        self.relocation.move(place, chat_id)
