"""Makes the tables of exact odds that `engine/odds` keeps, and checks the method on published values.

uv run poe odds              makes the tables
uv run poe odds --validate   compares with published values; writes nothing
"""

import json
import sys
from pathlib import Path

from engine.odds.analysis import analyse
from engine.odds.blackjack import Column
from engine.odds.leads import column_leads
from engine.odds.rules import PRODUCT, OddsRules
from engine.odds.shoes import VALUES
from engine.odds.thresholds import analyse_ochko, analyse_stuk

HERE = Path(__file__).parent

#: Values of a round by best play as they are published (wizardofodds.com, blackjack appendix 9).
PUBLISHED = {
    OddsRules(packs=6, hit_soft_17=True): -0.0072705,
    OddsRules(packs=6, hit_soft_17=True, double_after_split=False): -0.0086975,
    OddsRules(packs=8, hit_soft_17=True): -0.007562,
    OddsRules(packs=5, peek=True): -0.003804,
}

#: How near they have to be.
NEAR = 5e-6


def write(name: str, value: object) -> None:
    """One line for each entry of the lists inside, so that a change shows where it is."""
    text = json.dumps(value, separators=(",", ":")).replace('{"hand"', '\n{"hand"')
    (HERE / name).write_text(text + "\n", "ascii")


def validate() -> int:
    """Print each published value beside ours; 1 if one is not near."""
    far = 0
    for rules, published in PUBLISHED.items():
        value = sum(Column(rules, up).ev() for up in range(10))
        far += abs(value - published) > NEAR
        print(f"{rules}: {value:.7f}, published {published:.7f}, apart {value - published:+.7f}", flush=True)
    return 1 if far else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--validate"]:
        sys.exit(validate())
    write("ochko.json", analyse_ochko())
    write("stuk.json", analyse_stuk())
    write("blackjack.json", analyse(PRODUCT))
    write("leads.json", {name: column_leads(Column(PRODUCT, up)) for up, name in enumerate(VALUES)})
