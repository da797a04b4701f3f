"""What comes of an accepted move, for the person who made it, in the games with one hand a seat."""

from bot.ports.screens import Line
from bot.ports.texts import Texts
from bot.screens.hands import outcome, played_hand, verdict
from bot.screens.lines import card_spans, open_hand, plain
from engine.game import Move, Verb, View

#: The pieces of a short answer, and whether all of it stands on the board as well.
Outcome = tuple[tuple[Line | str, ...], bool]


def drawn_outcome(say: Texts, before: View, after: View, move: Move) -> Outcome:
    """The card drawn, the hand, the points, and what is next. Both views are those of the seat that moved."""
    seat = after.viewer
    hand = None if seat is None else played_hand(after, seat, before.bettor)
    if move.verb is Verb.KNOCK:
        return (say("“Knock”: the next round is the last one."),), True
    if after.deal != before.deal or hand is None or seat is None:
        return (say("Done."),), True
    shown = open_hand(hand)
    pieces: list[Line | str] = []
    match move.verb:
        case Verb.BET:
            pieces = [say("Stake {stake}.", stake=move.amount), say("Your card:"), shown]
        case Verb.HIT:
            held = played_hand(before, seat, before.bettor)
            drawn = hand.cards[0 if held is None else len(held.cards) :]
            new = card_spans(card for card in drawn if card is not None)
            pieces = [(*new, *plain(" ·")), shown]
        case _:
            pieces = [say("Enough:"), shown]
    if (how := verdict(say, hand)) and move.verb is Verb.HIT:
        return (*pieces, f"— {how}."), False
    if before.bettor not in {None, seat} and (ended := outcome(say, hand)):
        pieces.append(f"— {ended}.")
    else:
        pieces[-1] = (*shown, *plain("."))
    if after.to_move == seat:
        pieces.append(say("Draw or enough?"))
    return tuple(pieces), True
