"""The wheel holds everything that the program needs: code, migrations, catalogues, the page."""

import asyncio
import subprocess
import sys
import zipfile
from pathlib import Path

from process import PATIENCE, Program, environment

PROJECT = Path(__file__).parents[2]


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
    found = await asyncio.to_thread(
        subprocess.run,
        [
            sys.executable,
            "-c",
            "import bot, engine, adapters; print(bot.__file__, engine.__file__, adapters.__file__)",
        ],
        env=environment(tmp_path / "a.db"),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    where = found.stdout.split()
    assert all(Path(file).is_relative_to(installed) for file in where)
    program = await (await Program.start(tmp_path / "a.db")).listening()
    assert await program.terminate() == 0
