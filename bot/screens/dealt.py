"""The seats of a deal that is looked at again, each hand in the order its cards came."""

from bot.i18n import Texts
from bot.screen import Line, Span
from bot.screens.hands import against, verdict
from bot.screens.lines import WIDTH, card_spans, flow, line_width
from bot.screens.seating import Seating
from engine.game import BankEnding, HandView, Result, SeatView, Standing, View

_INDENT = "   "

#: Between a card and the one drawn after it.
_THEN = " ▸ "


def ochko_replay_lines(say: Texts, view: View, seating: Seating, seat: int) -> tuple[Line, ...]:
    """A seat of a deal of Очко looked at again."""
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
    return (*head, *_drawn(hand))


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


def stuk_replay_lines(say: Texts, view: View, seating: Seating, seat: int) -> tuple[Line, ...]:
    """A seat of a round of Стук looked at again: its cards, and below them the banker's against it."""
    player = view.seats[seat]
    if not player.hands:
        return ()
    hand = player.hands[0]
    name = seating.strong_name(say, seat)
    if seat == view.deal_banker:
        forfeited = (
            say("forfeited") if view.bank_ending is BankEnding.FORFEITED and view.banker is None else ""
        )
        return (*flow(name, say("bank"), forfeited, say("has {chips}", chips=player.chips)), *_drawn(hand))
    special = verdict(say, hand) if hand.bust or hand.golden else ""
    missed = say("round missed") if hand.missed else ""
    head = flow(name, *_stake(say, player, hand), special, missed)
    if not hand.banker_cards:
        return (*head, *_drawn(hand))
    return (*head, *_drawn(hand), *_drawn(against(hand), say("bank:")))


def _drawn(hand: HandView, title: str = "") -> tuple[Line, ...]:
    """The cards as they came, and their points; broken before a card where the line is full."""
    lines: list[list[Span]] = [[Span(f"{_INDENT}{title} " if title else _INDENT)]]
    for at, card in enumerate(card for card in hand.cards if card is not None):
        then = (Span(_THEN),) if at else ()
        spans = card_spans((card,))
        if line_width((*lines[-1], *then, *spans)) > WIDTH - len(" = 22"):
            lines.append([Span(_INDENT)])
        lines[-1].extend((*then, *spans))
    lines[-1].append(Span(f" = {hand.points or 0}"))
    return tuple(tuple(line) for line in lines)
