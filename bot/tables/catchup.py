"""What a chat has missed while the program did not run."""

from bot.model.rows import BoardRow, Status, TableRow
from bot.tables.chain import CONTINUED


def behind(row: TableRow, boards: list[BoardRow]) -> bool:
    """Whether the messages of a table do not show it as it is stored."""
    current = {board.slot for board in boards if board.revision >= row.revision}
    match row.status:
        case Status.APPLICATION | Status.CLOSED:
            return "application" not in current
        case Status.PLAYING:
            return not any(slot.startswith("deal:") for slot in current)
        case Status.FINISHED if row.note == CONTINUED:
            return False  # its last board was due before the next record began, which shows that it did
        case Status.FINISHED:
            return "result" not in current or not any(slot.startswith("deal:") for slot in current)
        case Status.VOID:
            return not current
