"""The result of a game of Очко: who won, the chips, the reckoning of rating and rubles (rules 2.19 to 2.23)."""

from bot.i18n import Texts
from bot.keys import Key
from bot.screen import Button, Line, Screen, Weight
from bot.screens.lines import flow, quiet, strong
from bot.screens.ochko import playing_order
from bot.screens.seating import Seating, game_name
from engine.game import SeatResult, Standing, View

_RESULT_NAME = 16


def result_screen(
    say: Texts, view: View, results: tuple[SeatResult, ...], seating: Seating, minutes: int
) -> Screen:
    """What the game came to, for everybody. `minutes` is how long it lasted."""
    lines: list[Line] = [
        *flow(
            strong(say("{game} {tag}: over", game=game_name(say, view.game), tag=seating.tag)),
            say.plural("{n} deal", "{n} deals", view.deal),
            say("{minutes} min", minutes=minutes),
        ),
        *flow(ending_text(say, view, seating)),
    ]
    for seat in playing_order(view):
        lines.extend(_seat_lines(say, view, results, seating, seat))
    lines.append(
        quiet(say("Rubles are virtual: never bought, sold or cashed out."))
        if seating.options.rated
        else quiet(say("Unrated: nothing is counted."))
    )
    again = Button(say("Again"), str(Key("again", seating.code)), Weight.PRIMARY)
    return Screen(tuple(lines), ((again,),), say.language)


def ending_text(say: Texts, view: View, seating: Seating) -> str:
    """Why the game has ended (rules 2.15, 2.17)."""
    if view.banker is not None and view.seats[view.banker].standing is Standing.FORFEITED:
        return say("the banker forfeited")
    if view.bank == 0:
        return say("the bank is broken")
    if seating.options.deals is not None and view.deal >= seating.options.deals:
        return say("all deals are played")
    bettors = [player for seat, player in enumerate(view.seats) if seat != view.banker]
    if all(player.chips == 0 or player.standing is not Standing.PLAYING for player in bettors):
        return say("nobody is left to bet")
    return say("the last deal is played")


def _seat_lines(
    say: Texts, view: View, results: tuple[SeatResult, ...], seating: Seating, seat: int
) -> tuple[Line, ...]:
    player, result = view.seats[seat], results[seat]
    banks = seat == view.banker
    name: Line = strong(seating.name(say, seat, _RESULT_NAME))
    chips = say("{before} → {after}", before=player.began, after=player.began + result.net)
    role = say("bank") if banks else ""
    if result.forfeited:
        outcome = say("forfeited")
    elif result.won:
        outcome = say("won")
    else:
        outcome = say("drew") if result.net == 0 else say("not won")
    lines = [*flow(name, chips, role, outcome)]
    if result.games:
        rating = say("rating {rating}", rating=say.hundredths(result.rating))
        rubles = say("{rubles} virtual rubles", rubles=say.hundredths(result.rubles))
        how = reckoning(view, result, seat)
        lines.extend(flow(rating, rubles, how))
    return tuple(lines)


def reckoning(view: View, result: SeatResult, seat: int) -> str:
    """How the rating came about: the stakes won one by one, or the bank's gain over the bettors; empty where it is 0."""
    if result.rating == 0:
        return ""
    if seat == view.banker:
        return f"({view.bank} − {view.seats[seat].began}) / {len(view.seats) - 1}"
    won = view.seats[seat].won
    shown = " + ".join(str(stake) for stake in won[-6:])
    return f"… + {shown}" if len(won) > 6 else shown
