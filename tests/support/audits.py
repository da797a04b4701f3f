"""Whatever a test has done, its databases add up at its end."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli.audit import audit_command


@pytest.fixture(autouse=True)
def audited(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """The audit names no row that does not add up, unless the test is marked as damaging its database."""
    if "fourth" in request.fixturenames:
        request.getfixturevalue("fourth")  # it is known until the audit is over
    yield
    if request.node.get_closest_marker("damaged") is None:
        for database in sorted(tmp_path.rglob("*.db")):
            assert audit_command(database, False) == 0, database
