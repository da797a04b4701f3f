"""Words as a table's row knows them: announced, awaited, given, taken into the seed."""

from dataclasses import replace
from datetime import datetime, timedelta

from bot.model.options import Options
from bot.model.rows import SeatRow, Status, TableRow, WordRow, persons
from bot.tables.chain import staying
from bot.tables.shares import shares_of
from engine.fairness import chained_secret, commitment, shares_digest
from engine.game import GameState

#: A start waits so long for the words that were announced.
WAIT = timedelta(seconds=30)

#: A record begins only because of words at most once in this time, in seconds.
ONLY_WORDS_EVERY = 3600.0


def offered(row: TableRow) -> bool:
    """Whether a person may add a word here: not where one plays alone with computers."""
    options = Options.load(row.options)
    return not options.computers or (not row.place.private and options.seats - options.computers >= 2)


def announced(row: TableRow, person: int) -> bool:
    """Whether a person has announced a word for the start to come."""
    return any(said.person == person for said in row.next_words)


def awaited(row: TableRow, person: int) -> bool:
    """Whether that person's word is still to come."""
    return WordRow(person) in row.next_words


def all_given(row: TableRow) -> bool:
    """Whether every word that was announced has come."""
    return all(said.word is not None for said in row.next_words)


def with_announced(row: TableRow, person: int) -> TableRow:
    """The row with one more word announced."""
    return row if announced(row, person) else replace(row, next_words=(*row.next_words, WordRow(person)))


def with_word(row: TableRow, person: int, word: str) -> TableRow:
    """The row with a word given: it stands behind those given before."""
    others = [said for said in row.next_words if said.person != person]
    given = [said for said in others if said.word is not None]
    return replace(
        row, next_words=(*given, WordRow(person, word), *(said for said in others if said.word is None))
    )


def of_seats(row: TableRow, seats: tuple[SeatRow, ...]) -> TableRow:
    """The row with the announcements of those who sit in these seats alone, and no word given yet."""
    sitting = {seat.person for seat in persons(seats)}
    return replace(
        row, next_words=tuple(WordRow(said.person) for said in row.next_words if said.person in sitting)
    )


def waiting(row: TableRow, now: datetime) -> TableRow:
    """The row that waits for its words from now on. The next save is the one that the wait is known by."""
    return replace(row, touched_at=now, deadline=now + WAIT, awaiting=row.revision + 1)


def taken(row: TableRow) -> TableRow:
    """The row of a record that begins with the words that have come; late ones are left out of its seed."""
    return replace(row, words=row.next_words, next_words=(), awaiting=0)


def seats_to_come(row: TableRow, state: GameState | None) -> tuple[SeatRow, ...]:
    """The seats that the start to come will have."""
    return row.seats if state is None or row.status is Status.LOBBY else staying(row, state)


def promise_to_come(row: TableRow) -> str:
    """The promise of the record that will begin: this one's, or of a chain that of its next link, which tells this one's secret."""
    if row.status is Status.LOBBY or row.link is None:
        return commitment(row.secret)
    return commitment(chained_secret(row.link.root, row.link.number + 1))


def digest_of(row: TableRow, seats: tuple[SeatRow, ...]) -> str:
    """The SHA-256 of all shares as they enter the seed of a record with these seats."""
    return shares_digest(shares_of(row, seats))
