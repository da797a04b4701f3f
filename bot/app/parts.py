"""The parts of the application that carry requests out, put together once."""

from dataclasses import dataclass
from typing import Self

from bot.app.pages import Chatter
from bot.history.exhibition import Exhibition
from bot.history.history import History
from bot.persons.desk import Desk
from bot.tables.announcing import Announcing
from bot.tables.boards import Boards
from bot.tables.doors import Doors
from bot.tables.joining import Joining
from bot.tables.leaving import Leaving
from bot.tables.lobby import Lobby
from bot.tables.moves import Moves
from bot.tables.opening import Opening
from bot.tables.play import Play
from bot.tables.registry import Tables
from bot.tables.relocation import Relocation
from bot.tables.reminders import next_look


@dataclass(frozen=True, slots=True)
class Parts:
    """What presses and commands are handed on to."""

    tables: Tables
    boards: Boards
    play: Play
    lobby: Lobby
    opening: Opening
    moves: Moves
    joining: Joining
    announcing: Announcing
    leaving: Leaving
    chatter: Chatter
    history: History
    exhibition: Exhibition
    desk: Desk
    relocation: Relocation

    @classmethod
    def around(cls, tables: Tables, *, least_seconds: int) -> Self:
        """All parts of an application with these tables, whose hooks are set; `least_seconds` is the shortest time per move."""
        doors = Doors(tables)
        boards = Boards(tables, doors)
        play = Play(tables, boards)
        joining = Joining(tables, play, doors)
        lobby = Lobby(tables, boards, play, doors, least_seconds=least_seconds)
        tables.expire = play.expire
        tables.next_look = next_look
        tables.show = boards.show
        tables.broken = play.closing.close_down
        relocation = Relocation(tables)
        tables.outbox.chat_moved = relocation.move
        return cls(
            tables=tables,
            boards=boards,
            play=play,
            lobby=lobby,
            opening=Opening(tables, boards, lobby, doors, least_seconds=least_seconds),
            moves=Moves(tables, play),
            joining=joining,
            announcing=Announcing(tables, boards, lobby, joining, play),
            leaving=Leaving(tables, boards, lobby, play, joining),
            chatter=Chatter(tables, tables.persons),
            history=History(tables),
            exhibition=Exhibition(tables),
            desk=Desk(tables, tables.persons),
            relocation=relocation,
        )
