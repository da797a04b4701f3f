"""Computer players for the games of the 36-card pack: by their own points (rules part 2)."""

from dataclasses import dataclass

from engine.game import LegalMove, Move, Verb, View
from engine.odds import shipped
from engine.players.player import bet, bet_by_worth, drawn_by, hand_in_play, verbs


@dataclass(frozen=True, slots=True)
class Thresholds:
    """A player that draws below one number of points as bettor, below another as banker.

    It stakes by its first card: of the most that is legal the share that `shares` names for its points (in
    twelfths), `share` for the others, and never less than the least.
    """

    bettor: int
    banker: int
    share: int
    shares: tuple[tuple[int, int], ...] = ()

    def __call__(self, view: View, legal: tuple[LegalMove, ...]) -> Move:
        """The move of the seat to move."""
        points = hand_in_play(view).points or 0
        if Verb.BET in verbs(legal):
            return bet(legal[0], dict(self.shares).get(points, self.share))
        return Move(Verb.HIT if points < self.threshold(view) else Verb.STAND)

    def threshold(self, view: View) -> int:
        """The points from which it stands."""
        return self.banker if view.viewer == view.banker else self.bettor


#: Draws below 17, whatever its part; stakes a quarter.
easy = Thresholds(bettor=17, banker=17, share=3)

#: Bettors do better with 16. An ace is a good first card, a ten a fair one, all others lose in the long run.
normal = Thresholds(bettor=16, banker=17, share=0, shares=((11, 9), (10, 4)))


def hard(view: View, legal: tuple[LegalMove, ...]) -> Move:
    """Plays the equilibrium of thresholds, and stakes all it may on a first card that wins in the long run.

    On any other it stakes the least (docs/odds.md).
    """
    hand = hand_in_play(view)
    if Verb.BET in verbs(legal):
        return bet_by_worth(legal[0], hand.cards[0], shipped.ochko()["first_card"])
    side = "banker" if view.viewer == view.banker else "player"
    threshold = int(drawn_by(view, hand.cards, shipped.ochko()["equilibrium"][side]))
    return Move(Verb.HIT if (hand.points or 0) < threshold else Verb.STAND)
