"""The result of a game: who won, the chips, the reckoning (rules 2.19 to 2.23, 3.15)."""

from bot.model.games import game_of
from bot.ports.keys import Key, KeyVerb
from bot.ports.screens import Button, Line, Screen, Weight
from bot.ports.texts import N_, Texts
from bot.screens.caption import TableCaption, game_name
from bot.screens.computers import again_rows
from bot.screens.evening import finish_button
from bot.screens.games import screens_of
from bot.screens.hands import playing_order
from bot.screens.lines import flow, quiet, strong
from bot.screens.reckoning import WIDTH, more_button
from bot.screens.tally import Tally, series_lines, together_lines
from engine.game import Ending, SeatResult, View

_ENDINGS = {
    Ending.BANK_BROKEN: N_("the bank is broken"),
    Ending.NO_BETTOR: N_("nobody is left to bet"),
    Ending.DEALS_PLAYED: N_("all deals are played"),
    Ending.BANKER_FORFEITED: N_("the banker forfeited"),
    Ending.BANKS_PLAYED: N_("all banks are played"),
    Ending.TOO_FEW_SEATS: N_("too few seats have chips"),
}


def result_screen(
    say: Texts,
    view: View,
    results: tuple[SeatResult, ...],
    seating: TableCaption,
    minutes: int,
    *,
    tally: Tally | None = None,
    evening: bool = False,
) -> Screen:
    """What the game came to, for everybody. `minutes` is how long it lasted; `evening`: an evening of games can be finished."""
    tally = tally or Tally()
    lines: list[Line] = [
        *flow(
            strong(say("{game} {tag}: over", game=game_name(say, view.game), tag=seating.tag)),
            rounds_text(say, view),
            say("{minutes} min", minutes=minutes),
            width=WIDTH,
        ),
        *flow(ending_text(say, view)),
    ]
    for seat in playing_order(view):
        lines.extend(screens_of(view.game).result(say, view, results[seat], seating, seat, tally=tally))
    lines.extend(series_lines(say, seating, tally))
    lines.extend(together_lines(say, seating, tally))
    if not seating.options.rated:
        lines.append(quiet(say("Unrated: nothing is counted.")))
    if seating.code:  # a game to watch has none
        lines.append(quiet(say("code for /replay and /verify: {code}", code=seating.code)))
    again = Button(say("Again"), str(Key(KeyVerb.AGAIN, seating.code)), Weight.PRIMARY)
    finish = ((finish_button(say),),) if evening else ()
    rows = ((again, more_button(say, seating)), *again_rows(say, seating), *finish)
    return Screen(tuple(lines), rows, say.language)


def rounds_text(say: Texts, view: View) -> str:
    """How many deals, or rounds of Стук, were played."""
    if game_of(view.game).rounds:
        return say("rounds: {n}", n=view.deal)
    return say.plural("{n} deal", "{n} deals", view.deal)


def ending_text(say: Texts, view: View) -> str:
    """Why the game has ended (rules 2.15, 2.17, 3.13, 3.14)."""
    if view.ending is not None:
        return say(_ENDINGS[view.ending])
    return "" if view.finished or view.dealer is not None else say("only computers are left")
