"""`twentyone replay` on the examples, and its output (records.md, «Output»)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli.replay import replay_command
from engine.game import Refusal
from engine.games import GAMES
from engine.record import record_from
from engine.replay import REASONS, hundredths, in_units, output, replay

EXAMPLES = Path(__file__).parents[1] / "examples"
CASES = {
    f"{path.parent.name}/{path.stem}": json.loads(path.read_text("utf-8"))
    for path in sorted(EXAMPLES.glob("*/*.json"))
}


def contained(expected, got):
    """Whether `expected` is in the output: of an object every key it has, of a list every element."""
    if isinstance(expected, dict):
        return isinstance(got, dict) and all(
            key in got and contained(value, got[key]) for key, value in expected.items()
        )
    if isinstance(expected, list):
        return (
            isinstance(got, list)
            and len(got) == len(expected)
            and all(contained(one, other) for one, other in zip(expected, got, strict=True))
        )
    return type(expected) is type(got) and expected == got


@pytest.fixture
def run(tmp_path, capsys):
    """The command on a record: its exit status, standard output, standard error."""

    def command(record, *, as_json=True):
        path = tmp_path / "record.json"
        path.write_bytes(record if isinstance(record, bytes) else json.dumps(record).encode())
        before = sorted(tmp_path.iterdir())
        status = replay_command(str(path), as_json)
        assert sorted(tmp_path.iterdir()) == before
        return (status, *capsys.readouterr())

    return command


@pytest.mark.parametrize("game", GAMES)
def test_there_are_twelve_examples_of_a_game(game):
    assert sum(name.startswith(f"{game}/") for name in CASES) == 12


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_an_example_comes_out_as_it_says(case, run):
    status, out, err = run(case["record"])
    assert status == case["exit"]
    if case["expect"] is None:
        assert out == ""
    else:
        assert contained(case["expect"], json.loads(out))
    assert err.count("\n") == (status != 0)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_an_example_is_shown_to_people_with_the_same_status(case, run):
    status, out, err = run(case["record"], as_json=False)
    assert status == case["exit"]
    assert (out == "") == (case["expect"] is None)
    assert err.count("\n") == (status != 0)


RECORD = {
    "record": 1,
    "game": "ochko",
    "seats": [{"name": "Anna", "chips": 9}, {"name": "Boris", "chips": 5}],
    "banker": 0,
    "cards": "As 6s Ah Ts",
    "moves": [],
}

KEYS = ["valid", "finished", "deal", "banker", "to_move", "legal", "bank", "seats"]


def out_of(*moves, **changes):
    return output(replay(record_from({**RECORD, "moves": list(moves)} | changes)))


def test_before_the_first_deal():
    assert out_of() == {
        "valid": True,
        "finished": False,
        "deal": 0,
        "banker": 0,
        "to_move": None,
        "legal": [],
        "bank": 9,
        "seats": [{"name": "Anna", "chips": 0, "hands": []}, {"name": "Boris", "chips": 5, "hands": []}],
    }


def test_the_keys_stand_in_the_order_of_the_format_and_no_other_is_there():
    assert list(out_of("deal")) == KEYS
    assert list(out_of("deal", "1 hit")) == ["valid", "error", "at_move", *KEYS[1:]]
    assert list(out_of("1 leave")) == [*KEYS, "results"]


def test_the_seat_to_move_and_its_moves():
    assert out_of("deal")["legal"] == [{"verb": "bet", "min": 1, "max": 5}]
    assert out_of("deal", "1 bet 2")["legal"] == [{"verb": "hit"}, {"verb": "stand"}]
    assert out_of("deal", "1 bet 2")["to_move"] == 1


def test_a_hand_has_cards_points_stake_and_result_and_the_bankers_neither():
    """Records show hidden cards: they are written down after the game, or for a report."""
    seats = out_of("deal", "1 bet 2", "1 hit")["seats"]
    assert seats[0] == {"name": "Anna", "chips": 0, "hands": [{"cards": "6s", "points": 6}]}
    assert seats[1] == {
        "name": "Boris",
        "chips": 7,
        "hands": [{"cards": "As Ah", "points": 22, "stake": 2, "result": "win"}],
    }


def test_results_are_texts_with_two_places():
    results = out_of("deal", "1 bet 2", "1 hit", options={"deals": 1})["results"]
    assert results == [
        {"games": 1, "wins": 0, "rating": "0.00", "rubles": "0.00", "net": -2},
        {"games": 1, "wins": 1, "rating": "2.00", "rubles": "10.00", "net": 2},
    ]
    assert [hundredths(n) for n in (0, 5, 833, 4166, 100)] == ["0.00", "0.05", "8.33", "41.66", "1.00"]


@pytest.mark.parametrize(
    "move", ["1 raise", "1 bet all", "1 bet 1_0", "7 hit", "deal", "1 knock", "", "0 hit"]
)
def test_a_refused_move_stops_the_replay_before_it(move):
    """Everything but the reason and the index is as if the record had ended there."""
    stopped = out_of("deal", move, "1 bet 1")
    assert (stopped.pop("valid"), stopped.pop("at_move")) == (False, 1)
    assert stopped.pop("error")
    before = out_of("deal")
    del before["valid"]
    assert stopped == before


TABLE = {"record": 1, "game": "blackjack", "seats": [{"name": "Anna"}], "cards": "8s 6s 8h Ts 3s Th Td"}


def test_a_table_of_blackjack_has_keys_of_its_own_and_no_chips():
    before = output(replay(record_from({**TABLE, "moves": []})))
    keys = ["valid", "finished", "deal", "banker", "to_move", "hand", "legal", "seats", "dealer"]
    assert list(before) == keys
    assert before["seats"] == [{"name": "Anna", "hands": []}]
    assert (before["banker"], before["hand"], before["dealer"]) == (None, None, {"cards": "", "points": 0})
    played = output(replay(record_from({**TABLE, "moves": ["deal", "0 split", "0 double", "0 stand"]})))
    assert list(played) == [*keys, "results"]
    assert list(played["seats"][0]["hands"][0]) == ["cards", "points", "stake", "result"]
    assert played["dealer"]["points"] >= 17
    stopped = output(replay(record_from({**TABLE, "moves": ["deal", "deal"]})))
    assert list(stopped) == ["valid", "error", "at_move", *keys[1:]]


def test_units_are_texts_with_a_sign():
    """Rules 4.13, records.md."""
    halves = (0, 2, -4, 3, -1, 1, 31, -30)
    assert [in_units(n) for n in halves] == ["0", "+1", "-2", "+1.5", "-0.5", "+0.5", "+15.5", "-15"]


def test_a_round_of_blackjack_is_shown_to_people(run):
    _, out, _ = run({**TABLE, "moves": ["deal", "0 split"]}, as_json=False)
    assert "Anna  8♠ 3♠ = 11, stake 1, open; 8♥ = 8, stake 1, open" in out
    assert "dealer: 6♠ ?? = 6" in out
    assert "To move: Anna, hand 1, hit or stand or double" in out
    _, out, _ = run({**TABLE, "moves": ["deal", "0 split", "0 stand", "0 stand"]}, as_json=False)
    assert "won +1" in out
    assert "Anna: +2" in out
    assert "no money value" in out


@pytest.mark.parametrize(
    ("key", "changes"),
    [
        ("banker", {"banker": 0}),
        ("cut", {"cut": [None]}),
        ("seats[0]", {"seats": [{"name": "Anna", "chips": 5}]}),
        ("seats", {"seats": []}),
        ("seats", {"seats": [{"name": "Anna"}] * 7}),
        ("options", {"options": {"rated": False}}),
        ("cards", {"cards": " ".join(["As"] * 7)}),
        ("cards[1]", {"cards": [None, "1s"]}),
    ],
)
def test_what_makes_a_record_of_blackjack_unreadable(run, key, changes):
    """records.md, «Input»."""
    status, out, err = run({**TABLE, "moves": ["deal"]} | changes)
    assert (status, out) == (2, "")
    assert f" {key}" in err


def test_every_reason_has_words():
    assert set(REASONS) == set(Refusal)


def test_a_look_at_each_deal():
    cards = ["6s 7s 8s 9s"]
    moves = ["deal", "1 bet 1", "1 stand", "0 stand", "deal", "1 bet 2"]
    deals = replay(record_from({**RECORD, "cards": cards, "moves": moves})).deals
    assert [view.deal for view in deals] == [1, 2]
    assert [view.seats[1].hands[0].stake for view in deals] == [1, 2]
    assert not deals[1].finished


def test_the_command_reads_standard_input(tmp_path):
    program = "import sys; from bot.cli.replay import replay_command; sys.exit(replay_command('-', True))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps({**RECORD, "moves": ["deal", "1 hit"]}).encode(),
        capture_output=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 2
    assert json.loads(done.stdout)["at_move"] == 1
    assert done.stderr.decode().count("\n") == 1


@pytest.mark.parametrize("as_json", [True, False])
def test_a_file_that_cannot_be_read_is_one_line_and_status_2(tmp_path, capsys, as_json):
    for path in (tmp_path / "missing.json", tmp_path):
        assert replay_command(str(path), as_json) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)


@pytest.mark.parametrize("data", [b"\xff", b"", b"{}", b'{"record": 1, "record": 1}'])
def test_a_text_that_is_no_record_is_one_line_and_status_2(run, data):
    status, out, err = run(data)
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_names_cannot_steer_the_terminal(run):
    """Records come from strangers; `\\x1b` starts an escape sequence, U+202E turns the line around."""
    seats = [{"name": "\x1b[2J\nAnna\u202e", "chips": 9}, {"name": "Борис", "chips": 5}]
    _, out, _ = run({**RECORD, "seats": seats, "moves": ["deal"]}, as_json=False)
    assert not {"\x1b", "\u202e", "\r"} & set(out)
    assert "Борис" in out
    _, _, err = run({**RECORD, "moves": ["\x1b[2J\n"]}, as_json=False)
    assert err.count("\n") == 1
    assert "\x1b" not in err


def test_a_table_of_stuk_is_told_to_people(run):
    """The banker's cards against a hand, the knock, how a bank ended, rubles with their sign."""
    _, out, _ = run(CASES["stuk/08-handed-on-to-the-end"]["record"], as_json=False)
    for words in (
        "Deal 2, bank 30, knocked",
        "Deal 3, bank 0, the bank has ended: the last round is played",
        "Boris  6♠ = 6 against 9♠ = 9, stake 10, lost, chips 20",
        "Anna   9♠ = 9, banker, chips 20",
        "rubles +25.00",
        "rubles -25.00",
    ):
        assert words in out
