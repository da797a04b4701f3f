"""A finished game of Очко deal by deal: a page for each (boards.md)."""

from bot.i18n import Texts
from bot.keys import Key
from bot.screen import Button, Line, Screen, Span
from bot.screens.lines import card_spans, flow, plain, quiet, strong, wrapped
from bot.screens.ochko import playing_order, verdict
from bot.screens.result import ending_text
from bot.screens.seating import Seating, game_name
from engine.game import HandView, Result, SeatView, Standing, View

_INDENT = "   "

#: Between a card and the one drawn after it.
_THEN = " ▸ "


def replay_screen(say: Texts, deals: tuple[View, ...], page: int, seating: Seating, asker: int) -> Screen:
    """The page of a deal, `page` counting from 1. `asker` is the person whose presses turn it."""
    view = deals[page - 1]
    lines: list[Line] = [
        *flow(
            strong(f"{game_name(say, view.game)} {seating.code}"),
            say("deal {deal}/{deals}", deal=view.deal, deals=deals[-1].deal),
        ),
        *flow(say("bank {before} → {after}", before=view.bank_before, after=view.bank)),
    ]
    for seat in playing_order(view):
        lines.extend(_seat_lines(say, view, seating, seat))
    if page == len(deals) and (why := ending_text(say, view)):
        lines.extend(wrapped(say("End of the game: {why}.", why=why)))
    lines.append(quiet(say("cards in the order they came")))
    return Screen(tuple(lines), _rows(page, len(deals), seating, asker), say.language)


def closed_replay_screen(say: Texts, seating: Seating) -> Screen:
    """What an older message of the same replay is left with."""
    title = strong(f"{game_name(say, seating.options.game)} {seating.code}")
    return Screen((title, quiet(say("The replay is further down."))), (), say.language)


def _seat_lines(say: Texts, view: View, seating: Seating, seat: int) -> tuple[Line, ...]:
    player = view.seats[seat]
    if not player.hands:
        return ()
    hand = player.hands[0]
    name = seating.strong_name(say, seat)
    special = verdict(say, hand) if hand.bust or hand.golden else ""
    forfeited = say("forfeited") if player.standing is Standing.FORFEITED else ""
    if seat == view.banker:
        head = flow(name, say("bank"), special, forfeited)
    else:
        head = flow(name, *_stake(say, player, hand), special, forfeited)
    return (*head, _drawn(hand))


def _stake(say: Texts, player: SeatView, hand: HandView) -> tuple[str, ...]:
    """Stake, what was paid for it or lost, what is left."""
    chips = say("has {chips}", chips=player.chips)
    if not hand.stake:
        return (chips,)
    stake = say("stake {stake}", stake=hand.stake)
    match hand.result:
        case Result.WIN:
            return (stake, f"+{hand.paid}", chips)
        case Result.LOSE:
            return (stake, f"−{hand.stake}", chips)
        case _:
            return (stake, chips)


def _drawn(hand: HandView) -> Line:
    """The cards as they came, and their points."""
    spans: list[Span] = [Span(_INDENT)]
    for at, card in enumerate(card for card in hand.cards if card is not None):
        if at:
            spans.append(Span(_THEN))
        spans.extend(card_spans((card,)))
    return (*spans, *plain(f" = {hand.points or 0}"))


def _rows(page: int, pages: int, seating: Seating, asker: int) -> tuple[tuple[Button, ...], ...]:
    turns = [
        Button(label, str(Key("page", seating.code, deal=to, argument=str(asker))))
        for label, to in ((f"◀ {page - 1}", page - 1), (f"{page + 1} ▶", page + 1))
        if 1 <= to <= pages
    ]
    return (tuple(turns),) if turns else ()
