"""What docs/fairness.md shows works, with nothing of this program, and finds what was changed."""

import json

import pytest
from fairness_docs import DOCS, SNIPPET, checked

from engine.proof import read_proof, verify
from engine.record import record_from
from engine.replay import output, replay

EXAMPLE = DOCS / "examples" / "proof.json"


def test_the_script_is_no_longer_than_it_is_said_to_be():
    assert len([line for line in SNIPPET.splitlines() if line.strip()]) <= 20


def test_the_script_finds_the_example_in_order():
    assert checked(EXAMPLE) == {"promise": "True", "seed": "True", "cards": "True"}


@pytest.mark.parametrize(
    ("check", "change"),
    [
        ("promise", lambda proof: proof.update(commitment="0" * 64)),
        ("seed", lambda proof: proof["joins"].reverse()),
        ("seed", lambda proof: proof["words"].reverse()),
        ("seed", lambda proof: proof.pop("words")),
        ("cards", lambda proof: proof["record"]["cards"].reverse()),
    ],
)
def test_the_script_finds_what_was_changed(tmp_path, check, change):
    proof = json.loads(EXAMPLE.read_text("utf-8"))
    change(proof)
    (tmp_path / "proof.json").write_text(json.dumps(proof))
    assert checked(tmp_path / "proof.json")[check] == "False"


def test_the_example_is_the_proof_of_a_game_played_to_its_end():
    verdict = verify(read_proof(EXAMPLE.read_bytes()))
    assert verdict.holds
    assert verdict.finished
    assert verdict.shuffles > 1
    record = record_from(json.loads(EXAMPLE.read_text("utf-8"))["record"])
    assert output(replay(record))["valid"]
