"""What docs/fairness.md shows works, with nothing of this program, and finds what was changed."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.proof import read_proof, verify
from engine.record import record_from
from engine.replay import output, replay

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = DOCS / "examples" / "proof.json"
(SNIPPET,) = re.findall(r"```python\n(.*?)```", (DOCS / "fairness.md").read_text("utf-8"), re.DOTALL)


def run(path):
    """The reader's script on a file: each check and what came of it."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", SNIPPET, str(path)], capture_output=True, text=True, check=True
    )
    return dict(line.split() for line in done.stdout.splitlines())


def test_the_script_is_no_longer_than_it_is_said_to_be():
    assert len([line for line in SNIPPET.splitlines() if line.strip()]) <= 20


def test_the_script_finds_the_example_in_order():
    assert run(EXAMPLE) == {"promise": "True", "seed": "True", "cards": "True"}


@pytest.mark.parametrize(
    ("check", "change"),
    [
        ("promise", lambda proof: proof.update(commitment="0" * 64)),
        ("seed", lambda proof: proof["joins"].reverse()),
        ("cards", lambda proof: proof["record"]["cards"].reverse()),
    ],
)
def test_the_script_finds_what_was_changed(tmp_path, check, change):
    proof = json.loads(EXAMPLE.read_text("utf-8"))
    change(proof)
    (tmp_path / "proof.json").write_text(json.dumps(proof))
    assert run(tmp_path / "proof.json")[check] == "False"


def test_the_example_is_the_proof_of_a_game_played_to_its_end():
    verdict = verify(read_proof(EXAMPLE.read_bytes()))
    assert verdict.holds
    assert verdict.finished
    assert verdict.shuffles > 1
    record = record_from(json.loads(EXAMPLE.read_text("utf-8"))["record"])
    assert output(replay(record))["valid"]
