"""What tests of several parts of the program share."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where the databases of a test lie: in memory where the system has such a disk, since each move is synced."""
    if not Path("/dev/shm").is_dir():  # noqa: S108 - only looked for
        yield tmp_path
        return
    with TemporaryDirectory(dir="/dev/shm") as name:
        yield Path(name)
