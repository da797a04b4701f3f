"""The analyses that are kept: made by `uv run poe odds`, read here once each (docs/odds.md)."""

import json
from functools import cache, partial
from importlib.resources import files
from typing import Any


@cache
def _read(name: str) -> Any:
    return json.loads(files("engine.odds").joinpath(name).read_text("ascii"))


#: What `engine.odds.thresholds` gave for Очко and Стук, `engine.odds.analysis.analyse` for blackjack by the product's rules.
ochko = partial(_read, "ochko.json")
stuk = partial(_read, "stuk.json")
blackjack = partial(_read, "blackjack.json")

#: By up card, how far hitting leads standing: what `engine.odds.leads.column_leads` gave.
leads = partial(_read, "leads.json")
