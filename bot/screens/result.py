"""The result of a game of Очко: who won, the chips, the reckoning of rating and rubles (rules 2.19 to 2.23)."""

from bot.i18n import Texts
from bot.keys import Key
from bot.screen import Button, Line, Screen, Weight
from bot.screens.lines import flow, plain, quiet, strong
from bot.screens.ochko import playing_order
from bot.screens.seating import Seating, game_name
from bot.screens.tally import Tally, capped_text, series_lines, together_lines
from engine.game import Ending, SeatResult, View

_RESULT_NAME = 16

#: Lines of a result may wrap (boards.md): wider than a board's.
_WIDTH = 48

#: So many of the last stakes won are shown one by one.
_STAKES_SHOWN = 6


def result_screen(
    say: Texts,
    view: View,
    results: tuple[SeatResult, ...],
    seating: Seating,
    minutes: int,
    *,
    tally: Tally | None = None,
) -> Screen:
    """What the game came to, for everybody. `minutes` is how long it lasted."""
    tally = tally or Tally()
    lines: list[Line] = [
        *flow(
            strong(say("{game} {tag}: over", game=game_name(say, view.game), tag=seating.tag)),
            say.plural("{n} deal", "{n} deals", view.deal),
            say("{minutes} min", minutes=minutes),
            width=_WIDTH,
        ),
        *flow(ending_text(say, view)),
    ]
    for seat in playing_order(view):
        lines.extend(_seat_lines(say, view, results[seat], seating, seat))
        if capped := capped_text(say, seat, results[seat].rubles, tally):
            lines.append(plain(capped))
    lines.extend(series_lines(say, seating, tally))
    lines.extend(together_lines(say, seating, tally))
    lines.append(
        quiet(say("Rubles are virtual: never bought, sold or cashed out."))
        if seating.options.rated
        else quiet(say("Unrated: nothing is counted."))
    )
    if seating.code:  # a game to watch has none
        lines.append(quiet(say("code for /replay and /verify: {code}", code=seating.code)))
    again = Button(say("Again"), str(Key("again", seating.code)), Weight.PRIMARY)
    leaders = Button(say("Leaders"), str(Key("leaders")))
    looks = (
        Button(say("Replay"), str(Key("replay", seating.code))),
        Button(say("Proof"), str(Key("proof", seating.code))),
    )
    return Screen(tuple(lines), ((again, leaders), looks), say.language)


def ending_text(say: Texts, view: View) -> str:
    """Why the game has ended (rules 2.15, 2.17)."""
    match view.ending:
        case Ending.BANK_BROKEN:
            return say("the bank is broken")
        case Ending.NO_BETTOR:
            return say("nobody is left to bet")
        case Ending.DEALS_PLAYED:
            return say("all deals are played")
        case Ending.BANKER_FORFEITED:
            return say("the banker forfeited")
        case Ending.BANKS_PLAYED | Ending.TOO_FEW_SEATS | None:  # Очко does not end in the first two ways
            return ""


def _seat_lines(say: Texts, view: View, result: SeatResult, seating: Seating, seat: int) -> tuple[Line, ...]:
    player = view.seats[seat]
    banks = seat == view.banker
    name: Line = strong(seating.name(say, seat, _RESULT_NAME))
    chips = say("chips {before} → {after}", before=player.began, after=player.began + result.net)
    role = say("bank") if banks else ""
    if result.forfeited:
        outcome = say("forfeited")
    elif result.won:
        outcome = say("won")
    else:
        outcome = say("drew") if result.net == 0 else say("not won")
    lines = [*flow(name, chips, role, outcome, width=_WIDTH)]
    if result.games:
        lines.append(plain(reckoning(say, view, result, seat)))
    return tuple(lines)


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
        "rating {rating}, virtual rubles {rubles}",
        rating=f"{how} = {rating}" if how else rating,
        rubles=say.hundredths(result.rubles),
    )
