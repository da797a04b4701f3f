"""Equilibria of a bettor and a banker who each choose how to draw, and neither gains by changing (docs/odds.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

#: The bettor's mean win per chip staked for every way of the bettor to play, then every threshold of the banker.
Matrix = Mapping[str, Mapping[int, float]]


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """Mixtures from which neither side gains by changing: the chance of each way to play, and the bettor's value."""

    player: Mapping[str, float]
    banker: Mapping[int, float]
    value: float


def equilibrium(values: Matrix) -> Equilibrium:
    """The equilibrium of a matrix of bettor's values, worked out in fractions."""
    rows, columns = list(values), list(next(iter(values.values())))
    game = [[Fraction(values[row][column]) for column in columns] for row in rows]
    worth, mixed_rows, mixed_columns = solve(game)
    return Equilibrium(
        {row: float(part) for row, part in zip(rows, mixed_rows, strict=True) if part},
        {column: float(part) for column, part in zip(columns, mixed_columns, strict=True) if part},
        float(worth),
    )


def solve(game: Sequence[Sequence[Fraction]]) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """The value of a matrix game for the rows, and the mixtures of rows and columns: by the simplex method."""
    shift = 1 - min(min(row) for row in game)
    height, width = len(game), len(game[0])
    one, zero = Fraction(1), Fraction(0)
    table = [
        [entry + shift for entry in row] + [one if at == other else zero for other in range(height)] + [one]
        for at, row in enumerate(game)
    ]
    goal = [-one] * width + [zero] * (height + 1)
    basis = [width + at for at in range(height)]
    while True:
        entering = next((at for at, gain in enumerate(goal[:-1]) if gain < 0), None)
        if entering is None:
            break
        _, _, leaving = min(
            (row[-1] / row[entering], basis[at], at) for at, row in enumerate(table) if row[entering] > 0
        )
        pivot = table[leaving][entering]
        table[leaving] = [entry / pivot for entry in table[leaving]]
        for at, row in enumerate(table):
            if at != leaving and row[entering]:
                table[at] = [x - row[entering] * y for x, y in zip(row, table[leaving], strict=True)]
        goal = [x - goal[entering] * y for x, y in zip(goal, table[leaving], strict=True)]
        basis[leaving] = entering
    total = goal[-1]
    columns = [zero] * width
    for at, variable in enumerate(basis):
        if variable < width:
            columns[variable] = table[at][-1] / total
    rows = [goal[width + at] / total for at in range(height)]
    return 1 / total - shift, rows, columns
