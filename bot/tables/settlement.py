"""The row of a table as its game leaves it: who is free, what is booked, what each would be paid (rules 5.6)."""

from dataclasses import replace
from datetime import datetime

from bot.model.options import Options
from bot.model.rows import ResultRow, SeatRow, Status, TableRow, persons
from bot.tables.shares import counts
from engine.game import GameState, Phase, SeatResult, Standing, View
from engine.games import GAMES

#: The note of a table that ends with the round in play (rules 5.6); it stays when that has come.
CLOSING = "closing"


def open_ended(row: TableRow) -> bool:
    """Whether the table may go on after a round with other seats."""
    return GAMES[row.game].open_ended


def occupied(row: TableRow) -> bool:
    """Whether a person sits here, in this link or for the next one: only open seats bind a person."""
    return any(seat.open for seat in (*row.seats, *row.coming))


def over(row: TableRow, state: GameState) -> bool:
    """Whether the table ends with this state. `row` has the seats as the state leaves them.

    Without a person it closes (rules 4.15), and so it does with the round that it was stopped in (rules 5.6).
    """
    if not open_ended(row):
        return state.finished
    return state.finished and (row.note == CLOSING or not occupied(row))


def deserted(seats: tuple[SeatRow, ...], state: GameState, *, left: bool) -> bool:
    """Whether computers alone would go on: nobody plays without a person.

    A deal is played to its end, unless the last person has just `left`.
    """
    here = [number for number, seat in enumerate(seats) if seat.open]
    if len(persons(seats)) == len(seats) or state.phase is Phase.OVER:
        return False
    if left and not here:
        return True
    return state.phase is Phase.PAUSE and not any(_plays_on(state.view(seat), seat) for seat in here)


def _plays_on(view: View, seat: int) -> bool:
    """Whether a person's seat has something left to play with in the deals to come."""
    units = GAMES[view.game].units
    return units or seat in {view.banker, view.next_bank} or view.seats[seat].chips > 0


def rounds_played(state: GameState) -> int:
    """The rounds of this record that are played to their end."""
    return state.deal - int(state.phase not in {Phase.PAUSE, Phase.OVER})


def bound(seats: tuple[SeatRow, ...], state: GameState) -> tuple[SeatRow, ...]:
    """Who is out of the game, has left or forfeited is free at once (rules 2.17)."""
    return tuple(
        replace(seat, open=seat.open and player.standing is Standing.PLAYING)
        for seat, player in zip(seats, state.seats, strict=True)
    )


def ended(row: TableRow, now: datetime, why: str) -> TableRow:
    """The table without a result."""
    return replace(finished(row, now), status=Status.VOID, note=why)


def freed(seats: tuple[SeatRow, ...]) -> tuple[SeatRow, ...]:
    """Seats that bind nobody any more."""
    return tuple(replace(seat, open=False) for seat in seats)


def finished(row: TableRow, now: datetime) -> TableRow:
    """The table with its result: everybody is free, also who would have played from the next round."""
    return replace(
        row,
        status=Status.FINISHED,
        ended_at=now,
        deadline=None,
        seats=freed(row.seats),
        coming=(),
        next_words=(),
        awaiting=0,
    )


def results(row: TableRow, state: GameState) -> tuple[ResultRow, ...]:
    """What every seat takes from the game, or from this record of a table that goes on (rules 4.13)."""
    taken = tuple(_result(row, number, result) for number, result in enumerate(state.results()))
    return _in_units(row, state, taken) if open_ended(row) else taken


def unbooked(row: TableRow, state: GameState) -> tuple[ResultRow, ...]:
    """The results of a game that goes on which nothing can change any more and that are not booked yet (rules 2.17, 3.14, 5.6).

    An unrated game counts nothing, and is booked as a whole.
    """
    away = [
        number
        for number, (seat, player) in enumerate(zip(row.seats, state.seats, strict=True))
        if player.standing is not Standing.PLAYING and not seat.settled
    ]
    if not away or not Options.load(row.options).rated or open_ended(row):
        return ()
    results = state.results()
    return tuple(_result(row, number, results[number]) for number in away if results[number].fixed)


def booked(
    row: TableRow, state: GameState, results: tuple[ResultRow, ...]
) -> tuple[TableRow, tuple[ResultRow, ...]]:
    """The row once these results are booked, with what each seat has now; of the results those that were not booked before."""
    new = {result.seat for result in results}
    seats = tuple(
        replace(seat, settled=True) if number in new else seat for number, seat in enumerate(row.seats)
    )
    return with_stacks(replace(row, seats=seats), state), tuple(
        r for r in results if not row.seats[r.seat].settled
    )


def with_stacks(row: TableRow, state: GameState) -> TableRow:
    """The row with what each seat of a staked game would be paid if it stopped now (rules 5.6): its chips, its own stake in
    play, the open bank for the banker."""
    if not row.stake:
        return row
    return replace(row, stacks=tuple(row.stake + result.rubles for result in state.results()))


def _result(row: TableRow, number: int, result: SeatResult) -> ResultRow:
    return ResultRow(
        person=row.seats[number].person,
        seat=number,
        games=result.games,
        wins=result.wins,
        rating=result.rating,
        rubles=result.rubles,
        net=result.net,
        won=result.won,
        forfeited=result.forfeited,
    )


def _in_units(row: TableRow, state: GameState, taken: tuple[ResultRow, ...]) -> tuple[ResultRow, ...]:
    """The same in half units of all rounds that are over.

    A round in progress is left out: what is settled of it already does not count without the rest.
    Nothing counts unrated, or where the seed could be foreseen.
    """
    view, rounds = state.view(None), rounds_played(state)
    rated = Options.load(row.options).rated and counts(row)
    found: list[ResultRow] = []
    for result, player in zip(taken, view.seats, strict=True):
        unsettled = sum(hand.halves or 0 for hand in player.hands) if rounds != view.deal else 0
        net = result.net - unsettled
        found.append(replace(result, net=net, won=net > 0, rounds=rounds, units=net if rated else None))
    return tuple(found)
