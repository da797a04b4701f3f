"""What each seat takes from a game, in the result: chips, won or not, rating and rubles (rules 2.19 to 2.23, 3.15)."""

from bot.ports.screens import Line
from bot.ports.texts import Texts
from bot.screens.caption import TableCaption
from bot.screens.lines import flow, plain, strong
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
    name: Line = strong(seating.name(say, seat, _RESULT_NAME))
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
    name: Line = strong(seating.name(say, seat, _RESULT_NAME))
    chips = say("chips {before} → {after}", before=began, after=began + result.net)
    net = signed(f"{abs(result.net)}", result.net)
    lines = [*flow(name, chips, _outcome(say, result), net, early, width=WIDTH)]
    if seating.options.rated:
        rubles = signed(say.hundredths(abs(result.rubles)), result.rubles)
        lines.append(plain(say("virtual rubles {rubles}", rubles=rubles)))
        if (balance := tally.balances.get(seat)) is not None:
            lines.append(plain(say("in the wallet: {rubles} virtual rubles", rubles=say.hundredths(balance))))
    return tuple(lines)


def signed(amount: str, sign: int) -> str:
    """An amount with its sign: `+25`, `−25`, `±0`."""
    return f"{'+' if sign > 0 else '−' if sign < 0 else '±'}{amount}"


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
