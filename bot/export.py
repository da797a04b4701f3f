"""`twentyone export`: the record or the proof of a finished table, from the database of the settings (records.md)."""

import json
import sys
from pathlib import Path

from bot.fold import Unfoldable
from bot.pastgame import NeverPlayed, StillOpen, past_game
from bot.store.archive import Archive
from bot.store.errors import StoreFailed, StoreUnusable

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
            found = archive.table(code)
        if found is None:
            return _complain(f"there is no table {shown} in {database}")
        proof = past_game(*found).proof()
    except (StoreUnusable, StoreFailed) as error:
        return _complain(str(error))
    except StillOpen:
        return _complain(f"table {shown} has not ended: its record is told only after the end")
    except NeverPlayed:
        return _complain(f"table {shown} was closed before a card was dealt")
    except Unfoldable as error:
        return _complain(f"table {shown} was played by other rules than this program's: {error}")
    json.dump(proof if whole else proof["record"], sys.stdout, indent=2)
    sys.stdout.write("\n")
    return 0


def _complain(line: str) -> int:
    sys.stderr.write(f"twentyone export: {line}\n")
    return NOTHING
