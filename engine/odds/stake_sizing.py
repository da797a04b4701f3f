"""Stakes sized by the first card: what they are worth against a banker who draws conclusions from them (docs/odds.md)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.odds.equilibrium import Equilibrium, Matrix, equilibrium


@dataclass(frozen=True, slots=True)
class Sized:
    """A large stake on some first cards, a small one on the others, and the banker knows on which.

    `share` is the chance of a large stake. `large` and `small` are what follows each stake: thresholds from which
    neither side gains by changing, and the value; None where no first card is of that kind.
    """

    cards: tuple[str, ...]
    share: float
    large: Equilibrium | None
    small: Equilibrium | None


def sized(values: Mapping[str, Matrix], chances: Mapping[str, float], cards: tuple[str, ...]) -> Sized:
    """Large stakes on `cards`; `values` and `chances` of the first cards by their names."""
    others = tuple(name for name in values if name not in cards)
    return Sized(
        cards,
        sum((chances[name] for name in cards), 0.0),
        equilibrium(mean(values, chances, cards)) if cards else None,
        equilibrium(mean(values, chances, others)) if others else None,
    )


def mean(values: Mapping[str, Matrix], chances: Mapping[str, float], cards: tuple[str, ...]) -> Matrix:
    """The values of these first cards together, each by its chance."""
    share = sum(chances[name] for name in cards)
    rows = values[cards[0]]
    return {
        own: {other: sum(chances[name] * values[name][own][other] for name in cards) / share for other in row}
        for own, row in rows.items()
    }
