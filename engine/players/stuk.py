"""Computer players for Стук: by their own points, the banker's open card, what lies open (rules part 3)."""

from engine.cards import Rank
from engine.game import HandView, LegalMove, Move, Verb, View
from engine.odds import shipped
from engine.odds.stuk import draws
from engine.players.player import EASY_STANDS, bet, bet_by_rank, bet_by_worth, drawn_by, hand_in_play, verbs

#: With one of these open both sides do well to stand a point sooner.
_PICTURES = frozenset({Rank.JACK, Rank.QUEEN, Rank.KING})

#: The most that one card counts: the banker needs no more against it (rules 3.8).
_MOST_BY_ONE_CARD = 11


def easy(view: View, legal: tuple[LegalMove, ...]) -> Move:
    """Draws below 17, whatever its part; stakes a quarter of the most."""
    if Verb.BET in verbs(legal):
        return bet(legal[0], 3)
    return Move(Verb.HIT if points_in_play(view) < EASY_STANDS else Verb.STAND)


def normal(view: View, legal: tuple[LegalMove, ...]) -> Move:
    """Draws by its own points and what lies open, stakes by its first card."""
    if Verb.BET in verbs(legal):
        return bet_by_rank(legal[0], hand_in_play(view).cards[0])
    sooner = open_card(view) in _PICTURES
    if view.viewer != view.banker:
        least = 15 if sooner else 16
    elif len(bettors_hand(view).cards) == 1:
        least = _MOST_BY_ONE_CARD
    else:
        least = 16 if sooner else 17
    return Move(Verb.HIT if points_in_play(view) < least else Verb.STAND)


def hard(view: View, legal: tuple[LegalMove, ...]) -> Move:
    """Plays the equilibrium of this open card (docs/odds.md).

    It stakes all it may on a first card that wins against it in the long run, the least on any other.
    """
    odds = shipped.stuk()["up"][open_card(view).value]
    cards = hand_in_play(view).cards
    if Verb.BET in verbs(legal):
        return bet_by_worth(legal[0], cards[0], odds["first_card"])
    points = points_in_play(view)
    if view.viewer == view.banker:
        hand = bettors_hand(view)
        if len(hand.cards) == 1 and points >= _MOST_BY_ONE_CARD:
            return Move(Verb.STAND)
        # By the cards of this very moment: nobody can know them while the bettor decides.
        plan = drawn_by(view, hand.banker_cards or (), odds["equilibrium"]["banker"])
    else:
        # By the first card: who draws at one number and not at another keeps to it for the whole hand.
        plan = drawn_by(view, cards[:1], odds["equilibrium"]["player"])
    return Move(Verb.HIT if draws(plan, points) else Verb.STAND)


def knocks_when_offered(view: View) -> bool:
    """Takes what is won home as soon as the bank is tripled (rules 3.11)."""
    return view.may_knock and view.viewer is not None and view.viewer == view.banker


def bettors_hand(view: View) -> HandView:
    """The hand that the banker plays against, as the viewer knows it.

    Raises:
        ValueError: no bettor's hand is in play.
    """
    if view.bettor is None:
        raise ValueError("no bettor's hand is in play")
    return view.seats[view.bettor].hands[0]


def points_in_play(view: View) -> int:
    """What the seat to move has: as banker with the cards he drew against this bettor (rules 3.7)."""
    own = hand_in_play(view)
    counted = bettors_hand(view).banker_points if view.viewer == view.banker else own.points
    return counted or 0


def open_card(view: View) -> Rank:
    """The rank of the banker's face-up card.

    Raises:
        ValueError: it is not dealt yet.
    """
    hands = () if view.banker is None else view.seats[view.banker].hands
    card = hands[0].cards[0] if hands else None
    if card is None:
        raise ValueError("the banker has no open card")
    return card.rank
