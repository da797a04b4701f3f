"""A table that goes on as long as people like is a chain of records, each a row of its own (rules 4.15)."""

from dataclasses import replace
from datetime import datetime

from bot.model.rows import Link, SeatRow, Status, TableRow
from engine.fairness import CHAIN_LINKS, chained_secret
from engine.game import GameState, Phase, Standing

#: A record holds so many rounds at most.
ROUNDS = 20

#: The note of a record that another one follows.
CONTINUED = "continued"


def opened(code: str, root: bytes) -> tuple[Link, bytes]:
    """The first link of a chain, and its secret: what the first promise is of. Every table opens with one; what it plays may change."""
    return Link(code, 0, 0, root), chained_secret(root, 0)


def staying(row: TableRow, state: GameState) -> tuple[SeatRow, ...]:
    """The seats of the next round: those still in the game, then those taken meanwhile."""
    still = tuple(
        seat
        for seat, player in zip(row.seats, state.seats, strict=True)
        if player.standing is Standing.PLAYING
    )
    return (*still, *row.coming)


def changes(row: TableRow, state: GameState) -> bool:
    """Whether the next round belongs to another record: the seats have changed, or this one holds enough rounds."""
    return state.phase is Phase.OVER or state.deal >= ROUNDS or staying(row, state) != row.seats


def last(row: TableRow) -> bool:
    """Whether no record can follow this one: the chain has no more secrets."""
    return row.link is None or row.link.number + 1 >= CHAIN_LINKS


def following(row: TableRow, state: GameState, code: str, now: datetime) -> TableRow:
    """The row of the next link, without its moves: same table, other seats, the next secret.

    Raises:
        ValueError: no link can follow; see `last`.
    """
    if row.link is None:
        raise ValueError(f"table {row.code} is no chain")
    seats = staying(row, state)
    link = replace(row.link, number=row.link.number + 1, rounds=row.link.rounds + state.deal)
    persons = [seat.person for seat in seats if seat.open]
    return replace(
        row,
        code=code,
        status=Status.PLAYING,
        opener=row.opener if row.opener in persons or not persons else persons[0],
        secret=chained_secret(link.root, link.number),
        touched_at=now,
        seats=seats,
        coming=(),
        seq=0,
        revision=0,
        deadline=None,
        ended_at=None,
        note="",
        link=link,
        words=row.next_words,
        next_words=(),
        awaiting=0,
        broke=(),
    )
