"""Every database adds up when the programs of a test have ended."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from audits import DAMAGED, audit_all


@pytest.fixture(autouse=True)
def audited(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """Unless the test is marked as damaging it."""
    yield
    if request.node.get_closest_marker(DAMAGED) is None:
        audit_all(tmp_path)
