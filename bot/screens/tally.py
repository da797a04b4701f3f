"""What the day and the evening add to the screens of a table: the score of a row of games, what still counts today."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.model.limits import CAP, DAY_PAIR_GAMES, DAY_RUBLES
from bot.model.rows import Credited
from bot.ports.screens import Line, Span
from bot.ports.texts import Texts
from bot.screens.caption import TableCaption
from bot.screens.lines import flow, plain, quiet
from engine.game import SeatResult

#: From so many rated games of a pair a day on it is said how many are left.
_SAID_FROM = DAY_PAIR_GAMES - 3


@dataclass(frozen=True, slots=True)
class Tally:
    """`together`: the most rated games that two of the seats have had today. `series`: games won in this row of games, by seat.

    `credited`: what was really booked, by seat, where that is known. `balances`: what each seat's
    wallet held (hundredths) when its stack had come home from a rated table of Стук.
    """

    together: int = 0
    series: tuple[tuple[int, int], ...] = ()
    credited: Mapping[int, Credited] = field(default_factory=dict)
    balances: Mapping[int, int] = field(default_factory=dict)


def series_lines(say: Texts, seating: TableCaption, tally: Tally) -> tuple[Line, ...]:
    """«series: Anna 3 : Boris 1»; nothing before the second game of a row."""
    if not tally.series:
        return ()
    scores = [plain(f"{seating.name(say, seat)} {won}") for seat, won in tally.series]
    title = (Span(say("series:") + " "), *scores[0])
    return flow(title, *scores[1:], separator=" : ")


def together_lines(say: Texts, seating: TableCaption, tally: Tally) -> tuple[Line, ...]:
    """How many rated games of the same two have been played today, once the limit is near (rules 5.5)."""
    if not seating.options.rated or tally.together < _SAID_FROM:
        return ()
    text = say("rated together today: {n}/{most}", n=tally.together, most=DAY_PAIR_GAMES)
    return flow(quiet(text))


def capped_text(say: Texts, seat: int, result: SeatResult, tally: Tally) -> str:
    """What was really booked of a result where a limit was reached; empty where all of it was."""
    booked = tally.credited.get(seat)
    if booked is None or (booked.rating, booked.rubles) == (result.rating, result.rubles):
        return ""
    if booked.full:
        return say(
            "booked: rating {rating}, virtual rubles {rubles}; more than {most} does not fit",
            rating=say.hundredths(booked.rating),
            rubles=say.hundredths(booked.rubles),
            most=CAP // 100,
        )
    return say(
        "booked: {rubles} virtual rubles, {most} a day is the limit",
        rubles=say.hundredths(booked.rubles),
        most=DAY_RUBLES // 100,
    )
