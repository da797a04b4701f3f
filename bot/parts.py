"""The parts of the application that carry requests out, put together once."""

from dataclasses import dataclass
from typing import Self

from bot.announcing import Announcing
from bot.boards import Boards
from bot.chatter import Chatter
from bot.desk import Desk
from bot.doors import Doors
from bot.exhibition import Exhibition
from bot.history import History
from bot.joining import Joining
from bot.leaving import Leaving
from bot.lobby import Lobby
from bot.moves import Moves
from bot.opening import Opening
from bot.play import Play
from bot.relocation import Relocation
from bot.tables import Tables


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
        tables.next_look = play.next_look
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
