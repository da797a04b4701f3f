"""What stands in the way at the start is said in one line, and nothing is half done."""

import asyncio
import json
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from nursery import run
from process import PATIENCE, environment, running


def start(
    database: Path, *arguments: str, stdin: str | None = None, **settings: str
) -> subprocess.CompletedProcess[str]:
    """Run the program to its end."""
    return run(
        *(arguments or ("--no-browser",)),
        env=environment(database, **settings),
        cwd=database.parent,
        stdin=stdin,
        timeout=PATIENCE * 2,
    )


def one_line(finished: subprocess.CompletedProcess[str]) -> str:
    """The one line on standard error of a program that could not go on."""
    lines = [line for line in finished.stderr.splitlines() if not line.startswith("timestamp=")]
    assert finished.returncode not in {0, None}
    assert len(lines) == 1, finished.stderr
    assert finished.stdout == ""
    return lines[0]


def test_a_busy_port_is_named(tmp_path: Path) -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert port in one_line(start(tmp_path / "a.db", TWENTYONE_WEB_PORT=port))


def test_the_page_is_not_opened_to_other_machines_without_a_key(tmp_path: Path) -> None:
    assert "TWENTYONE_WEB_KEY" in one_line(start(tmp_path / "a.db", TWENTYONE_WEB_HOST="0.0.0.0"))  # noqa: S104 - what is refused


def test_the_page_is_not_published_where_only_a_port_is_set(tmp_path: Path) -> None:
    assert "PORT" in one_line(start(tmp_path / "a.db", PORT="8080"))
    assert not (tmp_path / "a.db").exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TWENTYONE_WEB_PORT", "eighty"),
        ("TWENTYONE_WEB_PORT", "70000"),
        ("TWENTYONE_LANGUAGE", "de"),
        ("TWENTYONE_WEB_KEY", "too short"),
        ("TWENTYONE_MIN_MOVE_SECONDS", "0"),
        ("TWENTYONE_GROUP_CALLS_PER_MINUTE", "-3"),
    ],
)
def test_a_setting_that_cannot_be_is_named_and_its_value_is_not_shown(
    tmp_path: Path, name: str, value: str
) -> None:
    line = one_line(start(tmp_path / "a.db", **{name: value}))
    assert name in line
    assert not (tmp_path / "a.db").exists()


@pytest.mark.damaged
def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    database = tmp_path / "letter.db"
    database.write_bytes(b"Dear Anna, this is a letter. " * 100)
    before = database.read_bytes()
    assert str(database) in one_line(start(database))
    assert database.read_bytes() == before


@pytest.mark.damaged
def test_a_newer_database_is_left_as_it_is(tmp_path: Path) -> None:
    database = tmp_path / "a.db"
    asyncio.run(_run_once(database))
    with closing(sqlite3.connect(database)) as db:
        db.execute("PRAGMA user_version = 999")
        db.commit()
    before = database.read_bytes()
    assert "999" in one_line(start(database))
    assert database.read_bytes() == before


async def _run_once(database: Path) -> None:
    async with running(database) as program:
        assert await program.terminate() == 0


async def test_ctrl_c_stops_it_and_everything_is_given_back(tmp_path: Path) -> None:
    database = tmp_path / "a.db"
    key = "nobody guesses this"
    async with running(database, TWENTYONE_WEB_KEY=key) as program:
        assert program.address.endswith("?key=nobody%20guesses%20this")  # told on the terminal alone
        assert "guesses" not in program.log.read_text()
        program.process.send_signal(signal.SIGINT)
        async with asyncio.timeout(5):
            assert await program.process.wait() == 0
        assert "Traceback" not in program.log.read_text()
    # The next one can start at once: lock and port are free.
    async with running(database) as program:
        assert await program.terminate() == 0


def test_a_record_is_replayed_by_the_command_line(tmp_path: Path) -> None:
    example = json.loads((Path(__file__).parents[1] / "examples/ochko/03-a-whole-deal.json").read_text())
    finished = start(tmp_path / "a.db", "replay", "-", "--json", stdin=json.dumps(example["record"]))
    assert finished.returncode == example["exit"]
    printed = json.loads(finished.stdout)
    assert printed["bank"] == example["expect"]["bank"]
    assert not (tmp_path / "a.db").exists()


def test_a_refused_move_is_named_and_the_output_is_printed_all_the_same(tmp_path: Path) -> None:
    example = json.loads((Path(__file__).parents[1] / "examples/ochko/11-refused-stake.json").read_text())
    record = tmp_path / "record.json"
    record.write_text(json.dumps(example["record"]))
    finished = start(tmp_path / "a.db", "replay", str(record), "--json")
    assert finished.returncode == 2
    assert json.loads(finished.stdout)["at_move"] == 2
    (line,) = finished.stderr.splitlines()
    assert "2 bet 4" in line


def test_a_record_that_cannot_be_read_prints_nothing_but_its_line(tmp_path: Path) -> None:
    for text in ("", "{", "[]", '{"record": 1}', '{"record": 1, "record": 1}', "\x00"):
        finished = start(tmp_path / "a.db", "replay", "-", stdin=text)
        assert finished.returncode == 2
        assert finished.stdout == ""
        assert len(finished.stderr.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device on this system")
@pytest.mark.parametrize("gone", [">/dev/full", ">&-", "<&- -"])
def test_a_replay_with_nowhere_to_read_or_write_says_so_in_one_line(tmp_path: Path, gone: str) -> None:
    example = Path(__file__).parents[2] / "docs/examples/ochko.json"
    file = "" if gone.endswith(" -") else f"'{example}'"
    finished = subprocess.run(
        ["sh", "-c", f"'{sys.executable}' -m bot replay {file} {gone}"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=PATIENCE,
        check=False,
    )
    assert finished.returncode in {1, 2}
    (line,) = finished.stderr.splitlines()
    assert line.startswith("twentyone replay: ")
