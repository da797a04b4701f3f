"""`requirements.txt` is what `pyproject.toml` asks for, pinned, and names no address to fetch it from."""

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = Path(__file__).parents[2]
LINES = [
    line
    for line in (PROJECT / "requirements.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
PINNED = {canonicalize_name(pin.name): pin for pin in map(Requirement, LINES)}
ASKED = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]


@pytest.mark.parametrize("asked", ASKED)
def test_every_direct_dependency_is_pinned_within_its_range(asked: str) -> None:
    asked_for = Requirement(asked)
    (exactly,) = PINNED[canonicalize_name(asked_for.name)].specifier
    assert exactly.operator == "=="
    assert asked_for.specifier.contains(exactly.version)


def test_no_line_names_an_address_or_a_folder() -> None:
    assert LINES
    assert [line for line in LINES if "/" in line or line.startswith("-")] == []
