"""The wheel holds everything that the program needs: code, odds, migrations, catalogues, the page."""

import asyncio
import json
import subprocess
import sys
import zipfile
from pathlib import Path

from process import PATIENCE, Program, environment

from engine.odds import shipped

PROJECT = Path(__file__).parents[2]

#: Where each part comes from, and of how many up cards the leads of training are there.
LOOK = """
import bot, engine, adapters
from engine.odds import shipped
print(bot.__file__, engine.__file__, adapters.__file__, len(shipped.leads()))
"""


def data_files() -> set[str]:
    """Every file of the three parts that is no code: odds, migrations, catalogues, the page."""
    files = [file for part in ("engine", "bot", "adapters") for file in (PROJECT / part).rglob("*")]
    return {
        file.relative_to(PROJECT).as_posix()
        for file in files
        if file.is_file() and file.suffix not in {".py", ".pyc"}
    }


async def printed(folder: Path, *arguments: str) -> str:
    """What a Python process in another folder writes to standard output."""
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, *arguments],
        env=environment(folder / "a.db"),
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


async def test_the_wheel_alone_starts_the_program_and_serves_the_page(tmp_path: Path, monkeypatch) -> None:
    built = tmp_path / "dist"
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)]
    await asyncio.to_thread(
        subprocess.run, build, cwd=PROJECT, check=True, capture_output=True, timeout=PATIENCE
    )
    (wheel,) = built.glob("*.whl")
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        archive.extractall(installed)
    assert {name.split("/")[0] for name in names if not name.startswith("twentyone-")} == {
        "engine",
        "bot",
        "adapters",
    }
    # Before everything else on the path: nothing is taken from the project's folder.
    monkeypatch.setenv("PYTHONPATH", str(installed))
    assert set(names) >= data_files()
    told = await printed(tmp_path, "-c", LOOK)
    *where, leads = told.split()
    assert all(Path(file).is_relative_to(installed) for file in where)
    assert leads == str(len(shipped.leads()))
    assert (
        json.loads(await printed(tmp_path, "-m", "bot", "odds", "stuk", "--json"))["stuk"] == shipped.stuk()
    )
    program = await (await Program.start(tmp_path / "a.db")).listening()
    assert await program.terminate() == 0
