"""What SQLite and the file system report, as the sentences of the store."""

import errno
import sqlite3
from pathlib import Path

from bot.model.errors import StoreFailed, StoreUnusable, Unwritable

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})

#: Primary result codes of SQLite, and what they mean to the person who hosts the database.
_SENTENCES = {
    sqlite3.SQLITE_NOTADB: "{path} is not a database of this program.",
    sqlite3.SQLITE_CORRUPT: "The database {path} is damaged.",
    sqlite3.SQLITE_READONLY: "The database {path} or its folder is read-only.",
    sqlite3.SQLITE_PERM: "The database {path} or its folder is read-only.",
    sqlite3.SQLITE_CANTOPEN: "The database {path} or its folder may not be read or written.",
    sqlite3.SQLITE_FULL: "The database {path} cannot be written: the disk is full.",
    sqlite3.SQLITE_IOERR: "The database {path} cannot be used: the disk is full or reports an error.",
    sqlite3.SQLITE_BUSY: "The database {path} is locked by another process.",
    sqlite3.SQLITE_LOCKED: "The database {path} is locked by another process.",
}

#: The oldest SQLite that knows all of the schema (STRICT tables).
OLDEST = (3, 37, 0)


def refuse_old_sqlite() -> None:
    """Stop before anything is touched.

    Raises:
        StoreUnusable: the SQLite that Python was built with is too old.
    """
    if sqlite3.sqlite_version_info < OLDEST:
        wanted = ".".join(map(str, OLDEST))
        raise StoreUnusable(
            f"SQLite {sqlite3.sqlite_version} is too old: the program needs {wanted} or newer, which comes with a newer Python."
        )


def code_of(error: sqlite3.Error) -> int:
    """The primary result code of SQLite behind an error; -1 if there is none."""
    code: int = getattr(error, "sqlite_errorcode", -1)  # set by SQLite's own errors only
    return code if code < 0 else code & 0xFF


def unusable(path: Path, error: sqlite3.Error | OSError) -> StoreUnusable:
    """The sentence for an error while the database at `path` is opened."""
    if isinstance(error, OSError):
        if error.errno in _FULL:
            return StoreUnusable(_SENTENCES[sqlite3.SQLITE_FULL].format(path=path))
        why = error.strerror or type(error).__name__
        return StoreUnusable(f"The folder {path.parent} of the database cannot be used: {why}.")
    sentence = _SENTENCES.get(code_of(error), "The database {path} cannot be used: {error}.")
    return StoreUnusable(sentence.format(path=path, error=error))


def failed(error: sqlite3.Error) -> StoreFailed:
    """The error of a transaction, with SQLite's name for it; its texts name columns, never values."""
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    kind = Unwritable if code_of(error) in _SENTENCES else StoreFailed
    return kind(f"{name}: {error}")


#: What a database says that has to be mended before it can be read: by a process that may write.
_UNMENDED = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN})

_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


def needs_recovery(error: sqlite3.Error) -> bool:
    """Whether a look without the right to write may have failed for that alone."""
    return code_of(error) in _UNMENDED


def damaged(path: Path, error: sqlite3.Error) -> str | None:
    """The sentence for a database that is damaged; None for any other error."""
    return f"The database {path} is damaged." if code_of(error) in _DAMAGED else None
