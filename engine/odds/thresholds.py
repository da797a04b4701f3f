"""The analysis of Очко as one object (docs/odds.md)."""

from typing import Any

from engine.odds.ochko import NAMES, THRESHOLDS, equilibrium, matrix, value


def analyse_ochko() -> dict[str, Any]:
    """The `matrix` of values, the `best` answers, the `equilibrium`, and by it the value after each `first_card`."""
    values = matrix()
    mixed = equilibrium(values)
    first = {
        name: sum(
            ours * theirs * value(bettor, banker, rank)
            for bettor, ours in mixed.player.items()
            for banker, theirs in mixed.banker.items()
        )
        for rank, name in enumerate(NAMES)
    }
    return {
        "matrix": {
            str(row): {str(column): worth for column, worth in of.items()} for row, of in values.items()
        },
        "best": {
            "player": {str(at): max(THRESHOLDS, key=lambda own: values[own][at]) for at in THRESHOLDS},
            "banker": {str(at): min(THRESHOLDS, key=lambda own: values[at][own]) for at in THRESHOLDS},
        },
        "equilibrium": {
            "player": {str(at): part for at, part in mixed.player.items()},
            "banker": {str(at): part for at, part in mixed.banker.items()},
            "value": mixed.value,
        },
        "first_card": first,
    }
