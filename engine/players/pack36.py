"""Computer players for the games of the 36-card pack: by their own points (rules part 2)."""

from dataclasses import dataclass

from engine.game import LegalMove, Move, Verb, View
from engine.odds import kept
from engine.players.player import drawn_by, hand_in_play, verbs


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
            return Move(Verb.BET, self._stake(points, legal[0]))
        return Move(Verb.HIT if points < self.threshold(view) else Verb.STAND)

    def threshold(self, view: View) -> int:
        """The points from which it stands."""
        return self.banker if view.viewer == view.banker else self.bettor

    def _stake(self, points: int, bet: LegalMove) -> int:
        least, most = bet.min or 1, bet.max or 1
        return max(least, most * dict(self.shares).get(points, self.share) // 12)


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
        card = hand.cards[0]
        good = card is not None and kept.ochko()["first_card"][card.rank.value] > 0
        bet = legal[0]
        return Move(Verb.BET, (bet.max if good else bet.min) or 1)
    side = "banker" if view.viewer == view.banker else "player"
    threshold = int(drawn_by(view, hand.cards, kept.ochko()["equilibrium"][side]))
    return Move(Verb.HIT if (hand.points or 0) < threshold else Verb.STAND)
