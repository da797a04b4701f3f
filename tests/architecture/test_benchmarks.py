"""The scripts of benchmarks/ are run by hand: what they take of the product is still there."""

from pathlib import Path
from runpy import run_path

import pytest

SCRIPTS = sorted((Path(__file__).parents[2] / "benchmarks").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_loads(script: Path) -> None:
    if script.stem == "blackjack_rounds":
        pytest.importorskip("gymnasium", reason="only in the group of benchmarks")
    assert callable(run_path(str(script), run_name="loaded")["main"])
