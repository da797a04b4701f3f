"""The best table of plays by totals: hard total, soft total, pair, against the up card (docs/odds.md)."""

from dataclasses import dataclass, field

from engine.odds.blackjack import Column, Play, Strategy
from engine.odds.shoes import ACE, BUST, CHILDREN, HANDS, SIZES, SOFT, TEN, TOTALS, hand_of

#: Totals that are still played, hard and soft; 21 is closed (rules 4.6).
HARD_TOTALS, SOFT_TOTALS = range(4, 21), range(12, 21)

#: A line of the table: soft or hard, and the total.
Line = tuple[bool, int]

#: So small a loss on the hands that are not split may be made good on those that are.
_CLOSE = 1e-4

#: The weight that a split pair leaves to the total it would be, so that its line is filled in sensibly.
_TRACE = 1e-9


@dataclass
class ChartColumn(Strategy):
    """One column of a table. Doubling where it is not legal is hitting, with a soft 18 or more standing (rules 4.18)."""

    double_after_split: bool = True
    lines: dict[Line, Play] = field(default_factory=dict)
    pairs: set[int] = field(default_factory=set)

    def splits(self, value: int) -> bool:
        return value in self.pairs

    def unsplit(self, hand: int) -> Play:
        return self.play(hand, self.lines[SOFT[hand], TOTALS[hand]], double=SIZES[hand] == 2)

    def after_split(self, hand: int) -> Play:
        double = SIZES[hand] == 2 and self.double_after_split
        return self.play(hand, self.lines[SOFT[hand], TOTALS[hand]], double=double)

    @staticmethod
    def play(hand: int, play: Play, *, double: bool) -> Play:
        """What a line of the table means for a hand."""
        if play is not Play.DOUBLE or double:
            return play
        return Play.STAND if SOFT[hand] and TOTALS[hand] >= 18 else Play.HIT


def best_chart(column: Column) -> ChartColumn:
    """The best column of a table by totals.

    First every line is bettered by itself, weighed over all hands that reach it, until none can be; then lines
    and pairs that are close are tried on the value of the whole round, split hands with all.
    """
    chart = ChartColumn(column.rules.double_after_split)
    chart.lines = {(False, total): Play.HIT if total < 17 else Play.STAND for total in HARD_TOTALS}
    chart.lines |= {(True, total): Play.HIT if total < 18 else Play.STAND for total in SOFT_TOTALS}
    while True:
        before = dict(chart.lines), set(chart.pairs)
        for line in sorted(chart.lines, reverse=True):
            worths = _worths(column, chart, line)
            chart.lines[line] = max(worths, key=worths.__getitem__)
        for value in range(10):
            chart.pairs.discard(value)
            played = column.fixed(value, value, chart)
            if column.split(value, chart, again=True) > played:
                chart.pairs.add(value)
        if (chart.lines, chart.pairs) == before:
            break
    return _tried(column, chart)


def _tried(column: Column, chart: ChartColumn) -> ChartColumn:
    """The chart with close lines and pairs changed wherever the whole round gains by it."""
    value = column.ev(chart)
    for line in sorted(chart.lines):
        worths = _worths(column, chart, line)
        kept = chart.lines[line]
        for play, worth in worths.items():
            if play is kept or worths[kept] - worth > _CLOSE:
                continue
            chart.lines[line] = play
            changed = column.ev(chart)
            if changed > value:
                value, kept = changed, play
        chart.lines[line] = kept
    for pair in range(10):
        chart.pairs ^= {pair}
        changed = column.ev(chart)
        if changed > value:
            value = changed
        else:
            chart.pairs ^= {pair}
    return chart


def _worths(column: Column, chart: ChartColumn, line: Line) -> dict[Play, float]:
    """What each play of a line brings on the hands that are not split, all else of the table as it is.

    A hand meets a line at most once, so the values of the hands that reach it, weighed, add up.
    """
    soft, total = line
    values: dict[int, float] = {}
    found = dict.fromkeys((Play.STAND, Play.HIT, Play.DOUBLE), 0.0)
    for hand, weight in _reached(column, chart).items():
        if (SOFT[hand], TOTALS[hand]) != (soft, total):
            continue
        for play in found:
            match chart.play(hand, play, double=SIZES[hand] == 2):
                case Play.STAND:
                    worth = column.stand(hand)
                case Play.DOUBLE:
                    worth = column.double(hand)
                case _:
                    worth = column.hit_by(hand, chart, values)
            found[play] += weight * worth
    return found


def _reached(column: Column, chart: ChartColumn) -> dict[int, float]:
    """How often each hand that is not split comes to a decision, by the chart."""
    found: dict[int, float] = {}
    for first, second, chance in column.deals():
        if chance and {first, second} != {ACE, TEN}:
            split = first == second and first in chart.pairs
            found[hand_of(first, second)] = chance * (_TRACE if split else 1.0)
    for hand in range(len(HANDS)):  # small hands before large ones
        if hand in found and TOTALS[hand] < 21 and chart.unsplit(hand) is Play.HIT:
            for chance, child in zip(column.unseen(hand).chances(), CHILDREN[hand], strict=True):
                if chance and child != BUST:
                    found[child] = found.get(child, 0.0) + found[hand] * chance
    return {hand: weight for hand, weight in found.items() if TOTALS[hand] < 21}
