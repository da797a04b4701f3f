"""The row of a table as its game leaves it: who is free, what is booked."""

from dataclasses import replace
from datetime import datetime

from bot import chain
from bot.store.rows import ResultRow, SeatRow, Status, TableRow
from engine.game import GameState, Standing


def bound(seats: tuple[SeatRow, ...], state: GameState) -> tuple[SeatRow, ...]:
    """Who is out of the game, has left or forfeited is free at once (rules 2.17)."""
    players = state.view(None).seats
    return tuple(
        replace(seat, open=seat.open and player.standing is Standing.PLAYING)
        for seat, player in zip(seats, players, strict=True)
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
        row, status=Status.FINISHED, ended_at=now, deadline=None, seats=freed(row.seats), coming=()
    )


def results(row: TableRow, state: GameState) -> tuple[ResultRow, ...]:
    """What every seat takes from the finished game."""
    if chain.open_ended(row):
        return chain.results(row, state)
    return tuple(
        ResultRow(
            person=seat.person,
            seat=number,
            games=result.games,
            wins=result.wins,
            rating=result.rating,
            rubles=result.rubles,
            net=result.net,
            won=result.won,
            forfeited=result.forfeited,
        )
        for number, (seat, result) in enumerate(zip(row.seats, state.results(), strict=True))
    )
