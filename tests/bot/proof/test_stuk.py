"""The proof of a table of Стук: shuffles without a cut card among its own, and a banker whom nobody draws (rules 3.1, 3.12)."""

import json

import pytest
from bank import PEOPLE, careful, play_out, table

from bot.cli.export import export_command
from bot.cli.verify import verify_command


@pytest.fixture
async def exported(world, capsys):
    """The proof of a table whose played-out cards were shuffled again at least once."""
    session = await play_out(world, await table(world, *PEOPLE[:3]), careful)
    assert export_command(world.path, session.code, True) == 0
    proof = json.loads(capsys.readouterr().out)
    assert None in proof["record"]["cut"]
    assert set(proof["record"]["cut"]) > {None}
    return proof


@pytest.fixture
def checked(tmp_path, capsys):
    """What `twentyone verify` says of a proof: its exit status and its lines."""

    def check(proof):
        file = tmp_path / "proof.json"
        file.write_text(json.dumps(proof))
        status = verify_command(str(file))
        return status, capsys.readouterr().out

    return check


async def test_it_holds_and_says_who_banks_first(exported, checked):
    status, out = checked(exported)
    assert status == 0, out
    assert "seat 0 banks first" in out
    assert "seed draws" not in out


async def test_a_cut_card_put_in_or_taken_out_is_found(exported, checked):
    cuts = exported["record"]["cut"]
    for number, changed in ((cuts.index(None), 5), (0, None)):
        forged = {**exported, "record": {**exported["record"], "cut": list(cuts)}}
        forged["record"]["cut"][number] = changed
        status, out = checked(forged)
        assert status == 2
        assert f"shuffle {number + 1}: the record has {changed or 'none'}" in out
