"""The row of a table as its game leaves it: who is free, what is booked."""

from dataclasses import replace
from datetime import datetime

from bot import chain
from bot.options import Options
from bot.shares import counts
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
    """What every seat takes from the game, or from this record of a table that goes on (rules 4.13)."""
    taken = tuple(
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
    return _in_units(row, state, taken) if chain.open_ended(row) else taken


def _in_units(row: TableRow, state: GameState, taken: tuple[ResultRow, ...]) -> tuple[ResultRow, ...]:
    """The same in half units of all rounds that are over.

    A round in progress is left out: what is settled of it already does not count without the rest.
    Nothing counts unrated, or where the seed could be foreseen.
    """
    view, rounds = state.view(None), chain.rounds_played(state)
    rated = Options.load(row.options).rated and counts(row)
    found: list[ResultRow] = []
    for result, player in zip(taken, view.seats, strict=True):
        unsettled = sum(hand.halves or 0 for hand in player.hands) if rounds != view.deal else 0
        net = result.net - unsettled
        found.append(replace(result, net=net, won=net > 0, rounds=rounds, units=net if rated else None))
    return tuple(found)
