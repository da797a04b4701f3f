"""What a computer player is: a function of what its seat sees and of its legal moves (rules 4.16)."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from hashlib import sha256

from engine.cards import Card, Rank, format_cards
from engine.game import HandView, LegalMove, Move, Verb, View

#: The view is the one of the seat to move. The same view and moves give the same move, always.
Player = Callable[[View, tuple[LegalMove, ...]], Move]

#: Rules 4.17: below this an easy player draws.
EASY_STANDS = 17

#: Of the most that is legal, in twelfths: an ace is a good first card, a ten a fair one, all others lose in the long run.
_SHARES = {Rank.ACE: 9, Rank.TEN: 4}


class Level(StrEnum):
    """How well a computer player plays (rules 4.17 to 4.19)."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


def hand_in_play(view: View) -> HandView:
    """The hand that the viewer is to play.

    Raises:
        ValueError: the viewer is not the seat to move.
    """
    if view.viewer is None or view.viewer != view.to_move:
        raise ValueError("a player moves for the seat to move, and sees what that seat sees")
    return view.seats[view.viewer].hands[view.hand or 0]


def verbs(legal: tuple[LegalMove, ...]) -> frozenset[Verb]:
    """The verbs that are legal."""
    return frozenset(move.verb for move in legal)


def bet(legal: LegalMove, twelfths: int) -> Move:
    """A stake: so many twelfths of the most that is legal, never less than the least (rules 2.8, 3.5)."""
    least, most = legal.min or 1, legal.max or 1
    return Move(Verb.BET, max(least, most * twelfths // 12))


def bet_by_rank(legal: LegalMove, first: Card | None) -> Move:
    """A large stake on an ace, a fair one on a ten, the least on any other first card."""
    return bet(legal, 0 if first is None else _SHARES.get(first.rank, 0))


def bet_by_worth(legal: LegalMove, first: Card | None, worth: Mapping[str, float]) -> Move:
    """All that is legal on a first card that wins in the long run, the least on any other; `worth` by rank."""
    good = first is not None and worth[first.rank.value] > 0
    return Move(Verb.BET, (legal.max if good else legal.min) or 1)


def drawn_by(view: View, cards: tuple[Card | None, ...], mixture: Mapping[str, float]) -> str:
    """The part of a mixture that these cards draw in this deal.

    The same view gives the same part; to who does not know the cards it is a matter of chance.
    """
    lot = sha256(f"{view.deal} {format_cards(cards)}".encode("ascii")).digest()
    return part_at(mixture, int.from_bytes(lot[:6], "big") / 2**48)


def part_at(mixture: Mapping[str, float], lot: float) -> str:
    """The part of a mixture that a lot from 0 to 1 falls on."""
    for name, share in mixture.items():
        lot -= share
        if lot < 0:
            return name
    return next(reversed(list(mixture)))
