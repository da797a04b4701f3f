"""No word of the tree names a document that is not in it."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]

FOLDERS = ("engine", "bot", "adapters", "tests", "benchmarks", "docs")

#: Codes of lists kept elsewhere, such as a letter and two digits, where a sentence points to something.
_CODE = re.compile(r"[Hh]azards? [A-Z]\d|\(design\b|; design,|[(:] ?[ADGIRT]\d\d[;:.)]|\"\"\"[ADGIRT]\d\d\b")


def texts() -> dict[Path, str]:
    """Every file that people read, but this one."""
    found = [path for path in ROOT.iterdir() if path.suffix in {".md", ".toml"}]
    for folder in FOLDERS:
        found += [path for kind in ("*.py", "*.md", "*.js", "*.html") for path in (ROOT / folder).rglob(kind)]
    return {path: path.read_text("utf-8") for path in found if path != Path(__file__)}


def test_every_document_that_is_named_is_there():
    read = texts()
    there = {path.name for path in read if path.suffix == ".md"}
    missing = {
        f"{path.relative_to(ROOT)}: {name}"
        for path, text in read.items()
        for name in re.findall(r"(?<![\w*.])[\w.-]+\.md\b", text)
        if name not in there
    }
    assert missing == set()


def test_every_path_of_a_document_leads_to_it():
    missing = {
        f"{path.relative_to(ROOT)}: {name}"
        for path, text in texts().items()
        for name in re.findall(r"\bdocs/[\w/-]+\.(?:md|json|png)", text)
        if not (ROOT / name).is_file()
    }
    assert missing == set()


def test_nothing_points_to_a_list_that_is_kept_elsewhere():
    assert [str(path.relative_to(ROOT)) for path, text in texts().items() if _CODE.search(text)] == []
