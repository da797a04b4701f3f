"""A table is the fold of its moves: the one way from what is stored to a state."""

from collections.abc import Sequence

import bot.screens.games  # noqa: F401 - whatever folds a record knows all games: they describe themselves there
from bot.model.games import game_of
from bot.model.options import Options
from bot.model.rows import MoveRow, TableRow, digest
from bot.tables.shares import shares_of
from engine.fairness import seed_of
from engine.game import GameState, Move, Refusal, read_move
from engine.rules import SeatStart, Setup


class Unfoldable(Exception):
    """The stored moves do not lead where they led when they were made: the rules have changed. The message is for the log."""


def seed_of_table(row: TableRow) -> bytes:
    """The seed of a table: its secret, each seated person's share in seat order, the words given. Computers add nothing."""
    words = [said.word for said in row.words if said.word is not None]
    return seed_of(row.secret, shares_of(row, row.seats), words)


def setup_of_table(row: TableRow) -> Setup:
    """What the game of a table starts from: its options, its seats, its seed; the opener where he has the first bank."""
    opener = next((number for number, seat in enumerate(row.seats) if seat.person == row.opener), 0)
    return Setup(
        banker=opener if game_of(row.game).rules.opener_banks else None,
        seats=tuple(SeatStart(seat.account.name, seat.chips) for seat in row.seats),
        options=Options.load(row.options).engine,
        seed=seed_of_table(row),
    )


def begin(row: TableRow) -> GameState:
    """The state before the first deal."""
    return game_of(row.game).rules.start(setup_of_table(row))


def stored_move(text: str) -> tuple[int | None, Move]:
    """A move as the store keeps it: the form of records.

    Raises:
        Unfoldable: it is not one.
    """
    parsed = read_move(text)
    if isinstance(parsed, Refusal):
        raise Unfoldable(f"not a move: {text!r}")
    return parsed


def fold(row: TableRow, moves: Sequence[MoveRow]) -> GameState:
    """The state after the stored moves.

    Raises:
        Unfoldable: a move is refused, or a state is not the one it was.
    """
    state = begin(row)
    for stored in moves:
        seat, move = stored_move(stored.text)
        step = state.apply(seat, move)
        if isinstance(step, Refusal):
            raise Unfoldable(f"move {stored.seq} {stored.text!r} is refused: {step.value}")
        if digest(step.state) != stored.digest:
            raise Unfoldable(f"move {stored.seq} {stored.text!r} leads to another state")
        state = step.state
    return state
