"""`twentyone export` and `twentyone verify`: the database of a program that is running, or is not."""

import json
import sqlite3

import pytest

from bot.cli.export import export_command
from bot.cli.verify import verify_command
from bot.model.errors import StoreFailed, StoreUnusable
from bot.store import results
from bot.store.archive import Archive
from engine.record import read_record
from engine.replay import replay


@pytest.fixture
def export(world, capsys):
    """The command on the world's database: exit status, standard output, lines on standard error."""

    def command(code, *, whole=False):
        status = export_command(world.path, code, whole)
        out, err = capsys.readouterr()
        return status, out, err.splitlines()

    return command


async def test_the_record_of_a_finished_table_replays_to_the_stored_results(world, finished, export):
    status, out, err = export(finished.code)
    assert (status, err) == (0, [])
    replayed = replay(read_record(out.encode()))
    assert replayed.refused is None
    assert replayed.state.dealt() == finished.state.dealt()
    assert replayed.state.cuts() == finished.state.cuts()
    stored = await world.store.read(results.of_table, finished.code)
    assert [(r.games, r.wins, r.rating, r.rubles, r.net, r.won) for r in stored] == [
        (r.games, r.wins, r.rating, r.rubles, r.net, r.won) for r in replayed.state.results()
    ]


async def test_the_proof_of_a_finished_table_is_verified(finished, export, tmp_path, capsys):
    """The code may be typed in small letters."""
    status, out, err = export(finished.code.lower(), whole=True)
    assert (status, err) == (0, [])
    proof = json.loads(out)
    assert proof["secret"] == finished.row.secret.hex()
    file = tmp_path / "proof.json"
    file.write_text(out)
    assert verify_command(str(file)) == 0
    shown = capsys.readouterr()
    assert len(shown.out.splitlines()) == 8
    assert shown.err == ""


@pytest.mark.parametrize("whole", [False, True])
async def test_an_open_table_gives_nothing(running, export, whole):
    status, out, err = export(running.code, whole=whole)
    assert (status, out, len(err)) == (1, "", 1)


async def test_an_application_and_a_closed_one_give_nothing(world, export):
    await world.command("Anna", "/newtable seats=3")
    code = world.session().code
    assert export(code, whole=True)[:2] == (1, "")
    await world.press("Anna", world.key("leave"))
    status, out, err = export(code, whole=True)
    assert (status, out, len(err)) == (1, "", 1)


async def test_a_stopped_game_has_ended_too(world, export, tmp_path):
    await world.open("Anna", "Boris", arguments="seats=2 deals=5 unrated")
    session = world.session()
    await world.command("Anna", "/stop")
    assert not session.playing
    status, out, _ = export(session.code, whole=True)
    assert status == 0
    (tmp_path / "proof.json").write_text(out)
    assert verify_command(str(tmp_path / "proof.json")) == 0


@pytest.mark.parametrize("code", ["ZZZZZZ", "", "x'; --", "\x1b[2J\n", "é"])
async def test_no_such_table_is_one_line_and_status_1(world, export, code):
    status, out, err = export(code)
    assert (status, out, len(err)) == (1, "", 1)
    assert err[0].isprintable()


async def test_after_the_program_has_ended_nothing_is_left_beside_the_database(world, finished, export):
    await world.stop()
    before = {path.name: path.read_bytes() for path in world.path.parent.iterdir()}
    assert export(finished.code)[0] == 0
    assert {path.name: path.read_bytes() for path in world.path.parent.iterdir()} == before
    await world.start()


@pytest.mark.damaged
async def test_a_database_that_cannot_be_read_is_one_line(tmp_path, capsys):
    text = tmp_path / "text.db"
    text.write_bytes(b"no database at all, but long enough to be looked at as one" * 20)
    for path in (tmp_path / "missing.db", tmp_path, text):
        before = sorted(tmp_path.iterdir())
        assert export_command(path, "K7A2BC", False) == 1
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert sorted(tmp_path.iterdir()) == before


async def test_an_archive_cannot_write(world, finished):
    with Archive.opened(world.path) as archive, pytest.raises(StoreFailed):
        archive.read(lambda db: db.execute("UPDATE tables SET tag = 'XX'"))


@pytest.mark.damaged
@pytest.mark.parametrize("number", [0, 10_000])
async def test_a_database_of_another_version_is_refused(world, tmp_path, number):
    copy = tmp_path / "copy.db"
    with sqlite3.connect(world.path) as db, sqlite3.connect(copy) as other:
        db.backup(other)
        other.execute(f"PRAGMA user_version = {number}")
    with pytest.raises(StoreUnusable), Archive.opened(copy):
        pass


def test_a_file_that_cannot_be_read_is_one_line_and_status_2(tmp_path, capsys):
    (tmp_path / "bad.json").write_bytes(b"{")
    for path in (tmp_path / "missing.json", tmp_path, tmp_path / "bad.json"):
        assert verify_command(str(path)) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)


async def test_a_proof_that_fails_says_so_once_and_a_line_for_each_check(finished, export, tmp_path, capsys):
    proof = json.loads(export(finished.code, whole=True)[1])
    proof["joins"][0] = "\x1b[2J\n"
    (tmp_path / "proof.json").write_text(json.dumps(proof))
    assert verify_command(str(tmp_path / "proof.json")) == 2
    out, err = capsys.readouterr()
    assert [line.split()[1] for line in out.splitlines() if line.startswith("FAILED")] == ["seed"]
    assert err.count("\n") == 1
    assert "\x1b" not in out + err
