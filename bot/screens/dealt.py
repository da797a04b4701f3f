"""The seats of a deal that is looked at again, each hand in the order its cards came."""

from bot.ports.screens import Line, Span
from bot.ports.texts import Texts
from bot.screens.caption import TableCaption
from bot.screens.hands import against, verdict
from bot.screens.lines import WIDTH, card_spans, flow, line_width, wrapped
from engine.game import BankEnding, HandView, Result, SeatView, Standing, View

_INDENT = "   "

#: Between a card and the one drawn after it.
_THEN = " ▸ "


def bank_lines(say: Texts, view: View) -> tuple[Line, ...]:
    """What became of the bank in a deal."""
    if view.banker is None:  # the bank of Стук has ended with this deal
        return (*flow(say("bank {bank}", bank=view.bank_before)), *wrapped(ending_of_bank(say, view)))
    return flow(say("bank {before} → {after}", before=view.bank_before, after=view.bank))


def ending_of_bank(say: Texts, view: View) -> str:
    """Why the bank has ended (rules 3.13, 3.14)."""
    match view.bank_ending:
        case BankEnding.BROKEN:
            return say("The bank is broken.")
        case BankEnding.LAST_ROUND:
            return say("The last round is played: the rest is the banker's.")
        case BankEnding.NO_BETTOR:
            return say("Nobody is left to bet: the rest is the banker's.")
        case BankEnding.FORFEITED:
            return say("The banker forfeited: the bank is shared out.")
        case None:
            return ""


def dealer_replay_lines(say: Texts, view: View) -> tuple[Line, ...]:
    """The dealer's cards in a round of blackjack."""
    dealer = view.dealer
    if dealer is None:
        return ()
    special = say("natural") if dealer.natural else say("bust") if dealer.bust else ""
    return (*flow(say("dealer"), special), *_drawn(dealer))


def blackjack_replay_lines(say: Texts, view: View, seating: TableCaption, seat: int) -> tuple[Line, ...]:
    """A seat of a round of blackjack looked at again: each of its hands, and what it brought."""
    player, name = view.seats[seat], seating.strong_name(say, seat)
    lines: list[Line] = []
    for number, hand in enumerate(player.hands):
        title = say("hand {n}/{of}", n=number + 1, of=len(player.hands)) if len(player.hands) > 1 else ""
        special = say("natural") if hand.natural else say("bust") if hand.bust else ""
        doubled = say("doubled") if hand.stake > 1 else ""
        brought = "" if hand.halves is None else say.halves(hand.halves)
        lines.extend((*flow(name, title, special, doubled, brought), *_drawn(hand)))
    return tuple(lines)


def ochko_replay_lines(say: Texts, view: View, seating: TableCaption, seat: int) -> tuple[Line, ...]:
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


def stuk_replay_lines(say: Texts, view: View, seating: TableCaption, seat: int) -> tuple[Line, ...]:
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
