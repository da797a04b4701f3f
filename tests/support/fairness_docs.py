"""The reader's own check of a proof, as docs/fairness.md prints it, with nothing of this program."""

import re
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
SNIPPET, CHAINED = re.findall(r"```python\n(.*?)```", (DOCS / "fairness.md").read_text("utf-8"), re.DOTALL)


def checked(path: Path) -> dict[str, str]:
    """The script on a file: each check and what came of it."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", SNIPPET, str(path)], capture_output=True, text=True, check=True
    )
    return dict(line.split() for line in done.stdout.splitlines())
