"""The rules that the analysis of blackjack may vary."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OddsRules:
    """What the analysis may vary; the defaults are the product's (rules part 4).

    `peek`: the dealer looks under an ace or a ten before anybody acts. `hands` is the most that splitting makes,
    `natural_pays` units.
    """

    packs: int = 6
    hit_soft_17: bool = False
    peek: bool = False
    double_after_split: bool = True
    resplit_aces: bool = False
    hands: int = 4
    natural_pays: float = 1.5


#: The rules of the product (rules part 4).
PRODUCT = OddsRules()
