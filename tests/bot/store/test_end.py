"""The end of the process, in order or not: nothing hangs, nothing acknowledged is lost, nothing is half there."""

import signal
from pathlib import Path

import pytest
from store_samples import Child, TurnedClock, application, people, rows, settlement

from bot.store.store import Store


def whole(path: Path) -> int:
    """The last revision of the table that `save_forever` writes, after a look at everything that belongs to it."""
    assert rows(path, "PRAGMA integrity_check") == [("ok",)]
    found = rows(path, "SELECT revision, seq FROM tables WHERE code = 'ABCDEF'")
    if not found:
        return 0
    ((revision, seq),) = found
    assert seq == 2 * (revision - 1)
    assert rows(path, "SELECT seq FROM moves ORDER BY seq") == [(n,) for n in range(1, seq + 1)]
    presses = {press for (press,) in rows(path, "SELECT press_id FROM presses")}
    assert presses == {f"press {n}" for n in range(2, revision + 1)}
    return int(revision)


@pytest.mark.parametrize(
    ("name", "code", "error"),
    [("forget_to_close", 0, ""), ("fail_after_writing", 1, "an error of the program")],
)
def test_a_process_that_does_not_close_ends_all_the_same(
    path: Path, name: str, code: int, error: str
) -> None:
    child = Child(name, path)
    assert child.line() == "written"
    ended, said, errors = child.end(5)
    assert (ended, said) == (code, [])
    assert error in errors if error else errors == ""
    assert rows(path, "SELECT count(*) FROM persons") == [(3,)]
    assert not path.with_name(path.name + "-wal").exists()


def test_a_process_that_cannot_open_ends(tmp_path: Path) -> None:
    code, _, errors = Child("fail_to_open", tmp_path).end(10)
    assert code == 1
    assert "is a folder." in errors


def test_sigterm_ends_in_order(path: Path) -> None:
    child = Child("serve", path)
    while (line := child.line()) != "3":
        assert line
    child.process.send_signal(signal.SIGTERM)
    code, said, errors = child.end(5)
    assert (code, said[-1], errors) == (0, "closed", "")
    acknowledged = int(["3", *said[:-1]][-1])
    assert whole(path) >= acknowledged
    assert not path.with_name(path.name + "-wal").exists()


def test_kill_at_any_moment_loses_nothing_acknowledged(path: Path) -> None:
    revision = 0
    for kill in range(4):
        child = Child("save_forever", path)
        acknowledged = revision
        while acknowledged < revision + 1 + 5 * kill:
            acknowledged = int(child.line())
        child.process.kill()
        code, said, errors = child.end()
        assert (code, errors) == (-signal.SIGKILL, "")
        acknowledged = int([str(acknowledged), *said][-1])
        assert acknowledged <= whole(path) <= acknowledged + 1
        revision = whole(path)


async def test_kill_at_each_statement_of_a_settlement(tmp_path: Path) -> None:
    code, said, errors = Child("settle_and_die", tmp_path / "x.db").end(60)
    assert (code, errors) == (0, "")
    assert len(said) > 30
    assert [line.split()[1] for line in said] == ["killed"] * (len(said) - 1) + ["lived"]
    for at in range(1, len(said) + 1):
        path = tmp_path / f"{at}.db"
        paid = rows(path, "SELECT rating, rubles, games, wins FROM persons ORDER BY id")
        all_paid = [(101 + n, 505 + 5 * n, 1, 1) for n in range(5)]
        assert paid == (all_paid if at == len(said) else [(0, 0, 0, 0)] * 5)
        assert len(rows(path, "SELECT * FROM ledger")) == (10 if at == len(said) else 0)
        if at % 10 == 1 and at < len(said):  # the press comes again after the start
            store = await Store.open(path, TurnedClock(), wait=0)
            seated = await people(store, 5)
            await store.save(settlement(application("ABCDEF", seated), seated))
            await store.close()
            assert rows(path, "SELECT rating, rubles, games, wins FROM persons ORDER BY id") == all_paid
