"""`twentyone odds`: what each move is worth, exactly (docs/odds.md)."""

import json
from typing import Any

from bot.cli.terminal import complain, tell
from engine.odds import shipped
from engine.odds.rules import PRODUCT, OddsRules

#: The order in which people look for up cards.
_UPS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")

_SHORT = {"stand": "S", "hit": "H", "double": "D", "split": "P"}

_KEYS = ("rules", "ev", "chart", "cells")


def blackjack_command(*, as_json: bool, **given: Any) -> int:
    """Print the chart and the values of blackjack by the given rules (fields of `OddsRules`); returns the exit status.

    The product's rules are answered from what is kept; others are worked out, which takes a minute or two.
    """
    rules = OddsRules(**given)
    if rules == PRODUCT:
        found = shipped.blackjack()
    else:
        complain("odds", "other rules than the program's are worked out now: a minute or two.")
        from engine.odds.analysis import analyse  # noqa: PLC0415 - what is kept is answered sooner without

        found = analyse(rules)
    shown = {key: found[key] for key in _KEYS}
    return tell("odds", json.dumps(shown) if as_json else "\n".join(_blackjack(shown)))


def ochko_command(*, as_json: bool) -> int:
    """Print the value of a stake in Очко for every pair of thresholds (JSON: Стук's too); returns the exit status."""
    found = shipped.ochko()
    return tell("odds", json.dumps(found | {"stuk": shipped.stuk()}) if as_json else "\n".join(_ochko(found)))


def stuk_command(*, as_json: bool) -> int:
    """Print the value of a stake in Стук for every open card of the banker; returns the exit status."""
    found = shipped.stuk()
    return tell("odds", json.dumps({"stuk": found}) if as_json else "\n".join(_stuk(found)))


def _blackjack(found: dict[str, Any]) -> list[str]:
    rules, ev = found["rules"], found["ev"]
    lines = [
        "Blackjack: "
        + ", ".join(f"{name.replace('_', ' ')} {_said(value)}" for name, value in rules.items()),
        "",
        "Value of a round, in units per unit staked:",
        f"  best play of each hand {ev['exact']:+.6f}",
        f"  best chart by totals   {ev['chart']:+.6f}",
        f"  easy computer player   {ev['easy']:+.6f}",
    ]
    for kind, title in (("hard", "Hard totals"), ("soft", "Soft totals"), ("pair", "Pairs")):
        lines += ["", f"{title:12} " + "  ".join(_UPS)]
        for name, row in found["chart"][kind].items():
            label = f"{name},{name}" if kind == "pair" else name
            lines.append(f"{label:>12} " + "  ".join(_SHORT[row[up]] for up in _UPS))
    lines += [
        "",
        "S stand, H hit, D double (if it may not: hit, with soft 18 or more stand), P split (if it may not: the total).",
        "",
        "Two cards    up    stand      hit   double    split   best",
    ]
    lines += [_cell(cell) for cell in found["cells"]]
    return lines


def _said(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _cell(cell: dict[str, Any]) -> str:
    values = "".join(f"{'-':>9}" if cell[p] is None else f"{cell[p]:9.5f}" for p in _SHORT)
    return f"{cell['hand']:>9}    {cell['up']} {values}   {cell['best']}"


def _ochko(found: dict[str, Any]) -> list[str]:
    return [
        "Ochko: a bettor's mean win per chip staked. Rows: he draws below; columns: the banker draws below.",
        *_thresholds(found),
    ]


def _stuk(found: dict[str, Any]) -> list[str]:
    lines = [
        "Stuk: a bettor's mean win per chip staked, by the banker's open card.",
        f"Equilibrium of all open cards, worth {found['value']:+.6f} to the bettor.",
    ]
    for up, one in found["up"].items():
        lines += ["", f"Open card {up}. Rows: the bettor draws below; columns: the banker draws below."]
        lines += _thresholds(one)
    return lines


def _thresholds(found: dict[str, Any]) -> list[str]:
    thresholds = list(found["matrix"])
    lines = ["", "      " + "".join(f"{name:>9}" for name in thresholds)]
    for bettor, row in found["matrix"].items():
        lines.append(f"  {bettor:>4}" + "".join(f"{row[banker]:9.5f}" for banker in thresholds))
    mixed = found["equilibrium"]
    lines += ["", "Best answers:"]
    for side, other in (("player", "banker"), ("banker", "player")):
        answers = ", ".join(f"{name}: {best}" for name, best in found["best"][side].items())
        lines.append(f"  {side} to the {other}'s  {answers}")
    lines += ["", f"Equilibrium, worth {mixed['value']:+.6f} to the bettor:"]
    for side in ("player", "banker"):
        parts = ", ".join(f"{_plan(name)} with {part:.4f}" for name, part in mixed[side].items())
        lines.append(f"  {side}: draws below {parts}")
    first = ", ".join(f"{name} {worth:+.4f}" for name, worth in found["first_card"].items())
    return [*lines, "", f"By the bettor's first card: {first}", *_sized(found["sized"])]


def _plan(name: str) -> str:
    """`15`, or `15 and at 17` for the bettor who draws at 17 but not at 16."""
    below, *more = name.split("+")
    return " and at ".join([below, *more])


def _sized(stakes: dict[str, Any]) -> list[str]:
    if stakes["large"] is None:
        return ["No first card wins in the long run."]
    large, small, share = stakes["large"]["value"], stakes["small"]["value"], stakes["share"]
    rows = [
        f"{times} times: {(times * share * large + (1 - share) * small) / (times * share + 1 - share):+.4f}"
        for times in (2, 5, 10, 20)
    ]
    return [
        f"The large stake on {', '.join(stakes['cards'])}, a small one on the others, and a banker who knows that;",
        f"per chip staked, if the large one is the small one {', '.join(rows)}",
    ]
