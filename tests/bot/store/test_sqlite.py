"""The program runs on SQLite 3.37; on an older one it says so and leaves nothing behind."""

import re
import sqlite3
from pathlib import Path

import pytest
from turned import TurnedClock

import bot.store
from bot.model.errors import StoreUnusable
from bot.store.archive import Archive
from bot.store.store import Store

#: What came after 3.37: functions, operators, joins.
NEWER = (
    r"\b(unixepoch|timediff|unhex|octet_length|concat|concat_ws|string_agg|jsonb\w*|json_pretty|subtype|median|percentile\w*)\s*\(",
    r"->>?\s*'\$",
    r"\bIS (NOT )?DISTINCT FROM\b",
    r"\b(RIGHT|FULL)( OUTER)? JOIN\b",
)


def texts() -> list[Path]:
    folder = Path(bot.store.__file__).parent
    found = [*folder.glob("*.py"), *folder.glob("migrations/*.sql")]
    assert len(found) > 20
    return found


@pytest.mark.parametrize("newer", NEWER)
def test_no_statement_wants_a_newer_sqlite(newer):
    """Ubuntu 22.04 has 3.37.2."""
    assert not [
        path.name for path in texts() if re.search(newer, path.read_text(encoding="utf-8"), re.IGNORECASE)
    ]


async def test_an_older_sqlite_is_named_with_the_one_that_is_needed(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.36.0")
    path = tmp_path / "new" / "twentyone.db"
    with pytest.raises(StoreUnusable, match=r"3\.36\.0.*3\.37"):
        await Store.open(path, TurnedClock())
    with pytest.raises(StoreUnusable, match=r"3\.36\.0.*3\.37"), Archive.opened(path):
        raise AssertionError("opened")
    assert list(tmp_path.iterdir()) == []
