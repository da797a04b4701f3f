"""Who has missed a round without a word, seen over the records of a table (rules 4.15)."""

from itertools import takewhile

from bot.model.rows import TableRow
from bot.store import results, tables
from bot.store.store import Store
from bot.tables.fold import stored_move
from engine.game import Verb


async def missed_before(store: Store, row: TableRow, seat: int) -> bool:
    """Whether the person there missed the last round of the record before this one and has made no move since.

    The game of this record knows nothing of that round: one more missed is the second running, which frees the seat.

    Raises:
        StoreFailed: it cannot be known now.
    """
    link, person = row.link, row.seats[seat].person
    if link is None or not link.number:
        return False
    if any(stored_move(move.text)[0] == seat for move in await store.read(tables.moves, row.code)):
        return False
    code = (await store.read(tables.links, link.first))[link.number - 1]
    before = await store.read(tables.get, code)
    if before is None or any(
        r.forfeited for r in await store.read(results.of_table, code) if r.person == person
    ):
        return False  # he was free of his seat, and has sat down anew
    moves = [stored_move(move.text) for move in reversed(await store.read(tables.moves, code))]
    last_round = takewhile(lambda made: made[1].verb is not Verb.DEAL, moves)
    verbs = {
        move.verb
        for number, move in last_round
        if number is not None and before.seats[number].person == person
    }
    return Verb.TIMEOUT in verbs and Verb.LEAVE not in verbs
