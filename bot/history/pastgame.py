"""A game that has ended, looked at again: its deals, its record, its proof."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.rows import MoveRow, Status, TableRow, digest
from bot.tables.fold import Unfoldable, setup_of_table
from engine.game import View
from engine.games import GAMES
from engine.proof import Word, write_proof
from engine.record import Record
from engine.replay import Replay, replay


class StillOpen(Exception):
    """The table has not ended: nothing of it may be told but its promise."""


class NeverPlayed(Exception):
    """The table was closed before its game began: there is nothing to tell."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """A table whose game has ended, however it did, and the game played through the engine once more."""

    row: TableRow
    replayed: Replay

    @property
    def deals(self) -> tuple[View, ...]:
        """Each deal as it ended, every hand face up."""
        return self.replayed.deals

    @property
    def joins(self) -> tuple[str | None, ...]:
        """The share of each seat, in seat order; None where a computer sits, which has none."""
        joins = dict(self.row.joins)
        return tuple(joins[seat.person] if seat.human else None for seat in self.row.seats)

    @property
    def words(self) -> tuple[Word, ...]:
        """The words in the seed, in its order."""
        seats = {seat.person: number for number, seat in enumerate(self.row.seats)}
        return tuple(Word(seats[said.person], said.word) for said in self.row.words if said.word is not None)

    def proof(self) -> dict[str, object]:
        """The whole proof, as a value of JSON."""
        record = self.replayed.record
        return write_proof(
            record.rules,
            record.setup,
            self.replayed.state,
            record.moves,
            secret=self.row.secret,
            joins=self.joins,
            words=self.words,
        )


def past_game(row: TableRow, moves: Sequence[MoveRow]) -> PastGame:
    """The game of a table that has ended.

    Raises:
        StillOpen: it has not.
        NeverPlayed: it never began.
        Unfoldable: the rules of this program do not lead where its moves led.
    """
    if row.status in {Status.LOBBY, Status.PLAYING}:
        raise StillOpen
    if not moves:
        raise NeverPlayed
    record = Record(GAMES[row.game], setup_of_table(row), tuple(move.text for move in moves))
    replayed = replay(record)
    if replayed.refused is not None:
        raise Unfoldable(f"move {replayed.refused.at} is refused: {replayed.refused.reason.value}")
    if digest(replayed.state) != moves[-1].digest:
        raise Unfoldable("the moves lead to another state")
    return PastGame(row, replayed)
