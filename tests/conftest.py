"""What tests of several parts of the program share."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from fourth.registered import registered

if Path("/dev/shm").is_dir():  # noqa: S108 - only looked for
    # The folders of tests lie in memory where the system has such a disk, since each move is synced.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", "/dev/shm")  # noqa: S108 - pytest makes a folder of its own there


@pytest.fixture
def fourth() -> Iterator[str]:
    """A game that only the tests have can be played; its name."""
    with registered() as name:
        yield name


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the databases of a test lie."""
    path = tmp_path / "databases"
    path.mkdir()
    return path


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: many tests wait, for a clock or for a process."""
    return len(os.sched_getaffinity(0)) + 1
