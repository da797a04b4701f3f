"""`twentyone export`: the record or the proof of a finished table, from the database of the settings (records.md)."""

import json
from pathlib import Path

from bot.cli.terminal import complain, tell
from bot.history.pastgame import NeverPlayed, StillOpen, past_game
from bot.model.errors import StoreFailed, StoreUnusable
from bot.store import tables
from bot.store.archive import Archive
from bot.tables.fold import Unfoldable

#: Exit status where there is nothing to export.
NOTHING = 1


def export_command(database: Path, code: str, whole: bool) -> int:  # noqa: FBT001 - the command line hands its flag on
    """Print the record of the table with that code as JSON, or with `whole` its proof. It only reads the database.

    Returns the exit status: 0; or 1, with one line on standard error and nothing on standard output, when there is no
    such table, it has not ended, or the database cannot be read.
    """
    code = code.upper()
    shown = ascii(code)[1:-1][:20]
    try:
        with Archive.opened(database) as archive:
            found = archive.read(tables.with_moves, code)
        if found is None:
            return complain("export", f"there is no table {shown} in {database}", NOTHING)
        proof = past_game(*found).proof()
    except (StoreUnusable, StoreFailed) as error:
        return complain("export", str(error), NOTHING)
    except StillOpen:
        return complain(
            "export", f"table {shown} has not ended: its record is told only after the end", NOTHING
        )
    except NeverPlayed:
        return complain("export", f"table {shown} was closed before a card was dealt", NOTHING)
    except Unfoldable as error:
        return complain(
            "export", f"table {shown} was played by other rules than this program's: {error}", NOTHING
        )
    return tell("export", json.dumps(proof if whole else proof["record"], indent=2))
