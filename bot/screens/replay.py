"""A finished game deal by deal: a page for each."""

from bot.ports.keys import Key, KeyVerb
from bot.ports.screens import Button, Line, Screen
from bot.ports.texts import Texts
from bot.screens.caption import TableCaption, deal_of_text, game_name
from bot.screens.games import screens_of
from bot.screens.hands import playing_order
from bot.screens.lines import flow, quiet, strong, wrapped
from bot.screens.result import ending_text
from engine.game import View


def replay_screen(
    say: Texts, deals: tuple[View, ...], page: int, seating: TableCaption, asker: int
) -> Screen:
    """The page of a deal, `page` counting from 1. `asker` is the person whose presses turn it."""
    view = deals[page - 1]
    lines: list[Line] = [
        *flow(
            strong(f"{game_name(say, view.game)} {seating.code}"),
            deal_of_text(say, view.game, view.deal, deals[-1].deal),
        ),
        *screens_of(view.game).bank(say, view),
    ]
    for seat in playing_order(view):
        lines.extend(screens_of(view.game).replayed(say, view, seating, seat))
    if page == len(deals) and (why := ending_text(say, view)):
        lines.extend(wrapped(say("End of the game: {why}.", why=why)))
    lines.append(quiet(say("cards in the order they came")))
    return Screen(tuple(lines), _rows(page, len(deals), seating, asker), say.language)


def closed_replay_screen(say: Texts, seating: TableCaption) -> Screen:
    """What an older message of the same replay is left with."""
    title = strong(f"{game_name(say, seating.options.game)} {seating.code}")
    return Screen((title, quiet(say("The replay is further down."))), (), say.language)


def _rows(page: int, pages: int, seating: TableCaption, asker: int) -> tuple[tuple[Button, ...], ...]:
    turns = [
        Button(label, str(Key(KeyVerb.PAGE, seating.code, deal=to, argument=str(asker))))
        for label, to in ((f"◀ {page - 1}", page - 1), (f"{page + 1} ▶", page + 1))
        if 1 <= to <= pages
    ]
    return (tuple(turns),) if turns else ()
