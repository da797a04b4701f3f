"""What fits a phone: lines and labels that no client cuts."""

from bot.ports.names import visible_length
from bot.ports.screens import Screen
from bot.screens.lines import line_width

LINE = 32

#: The most characters of a label, by how many stand in its row.
LABEL = {1: 34, 2: 16, 3: 10, 4: 7}

#: The most bytes of a key.
KEY = 64


def assert_labels_fit(screen: Screen) -> None:
    for row in screen.rows:
        for button in row:
            assert visible_length(button.label) <= LABEL[len(row)], [button.label for button in row]
            assert len((button.key or "").encode()) <= KEY, button.key


def assert_fits(screen: Screen) -> None:
    """Lines and labels: of boards, applications and panels. Results and notes may wrap."""
    for line in screen.lines:
        assert line_width(line) <= LINE, "".join(span.text for span in line)
    assert_labels_fit(screen)
