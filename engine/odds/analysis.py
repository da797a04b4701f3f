"""The whole analysis of blackjack as one object, and the one that is kept, ready to be asked (docs/odds.md)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from engine.odds import shipped
from engine.odds.blackjack import Cell, Column, Easy, Play
from engine.odds.chart import HARD_TOTALS, SOFT_TOTALS, ChartColumn, best_chart
from engine.odds.rules import OddsRules
from engine.odds.shoes import INDEX, SIZES, TOTALS, TWO_CARDS, VALUES, hand_of


def analyse(rules: OddsRules) -> dict[str, Any]:
    """Everything about some rules: `rules`, `ev`, `chart`, `cells`, and `hits`, which `Tables` reads.

    Takes a minute or two.
    """
    ev = {"exact": 0.0, "chart": 0.0, "easy": 0.0}
    charts: list[ChartColumn] = []
    cells: list[dict[str, Any]] = []
    hits: dict[str, str] = {}
    for up, name in enumerate(VALUES):
        column = Column(rules, up)
        cells += column_cells(column)
        chart = best_chart(column)
        charts.append(chart)
        for kind, player in (("exact", None), ("chart", chart), ("easy", Easy())):
            ev[kind] += column.ev(player)
        hits[name] = column_hits(column)
    return {"rules": asdict(rules), "ev": ev, "chart": _chart(charts), "cells": cells, "hits": hits}


def column_cells(column: Column) -> list[dict[str, Any]]:
    """The 55 cells of one up card, as tables write them."""
    found: list[dict[str, Any]] = []
    for first, second in TWO_CARDS:
        cell = column.cell(first, second)
        hand = f"{VALUES[second]},{VALUES[first]}"
        found.append({"hand": hand, "up": VALUES[column.up], **asdict(cell), "best": cell.best.value})
    return found


def column_hits(column: Column) -> str:
    """For one up card the hands of three cards or more that had better hit, as bits in the order of `HANDS`.

    A hand that the shoe cannot hold beside the up card has no bit: five aces of one pack.
    """
    bits = 0
    for hand, size in enumerate(SIZES):
        if size < 3 or TOTALS[hand] == 21 or not column.dealable(hand):
            continue
        if column.hit(hand) > column.stand(hand):
            bits |= 1 << hand
    return f"{bits:x}"


def _chart(charts: list[ChartColumn]) -> dict[str, Any]:
    """The table: in each row, for each up card, the play; a pair that is not split has the play of its total."""

    def row(total: int, *, soft: bool) -> dict[str, str]:
        return {VALUES[up]: charts[up].lines[soft, total].value for up in range(10)}

    def pair(value: int) -> dict[str, str]:
        return {
            VALUES[up]: (Play.SPLIT if chart.splits(value) else chart.unsplit(hand_of(value, value))).value
            for up, chart in enumerate(charts)
        }

    return {
        "hard": {str(total): row(total, soft=False) for total in HARD_TOTALS},
        "soft": {str(total): row(total, soft=True) for total in SOFT_TOTALS},
        "pair": {VALUES[value]: pair(value) for value in range(10)},
    }


@dataclass(frozen=True, slots=True)
class Tables:
    """The analysis of the product's rules, read."""

    cells: Mapping[tuple[int, str], Cell]
    hits: Mapping[str, int]

    def cell(self, counts: tuple[int, ...], up: str) -> Cell:
        """The cell of a hand of two cards."""
        return self.cells[INDEX[counts], up]

    def better_hit(self, counts: tuple[int, ...], up: str) -> bool:
        """Whether hitting is worth more than standing, for three cards or more that are not bust."""
        return bool(self.hits[up] >> INDEX[counts] & 1)


@cache
def tables() -> Tables:
    """The analysis of the product's rules, ready to be asked."""
    value = {name: index for index, name in enumerate(VALUES)}
    cells = {}
    for cell in shipped.blackjack()["cells"]:
        first, second = cell["hand"].split(",")
        values = (cell[play.value] for play in Play)
        cells[hand_of(value[first], value[second]), cell["up"]] = Cell(*values)
    return Tables(cells, {up: int(bits, 16) for up, bits in shipped.blackjack()["hits"].items()})
