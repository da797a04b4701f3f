"""What each seat takes from a game, in the result: chips, won or not, rating and rubles (rules 2.19 to 2.23, 3.15)."""

from bot.ports.keys import Key, KeyVerb
from bot.ports.screens import Button, Line
from bot.ports.texts import Texts
from bot.screens.caption import TableCaption
from bot.screens.hands import signed, taken
from bot.screens.lines import flow, plain
from bot.screens.tally import Tally, capped_text
from engine.game import SeatResult, Standing, View

#: Lines of a result may wrap: wider than a board's.
WIDTH = 48

_RESULT_NAME = 16

#: So many of the last stakes won are shown one by one.
_STAKES_SHOWN = 6


def ochko_lines(
    say: Texts, view: View, result: SeatResult, seating: TableCaption, seat: int, *, tally: Tally
) -> tuple[Line, ...]:
    """A seat of Очко: chips from and to, and how rating and rubles came about."""
    player = view.seats[seat]
    banks = seat == view.banker
    name = taken(seating.name(say, seat, _RESULT_NAME), result.net)
    chips = say("chips {before} → {after}", before=player.began, after=player.began + result.net)
    role = say("bank") if banks else ""
    early = say("booked on leaving") if result.games and player.standing is Standing.LEFT else ""
    lines = [*flow(name, chips, role, _outcome(say, result), early, width=WIDTH)]
    if result.games:
        lines.append(plain(reckoning(say, view, result, seat)))
    if capped := capped_text(say, seat, result, tally):
        lines.append(plain(capped))
    return tuple(lines)


def _outcome(say: Texts, result: SeatResult) -> str:
    if result.forfeited:
        return say("forfeited")
    if result.won:
        return say("won")
    return say("even") if result.net == 0 else say("lost")


def stuk_lines(
    say: Texts, view: View, result: SeatResult, seating: TableCaption, seat: int, *, tally: Tally
) -> tuple[Line, ...]:
    """A seat of Стук: its stack from and to; at a rated table the rubles won or lost, and what the wallet holds now."""
    began = view.seats[seat].began
    gone = seating.options.rated and view.seats[seat].standing is not Standing.PLAYING
    early = say("booked on leaving") if gone else ""
    name = taken(seating.name(say, seat, _RESULT_NAME), result.net)
    chips = say("chips {before} → {after}", before=began, after=began + result.net)
    lines = [*flow(name, chips, _outcome(say, result), early, width=WIDTH)]
    if seating.options.rated:
        rubles = signed(say.hundredths(abs(result.rubles)), result.rubles)
        lines.append(plain(say("virtual rubles {rubles}", rubles=rubles)))
        if (balance := tally.balances.get(seat)) is not None:
            lines.append(plain(say("in the wallet: {rubles} virtual rubles", rubles=say.hundredths(balance))))
    return tuple(lines)


def more_button(say: Texts, seating: TableCaption) -> Button:
    """What else there is to see of a game that is over."""
    return Button(say("More"), str(Key(KeyVerb.MORE, seating.code)))


def more_rows(say: Texts, seating: TableCaption) -> tuple[tuple[Button, ...], ...]:
    """The leaders by what the game is played for, its deals looked at again, its proof."""
    by = seating.options.game if seating.options.at.rules.units else None
    return (
        (Button(say("Leaders"), str(Key(KeyVerb.LEADERS, argument=by))),),
        (
            Button(say("Replay"), str(Key(KeyVerb.REPLAY, seating.code))),
            Button(say("Proof"), str(Key(KeyVerb.PROOF, seating.code))),
        ),
    )


def reckoning(say: Texts, view: View, result: SeatResult, seat: int) -> str:
    """What a seat gets and how it came about: the stakes won one by one, or the bank's gain over the bettors (rules 2.20 to 2.22)."""
    rating = say.hundredths(result.rating)
    if result.rating == 0:
        how = ""
    elif seat == view.banker:
        how = f"({view.bank} − {view.seats[seat].began}) / {len(view.seats) - 1}"
    else:
        won = [stake for stake in view.seats[seat].won if stake]
        how = " + ".join(str(stake) for stake in won[-_STAKES_SHOWN:]) if len(won) > 1 else ""
        if len(won) > _STAKES_SHOWN:
            how = f"… + {how}"
    return say(
        "rating: {rating}, virtual rubles: {rubles}",
        rating=f"{how} = {rating}" if how else rating,
        rubles=say.hundredths(result.rubles),
    )
