"""The analyses of Очко and Стук as objects (docs/odds.md)."""

from collections.abc import Mapping
from typing import Any

from engine.odds import ochko, stuk
from engine.odds.equilibrium import Equilibrium, Matrix, equilibrium
from engine.odds.ochko import NAMES, THRESHOLDS

_TABLE = tuple(map(str, THRESHOLDS))


def analyse_ochko() -> dict[str, Any]:
    """The `matrix` of values, the `best` answers, the `equilibrium`, the value after each `first_card`, `sized` stakes."""
    values = {name: ochko.matrix(rank) for rank, name in enumerate(NAMES)}
    return _analysis(ochko.matrix(), values, dict.fromkeys(NAMES, 1 / len(NAMES)))


def analyse_stuk() -> dict[str, Any]:
    """The same for every open card of the banker (`up`), with the chance to draw (`draws`); `value` is the mean."""
    plans = {stuk.name_of(plan): plan for plan in (*stuk.THRESHOLD_PLANS.values(), *stuk.PLANS)}
    found: dict[str, Any] = {}
    for up, name in enumerate(NAMES):
        values: dict[str, Matrix] = {
            first: {named: stuk.values(up, rank, plan) for named, plan in plans.items()}
            for rank, first in enumerate(NAMES)
        }
        chances = {first: stuk.first_chance(rank, up) for rank, first in enumerate(NAMES)}
        one = _analysis(mean(values, chances, tuple(NAMES)), values, chances)
        found[name] = one | {"draws": _draws(one["equilibrium"])}
    return {"value": sum(one["equilibrium"]["value"] for one in found.values()) / len(found), "up": found}


def _analysis(whole: Matrix, values: Mapping[str, Matrix], chances: Mapping[str, float]) -> dict[str, Any]:
    mixed = equilibrium(whole)
    first = {name: _worth(mixed, values[name]) for name in NAMES}
    good = tuple(name for name in NAMES if first[name] > 0)
    others = tuple(name for name in NAMES if name not in good)
    return {
        "matrix": {row: {str(column): worth for column, worth in whole[row].items()} for row in _TABLE},
        "best": {
            "player": {str(at): int(max(_TABLE, key=lambda own: whole[own][at])) for at in THRESHOLDS},
            "banker": {at: min(THRESHOLDS, key=lambda own: whole[at][own]) for at in _TABLE},
        },
        "equilibrium": _written(mixed),
        "first_card": first,
        # A large stake on the good first cards, a small one on the others, and the banker knows on which.
        "sized": {
            "cards": list(good),
            "share": sum((chances[name] for name in good), 0.0),
            "large": _written(equilibrium(mean(values, chances, good))) if good else None,
            "small": _written(equilibrium(mean(values, chances, others))) if others else None,
        },
    }


def mean(values: Mapping[str, Matrix], chances: Mapping[str, float], cards: tuple[str, ...]) -> Matrix:
    """The values of these first cards together, each by its chance."""
    share = sum(chances[name] for name in cards)
    rows = values[cards[0]]
    return {
        own: {other: sum(chances[name] * values[name][own][other] for name in cards) / share for other in row}
        for own, row in rows.items()
    }


def _written(mixed: Equilibrium) -> dict[str, Any]:
    return {
        "player": dict(mixed.player),
        "banker": {str(at): part for at, part in mixed.banker.items()},
        "value": mixed.value,
    }


def _worth(mixed: Equilibrium, values: Matrix) -> float:
    return sum(
        ours * theirs * values[own][other]
        for own, ours in mixed.player.items()
        for other, theirs in mixed.banker.items()
    )


def _draws(mixed: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    """The chance that each side draws at its points."""
    return {
        side: {
            str(points): sum((part for name, part in mixed[side].items() if stuk.draws(name, points)), 0.0)
            for points in THRESHOLDS[:-1]
        }
        for side in ("player", "banker")
    }
