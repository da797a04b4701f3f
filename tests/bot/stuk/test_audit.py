"""`twentyone audit` says «balanced», or names the row that is not; beside the running program, without writing."""

import sqlite3

import pytest
from bank import PEOPLE, balanced, bold, careful, met, moves, play_out, table
from evening import carefully, seat
from evening import play_out as play_ochko
from world import World

from bot.cli.audit import audit_command

TWO = PEOPLE[:2]


async def some_evening(world: World) -> None:
    """A game of Очко and a table of Стук played out, another one in the middle."""
    await met(world, *PEOPLE[:4], rubles=200)
    await play_ochko(world, await seat(world, *TWO, arguments="ochko deals=1"), carefully)
    await world.turn(30)
    await play_out(world, await table(world, *TWO, arguments="rated"), bold)
    session = await table(world, "Vera", "Gleb", arguments="rated")
    async for _ in moves(world, session, careful):
        break  # after one stake no table is over, whatever its cards


async def test_an_evening_is_balanced_while_the_program_runs(world: World) -> None:
    await some_evening(world)
    balanced(world)


@pytest.mark.damaged
@pytest.mark.parametrize(
    ("row", "damage"),
    [
        ("persons 1", "UPDATE persons SET rubles = rubles + 1 WHERE id = 1"),
        ("persons 2", "UPDATE persons SET games = games + 1 WHERE id = 2"),
        (
            "persons 1",
            "DELETE FROM ledger WHERE id = (SELECT max(id) FROM ledger WHERE person_id = 1 AND amount <> 0)",
        ),
        ("escrow", "UPDATE escrow SET held = held + 100 WHERE held > 0"),
        ("escrow", "UPDATE escrow SET movements = movements + 1 WHERE person_id = 1"),
        ("ledger", "DELETE FROM escrow WHERE person_id = 1"),
        (
            "tables",
            (
                "UPDATE results SET rubles = rubles + 100, net = net + 1 WHERE seat = 0 AND table_code IN "
                "(SELECT code FROM tables WHERE stake > 0)"
            ),
        ),
        (
            "results",
            (
                "UPDATE results SET net = net + 1 WHERE seat = 0 AND table_code IN "
                "(SELECT code FROM tables WHERE stake > 0)"
            ),
        ),
        ("results", "UPDATE results SET rating = rating + 100 WHERE rating > 0"),
        ("standings", "UPDATE standings SET rubles = rubles + 1 WHERE scope = 0 AND period = 'all'"),
        ("tables", "DELETE FROM moves WHERE seq = 2"),
        ("tables", "UPDATE moves SET digest = x'00' WHERE seq = 3"),
    ],
)
async def test_the_row_that_does_not_add_up_is_named(
    world: World, capsys: pytest.CaptureFixture[str], row: str, damage: str
) -> None:
    await some_evening(world)
    with sqlite3.connect(world.path) as db:
        assert db.execute(damage).rowcount > 0
    db.close()
    assert audit_command(world.path, True) == 1
    said = capsys.readouterr().out.splitlines()
    assert any(line.startswith(row) for line in said), said
    assert said[-1].startswith("not balanced")


async def test_a_database_that_is_not_there_is_told_in_one_line(world: World, capsys) -> None:
    assert audit_command(world.path.with_name("none.db"), False) == 1
    assert capsys.readouterr().err.count("\n") == 1
