"""What docs/records.md shows is what the program does."""

import json
import re
import subprocess
import sys
from pathlib import Path

from engine.record import record_from
from engine.replay import output, replay

PROJECT = Path(__file__).parents[2]
TEXT = (PROJECT / "docs" / "records.md").read_text("utf-8")


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


def test_the_example_comes_out_as_shown():
    record, shown = map(json.loads, blocks("json"))
    assert output(replay(record_from(record))) == shown
    # The file that the README replays is the same record.
    assert json.loads((PROJECT / "docs" / "examples" / "ochko.json").read_text("utf-8")) == record


def test_every_file_that_the_readme_names_is_there():
    readme = (PROJECT / "README.md").read_text("utf-8")
    named = set(re.findall(r"\b(?:docs|tests)/[\w./-]+\.\w+|\.env\.example", readme))
    assert "docs/examples/ochko.json" in named
    assert [name for name in sorted(named) if not (PROJECT / name).is_file()] == []


def test_the_snippet_makes_the_check_values():
    (snippet,) = blocks("python")
    done = subprocess.run([sys.executable, "-c", snippet], capture_output=True, text=True, check=True)
    order, cut = done.stdout.splitlines()
    assert order.startswith("Ah Ks Td Ts 6c 8d 6h 9d ")
    assert order.endswith(" Kc As 9h")
    assert cut == "26"
