"""The analyses that are kept: made by `uv run poe odds`, read here (docs/odds.md)."""

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def blackjack() -> dict[str, Any]:
    """The analysis of blackjack by the product's rules: what `engine.odds.analysis.analyse` gave."""
    return _read("blackjack.json")


@cache
def leads() -> dict[str, str]:
    """By up card, how far hitting leads standing: what `engine.odds.leads.column_leads` gave."""
    return _read("leads.json")


@cache
def ochko() -> dict[str, Any]:
    """The analysis of Очко: what `engine.odds.thresholds.analyse_ochko` gave."""
    return _read("ochko.json")


@cache
def stuk() -> dict[str, Any]:
    """The analysis of Стук: what `engine.odds.thresholds.analyse_stuk` gave."""
    return _read("stuk.json")


def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files("engine.odds").joinpath(name).read_text("ascii"))
    return found
