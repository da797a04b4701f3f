"""What docs/hosting.md says of backups is what happens."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from world import World

from bot.cli.audit import audit_command

DOCS = Path(__file__).parents[2] / "docs"


async def test_the_backup_of_the_docs_holds_the_newest_move_while_a_plain_copy_does_not(
    world: World, tmp_path: Path
) -> None:
    await world.open("Anna", "Boris")
    (snippet,) = re.findall(r"```python\n(.*?)```", (DOCS / "hosting.md").read_text("utf-8"), re.DOTALL)
    (tmp_path / "data").symlink_to(world.path.parent)
    backup, copy = tmp_path / "backup.db", tmp_path / "copy.bak"
    run(snippet, tmp_path)
    shutil.copy(world.path, copy)
    assert moves(backup) == 1
    assert audit_command(backup, True) == 0
    assert moves(copy) == 0


def run(snippet: str, folder: Path) -> None:
    subprocess.run([sys.executable, "-c", snippet], check=True, cwd=folder)


def moves(database: Path) -> int:
    """How many moves a process that opens the file finds in it."""
    look = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM moves').fetchone()[0])"
    done = subprocess.run(
        [sys.executable, "-c", look, str(database)], capture_output=True, text=True, check=False
    )
    return int(done.stdout or 0)
