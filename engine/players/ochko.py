"""Computer players for Очко: by their own points (rules part 2)."""

from engine.game import LegalMove, Move, Verb, View
from engine.odds import shipped
from engine.players.player import EASY_STANDS, bet, bet_by_rank, bet_by_worth, drawn_by, hand_in_play, verbs


def easy(view: View, legal: tuple[LegalMove, ...]) -> Move:
    """Draws below 17, whatever its part; stakes a quarter of the most."""
    if Verb.BET in verbs(legal):
        return bet(legal[0], 3)
    return _drawn_below(EASY_STANDS, view)


def normal(view: View, legal: tuple[LegalMove, ...]) -> Move:
    """Draws below 17 as banker and below 16 as bettor, who does better with it; stakes by its first card."""
    if Verb.BET in verbs(legal):
        return bet_by_rank(legal[0], hand_in_play(view).cards[0])
    return _drawn_below(17 if view.viewer == view.banker else 16, view)


def hard(view: View, legal: tuple[LegalMove, ...]) -> Move:
    """Plays the equilibrium of thresholds, and stakes all it may on a first card that wins in the long run.

    On any other it stakes the least (docs/odds.md).
    """
    cards = hand_in_play(view).cards
    if Verb.BET in verbs(legal):
        return bet_by_worth(legal[0], cards[0], shipped.ochko()["first_card"])
    side = "banker" if view.viewer == view.banker else "player"
    return _drawn_below(int(drawn_by(view, cards, shipped.ochko()["equilibrium"][side])), view)


def _drawn_below(threshold: int, view: View) -> Move:
    return Move(Verb.HIT if (hand_in_play(view).points or 0) < threshold else Verb.STAND)
