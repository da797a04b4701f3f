"""How far hitting leads standing for hands of three cards or more, kept for all of them (docs/odds.md).

Working such a hand out takes up to a second, which is too long for an answer; two cards have their cells.
"""

from base64 import b64decode, b64encode
from functools import cache
from struct import pack, unpack

from engine.odds import shipped
from engine.odds.blackjack import Column
from engine.odds.shoes import HANDS, INDEX, SIZES, TOTALS, Counts

#: Leads are kept as whole numbers of this part of a unit.
_PARTS = 10**9

#: The hands that are kept, in order: those that may hit or stand, and nothing else.
_KEPT = tuple(hand for hand in range(len(HANDS)) if SIZES[hand] > 2 and TOTALS[hand] < 21)


def column_leads(column: Column) -> str:
    """What hitting is worth more than standing against one up card, hand by hand, in the form that is kept."""
    leads = [round((column.hit(hand) - column.stand(hand)) * _PARTS) for hand in _KEPT]
    return b64encode(pack(f">{len(leads)}i", *leads)).decode("ascii")


def hit_leads(counts: Counts, up: str) -> float:
    """What hitting is worth more than standing, in units, to 1e-9; below 0 standing is worth more.

    Raises:
        KeyError: the hand has less than three cards, is bust or has 21.
    """
    return _column(up)[INDEX[counts]] / _PARTS


@cache
def _column(up: str) -> dict[int, int]:
    found = b64decode(shipped.leads()[up])
    return dict(zip(_KEPT, unpack(f">{len(_KEPT)}i", found), strict=True))
