"""Shares: what each person adds to the seed of a table by sitting down."""

from collections.abc import Mapping
from dataclasses import replace

from bot.model.rows import SeatRow, TableRow, persons
from engine.fairness import foreseeable


def shares_of(row: TableRow, seats: tuple[SeatRow, ...]) -> list[str]:
    """The shares of the persons in these seats, in their order."""
    joins = dict(row.joins)
    return [joins[seat.person] for seat in persons(seats)]


def drawn(row: TableRow, presses: Mapping[int, str]) -> TableRow:
    """The row of a record that is about to begin: where one person alone has a typed command's share, that of a button he has pressed.

    `presses` maps persons to the share of such a press. Where there is none the row stays as it is, and the record is not rated.
    """
    if not _typed_alone(row):
        return row
    (person,) = (seat.person for seat in persons(row.seats))
    share = presses.get(person, "")
    if not share or foreseeable(share):
        return row
    return replace(row, joins=tuple((who, share if who == person else was) for who, was in row.joins))


def counts(row: TableRow) -> bool:
    """Whether a record may be rated by its seed: not where its only person's share could be foreseen and no word was given."""
    return not _typed_alone(row) or any(said.word is not None for said in row.words)


def _typed_alone(row: TableRow) -> bool:
    """Whether the only person here has the number of a message as his share. Records from before there were shares have other ids."""
    joins = dict(row.joins)
    shares = [joins.get(seat.person, "") for seat in persons(row.seats)]
    return len(shares) == 1 and shares[0].isdecimal() and foreseeable(shares[0])
