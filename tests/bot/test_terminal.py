"""What a command prints has somewhere to go, or its exit status and one line say that it had not."""

import io
import sys

import pytest

from bot.cli.odds import ochko_command, stuk_command
from bot.cli.terminal import UNWRITTEN, complain, tell


class Terminal(io.TextIOWrapper):
    """A terminal of Western Europe."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="cp1252", newline="\n")

    @property
    def shown(self) -> str:
        return self.buffer.getvalue().decode("cp1252")


def test_letters_that_a_terminal_lacks_are_question_marks(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    assert tell("", "Everything is kept in C:\\Анна\\twentyone.db") == 0
    assert terminal.shown == "Everything is kept in C:\\????\\twentyone.db\n"


@pytest.mark.parametrize("command", [ochko_command, stuk_command])
def test_a_full_disk_is_one_line(monkeypatch, capsys, command):
    with open("/dev/full", "w", encoding="utf-8") as full:  # noqa: PTH123 - a stream of the machine
        monkeypatch.setattr(sys, "stdout", full)
        assert command(as_json=True) == UNWRITTEN
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("twentyone odds: the output cannot be written")


def test_without_standard_output_one_line_says_so(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdout", None)
    assert tell("audit", "balanced") == UNWRITTEN
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("twentyone audit: ")


def test_without_standard_error_the_status_says_it(monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    assert complain("audit", "not balanced", 3) == 3
    with open("/dev/full", "w", encoding="utf-8", buffering=1) as full:  # noqa: PTH123 - as above
        monkeypatch.setattr(sys, "stderr", full)
        assert complain("audit", "not balanced", 3) == 3
        monkeypatch.undo()
        full.flush()  # nothing is left that would fail at the end of the program
