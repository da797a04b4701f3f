"""`twentyone audit`: whether everything in the database adds up, to the last hundredth of a ruble."""

from pathlib import Path

from bot.cli.terminal import complain, tell
from bot.model.errors import StoreFailed, StoreUnusable
from bot.model.rows import MoveRow, ResultRow, Status, TableRow
from bot.store import audit, results, tables
from bot.store.archive import Archive
from bot.store.audit import Finding
from bot.tables.fold import Unfoldable, fold
from bot.tables.settlement import open_ended, with_stacks
from bot.tables.settlement import results as taken
from engine.fairness import chained_secret

#: Exit status where something does not add up, or nothing could be read.
NOT_BALANCED = 1

#: So many of the newest finished tables are played once more; every table with `--records`.
NEWEST = 5
_ALL = 2**31

#: So many rows are named at most.
_NAMED = 20


def audit_command(database: Path, every_record: bool) -> int:  # noqa: FBT001 - the command line hands its flag on
    """Add up the database and say «balanced», or name the rows that are not. It only reads, also while the bot runs.

    Returns the exit status: 0 if everything adds up, else 1.
    """
    try:
        with Archive.opened(database) as archive:
            found = archive.read(audit.findings)
            for code in archive.read(audit.codes, _ALL if every_record else NEWEST):
                if (stored := archive.read(tables.with_moves, code)) is not None:
                    found.extend(_of_record(*stored, archive.read(results.of_table, code)))
    except (StoreUnusable, StoreFailed) as error:
        return complain("audit", str(error), NOT_BALANCED)
    if not found:
        return tell("audit", "balanced")
    more = f", {len(found) - _NAMED} more rows" if len(found) > _NAMED else ""
    named = [str(finding) for finding in found[:_NAMED]]
    return tell("audit", "\n".join([*named, f"not balanced{more}"]), NOT_BALANCED)


def _of_record(table: TableRow, moves: list[MoveRow], booked: list[ResultRow]) -> list[Finding]:
    """What does not follow from a table's own moves: its state, and at its end what each seat took from it."""
    try:
        state = fold(table, moves)
    except Unfoldable as error:
        return [Finding(f"tables {table.code}", str(error))]
    if (link := table.link) is not None and table.secret != chained_secret(link.root, link.number):
        return [Finding(f"tables {table.code}", "its secret is not the one its chain was opened with")]
    if open_ended(table) and table.status in {Status.FINISHED, Status.VOID}:
        return [] if booked == list(taken(table, state)) else [_other_results(table)]
    if table.status is Status.FINISHED and not state.finished:
        return [Finding(f"tables {table.code}", "its moves do not end the game")]
    if table.stacks is not None and table.stacks != with_stacks(table, state).stacks:
        return [Finding(f"tables {table.code}", "its stacks are not what its moves come to")]
    played = [
        (n, r.games, r.wins, r.rating, r.rubles, r.net)
        for n, (seat, r) in enumerate(zip(table.seats, state.results(), strict=True))
        if seat.settled
    ]
    stored = [(r.seat, r.games, r.wins, r.rating, r.rubles, r.net) for r in booked]
    if played == stored:
        return []
    return [_other_results(table)]


def _other_results(table: TableRow) -> Finding:
    return Finding(f"results {table.code}", "are not what its moves come to")
